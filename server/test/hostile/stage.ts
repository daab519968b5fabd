// The stage of a move: it sends requests as one of the callers, and checks every answer before the move sees it.

import type { Description, Operation } from "../api-description.ts";
import { type Actor, learn, type Owners } from "./actors.ts";
import type { Chance } from "./chance.ts";
import type { Client, Reply, Sent } from "./client.ts";
import type { Exchange, Report } from "./report.ts";

/** `operation`: judged by its description too. `is_heavy`: the largest things go one at a time. */
export type Asked = Sent & { operation?: Operation | undefined; is_heavy?: boolean };

export type Stage = {
  chance: Chance;
  api: Description;
  me: Actor;
  /** Organizations of the same environment whose things are none of mine; the bystanders are among them. */
  others: Actor[];
  store_ids: string[];
  /** A receiver of webhooks. */
  hooks_url: string;
  send(asked: Asked): Promise<Reply>;
  complain: Report["fault"];
  /** For a request that went another way than by `send`. */
  counted: Report["count"];
};

export type Ground = {
  clients: Record<Actor["environment"], Client>;
  owners: Owners;
  report: Report;
  /** Begun and not ended, or ended a moment ago. */
  exchanges: Exchange[];
  /** One after the other. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
};

const MIB = 1_048_576;
/** A page ends at about 4 MiB; no answer is much larger. */
const MAX_ANSWER_BYTES = 5 * MIB;
const HEAVY_FROM_BYTES = 128 * 1024;
/** A larger answer is not compared with its schema: that would be most of the campaign's work. */
const MAX_COMPARED_BYTES = 256 * 1024;
const MAX_EXCHANGES = 400;

export function sender(ground: Ground, api: Description, actor: Actor): Stage["send"] {
  const perform = (asked: Asked) => performRequest(ground, api, actor, asked);
  return (asked) => (isHeavy(asked) ? ground.inTurn(() => perform(asked)) : perform(asked));
}

function isHeavy({ is_heavy, body }: Asked): boolean {
  return is_heavy ?? Buffer.byteLength(body ?? "") > HEAVY_FROM_BYTES;
}

async function performRequest(ground: Ground, api: Description, actor: Actor, asked: Asked): Promise<Reply> {
  const { report, exchanges } = ground;
  const name = asked.operation?.name ?? `${asked.method} (outside the description)`;
  const exchange: Exchange = { name, sent: asked, is_heavy: isHeavy(asked), from: Date.now(), to: undefined };
  exchanges.push(exchange);
  if (exchanges.length > MAX_EXCHANGES) exchanges.splice(0, MAX_EXCHANGES / 4);
  const began = performance.now();
  const took = () => performance.now() - began;
  try {
    const { operation: _, is_heavy: __, ...sent } = asked;
    const reply = await ground.clients[actor.environment].send({ ...sent, key: actor.key });
    report.count(name, reply ? String(reply.status) : `cut in the ${asked.cut}`, took());
    if (reply) judge(ground, { api, actor, asked, reply });
    return reply;
  } catch (error) {
    report.count(name, "no answer", took());
    report.fault(`no answer ${name}`, `${String(error)} after ${took().toFixed(0)} ms, as ${actor.name}`, {
      sent: asked,
    });
    return undefined;
  } finally {
    exchange.to = Date.now();
  }
}

type Case = { api: Description; actor: Actor; asked: Asked; reply: NonNullable<Reply> };

function judge({ report, owners }: Ground, { api, actor, asked, reply }: Case): void {
  const { operation } = asked;
  const where = operation?.name ?? `${asked.method} ${asked.path.split("?", 1)[0]?.slice(0, 100)}`;
  const complain = (kind: string, what: string) => {
    const about = { sent: asked, request_id: reply.headers.get("x-request-id") };
    report.fault(`${kind} ${where}`, `${what} as ${actor.name}: ${reply.status} ${reply.text.slice(0, 600)}`, about);
  };
  const isHonest = reply.status === 503 && reply.headers.has("retry-after");
  if (isHonest) report.unavailable++;
  if (reply.status >= 500 && !isHonest) {
    complain(`${reply.status} ${reply.body?.error?.code}`, "a fault of the service");
  } else if (reply.bytes > MAX_ANSWER_BYTES && !isFile(reply))
    complain("large answer", `${(reply.bytes / MIB).toFixed(1)} MiB`);
  else if (reply.bytes <= MAX_COMPARED_BYTES && !isFile(reply)) {
    const faults = operation ? api.answerFaults(operation, reply) : plainFaults(asked, reply);
    if (faults.length > 0) complain("not as documented", faults.slice(0, 5).join("; "));
  }
  if (actor.kind !== "organization") return void (reply.status < 300 && learn(actor, asked, reply.text));
  // A refusal may name what the request itself named.
  const isEcho = (id: string) => reply.status >= 300 && `${asked.path}${String(asked.body ?? "")}`.includes(id);
  const foreign = owners.foreignIn(actor.name, reply.text).filter((id) => !isEcho(id));
  if (foreign.length > 0) complain("another organization's data", foreign.slice(0, 3).join(", "));
  if (reply.status < 300) learn(actor, asked, reply.text);
}

function isFile({ status, headers }: NonNullable<Reply>): boolean {
  return status < 300 && /^(image|audio)\//.test(headers.get("content-type") ?? "");
}

/** Faults of any answer, described or not. */
function plainFaults({ method }: Sent, { status, headers, body }: NonNullable<Reply>): string[] {
  const request_id = headers.get("x-request-id");
  if (!request_id) return ["has no x-request-id"];
  if (status < 400 || method === "HEAD") return [];
  const { code, message, request_id: stated } = body?.error ?? {};
  const isWhole = typeof code === "string" && typeof message === "string" && stated === request_id;
  return isWhole ? [] : ["is not the error object with the request's id"];
}
