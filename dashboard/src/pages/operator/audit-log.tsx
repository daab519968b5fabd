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
import { searchOrganizations } from "./search.ts";

/** Stands for the organization where the operator acted. */
const OPERATOR = "operator";

/** The operator, and the organizations with such a name. */
async function searchActors(q: string) {
  const operator = { value: OPERATOR, label: "Operator" };
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
      title: "Change",
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
            {`By ${nameOf(organization_id)}`}
          </Text>
        </Stack>
      ),
    },
    {
      title: "By",
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
      title: "When",
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
      <PageHead title="Audit log" about="Every change made with any key, newest first." />
      <Group mb="md">
        <SearchSelect
          queryKey={["operator.organizations.list", "actors"]}
          search={searchActors}
          aria-label="Organization"
          placeholder="Every organization"
          nothing="No organization has this name or id."
          value={organization_id}
          onChange={setOrganization}
          clearable
          w={{ base: "100%", xs: 280 }}
        />
      </Group>
      <ListTable
        label="Changes"
        list={list}
        columns={columnsOf(nameOf)}
        keyOf={({ id }) => id}
        onOpen={setOpen}
        rowHeight={64}
        empty={
          <Empty title="No changes yet">
            Each change that an organization or the operator makes is listed here with its request id.
          </Empty>
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open ? showOperation(open.operation) : ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": "Close" }}
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
        ["When", showTime(entry.created_at)],
        [
          "By",
          isOperator ? (
            by
          ) : (
            <Link key="by" to={`/organizations/${entry.organization_id}`}>
              {by}
            </Link>
          ),
        ],
        ["Credential", entry.actor],
        ["Request", <Code key="request">{entry.request_id}</Code>],
        ["Operation", entry.operation],
        ["Resource", entry.resource_id ?? "None"],
        ["Fields that were sent", entry.fields.join(", ") || "None"],
        ["Entry", entry.id],
      ]}
    />
  );
}
