import { type Attempt, type Event, eventStatuses, eventTypes, SegueError } from "@segue/sdk";
import { Argument, Command, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";
import { printable } from "../output.ts";

const columns = ["id", "event_type", "status", "created_at"];
const dispatchColumns = ["webhook_id", "status", "attempts", "next_attempt_at"];
const attemptColumns = ["created_at", "webhook_id", "round", "status_code", "duration_ms", "error", "response_body"];
const EXAMPLE = "evt_01k8z3v9qxe7p9a4m2c6t5w8rn";

export function eventCommand(variables: Variables): Command {
  const event = examples(new Command("event").description("events, and whether your endpoints accepted them"), [
    "event list --status undelivered",
    `event show ${EXAMPLE}`,
    `event redeliver ${EXAMPLE}`,
  ]);
  event.addCommand(list(variables)).addCommand(show(variables));
  return event.addCommand(redeliver(variables)).addCommand(types(variables));
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list the events of the last 30 days, newest first"));
  command
    .addOption(new Option("--type <event_type>", "only these").choices(eventTypes))
    .addOption(new Option("--status <status>", "only these").choices(eventStatuses));
  examples(command, ["event list --status undelivered", "event list --type delivery.completed --json"]);
  return command.action(async (options: ListOptions & { type?: Event["event_type"]; status?: Event["status"] }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const { type: event_type, status } = options;
    const page = await pagesOf(rowsWanted(options), (page) => client.events.list({ event_type, status, ...page }));
    output.list(page, columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").argument("<event_id>");
  command.description("show an event with its endpoints, and every attempt with the endpoint's answer");
  examples(command, [`event show ${EXAMPLE}`, `event show ${EXAMPLE} --json | jq .data`]);
  return command.action(async (event_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    const event = await client.events.get(event_id);
    const attempts = await pagesOf(Number.MAX_SAFE_INTEGER, (page) => client.events.attempts(event_id, page));
    if (output.is_json) return output.resource({ ...event, attempts: attempts.data });
    output.resourceWithRows(event, "dispatches", dispatchColumns, "No endpoint subscribes to it.");
    output.report(null, [""]);
    output.list({ ...attempts, data: attempts.data.map(withShortBody) }, attemptColumns, "No attempts.");
  });
}

const BODY_SHOWN = 60;

/** Shortens the answer, because an error page would bury the table. --json has all of it. */
function withShortBody({ response_body, ...attempt }: Attempt): Attempt {
  const line = [...String(response_body ?? "").replaceAll(/\s+/g, " ")];
  return {
    ...attempt,
    response_body: line.length > BODY_SHOWN ? `${line.slice(0, BODY_SHOWN).join("")}…` : line.join(""),
  };
}

function redeliver(variables: Variables): Command {
  const command = new Command("redeliver").argument("<event_id>");
  command
    .description("send an event again to the endpoints that have not accepted it")
    .option("--webhook <webhook_id>", "only to this endpoint");
  examples(command, [`event redeliver ${EXAMPLE}`]);
  return command.action(async (event_id: string, { webhook }: { webhook?: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const answer = await client.events.redeliver(event_id, { webhook_id: webhook });
    output.report(answer, [redeliveredSentence(answer.count)]);
  });
}

function redeliveredSentence(count: number): string {
  if (count === 0) return "Nothing is sent again: every verified endpoint that subscribes to it has it.";
  return `It is sent again to ${count === 1 ? "1 endpoint" : `${count} endpoints`}.`;
}

function types(variables: Variables): Command {
  const command = new Command("types").description("list the types of events; with --json, an example of each");
  examples(command, ["event types", "event types --json | jq '.data[0].example'"]);
  return command.action(async () => {
    const { client, output } = handsOf(variables, command, "organization");
    output.list(await client.eventTypes.list(), ["event_type", "tier", "description"]);
  });
}

const UNVERIFIED =
  "An endpoint that subscribes to it is not verified, so it does not get the event; see: segue webhook list";

/** `segue trigger`: sends an event to test a receiver. */
export function triggerCommand(variables: Variables): Command {
  const command = new Command("trigger").description("send an example event to your sandbox endpoints");
  command.addArgument(new Argument("<event_type>", "which").choices(eventTypes));
  examples(command, ["trigger delivery.completed", "trigger release.status.changed --json | jq -r .id"]);
  return command.action(async (event_type: Event["event_type"]) => {
    const { url, client, output } = handsOf(variables, command, "organization");
    try {
      const event = await client.sandbox.events.create({ event_type });
      output.resource(event);
      if (event.dispatches.length === 0)
        output.done(`\nNo endpoint of yours subscribes to ${printable(event_type)}; \`segue listen\` shows the event.`);
      else if (event.status === "undelivered") output.done(`\n${UNVERIFIED}`);
    } catch (error) {
      throw error instanceof SegueError && error.code === "not_found" ? onlyInSandbox(url, error) : error;
    }
  });
}

function onlyInSandbox(url: string, error: SegueError): SegueError {
  const sentence = `Events are triggered in the sandbox only, and ${url} is production. Use a sandbox key (sk_test_…).`;
  return new SegueError({ ...error, message: sentence });
}
