import type { NewWebhook, PingedWebhook, Webhook } from "@segue/sdk";
import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import {
  examples,
  given,
  type Hands,
  handsOf,
  type ListOptions,
  pagesOf,
  readList,
  rowsWanted,
  withPages,
} from "../command.ts";
import { printable } from "../output.ts";
import { UsageError } from "../settings.ts";

const columns = ["id", "url", "status", "failing_since", "event_type", "created_at"];
const EXAMPLE = "whk_01k8z3v9qxe7p9a4m2c6t5w8rn";

export function webhookCommand(variables: Variables): Command {
  const webhook = examples(new Command("webhook").description("webhooks: endpoints of yours that events are sent to"), [
    "webhook create https://example.com/hooks --events delivery.completed,asset.failed",
    `webhook ping ${EXAMPLE}`,
    `webhook rotate-secret ${EXAMPLE}`,
  ]);
  webhook.addCommand(create(variables)).addCommand(list(variables)).addCommand(show(variables));
  webhook.addCommand(update(variables)).addCommand(remove(variables)).addCommand(ping(variables));
  return webhook.addCommand(rotateSecret(variables)).addCommand(redeliver(variables));
}

type NewOptions = { events: NewWebhook["event_type"]; description?: string };

function create(variables: Variables): Command {
  const command = new Command("create").description("register an endpoint; its secret is shown only this once");
  command
    .argument("<url>", "https, or http to this machine in a sandbox that runs on it")
    .requiredOption("--events <event_types>", "comma-separated event types; see: segue event types", readList)
    .option("--description <text>", "a name to recognize it by");
  examples(command, [
    "webhook create https://example.com/hooks --events delivery.completed,delivery.store.updated",
    "webhook create http://localhost:3000/hooks --events release.status.changed --sandbox --json | jq -r .secret",
  ]);
  return command.action(async (url: string, { events, description }: NewOptions) => {
    const hands = handsOf(variables, command, "organization");
    showWebhook(hands, await hands.client.webhooks.create({ url, event_type: events, description }), ["secret"]);
  });
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list endpoints, newest first"));
  examples(command, ["webhook list", "webhook list --all --json | jq -r '.data[].url'"]);
  return command.action(async (options: ListOptions) => {
    const { client, output } = handsOf(variables, command, "organization");
    output.list(await pagesOf(rowsWanted(options), client.webhooks.list), columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").description("show an endpoint").argument("<webhook_id>");
  examples(command, [`webhook show ${EXAMPLE}`]);
  return command.action(async (webhook_id: string) => {
    const hands = handsOf(variables, command, "organization");
    showWebhook(hands, await hands.client.webhooks.get(webhook_id));
  });
}

type Changes = { url?: string; events?: NewWebhook["event_type"]; description?: string };

function update(variables: Variables): Command {
  const command = new Command("update").description("change an endpoint; a new URL is pinged first");
  command
    .argument("<webhook_id>")
    .option("--url <url>", "where events are sent to")
    .option("--events <event_types>", "comma-separated event types; they replace the present ones", readList)
    .option("--description <text>", "a name to recognize it by; `none` removes it");
  examples(command, [`webhook update ${EXAMPLE} --url https://example.com/new-hooks --events delivery.completed`]);
  return command.action(async (webhook_id: string, { url, events, description }: Changes) => {
    const changes = given({ url, event_type: events, description: description === "none" ? null : description });
    if (Object.keys(changes).length === 0) throw new UsageError("Nothing to change; see: segue webhook update --help");
    const hands = handsOf(variables, command, "organization");
    showWebhook(hands, await hands.client.webhooks.update(webhook_id, changes));
  });
}

function remove(variables: Variables): Command {
  const command = new Command("delete")
    .description("delete an endpoint: it gets nothing more")
    .argument("<webhook_id>");
  examples(command, [`webhook delete ${EXAMPLE}`]);
  return command.action(async (webhook_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    await client.webhooks.delete(webhook_id);
    output.done(`Deleted ${webhook_id}.`);
  });
}

function ping(variables: Variables): Command {
  const command = new Command("ping").argument("<webhook_id>");
  command.description("ping an endpoint, which verifies it; exit code 1 if it does not answer 200");
  examples(command, [`webhook ping ${EXAMPLE}`]);
  return command.action(async (webhook_id: string) => {
    const hands = handsOf(variables, command, "organization");
    const pinged = await hands.client.webhooks.ping(webhook_id);
    showWebhook(hands, pinged);
    if (pinged.ping?.status_code !== 200) process.exitCode = 1;
  });
}

function rotateSecret(variables: Variables): Command {
  const command = new Command("rotate-secret").argument("<webhook_id>");
  command.description("give an endpoint a new secret, shown only this once; the old one signs beside it for 24 hours");
  examples(command, [`webhook rotate-secret ${EXAMPLE}`, `webhook rotate-secret ${EXAMPLE} --json | jq -r .secret`]);
  return command.action(async (webhook_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    output.resource(await client.webhooks.rotateSecret(webhook_id), ["secret"]);
  });
}

function redeliver(variables: Variables): Command {
  const command = new Command("redeliver").argument("<webhook_id>");
  command
    .description("send an endpoint the events again that it has not accepted")
    .option("--since <time>", "only events at or after this time, RFC 3339, such as 2027-01-01T00:00:00Z")
    .option("--until <time>", "only events up to this time");
  examples(command, [`webhook redeliver ${EXAMPLE}`, `webhook redeliver ${EXAMPLE} --since 2027-01-01T00:00:00Z`]);
  return command.action(async (webhook_id: string, { since, until }: { since?: string; until?: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const answer = await client.webhooks.redeliver(webhook_id, { since, until });
    output.report(answer, [`${answer.count === 1 ? "1 event is" : `${answer.count} events are`} sent again.`]);
  });
}

/** Shows an endpoint with the result of its ping and, if it gets no events, why and what to do. */
function showWebhook(
  { output, typed }: Hands,
  webhook: Webhook & Partial<Pick<PingedWebhook, "ping">>,
  secrets: readonly string[] = [],
): void {
  const { ping, ...facts } = webhook;
  output.resource(output.is_json ? webhook : facts, secrets);
  const told = ping ? pingSentence(ping) : "It has not answered a ping with 200.";
  const advice = `It gets no events until it answers a ping with 200. Give it the secret, then run: ${typed(`webhook ping ${facts.id}`)}`;
  if (facts.status !== "verified") output.done(`\n${told} ${advice}`);
  else if (ping) output.done(`\n${told}`);
}

function pingSentence({ status_code, duration_ms, error }: NonNullable<PingedWebhook["ping"]>): string {
  if (status_code === null)
    return `It did not answer the ping: ${printable(error ?? "unknown reason")}`.replace(/\.?$/, ".");
  return `It answered the ping with ${status_code} in ${duration_ms} ms.`;
}
