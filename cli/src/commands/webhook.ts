import type { EventTypeName, PingedWebhook, Webhook, WebhookWithSecret } from "@segue/sdk";
import type { Invocation } from "../invocation.ts";
import { choice, listed, removable, required, text } from "../option.ts";
import { type Output, printable } from "../output.ts";
import { changesOf, listVerb, noun, verb } from "../row.ts";
import { ownSecret, secretOption } from "../webhook-secret.ts";

const EXAMPLE = "whk_01k8z3v9qxe7p9a4m2c6t5w8rn";

const ownSecretOption = secretOption("use your own secret: it is asked for, or read from a pipe");

export const webhookNoun = noun("webhook", "webhooks: endpoints of yours that events are sent to", {
  as: "organization",
  examples: [
    "webhook create https://example.com/hooks --events delivery.completed,asset.failed",
    `webhook ping ${EXAMPLE}`,
    `webhook rotate-secret ${EXAMPLE}`,
  ],
  verbs: [
    verb("create <url>", "register an endpoint; the secret that the service makes is shown only this once", {
      arguments: { url: { meaning: "https, or http to this machine in a sandbox that runs on it" } },
      options: {
        event_type: required(
          listed<EventTypeName>("--events <event_types>", "comma-separated event types; see `segue event types`"),
        ),
        description: text("--description <text>", "a name to recognize it by"),
        secret: ownSecretOption,
      },
      examples: [
        "webhook create https://example.com/hooks --events delivery.completed,delivery.store.updated",
        "webhook create https://example.com/hooks --events delivery.completed --secret < secret.txt",
        "webhook create http://localhost:3000/hooks --events release.status.changed --sandbox --json | jq -r .secret",
      ],
      call: async ({ webhooks }, { secret, ...webhook }) =>
        webhooks.create({ ...webhook, ...(await ownSecret(secret)) }),
      show: (invocation, webhook, { secret }) => showWebhook(invocation, webhook, secret ? "own" : "made"),
    }),
    listVerb("list", "list endpoints, newest first", {
      columns: ["id", "url", "status", "failing_since", "event_type", "created_at"],
      examples: ["webhook list", "webhook list --all --json | jq -r '.data[].url'"],
      call: ({ webhooks }, page) => webhooks.list(page),
    }),
    verb("show <webhook_id>", "show an endpoint", {
      examples: [`webhook show ${EXAMPLE}`],
      call: ({ webhooks }, { webhook_id }) => webhooks.get(webhook_id),
      show: (invocation, webhook) => showWebhook(invocation, webhook),
    }),
    listVerb("attempts <webhook_id>", "list the attempts at an endpoint with its answers, newest first", {
      options: { status: choice("--status <status>", "only these", ["failed"] as const) },
      columns: ["created_at", "event_type", "event_id", "status", "status_code", "duration_ms", "error"],
      empty: "No attempts.",
      examples: [`webhook attempts ${EXAMPLE}`, `webhook attempts ${EXAMPLE} --status failed --json`],
      call: ({ webhooks }, { webhook_id, ...query }) => webhooks.attempts(webhook_id, query),
    }),
    verb("update <webhook_id>", "change an endpoint; a new URL is pinged first", {
      options: {
        url: text("--url <url>", "where events are sent to"),
        event_type: listed<EventTypeName>(
          "--events <event_types>",
          "comma-separated event types; they replace the present ones",
        ),
        description: removable("--description <text>", "a name to recognize it by; `none` removes it"),
      },
      examples: [`webhook update ${EXAMPLE} --url https://example.com/new-hooks --events delivery.completed`],
      call: ({ webhooks }, { webhook_id, ...changes }) =>
        webhooks.update(webhook_id, changesOf(changes, "webhook update")),
      show: (invocation, webhook) => showWebhook(invocation, webhook),
    }),
    verb("delete <webhook_id>", "delete an endpoint: it gets nothing more", {
      examples: [`webhook delete ${EXAMPLE}`],
      call: ({ webhooks }, { webhook_id }) => webhooks.delete(webhook_id),
      done: ({ webhook_id }) => `Deleted ${webhook_id}.`,
    }),
    verb("ping <webhook_id>", "ping an endpoint, which verifies it; exit code 1 if it does not answer 200", {
      examples: [`webhook ping ${EXAMPLE}`],
      call: ({ webhooks }, { webhook_id }) => webhooks.ping(webhook_id),
      show: (invocation, webhook) => showWebhook(invocation, webhook),
      hasFailed: ({ ping }) => ping?.status_code !== 200,
    }),
    verb(
      "rotate-secret <webhook_id>",
      "give an endpoint a new secret, shown only this once; the old one signs beside it for 24 hours",
      {
        options: { secret: ownSecretOption },
        examples: [`webhook rotate-secret ${EXAMPLE}`, `webhook rotate-secret ${EXAMPLE} --json | jq -r .secret`],
        call: async ({ webhooks }, { webhook_id, secret }) =>
          webhooks.rotateSecret(webhook_id, await ownSecret(secret)),
        show: ({ output }, webhook, { secret }) => showSecret(output, webhook, secret ? "own" : "made"),
      },
    ),
    verb("redeliver <webhook_id>", "send an endpoint the events again that it has not accepted", {
      options: {
        since: text("--since <time>", "only events at or after this time, RFC 3339, such as 2027-01-01T00:00:00Z"),
        until: text("--until <time>", "only events up to this time"),
      },
      examples: [`webhook redeliver ${EXAMPLE}`, `webhook redeliver ${EXAMPLE} --since 2027-01-01T00:00:00Z`],
      call: ({ webhooks }, { webhook_id, ...span }) => webhooks.redeliver(webhook_id, span),
      lines: ({ count }) => [`${count === 1 ? "1 event is" : `${count} events are`} sent again.`],
    }),
  ],
});

/** Shows an endpoint with the result of its ping and, if it gets no events, why and what to do. */
function showWebhook(
  { output, typed }: Invocation,
  webhook: Webhook & Partial<Pick<WebhookWithSecret, "ping" | "secret">>,
  secret?: "own" | "made",
): void {
  const { ping, ...facts } = webhook;
  showSecret(output, output.is_json ? webhook : facts, secret);
  const result = ping ? pingSentence(ping) : "It has not answered a ping with 200.";
  const advice = `It gets no events until it answers a ping with 200. Give it the secret, then run: ${typed(`webhook ping ${facts.id}`)}`;
  if (facts.status !== "verified") output.done(`\n${result} ${advice}`);
  else if (ping) output.done(`\n${result}`);
}

/** A secret that the user brought is not shown: the user knows it already. */
function showSecret(
  output: Output,
  webhook: Webhook & Partial<Pick<WebhookWithSecret, "secret">>,
  secret?: "own" | "made",
): void {
  const { secret: _unknown, ...facts } = webhook;
  if (secret === "made") output.resource(webhook, ["secret"]);
  else output.resource(facts);
}

function pingSentence({ status_code, duration_ms, error }: NonNullable<PingedWebhook["ping"]>): string {
  if (status_code === null)
    return `It did not answer the ping: ${printable(error ?? "unknown reason")}`.replace(/\.?$/, ".");
  return `It answered the ping with ${status_code} in ${duration_ms} ms.`;
}
