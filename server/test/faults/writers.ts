// Clients under faults: they write at a steady rate, each request with an Idempotency-Key, and send it again with the
// same key until they get a success. Some lose patience and hang up. The journal has all that was sent and received.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { atScale, between } from "./scale.ts";

/** The target of writes: the nodes that are up, and the organization's key. */
export type Target = { urls(): string[]; key: string };

export type Write = {
  key: string;
  title: string;
  body: string;
  /** The first success that was received, byte for byte. */
  acknowledged: string | undefined;
  /** How each try before that ended. */
  received: string[];
};

export type Journal = {
  writes: Write[];
  /** Requests, repeated ones included. */
  sent: number;
  /** Refused for the moment: 503, and 409 while the first request with the key still runs. */
  unavailable: number;
  in_progress: number;
  /** The connection broke before the answer. */
  unanswered: number;
  /** The client hung up. */
  abandoned: number;
  /** No answer in time. */
  hung: number;
  /** When the last request was sent that is known to have succeeded. */
  last_success_sent_ms: number;
  slowest_answer_ms: number;
  /** Answers that no client should ever get. */
  wrong: string[];
};

export type Writers = {
  journal: Journal;
  /** Until a request that is sent from now on has succeeded. Answers with how long that took. */
  untilSuccess(): Promise<number>;
  /** No new writes; those begun are repeated until each has succeeded. */
  finish(): Promise<void>;
};

const WRITES_PER_S = atScale({ short: 20, full: 100 });
const TICK_MS = 10;
/** More than this waiting for an answer, and no new ones are begun: the machine is too slow. */
const MAX_OPEN = atScale({ short: 40, full: 300 });
const IMPATIENT_SHARE = 0.03;
/** The service ends each request within 40 s, however slow its machine is. */
const ANSWER_WITHIN_MS = atScale({ short: 60_000, full: 45_000 });
/** Sooner than Retry-After asks for, and not so soon that the clients take the machine from the service. */
const AGAIN_AFTER_MS: [number, number] = [100, 400];
const SUCCESS_WITHIN_MS = atScale({ short: 240_000, full: 120_000 });

export function startWriters(target: Target): Writers {
  const journal = newJournal();
  const open = new Set<Promise<void>>();
  const began = performance.now();
  let due = 0;
  const timer = setInterval(() => {
    const wanted = Math.floor(((performance.now() - began) * WRITES_PER_S) / 1000);
    for (const to = wanted; due < to; due++) {
      if (open.size >= MAX_OPEN) continue;
      const written = writeUntilSuccess(target, journal).finally(() => open.delete(written));
      open.add(written);
    }
  }, TICK_MS);
  return {
    journal,
    async untilSuccess() {
      const from = performance.now();
      while (journal.last_success_sent_ms < from) {
        if (performance.now() - from > SUCCESS_WITHIN_MS)
          throw new Error(`No write has succeeded since. ${lastAnswers(journal)}`);
        await sleep(TICK_MS);
      }
      return performance.now() - from;
    },
    async finish() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

function lastAnswers({ writes, wrong }: Journal): string {
  const waiting = writes.filter(({ acknowledged }) => acknowledged === undefined);
  const received = waiting.flatMap(({ received }) => received.slice(-1));
  return `${waiting.length} wait; the last answers: ${received.slice(-5).join(", ")}; wrong: ${wrong.slice(-3).join("; ")}`;
}

async function writeUntilSuccess(target: Target, journal: Journal): Promise<void> {
  const write = newWrite(journal.writes.length);
  journal.writes.push(write);
  const give_up_at = performance.now() + SUCCESS_WITHIN_MS;
  while (write.acknowledged === undefined) {
    if (performance.now() > give_up_at)
      return void journal.wrong.push(`${write.title} never succeeded: ${write.received.slice(-5).join(", ")}`);
    const urls = target.urls();
    const url = urls[Math.floor(Math.random() * urls.length)];
    if (url !== undefined) await send({ url, key: target.key }, write, journal);
    if (write.acknowledged === undefined) await sleep(between(...AGAIN_AFTER_MS));
  }
}

async function send(at: { url: string; key: string }, write: Write, journal: Journal): Promise<void> {
  const isImpatient = Math.random() < IMPATIENT_SHARE;
  const sent_ms = performance.now();
  journal.sent++;
  try {
    const signal = AbortSignal.timeout(isImpatient ? Math.ceil(between(0, 20)) : ANSWER_WITHIN_MS);
    const reply = await postRelease(at, write, signal);
    const text = await reply.text();
    journal.slowest_answer_ms = Math.max(journal.slowest_answer_ms, performance.now() - sent_ms);
    write.received.push(String(reply.status));
    noteReply(reply, text, write, journal);
    if (reply.status === 201) journal.last_success_sent_ms = Math.max(journal.last_success_sent_ms, sent_ms);
  } catch (error) {
    const isOutOfTime = error instanceof Error && error.name === "TimeoutError";
    write.received.push(
      `${isImpatient ? "hung up" : String(error)} after ${Math.round(performance.now() - sent_ms)} ms`,
    );
    if (!isOutOfTime) journal.unanswered++;
    else if (isImpatient) journal.abandoned++;
    else journal.hung++;
  }
}

export function postRelease(at: { url: string; key: string }, write: Write, signal: AbortSignal): Promise<Response> {
  const headers = {
    authorization: `Bearer ${at.key}`,
    "content-type": "application/json",
    "idempotency-key": write.key,
  };
  return fetch(`${at.url}/v1/releases`, { method: "POST", headers, body: write.body, signal });
}

function noteReply(reply: Response, text: string, write: Write, journal: Journal): void {
  if (reply.status === 201) {
    write.acknowledged = text;
    return;
  }
  const code = errorCode(text, reply.headers.get("x-request-id"));
  const retry_after = Number(reply.headers.get("retry-after"));
  if (reply.status === 503 && code === "service_unavailable" && retry_after >= 1) journal.unavailable++;
  else if (reply.status === 409 && code === "idempotency_in_progress") journal.in_progress++;
  else journal.wrong.push(`${reply.status} ${JSON.stringify(Object.fromEntries(reply.headers))} ${text}`);
}

/** Undefined unless the text is the whole error object, under the request's own id. */
function errorCode(text: string, request_id: string | null): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error: Record<string, unknown> };
    const isWhole = typeof error.message === "string" && error.request_id === request_id;
    return isWhole ? String(error.code) : undefined;
  } catch {
    return undefined;
  }
}

function newWrite(number: number): Write {
  const title = `Write ${number}`;
  return { key: randomUUID(), title, body: JSON.stringify(releaseBody(title)), acknowledged: undefined, received: [] };
}

export function releaseBody(title: string): object {
  return {
    title,
    artists: [{ name: "Vera Lux", role: "main" }],
    release_date: "2031-03-01",
    territories: ["US"],
  };
}

function newJournal(): Journal {
  return {
    writes: [],
    sent: 0,
    unavailable: 0,
    in_progress: 0,
    unanswered: 0,
    abandoned: 0,
    hung: 0,
    last_success_sent_ms: 0,
    slowest_answer_ms: 0,
    wrong: [],
  };
}
