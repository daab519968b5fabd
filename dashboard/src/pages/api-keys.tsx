// The organization's own keys.

import { Button, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ApiKey } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { segue } from "../api.ts";
import { ConfirmButton } from "../confirm-button.tsx";
import { useList } from "../data.ts";
import { showAgo, showDay, showTime } from "../format.ts";
import { type Column, ListTable } from "../list-table.tsx";
import { Section } from "../section.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { Empty } from "../states.tsx";
import { CredentialForm } from "./credential-form.tsx";

const columns: readonly Column<ApiKey>[] = [
  {
    title: "Key",
    cell: ({ name, last4, id }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {name ?? "Without a name"}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          …{last4} · {id}
        </Text>
      </Stack>
    ),
  },
  {
    title: "Scopes",
    cell: ({ scopes }) => (
      <Text size="sm" lineClamp={2} title={scopes.join(", ")}>
        {scopes.join(", ")}
      </Text>
    ),
    isExtra: true,
  },
  {
    title: "Last used",
    cell: ({ last_used_at }) =>
      last_used_at ? <span title={showTime(last_used_at)}>{showAgo(last_used_at)}</span> : "Never",
    width: 140,
    isExtra: true,
  },
  {
    title: "Until",
    cell: ({ expires_at }) => (expires_at ? showDay(expires_at) : "No end"),
    width: 120,
    isExtra: true,
  },
  { title: "", cell: (key) => <RevokeButton of={key} />, width: 110 },
];

export function ApiKeys() {
  const [isOpen, form] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList(["apiKeys.list"], (page) => segue.apiKeys.list(page));
  return (
    <Section title="API keys" about="Give each program a key of its own, with no more scopes than it needs.">
      <Button mb="sm" onClick={form.open} leftSection={<IconPlus size={16} aria-hidden />}>
        New API key
      </Button>
      <ListTable
        label="API keys"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No API keys yet" example="npx segue key create --name Nightly --scopes catalog:read">
            A program needs a key to call the API.
          </Empty>
        }
      />
      <CredentialForm
        title="New API key"
        isOpen={isOpen}
        onClose={form.close}
        canExpire
        create={async (values) => setSecret((await segue.apiKeys.create(values)).key)}
      />
      <ShownOnce what="API key" secret={secret} onClose={() => setSecret(null)} />
    </Section>
  );
}

function RevokeButton({ of }: { of: ApiKey }) {
  return (
    <ConfirmButton
      label="Revoke"
      about={of.name ?? of.id}
      size="xs"
      title="Revoke this key?"
      act={() => segue.apiKeys.delete(of.id)}
      done="The key is revoked"
    >
      Every program that uses the key …{of.last4} is refused within seconds, and who signed in with it is signed out.
      This cannot be undone.
    </ConfirmButton>
  );
}
