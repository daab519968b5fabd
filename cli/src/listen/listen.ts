import { randomBytes } from "node:crypto";
import { type Event, eventTypes } from "@segue/sdk";
import { InvalidArgumentError } from "commander";
import { writeSecret } from "../../../server/src/webhooks/signature.ts";
import { parsed, readList } from "../option.ts";
import { coloursOf, note, printable } from "../output.ts";
import { command } from "../row.ts";
import { askedSecret, SECRET_VARIABLE, secretOption, setSecret } from "../webhook-secret.ts";
import { followEvents } from "./follow.ts";
import { type Forwarded, forwardEvent } from "./forward.ts";

/** `segue listen`: shows events as they happen, and can forward them to a local server as if it were an endpoint. */
export const listenCommand = command("listen", "print events as they happen, or forward them to your own server", {
  options: {
    forward: parsed("--forward <url>", "address of your server; without it, events are only printed", readUrl),
    events: parsed("--events <event_types>", "only these, with commas", readEventTypes),
    secret: secretOption(`ask for the signing secret; default: ${SECRET_VARIABLE}, or a new secret`),
  },
  examples: [
    "listen",
    "listen --forward http://localhost:3000/hooks",
    "listen --forward http://localhost:3000/hooks --events delivery.completed,delivery.store.updated",
  ],
  async run({ variables, connect, output }, { forward, events, secret: asked }) {
    const given = asked === undefined ? setSecret(variables) : await askedSecret(asked);
    const secret = given ?? writeSecret(randomBytes(32));
    const { url, client } = connect();
    // Stops without waiting: the service still has the events that the local server has not accepted.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
    const onReady = () => announce(url, { forward, made: given === undefined ? secret : undefined });
    for await (const event of followEvents(client, { onReady, say: note })) {
      if (events && !events.includes(event.event_type)) continue;
      const sent = forward === undefined ? undefined : await forwardEvent(event, { url: forward, secret, say: note });
      const line = sent ? forwardedLine(sent) : eventLine(event);
      process.stdout.write(`${output.is_json ? JSON.stringify(sent ?? event) : line}\n`);
    }
  },
});

/** A given secret is not shown: the user knows it already. */
function announce(url: string, { forward, made }: { forward: string | undefined; made: string | undefined }): void {
  const signed = `\nThe secret that signs them: ${made ?? "the one given"}`;
  const where = forward === undefined ? "are shown here" : `go to ${forward}`;
  note(`Events of ${url} ${where}. Press Ctrl-C to stop.${forward === undefined ? "" : signed}`);
}

/** The event's resource, and its new status. */
function eventLine({ created_at, event_type, id, data }: Event): string {
  const { store_id, status } = (data.store ?? data) as Record<string, unknown>;
  const about = data.delivery_id ?? data.id ?? data.submission_id ?? data.webhook_id;
  const facts = [about, store_id, data.review_status ?? status].filter(
    (fact): fact is string => typeof fact === "string",
  );
  return [created_at, event_type, id, ...facts].map(printable).join("  ");
}

function forwardedLine({ at, event_type, id, status_code, duration_ms, error }: Forwarded): string {
  const colours = coloursOf(process.stdout);
  const isTaken = status_code !== null && status_code >= 200 && status_code < 300;
  const answer = isTaken ? colours.green(String(status_code)) : colours.red(String(status_code ?? error));
  return [at, printable(event_type), printable(id), answer, `${duration_ms} ms`].join("  ");
}

/** `localhost:3000/hooks` is accepted too. */
function readUrl(text: string): string {
  const url = text.includes("://") ? text : `http://${text}`;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new InvalidArgumentError("It must be an http:// or https:// address, such as http://localhost:3000/hooks.");
}

function readEventTypes(text: string): string[] {
  const named = readList(text);
  const unknown = named.find((name) => !eventTypes.some((known) => known === name));
  if (unknown === undefined) return named;
  throw new InvalidArgumentError(`"${unknown}" is not an event type; use one of ${eventTypes.join(", ")}.`);
}
