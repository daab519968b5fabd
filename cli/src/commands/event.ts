import { type Attempt, type EventTypeName, eventStatuses, eventTypes } from "@segue/sdk";
import { counted } from "../counted.ts";
import { pagesOf } from "../invocation.ts";
import { choice, parsed, text } from "../option.ts";
import { printable } from "../output.ts";
import { command, listVerb, noun, verb } from "../row.ts";
import { readJsonObject } from "./json-option.ts";
import { inSandbox } from "./sandbox.ts";

const dispatchColumns = ["webhook_id", "status", "attempts", "next_attempt_at"];
const attemptColumns = ["created_at", "webhook_id", "round", "status_code", "duration_ms", "error", "response_body"];
const EXAMPLE = "evt_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const eventNoun = noun("event", "events, and whether your endpoints accepted them", {
  as: "organization",
  examples: ["event list --status undelivered", `event show ${EXAMPLE}`, `event redeliver ${EXAMPLE}`],
  verbs: [
    listVerb("list", "list the events of the last 30 days, newest first", {
      options: {
        event_type: choice("--type <event_type>", "only these", eventTypes),
        status: choice("--status <status>", "only these", eventStatuses),
      },
      columns: ["id", "event_type", "status", "created_at"],
      examples: ["event list --status undelivered", "event list --type delivery.completed --json"],
      call: ({ events }, query) => events.list(query),
    }),
    verb("show <event_id>", "show an event with its endpoints, and every attempt with the endpoint's answer", {
      examples: [`event show ${EXAMPLE}`, `event show ${EXAMPLE} --json | jq .data`],
      call: async ({ events }, { event_id }) => {
        const event = await events.get(event_id);
        const attempts = await pagesOf(Number.MAX_SAFE_INTEGER, (page) => events.attempts(event_id, page));
        return { ...event, attempts: attempts.data };
      },
      show({ output }, { attempts, ...event }) {
        if (output.is_json) return output.resource({ ...event, attempts });
        output.resourceWithRows(event, "dispatches", dispatchColumns, "No endpoint subscribes to it.");
        output.report(null, [""]);
        output.list({ data: attempts.map(withShortBody) }, attemptColumns, "No attempts.");
      },
    }),
    verb("redeliver <event_id>", "send an event again to the endpoints that have not accepted it", {
      options: { webhook_id: text("--webhook <webhook_id>", "only to this endpoint") },
      examples: [`event redeliver ${EXAMPLE}`],
      call: ({ events }, { event_id, ...to }) => events.redeliver(event_id, to),
      lines: ({ count }) => [redeliveredSentence(count)],
    }),
    verb("types", "list the types of events; with --json, an example of each", {
      columns: ["event_type", "tier", "description"],
      examples: ["event types", "event types --json | jq '.data[0].example'"],
      call: ({ eventTypes }) => eventTypes.list(),
    }),
  ],
});

const BODY_SHOWN = 60;

/** Shortens the answer, because an error page would bury the table. --json has all of it. */
function withShortBody({ response_body, ...attempt }: Attempt): Attempt {
  const line = [...String(response_body ?? "").replaceAll(/\s+/g, " ")];
  return {
    ...attempt,
    response_body: line.length > BODY_SHOWN ? `${line.slice(0, BODY_SHOWN).join("")}…` : line.join(""),
  };
}

function redeliveredSentence(count: number): string {
  if (count === 0) return "Nothing is sent again: every verified endpoint that subscribes to it has it.";
  return `It is sent again to ${counted(count, "endpoint")}.`;
}

const UNVERIFIED = "An endpoint that subscribes to it is not verified, so it does not get the event; see:";

/** `segue trigger`: sends an event to test a receiver. */
export const triggerCommand = command("trigger <event_type>", "send an example event to your sandbox endpoints", {
  arguments: { event_type: { meaning: "which", choices: eventTypes } },
  options: {
    data: parsed(
      "--data <json>",
      "fields that replace those of the example; @file reads them from a file",
      readJsonObject,
    ),
  },
  examples: [
    "trigger delivery.completed",
    `trigger delivery.completed --data '{"status":"rejected"}'`,
    "trigger release.status.changed --json | jq -r .id",
  ],
  async run({ connect, output, typed }, { event_type, data }) {
    const { client } = connect();
    const event = await inSandbox(client.sandbox.events.create({ event_type: event_type as EventTypeName, data }));
    output.resource(event);
    if (event.dispatches.length === 0)
      output.done(
        `\nNo endpoint of yours subscribes to ${printable(event_type)}; \`${typed("listen")}\` shows the event.`,
      );
    else if (event.status === "undelivered") output.done(`\n${UNVERIFIED} ${typed("webhook list")}`);
  },
});
