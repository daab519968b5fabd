import { randomBytes } from "node:crypto";
import { Command, InvalidArgumentError } from "commander";
import type { Variables } from "../config.ts";
import { eventTypeNames } from "../events/event.ts";
import { writeSecret } from "../webhooks/signature.ts";
import { examples, handsOf, readList } from "./command.ts";
import { followEvents } from "./follow.ts";
import { type Forwarded, forwardEvent } from "./forward.ts";
import { coloursOf, note, printable } from "./output.ts";

type Options = { forward: string; events?: string[]; secret?: string };

/** `segue listen`: a sandbox's events at a server on this machine, as if it were an endpoint. */
export function listenCommand(variables: Variables): Command {
  const command = new Command("listen").description("bring the sandbox's events to a server on your machine");
  command
    .requiredOption("--forward <url>", "where your server takes them, such as http://localhost:3000/hooks", readUrl)
    .option("--events <event_types>", "only these, with commas", readEventTypes)
    .option("--secret <secret>", "to sign with, whsec_…; a new one unless given", readSecret);
  examples(command, [
    "listen --forward http://localhost:3000/hooks",
    "listen --forward http://localhost:3000/hooks --events delivery.completed,delivery.store.updated",
  ]);
  return command.action(async ({ forward, events, secret = writeSecret(randomBytes(32)) }: Options) => {
    const { url, client, output } = handsOf(variables, command, "organization");
    // Whatever is under way is left: what the local server has not taken is still the service's to show.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
    const show = output.is_json ? printJson : printLine;
    for await (const event of followEvents(client, { onReady: () => announce(url, { forward, secret }), tell: note })) {
      if (events && !events.includes(event.event_type)) continue;
      show(await forwardEvent(event, { url: forward, secret, tell: note }));
    }
  });
}

function announce(url: string, { forward, secret }: { forward: string; secret: string }): void {
  note(`Events of ${url} go to ${forward}. Ctrl-C ends this.\nThe secret that signs them: ${secret}`);
}

function printJson(forwarded: Forwarded): void {
  process.stdout.write(`${JSON.stringify(forwarded)}\n`);
}

function printLine({ at, event_type, id, status_code, duration_ms, error }: Forwarded): void {
  const colours = coloursOf(process.stdout);
  const isTaken = status_code !== null && status_code >= 200 && status_code < 300;
  const answer = isTaken ? colours.green(String(status_code)) : colours.red(String(status_code ?? error));
  const line = [at, printable(event_type), printable(id), answer, `${duration_ms} ms`];
  process.stdout.write(`${line.join("  ")}\n`);
}

/** `localhost:3000/hooks` will do. */
function readUrl(text: string): string {
  const url = text.includes("://") ? text : `http://${text}`;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new InvalidArgumentError("It must be an http:// or https:// address, such as http://localhost:3000/hooks.");
}

function readEventTypes(text: string): string[] {
  const named = readList(text);
  const unknown = named.find((name) => !eventTypeNames.some((known) => known === name));
  if (unknown === undefined) return named;
  throw new InvalidArgumentError(`"${unknown}" is none; there are ${eventTypeNames.join(", ")}.`);
}

function readSecret(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be whsec_ and base64 of at least 24 bytes.");
}
