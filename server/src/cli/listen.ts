import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Command, InvalidArgumentError } from "commander";
import type { Variables } from "../config.ts";
import { eventTypeNames } from "../events/event.ts";
import { writeSecret } from "../webhooks/signature.ts";
import { examples, readList, sandboxHandsOf } from "./command.ts";
import { followEvents } from "./follow.ts";
import { type Forwarded, forwardEvent } from "./forward.ts";
import { coloursOf, note, printable } from "./output.ts";
import { UsageError } from "./settings.ts";

/** `secret` is true where it is to be asked for. */
type Options = { forward: string; events?: string[]; secret?: boolean | string };

const SECRET_VARIABLE = "SEGUE_WEBHOOK_SECRET";

/** `segue listen`: a sandbox's events at a server on this machine, as if it were an endpoint. */
export function listenCommand(variables: Variables): Command {
  const command = new Command("listen").description("bring the sandbox's events to a server on your machine");
  command
    .requiredOption("--forward <url>", "where your server takes them, such as http://localhost:3000/hooks", readUrl)
    .option("--events <event_types>", "only these, with commas", readEventTypes)
    // A value is taken only to be refused: it would be seen by everybody who can list this machine's processes.
    .option("--secret [refused]", `ask for the secret to sign with; else ${SECRET_VARIABLE}, else a new one`);
  examples(command, [
    "listen --forward http://localhost:3000/hooks",
    "listen --forward http://localhost:3000/hooks --events delivery.completed,delivery.store.updated",
  ]);
  return command.action(async ({ forward, events, secret: isAsked }: Options) => {
    const given = await givenSecret(variables, isAsked);
    const secret = given ?? writeSecret(randomBytes(32));
    const { url, client, output } = sandboxHandsOf(variables, command);
    // Whatever is under way is left: what the local server has not taken is still the service's to show.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
    const show = output.is_json ? printJson : printLine;
    const onReady = () => announce(url, { forward, made: given === undefined ? secret : undefined });
    for await (const event of followEvents(client, { onReady, tell: note })) {
      if (events && !events.includes(event.event_type)) continue;
      show(await forwardEvent(event, { url: forward, secret, tell: note }));
    }
  });
}

/** A secret that was given is known to whoever gave it, and is shown to nobody else. */
function announce(url: string, { forward, made }: { forward: string; made: string | undefined }): void {
  note(`Events of ${url} go to ${forward}. Ctrl-C ends this.\nThe secret that signs them: ${made ?? "the one given"}`);
}

async function givenSecret(variables: Variables, isAsked: Options["secret"]): Promise<string | undefined> {
  if (typeof isAsked === "string")
    throw new UsageError(
      `A secret in a command can be read by everybody on this machine: set ${SECRET_VARIABLE}, or type it after --secret alone asks for it.`,
    );
  if (isAsked) return readSecret("What was typed", await askHidden("Secret (whsec_…): "));
  const given = variables[SECRET_VARIABLE]?.trim();
  return given ? readSecret(SECRET_VARIABLE, given) : undefined;
}

/** Nothing of what is typed is shown; where nobody types, it is the first line that comes. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  for await (const line of lines) {
    lines.close();
    process.stderr.write("\n");
    return line.trim();
  }
  throw new UsageError("No secret was typed.");
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

function readSecret(source: string, text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) return text;
  throw new UsageError(`${source} is no secret of a webhook: that is whsec_ and base64 of at least 24 bytes.`);
}
