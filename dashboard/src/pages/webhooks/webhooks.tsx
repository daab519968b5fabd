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
import { webhookFormWords, webhooksWords } from "./words.ts";

const columns: readonly Column<Webhook>[] = [
  {
    id: "endpoint",
    title: webhooksWords.columns.endpoint,
    cell: ({ url, description }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {url}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {description ?? webhooksWords.undescribed}
        </Text>
      </Stack>
    ),
  },
  {
    id: "health",
    title: webhooksWords.columns.health,
    cell: (webhook) => <WebhookHealth webhook={webhook} />,
    width: 130,
  },
  {
    id: "failingSince",
    title: webhooksWords.columns.failingSince,
    cell: ({ failing_since }) =>
      failing_since ? <span title={showTime(failing_since)}>{showAgo(failing_since)}</span> : "–",
    width: 150,
    isExtra: true,
  },
  {
    id: "events",
    title: webhooksWords.columns.events,
    cell: ({ event_type }) => webhooksWords.types(event_type.length),
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
      <PageHead title={webhooksWords.title} about={webhooksWords.about}>
        {canWrite && (
          <Button onClick={form.open} leftSection={<IconPlus size={16} aria-hidden />}>
            {webhooksWords.create}
          </Button>
        )}
        <Button variant="default" component={Link} to="/events">
          {webhooksWords.events}
        </Button>
      </PageHead>
      {isSandbox && list.rows && list.rows.length > 0 && (
        <Group mb="md">
          <TestEvent />
        </Group>
      )}
      <ListTable
        label={webhooksWords.label}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/webhooks/${id}`}
        empty={
          <Empty
            title={webhooksWords.none}
            example={
              isSandbox
                ? "npx segue listen --forward http://localhost:3000/hooks"
                : "npx segue webhook create https://example.com/hooks --events delivery.completed"
            }
            action={canWrite && <Button onClick={form.open}>{webhooksWords.addFirst}</Button>}
          >
            {webhooksWords.noneHint}
            {isSandbox && ` ${webhooksWords.forwardHint}`}
          </Empty>
        }
      />
      {isOpen && (
        <WebhookForm
          title={webhooksWords.create}
          action={webhookFormWords.create}
          close={form.close}
          save={segue.webhooks.create}
          onSaved={(webhook) => {
            form.close();
            // The service does not show a secret that the partner brought.
            if (webhook.secret === null) navigate(`/webhooks/${webhook.id}`);
            else setMade(webhook);
          }}
        />
      )}
      <ShownOnce
        what={webhooksWords.secret}
        secret={made?.secret ?? null}
        onClose={() => made && navigate(`/webhooks/${made.id}`)}
      />
    </>
  );
}
