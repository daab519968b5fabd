// Keys and OAuth clients of one organization, made by the operator.

import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ApiKey, OAuthClient, Organization } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { segue } from "../api.ts";
import { ConfirmButton } from "../confirm-button.tsx";
import { useList } from "../data.ts";
import { showAgo, showDay } from "../format.ts";
import { type Column, ListTable } from "../list-table.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { Empty } from "../states.tsx";
import { CredentialForm } from "./credential-form.tsx";

const ALL_SCOPES = 11;

const showScopes = (scopes: readonly string[]): string =>
  scopes.length === ALL_SCOPES ? "Everything" : scopes.join(", ");

function CredentialName({ name, about }: { name: string | null; about: string }) {
  return (
    <Stack gap={0} miw={0}>
      <Text fw={600} size="sm" truncate>
        {name ?? "Without a name"}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {about}
      </Text>
    </Stack>
  );
}

export function OrganizationKeys({ organization }: { organization: Organization }) {
  const { id: org_id } = organization;
  const [isOpen, form] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList(["operator.apiKeys.list", org_id], (page) => segue.operator.apiKeys.list(org_id, page));
  const columns: readonly Column<ApiKey>[] = [
    { title: "Key", cell: ({ name, last4, id }) => <CredentialName name={name} about={`…${last4} · ${id}`} /> },
    {
      title: "May do",
      cell: ({ scopes }) => (
        <Text size="sm" lineClamp={2}>
          {showScopes(scopes)}
        </Text>
      ),
      isExtra: true,
    },
    {
      title: "Last used",
      cell: (key) => (key.last_used_at ? showAgo(key.last_used_at) : "Never"),
      width: 140,
      isExtra: true,
    },
    {
      title: "Until",
      cell: ({ expires_at }) => (expires_at ? showDay(expires_at) : "No end"),
      width: 120,
      isExtra: true,
    },
    {
      title: "",
      width: 110,
      cell: (key) => (
        <ConfirmButton
          label="Revoke"
          about={key.name ?? key.id}
          size="xs"
          title="Revoke this key?"
          act={() => segue.operator.apiKeys.delete(org_id, key.id)}
          done="The key is revoked."
        >
          Every program that uses the key …{key.last4} is refused from now on. This cannot be undone.
        </ConfirmButton>
      ),
    },
  ];
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          API keys
        </Title>
        <Button size="xs" onClick={form.open} leftSection={<IconPlus size={14} aria-hidden />}>
          New API key
        </Button>
      </Group>
      <ListTable
        label="API keys"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No API keys yet" example={`npx segue key create --org ${org_id} --name "Label back office"`}>
            {organization.name} needs a key to call the API or to sign in here.
          </Empty>
        }
      />
      <CredentialForm
        title="New API key"
        isOpen={isOpen}
        onClose={form.close}
        canExpire
        create={async (values) => setSecret((await segue.operator.apiKeys.create(org_id, values)).key)}
      />
      <ShownOnce what="API key" secret={secret} onClose={() => setSecret(null)} />
    </Stack>
  );
}

export function OrganizationClients({ organization }: { organization: Organization }) {
  const { id: org_id } = organization;
  const isEligible = organization.tier === "enterprise";
  const [isOpen, form] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList(["operator.oauthClients.list", org_id], (page) =>
    segue.operator.oauthClients.list(org_id, page),
  );
  const columns: readonly Column<OAuthClient>[] = [
    { title: "Client", cell: ({ name, client_id }) => <CredentialName name={name} about={client_id} /> },
    {
      title: "May do",
      cell: ({ scopes }) => (
        <Text size="sm" lineClamp={2}>
          {showScopes(scopes)}
        </Text>
      ),
      isExtra: true,
    },
    { title: "Since", cell: ({ created_at }) => showDay(created_at), width: 130, isExtra: true },
    {
      title: "",
      width: 110,
      cell: (client) => (
        <ConfirmButton
          label="Revoke"
          about={client.name ?? client.client_id}
          size="xs"
          title="Revoke this client?"
          act={() => segue.operator.oauthClients.delete(org_id, client.client_id)}
          done="The client and its tokens are revoked."
        >
          The client {client.client_id} and all its tokens are refused from now on. This cannot be undone.
        </ConfirmButton>
      ),
    },
  ];
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          OAuth clients
        </Title>
        {isEligible && (
          <Button size="xs" onClick={form.open} leftSection={<IconPlus size={14} aria-hidden />}>
            New OAuth client
          </Button>
        )}
      </Group>
      <ListTable
        label="OAuth clients"
        list={list}
        columns={columns}
        keyOf={({ client_id }) => client_id}
        empty={
          <Empty title="No OAuth clients">
            {isEligible
              ? "A client exchanges its secret for tokens that last an hour."
              : "They are for enterprise organizations. Change the tier to give it one."}
          </Empty>
        }
      />
      <CredentialForm
        title="New OAuth client"
        isOpen={isOpen}
        onClose={form.close}
        create={async ({ name, scopes }) => {
          const made = await segue.operator.oauthClients.create(org_id, { name, ...(scopes && { scopes }) });
          setSecret(made.client_secret && `${made.client_id}\n${made.client_secret}`);
        }}
      />
      <ShownOnce what="OAuth client id and secret" secret={secret} onClose={() => setSecret(null)} />
    </Stack>
  );
}
