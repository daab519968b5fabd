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
import { WebhookAttempts } from "./webhook-attempts.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookDay } from "./webhook-health.tsx";
import { WebhookMissed } from "./webhook-missed.tsx";
import { WebhookHealth } from "./webhooks.tsx";

export default function WebhookPage({ params: { webhook_id = "" } }: PageProps) {
  const webhook = useRead(["webhooks.get", webhook_id], () => segue.webhooks.get(webhook_id), { isLive: true });
  return <Ready of={webhook}>{(shown) => <ShownWebhook webhook={shown} />}</Ready>;
}

function ShownWebhook({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <PageHead
        title={webhook.url}
        back={{ to: "/webhooks", label: "Webhooks" }}
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
        ["Id", <Id key="id" value={id} isWhole />],
        ["Created", showTime(created_at)],
        ["Last changed", showTime(updated_at)],
        ["Failing since", failing_since ? showTime(failing_since) : "Healthy"],
        ["Signing secret", "Shown once, when it was made. Rotate it for a new one."],
        ["Events", event_type.join(", ")],
      ]}
    />
  );
}

function Trouble({ webhook }: { webhook: Webhook }) {
  const { status, failing_since } = webhook;
  if (status === "unverified")
    return (
      <Notice title="This endpoint gets no events yet">
        The endpoint has not answered a ping with 200. Start your receiver with the secret, then ping it. If you have
        lost the secret, rotate it.
      </Notice>
    );
  if (status === "disabled")
    return (
      <Notice title="This endpoint gets no events any more">
        The endpoint answered 410, which means: send me nothing. Ping it to enable it again.
      </Notice>
    );
  if (!failing_since) return null;
  return (
    <Notice title={`This endpoint has been failing since ${showTime(failing_since)}`}>
      Every attempt since then has failed. The attempts below have the endpoint's answers.{" "}
      <Anchor component={Link} to={`/webhooks/${webhook.id}?tab=failed_events`} inherit>
        See the failed events
      </Anchor>{" "}
      to send them again.
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
  const answer = ping?.error ?? `The endpoint answered ${ping?.status_code} after ${ping?.duration_ms} ms.`;
  const isWell = status === "verified" && !ping?.error;
  showToast({
    tone: isWell ? "good" : "warning",
    title: isWell ? "The endpoint is verified" : "The ping failed",
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
        Ping
      </Button>
      <Button variant="default" onClick={form.open}>
        Edit
      </Button>
      <ConfirmButton
        label="Rotate secret"
        title="Give it a new secret?"
        act={async () => setSecret((await segue.webhooks.rotateSecret(id)).secret)}
        done="The new secret signs from now on"
      >
        The new secret signs at once. For 24 hours the old one signs beside it, so install the new one within that day.
        If you rotated it already today, the oldest one ends now.
      </ConfirmButton>
      <ConfirmButton
        label="Delete"
        title="Delete this endpoint?"
        act={() => segue.webhooks.delete(id)}
        done="The endpoint is deleted"
        onDone={() => navigate("/webhooks", { replaces: true })}
      >
        Nothing is sent to {webhook.url} from now on, and what it has missed cannot be redelivered to it.
      </ConfirmButton>
      {isOpen && (
        <WebhookForm
          title="Edit endpoint"
          action="Save"
          webhook={webhook}
          close={form.close}
          save={(values) => segue.webhooks.update(id, values)}
          onSaved={(saved) => {
            form.close();
            if (saved.ping) tellPing(saved);
          }}
        />
      )}
      <ShownOnce what="signing secret" secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
