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
import { developersWords, requestLogWords } from "./words.ts";

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"] as const;
const statuses = (["4xx", "5xx", "401", "403", "404", "409", "422", "429"] as const).map((value) => ({
  value: value as string,
  label: requestLogWords.statuses[value],
}));

const columns: readonly Column<LoggedRequest>[] = [
  {
    id: "request",
    title: requestLogWords.request,
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
  {
    id: "source",
    title: requestLogWords.source,
    cell: (request) => <Source request={request} />,
    width: 160,
    isExtra: true,
  },
  { id: "status", title: requestLogWords.status, cell: ({ status }) => <HttpStatus status={status} />, width: 90 },
  {
    id: "took",
    title: requestLogWords.took,
    cell: ({ duration_ms }) => requestLogWords.milliseconds(duration_ms),
    width: 100,
    isNumber: true,
    isExtra: true,
  },
  {
    id: "when",
    title: requestLogWords.when,
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
  if (source === "dashboard") return requestLogWords.dashboard;
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
        title={requestLogWords.title}
        about={requestLogWords.about}
        back={{ to: "/developers", label: developersWords.title }}
      />
      <Group mb="md" gap="sm">
        <SearchInput placeholder={requestLogWords.search} />
        <Select
          aria-label={requestLogWords.status}
          placeholder={requestLogWords.everyStatus}
          data={status && !statuses.some(({ value }) => value === status) ? [...statuses, status] : statuses}
          value={status || null}
          onChange={(value) => setStatus(value ?? "")}
          clearable
          w={{ base: "100%", xs: 180 }}
        />
        <Select
          aria-label={requestLogWords.method}
          placeholder={requestLogWords.everyMethod}
          data={methods}
          value={method || null}
          onChange={(value) => setMethod(value ?? "")}
          clearable
          w={{ base: "100%", xs: 150 }}
        />
        <TextInput
          aria-label={requestLogWords.requestId}
          placeholder={requestLogWords.requestIdPlaceholder}
          leftSection={<IconHash size={16} aria-hidden />}
          value={request_id}
          onChange={(event) => setRequestId(event.currentTarget.value.trim())}
          w={{ base: "100%", xs: 300 }}
        />
        <Switch
          label={requestLogWords.showDashboard}
          checked={dashboard !== ""}
          onChange={(event) => setDashboard(event.currentTarget.checked ? "shown" : "")}
        />
      </Group>
      <RequestHistogram requests={list.rows ?? []} />
      <ListTable
        label={requestLogWords.label}
        list={list}
        columns={columns}
        keyOf={({ request_id: id }) => id}
        onOpen={setOpen}
        empty={
          isFiltered ? (
            <Empty title={requestLogWords.noMatch}>{requestLogWords.noMatchHint}</Empty>
          ) : (
            <Empty
              title={requestLogWords.none}
              example={`curl ${location.origin}/v1/releases -H "Authorization: Bearer $SEGUE_API_KEY"`}
            >
              {requestLogWords.noneHint}
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
    <Modal
      opened
      onClose={onClose}
      title={requestLogWords.request}
      closeButtonProps={{ "aria-label": requestLogWords.close }}
      centered
    >
      <Facts
        of={[
          [requestLogWords.requestId, <Code key="id">{request.request_id}</Code>],
          [requestLogWords.method, request.method],
          [requestLogWords.path, <Code key="path">{request.path}</Code>],
          [requestLogWords.status, <HttpStatus key="status" status={request.status} />],
          [requestLogWords.error, request.error_code ?? requestLogWords.noError],
          [requestLogWords.took, requestLogWords.milliseconds(request.duration_ms)],
          [requestLogWords.source, <Source key="source" request={request} />],
          [requestLogWords.credential, <Code key="credential">{request.credential}</Code>],
          [requestLogWords.when, showMoment(request.created_at)],
        ]}
      />
    </Modal>
  );
}
