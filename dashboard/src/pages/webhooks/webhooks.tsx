// Endpoints of the partner that events are sent to, and how they fare.

import { Button, Group, Stack, Text } from "@mantine/core";
import type { Webhook, WebhookWithSecret } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { ShownOnce } from "../../components/shown-once.tsx";
import { Empty } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { useIsSandbox, useMay } from "../../data/session.ts";
import { useAskedForm } from "../../forms/asked-form.ts";
import { Link, navigate } from "../../router.tsx";
import { showAgo, showTime } from "../../values/format.ts";
import { TestEvent } from "./test-event.tsx";
import { WebhookForm } from "./webhook-form.tsx";

const columns: readonly Column<Webhook>[] = [
  {
    title: "Endpoint",
    cell: ({ url, description }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {url}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {description ?? "Without a description"}
        </Text>
      </Stack>
    ),
  },
  { title: "Health", cell: (webhook) => <WebhookHealth webhook={webhook} />, width: 130 },
  {
    title: "Failing since",
    cell: ({ failing_since }) =>
      failing_since ? <span title={showTime(failing_since)}>{showAgo(failing_since)}</span> : "–",
    width: 150,
    isExtra: true,
  },
  {
    title: "Events",
    cell: ({ event_type }) => `${event_type.length} ${event_type.length === 1 ? "type" : "types"}`,
    width: 110,
    isExtra: true,
  },
];

/** A verified endpoint is healthy unless it fails at present. */
export function WebhookHealth({ webhook: { status, failing_since } }: { webhook: Webhook }) {
  return <Status value={status !== "verified" ? status : failing_since ? "failing" : "healthy"} />;
}

export default function Webhooks() {
  const [isOpen, form] = useAskedForm("endpoint");
  const [made, setMade] = useState<WebhookWithSecret>();
  const list = useList(["webhooks.list"], (page) => segue.webhooks.list(page), { isLive: true });
  const isSandbox = useIsSandbox();
  const canWrite = useMay()("webhooks:write");
  return (
    <>
      <PageHead title="Webhooks" about="Your endpoints hear of what happens: a store answers, a file is ready.">
        {canWrite && (
          <Button onClick={form.open} leftSection={<IconPlus size={16} aria-hidden />}>
            New endpoint
          </Button>
        )}
        <Button variant="default" component={Link} to="/events">
          Events
        </Button>
      </PageHead>
      {isSandbox && list.rows && list.rows.length > 0 && (
        <Group mb="md">
          <TestEvent />
        </Group>
      )}
      <ListTable
        label="Endpoints"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/webhooks/${id}`}
        empty={
          <Empty
            title="No endpoints yet"
            example={
              isSandbox
                ? "npx segue listen --forward http://localhost:3000/hooks"
                : "npx segue webhook create https://example.com/hooks --events delivery.completed"
            }
            action={canWrite && <Button onClick={form.open}>Add your first endpoint</Button>}
          >
            Without a webhook you must ask the API again and again.
            {isSandbox && " To try it without a public address, let this command forward events to your own machine."}
          </Empty>
        }
      />
      {isOpen && (
        <WebhookForm
          title="New endpoint"
          action="Add endpoint"
          close={form.close}
          save={segue.webhooks.create}
          onSaved={(webhook) => {
            form.close();
            setMade(webhook);
          }}
        />
      )}
      <ShownOnce
        what="signing secret"
        secret={made?.secret ?? null}
        onClose={() => made && navigate(`/webhooks/${made.id}`)}
      />
    </>
  );
}
