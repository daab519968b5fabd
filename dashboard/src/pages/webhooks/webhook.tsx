// One endpoint: its last day, its attempts, the events that it has missed, and its secret.

import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { PingedWebhook, Webhook } from "@segue/sdk";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Facts } from "../../components/facts.tsx";
import { Id } from "../../components/id.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { PageTabs } from "../../components/page-tabs.tsx";
import { ShownOnce } from "../../components/shown-once.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useAct, useRead } from "../../data/data.ts";
import { showToast } from "../../data/toasts.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { Link, navigate, type PageProps } from "../../router.tsx";
import { showTime } from "../../values/format.ts";
import { RotateSecret } from "./rotate-secret.tsx";
import { WebhookAttempts } from "./webhook-attempts.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookDay } from "./webhook-health.tsx";
import { WebhookMissed } from "./webhook-missed.tsx";
import { WebhookHealth } from "./webhooks.tsx";
import { webhookFormWords, webhooksWords, webhookWords } from "./words.ts";

export default function WebhookPage({ params: { webhook_id = "" } }: PageProps) {
  const webhook = useRead(["webhooks.get", webhook_id], () => segue.webhooks.get(webhook_id), { isLive: true });
  return (
    <Ready of={webhook} isPage>
      {(shown) => <ShownWebhook webhook={shown} />}
    </Ready>
  );
}

function ShownWebhook({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <PageHead
        title={webhook.url}
        back={{ to: "/webhooks", label: webhooksWords.title }}
        about={
          <Group gap="xs">
            <WebhookHealth webhook={webhook} />
            {webhook.description && <Text inherit>{webhook.description}</Text>}
          </Group>
        }
      >
        <WebhookActs webhook={webhook} />
      </PageHead>
      <Stack gap="lg">
        <Trouble webhook={webhook} />
        <WebhookDay webhook_id={webhook.id} />
        <PageTabs
          titles={webhookWords.tabs}
          tabs={{
            attempts: <WebhookAttempts webhook={webhook} />,
            failed_events: <WebhookMissed webhook={webhook} />,
            details: <WebhookDetails webhook={webhook} />,
          }}
        />
      </Stack>
    </>
  );
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { id, created_at, updated_at, failing_since, event_type } = webhook;
  return (
    <Facts
      of={[
        [webhookWords.facts.id, <Id key="id" value={id} isWhole />],
        [webhookWords.facts.created, showTime(created_at)],
        [webhookWords.facts.changed, showTime(updated_at)],
        [webhookWords.facts.failingSince, failing_since ? showTime(failing_since) : webhookWords.facts.healthy],
        [webhookWords.facts.secret, webhookWords.facts.secretHint],
        [webhookWords.facts.events, event_type.join(", ")],
      ]}
    />
  );
}

function Trouble({ webhook }: { webhook: Webhook }) {
  const { status, failing_since } = webhook;
  if (status === "unverified")
    return <Notice title={webhookWords.trouble.unverified}>{webhookWords.trouble.unverifiedHint}</Notice>;
  if (status === "disabled")
    return <Notice title={webhookWords.trouble.disabled}>{webhookWords.trouble.disabledHint}</Notice>;
  if (!failing_since) return null;
  return (
    <Notice title={webhookWords.trouble.failing(showTime(failing_since))}>
      {webhookWords.trouble.failingHint}{" "}
      <Anchor component={Link} to={`/webhooks/${webhook.id}?tab=failed_events`} inherit>
        {webhookWords.trouble.seeMissed}
      </Anchor>{" "}
      {webhookWords.trouble.toRedeliver}
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={title}>
      {children}
    </Alert>
  );
}

/** What came of a ping, in words. */
function tellPing({ status, ping }: PingedWebhook): void {
  const answer = ping?.error ?? webhookWords.ping.answered(ping?.status_code, ping?.duration_ms);
  const isWell = status === "verified" && !ping?.error;
  showToast({
    tone: isWell ? "good" : "warning",
    title: isWell ? webhookWords.ping.verified : webhookWords.ping.failed,
    message: answer,
  });
}

function WebhookActs({ webhook }: { webhook: Webhook }) {
  const { id } = webhook;
  const [isOpen, form] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const ping = useAct(segue.webhooks.ping, { onDone: tellPing });
  return (
    <>
      <Button variant="default" loading={ping.isPending} onClick={() => ping.mutate(id)}>
        {webhookWords.ping.label}
      </Button>
      <Button variant="default" onClick={form.open}>
        {webhookWords.edit}
      </Button>
      <RotateSecret webhook_id={id} onMade={setSecret} />
      <ConfirmButton
        label={webhookWords.delete.label}
        title={webhookWords.delete.question}
        act={() => segue.webhooks.delete(id)}
        done={webhookWords.delete.done}
        onDone={() => navigate("/webhooks", { replaces: true })}
      >
        {webhookWords.delete.hint(webhook.url)}
      </ConfirmButton>
      {isOpen && (
        <WebhookForm
          title={webhookFormWords.editTitle}
          action={webhookFormWords.save}
          webhook={webhook}
          close={form.close}
          save={(values) => segue.webhooks.update(id, values)}
          onSaved={(saved) => {
            form.close();
            if (saved.ping) tellPing(saved);
          }}
        />
      )}
      <ShownOnce what={webhooksWords.secret} secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
