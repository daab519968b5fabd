// Credentials of one kind: which there are, how a new one is made and shown once, and how one is revoked.

import { Button, Stack, Text } from "@mantine/core";
import { scopes } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Id } from "../../components/id.tsx";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Section } from "../../components/section.tsx";
import { ShownOnce } from "../../components/shown-once.tsx";
import type { ListOf } from "../../data/data.ts";
import { useAskedForm } from "../../forms/asked-form.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { showAgo, showDay, showTime } from "../../values/format.ts";
import { CredentialForm, type CredentialParts, type CredentialValues } from "./credential-form.tsx";
import { credentialWords } from "./words.ts";

type Credential = { name: string | null };

export type CredentialListProps<Item extends Credential> = {
  title: string;
  about?: string;
  kind: keyof typeof credentialWords.kinds;
  list: ListOf<Item>;
  idOf: (item: Item) => string;
  /** The last characters of its secret, which people know it by. */
  last4Of?: (item: Item) => string;
  columns: readonly Column<Item>[];
  empty: ReactNode;
  /** What a new one is given besides its name. Undefined where none can be made. */
  parts: CredentialParts | undefined;
  /** Answers with what is shown once. */
  create: (values: CredentialValues) => Promise<string | null>;
  revoke: (item: Item) => Promise<unknown>;
  /** What a revocation does. */
  revokeText: (item: Item) => ReactNode;
};

export function CredentialList<Item extends Credential>(props: CredentialListProps<Item>) {
  const { title, about, kind, list, idOf, last4Of, columns, empty, parts, create, revoke, revokeText } = props;
  const words = credentialWords.kinds[kind];
  const [isOpen, form] = useAskedForm(kind);
  const [secret, setSecret] = useState<string | null>(null);
  const name: Column<Item> = {
    id: "column",
    title: words.column,
    cell: (item) => (
      <>
        <CredentialName name={item.name} id={idOf(item)} last4={last4Of?.(item)} />
        {columns.map(({ id, title: column, cell }) => (
          <Text key={id} size="xs" c="dimmed" component="div" hiddenFrom="sm">
            {column}: {cell(item)}
          </Text>
        ))}
      </>
    ),
  };
  const revocation: Column<Item> = {
    id: "revoke",
    title: "",
    width: 110,
    cell: (item) => (
      <ConfirmButton
        label={credentialWords.revoke}
        about={item.name ?? idOf(item)}
        size="xs"
        title={words.revokeQuestion}
        act={() => revoke(item)}
        done={words.revoked}
      >
        {revokeText(item)}
      </ConfirmButton>
    ),
  };
  return (
    <Section title={title} about={about}>
      {parts && (
        <Button mb="sm" onClick={form.open} leftSection={<IconPlus size={16} aria-hidden />}>
          {words.create}
        </Button>
      )}
      <ListTable label={title} list={list} columns={[name, ...columns, revocation]} keyOf={idOf} empty={empty} />
      {parts && (
        <CredentialForm
          title={words.create}
          isOpen={isOpen}
          onClose={form.close}
          parts={parts}
          create={async (values) => setSecret(await create(values))}
        />
      )}
      <ShownOnce what={words.one} secret={secret} onClose={() => setSecret(null)} />
    </Section>
  );
}

function CredentialName({ name, id, last4 }: { name: string | null; id: string; last4: string | undefined }) {
  return (
    <Stack gap={0} miw={0}>
      <Text fw={600} size="sm" truncate>
        {name ?? credentialWords.unnamed}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {last4 ? `…${last4} · ${id}` : id}
      </Text>
    </Stack>
  );
}

export const scopesColumn: Column<{ scopes: readonly string[] }> = {
  id: "scopes",
  title: credentialWords.scopes,
  cell: ({ scopes: given }) => (
    <Text inherit span lineClamp={2} title={given.join(", ")}>
      {given.length === scopes.length ? credentialWords.everyScope : given.join(", ")}
    </Text>
  ),
  isExtra: true,
};

export const lastUsedColumn: Column<{ last_used_at: string | null }> = {
  id: "lastUsed",
  title: credentialWords.lastUsed,
  cell: ({ last_used_at }) =>
    last_used_at ? <span title={showTime(last_used_at)}>{showAgo(last_used_at)}</span> : credentialWords.never,
  width: 140,
  isExtra: true,
};

export const untilColumn: Column<{ expires_at: string | null }> = {
  id: "expires",
  title: credentialWords.expires,
  cell: ({ expires_at }) => (expires_at ? showDay(expires_at) : credentialWords.never),
  width: 120,
  isExtra: true,
};

export const sinceColumn: Column<{ created_at: string }> = {
  id: "since",
  title: credentialWords.since,
  cell: ({ created_at }) => showDay(created_at),
  width: 130,
  isExtra: true,
};

export const createdByColumn: Column<{ created_by: string | null }> = {
  id: "created_by",
  title: credentialWords.createdBy,
  cell: ({ created_by }) => showActor(created_by),
  width: 160,
  isExtra: true,
};

/** Keys of before do not know it. */
function showActor(actor: string | null) {
  if (actor === null) return credentialWords.unknown;
  return actor === "operator" ? credentialWords.operator : <Id value={actor} />;
}
