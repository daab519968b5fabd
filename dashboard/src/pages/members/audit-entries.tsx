// Changes as rows: what, by whom, when; one opened shows its request and the fields that were sent.

import { Code, Drawer, Group, Stack, Text } from "@mantine/core";
import type { AuditLogEntry } from "@segue/sdk";
import { type ReactNode, useState } from "react";
import { Facts } from "../../components/facts.tsx";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Empty } from "../../components/states.tsx";
import type { ListOf } from "../../data/data.ts";
import { SearchInput } from "../../forms/search-input.tsx";
import { useFilter } from "../../router.tsx";
import { showAgo, showTime } from "../../values/format.ts";
import { showOperation } from "./operation.ts";
import { auditLogWords } from "./words.ts";

/** Whose change it was: a name, and the way to its page. */
type By = (entry: AuditLogEntry) => { name: string; page?: ReactNode };

function columnsOf(by: By): readonly Column<AuditLogEntry>[] {
  return [
    {
      id: "change",
      title: auditLogWords.columns.change,
      // On a phone, who it was stands below.
      cell: (entry) => (
        <Stack gap={0} miw={0}>
          <Text fw={600} size="sm" truncate>
            {showOperation(entry.operation)}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {entry.resource_id}
          </Text>
          <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
            {auditLogWords.byWhom(by(entry).name)}
          </Text>
        </Stack>
      ),
    },
    {
      id: "by",
      title: auditLogWords.columns.by,
      cell: (entry) => (
        <Stack gap={0} miw={0}>
          <Text size="sm" truncate>
            {by(entry).name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {entry.actor}
          </Text>
        </Stack>
      ),
      isExtra: true,
    },
    {
      id: "when",
      title: auditLogWords.columns.when,
      cell: ({ created_at }) => <time title={showTime(created_at)}>{showAgo(created_at)}</time>,
      width: 130,
    },
  ];
}

/** The filters of a log, as the address has them. */
export function useAuditFilters() {
  const [actor] = useFilter("actor");
  const [operation] = useFilter("operation");
  const [resource_id] = useFilter("resource_id");
  return {
    ...(actor && { actor }),
    ...(operation && { operation }),
    ...(resource_id && { resource_id }),
  };
}

const { filters } = auditLogWords;

export function AuditFilters({ children }: { children?: ReactNode }) {
  return (
    <Group mb="md">
      {children}
      <SearchInput filter="actor" label={filters.actor} placeholder={filters.actorHint} />
      <SearchInput filter="operation" label={filters.operation} placeholder={filters.operationHint} />
      <SearchInput filter="resource_id" label={filters.resource} placeholder={filters.resourceHint} />
    </Group>
  );
}

type AuditEntriesProps = { list: ListOf<AuditLogEntry>; by: By; isFiltered: boolean; noneHint: string };

export function AuditEntries({ list, by, isFiltered, noneHint }: AuditEntriesProps) {
  const [open, setOpen] = useState<AuditLogEntry>();
  return (
    <>
      <ListTable
        label={auditLogWords.label}
        list={list}
        columns={columnsOf(by)}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        rowHeight={64}
        empty={
          isFiltered ? (
            <Empty title={auditLogWords.noMatch}>{auditLogWords.noMatchHint}</Empty>
          ) : (
            <Empty title={auditLogWords.none}>{noneHint}</Empty>
          )
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? showOperation(open.operation) : ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": auditLogWords.close }}
      >
        {open && <Entry entry={open} by={by} />}
      </Drawer>
    </>
  );
}

function Entry({ entry, by }: { entry: AuditLogEntry; by: By }) {
  const { name, page } = by(entry);
  return (
    <Facts
      of={[
        [auditLogWords.columns.when, showTime(entry.created_at)],
        [auditLogWords.columns.by, page ?? name],
        [auditLogWords.facts.actor, entry.actor],
        [auditLogWords.facts.request, <Code key="request">{entry.request_id}</Code>],
        [auditLogWords.facts.operation, entry.operation],
        [auditLogWords.facts.resource, entry.resource_id ?? auditLogWords.facts.noneGiven],
        [auditLogWords.facts.fields, entry.fields.join(", ") || auditLogWords.facts.noneGiven],
        [auditLogWords.facts.entry, entry.id],
      ]}
    />
  );
}
