// Every call of the organization's keys in the last 7 days, live.

import { Code, Group, Modal, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { LoggedRequest } from "@segue/sdk";
import { IconHash } from "@tabler/icons-react";
import { useState } from "react";
import { Facts } from "../../components/facts.tsx";
import { cutId } from "../../components/id.tsx";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { PAGE_ROWS, useList, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { SearchInput } from "../../forms/search-input.tsx";
import { useFilter } from "../../router.tsx";
import { showMoment } from "../../values/format.ts";
import { RequestHistogram } from "./request-histogram.tsx";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"] as const;
const statuses = [
  { value: "4xx", label: "Refused (4xx)" },
  { value: "5xx", label: "Failed (5xx)" },
  { value: "401", label: "401 Not signed in" },
  { value: "403", label: "403 Not allowed" },
  { value: "404", label: "404 Not found" },
  { value: "409", label: "409 Conflict" },
  { value: "422", label: "422 Not valid" },
  { value: "429", label: "429 Too many" },
];

const columns: readonly Column<LoggedRequest>[] = [
  {
    title: "Request",
    cell: (request) => (
      <Stack gap={0} miw={0}>
        <Text size="sm" truncate ff="monospace">
          <b>{request.method}</b> {request.path}
        </Text>
        <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
          <Source request={request} /> · <When at={request.created_at} />
        </Text>
        <Text size="xs" c="dimmed" truncate visibleFrom="sm">
          {request.error_code ? `${request.error_code} · ${request.request_id}` : request.request_id}
        </Text>
      </Stack>
    ),
  },
  { title: "Source", cell: (request) => <Source request={request} />, width: 160, isExtra: true },
  { title: "Status", cell: ({ status }) => <HttpStatus status={status} />, width: 90 },
  { title: "Took", cell: ({ duration_ms }) => `${duration_ms} ms`, width: 100, isNumber: true, isExtra: true },
  {
    title: "When",
    cell: ({ created_at }) => <When at={created_at} />,
    width: 150,
    isExtra: true,
  },
];

/** The dashboard, or the name of the key that called. */
function Source({ request: { source, credential } }: { request: LoggedRequest }) {
  const may = useMay();
  const keys = useRead(["apiKeys.list", "names"], () => segue.apiKeys.list({ limit: PAGE_ROWS }), {
    isSteady: true,
    isEnabled: may("keys:write"),
  });
  if (source === "dashboard") return "Dashboard";
  return keys.data?.data.find(({ id }) => id === credential)?.name ?? cutId(credential);
}

function HttpStatus({ status }: { status: number }) {
  const color = status >= 500 ? "var(--red)" : "var(--amber)";
  return <span style={status >= 400 ? { color, fontWeight: 600 } : undefined}>{status}</span>;
}

export default function RequestLog() {
  const [path] = useFilter("q");
  const [status, setStatus] = useFilter("status");
  const [method, setMethod] = useFilter("method");
  const [request_id, setRequestId] = useFilter("request_id");
  const [dashboard, setDashboard] = useFilter("dashboard");
  const [open, setOpen] = useState<LoggedRequest>();
  const list = useList(
    ["requestLog.list", path, status, method, request_id, dashboard],
    (page) =>
      segue.requestLog.list({
        ...page,
        path: path || undefined,
        status: status || undefined,
        method: methods.find((known) => known === method),
        request_id: request_id || undefined,
        // An id names one request, wherever it came from.
        source: dashboard || request_id ? undefined : "api",
      }),
    { isLive: true },
  );
  const isFiltered = path || status || method || request_id;
  return (
    <>
      <PageHead
        title="Request log"
        about="Calls of your keys in the last 7 days, live. Bodies and secrets are not kept."
        back={{ to: "/developers", label: "Developers" }}
      />
      <Group mb="md" gap="sm">
        <SearchInput placeholder="A part of the path" />
        <Select
          aria-label="Status"
          placeholder="Every status"
          data={status && !statuses.some(({ value }) => value === status) ? [...statuses, status] : statuses}
          value={status || null}
          onChange={(value) => setStatus(value ?? "")}
          clearable
          w={{ base: "100%", xs: 180 }}
        />
        <Select
          aria-label="Method"
          placeholder="Every method"
          data={methods}
          value={method || null}
          onChange={(value) => setMethod(value ?? "")}
          clearable
          w={{ base: "100%", xs: 150 }}
        />
        <TextInput
          aria-label="Request id"
          placeholder="req_…"
          leftSection={<IconHash size={16} aria-hidden />}
          value={request_id}
          onChange={(event) => setRequestId(event.currentTarget.value.trim())}
          w={{ base: "100%", xs: 300 }}
        />
        <Switch
          label="Calls of the dashboard"
          checked={dashboard !== ""}
          onChange={(event) => setDashboard(event.currentTarget.checked ? "shown" : "")}
        />
      </Group>
      <RequestHistogram requests={list.rows ?? []} />
      <ListTable
        label="Requests"
        list={list}
        columns={columns}
        keyOf={({ request_id: id }) => id}
        onOpen={setOpen}
        empty={
          isFiltered ? (
            <Empty title="No request matches">Choose other filters, or clear them.</Empty>
          ) : (
            <Empty
              title="No requests yet"
              example={`curl ${location.origin}/v1/releases -H "Authorization: Bearer $SEGUE_API_KEY"`}
            >
              Call the API with one of your keys: the call shows here within seconds.
            </Empty>
          )
        }
      />
      {open && <RequestModal request={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function RequestModal({ request, onClose }: { request: LoggedRequest; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Request" closeButtonProps={{ "aria-label": "Close" }} centered>
      <Facts
        of={[
          ["Request id", <Code key="id">{request.request_id}</Code>],
          ["Method", request.method],
          ["Path", <Code key="path">{request.path}</Code>],
          ["Status", <HttpStatus key="status" status={request.status} />],
          ["Error", request.error_code ?? "None"],
          ["Took", `${request.duration_ms} ms`],
          ["Source", <Source key="source" request={request} />],
          ["Credential", <Code key="credential">{request.credential}</Code>],
          ["When", showMoment(request.created_at)],
        ]}
      />
    </Modal>
  );
}
