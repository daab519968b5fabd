// Every change, by anyone: who, what, when, and the id of the request.

import { Code, Drawer, Group, Stack, Text } from "@mantine/core";
import type { AuditLogEntry } from "@segue/sdk";
import { useState } from "react";
import { Facts } from "../../components/facts.tsx";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { SearchSelect } from "../../forms/search-select.tsx";
import { Link, useFilter } from "../../router.tsx";
import { showAgo, showTime } from "../../values/format.ts";
import { useOrganizationName } from "./organizations/organization-names.ts";
import { organizationsWords } from "./organizations/words.ts";
import { searchOrganizations } from "./search.ts";
import { auditWords } from "./words.ts";

/** Stands for the organization where the operator acted. */
const OPERATOR = "operator";

/** The operator, and the organizations with such a name. */
async function searchActors(q: string) {
  const operator = { value: OPERATOR, label: organizationsWords.operator };
  const isOperator = operator.label.toLowerCase().startsWith(q.toLowerCase());
  return [...(isOperator ? [operator] : []), ...(q === OPERATOR ? [] : await searchOrganizations(q))];
}

/** "createApiKey" as "Create api key". */
function showOperation(operation: string): string {
  const text = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function columnsOf(nameOf: (organization_id: string) => string): readonly Column<AuditLogEntry>[] {
  return [
    {
      id: "change",
      title: auditWords.columns.change,
      // On a phone, who it was stands below.
      cell: ({ operation, resource_id, organization_id }) => (
        <Stack gap={0} miw={0}>
          <Text fw={600} size="sm" truncate>
            {showOperation(operation)}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {resource_id}
          </Text>
          <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
            {auditWords.byWhom(nameOf(organization_id))}
          </Text>
        </Stack>
      ),
    },
    {
      id: "by",
      title: auditWords.columns.by,
      cell: ({ organization_id, actor }) => (
        <Stack gap={0} miw={0}>
          <Text size="sm" truncate>
            {nameOf(organization_id)}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {actor}
          </Text>
        </Stack>
      ),
      isExtra: true,
    },
    {
      id: "when",
      title: auditWords.columns.when,
      cell: ({ created_at }) => <time title={showTime(created_at)}>{showAgo(created_at)}</time>,
      width: 130,
    },
  ];
}

export default function AuditLog() {
  const [organization_id, setOrganization] = useFilter("organization_id");
  const nameOf = useOrganizationName();
  const [open, setOpen] = useState<AuditLogEntry>();
  const list = useList(["operator.auditLog.list", organization_id], (page) =>
    segue.operator.auditLog.list({ ...page, organization_id: organization_id || undefined }),
  );
  return (
    <>
      <PageHead title={auditWords.title} about={auditWords.about} />
      <Group mb="md">
        <SearchSelect
          queryKey={["operator.organizations.list", "actors"]}
          search={searchActors}
          aria-label={auditWords.organization}
          placeholder={auditWords.everyOrganization}
          nothing={auditWords.noOrganization}
          value={organization_id}
          onChange={setOrganization}
          clearable
          w={{ base: "100%", xs: 280 }}
        />
      </Group>
      <ListTable
        label={auditWords.label}
        list={list}
        columns={columnsOf(nameOf)}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        rowHeight={64}
        empty={<Empty title={auditWords.none}>{auditWords.noneHint}</Empty>}
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? showOperation(open.operation) : ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": auditWords.close }}
      >
        {open && <Entry entry={open} by={nameOf(open.organization_id)} />}
      </Drawer>
    </>
  );
}

function Entry({ entry, by }: { entry: AuditLogEntry; by: string }) {
  const isOperator = entry.organization_id === OPERATOR;
  return (
    <Facts
      of={[
        [auditWords.columns.when, showTime(entry.created_at)],
        [
          auditWords.columns.by,
          isOperator ? (
            by
          ) : (
            <Link key="by" to={`/organizations/${entry.organization_id}`}>
              {by}
            </Link>
          ),
        ],
        [auditWords.facts.credential, entry.actor],
        [auditWords.facts.request, <Code key="request">{entry.request_id}</Code>],
        [auditWords.facts.operation, entry.operation],
        [auditWords.facts.resource, entry.resource_id ?? auditWords.facts.noneGiven],
        [auditWords.facts.fields, entry.fields.join(", ") || auditWords.facts.noneGiven],
        [auditWords.facts.entry, entry.id],
      ]}
    />
  );
}
