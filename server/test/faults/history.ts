// Compares the answers that clients got with the service's data. It asks over HTTP, as a client would.

import { expect } from "vitest";
import { type Caller, callerAt } from "../world.ts";
import type { Counts } from "./counts.ts";
import type { Node } from "./node.ts";
import { count } from "./scale.ts";
import { type Journal, postRelease, type Write } from "./writers.ts";

type Release = { id: string; title: string; upc: string };

export type History = {
  acknowledged: number;
  /** Acknowledged, and not there. */
  lost: string[];
  /** There more than once, or under another id than was acknowledged. */
  doubled: string[];
  /** Stored, although no client got a success for it in the end. */
  unasked: string[];
  upcs_twice: string[];
  /** Answers to a repeated key that are not the first one, byte for byte. */
  changed: string[];
};

const REPLAYS_AT_ONCE = 16;
const REPLAY_WITHIN_MS = 60_000;
const MAX_SHOWN = 10;

/** Throws unless the history is right. */
export async function checkHistory(journal: Journal, node: Node, key: string): Promise<History> {
  const at = { url: node.url ?? "", key };
  const kept = await listReleases(callerAt(at.url, key));
  const by_title = groupBy(kept, ({ title }) => title);
  const acknowledged = journal.writes.filter((write) => write.acknowledged !== undefined);
  const upcs = groupBy(kept, ({ upc }) => upc);
  const titles = new Set(acknowledged.map(({ title }) => title));
  const history: History = {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ title }) => !by_title.has(title)).map(({ title }) => title),
    doubled: acknowledged.filter((write) => isDoubled(write, by_title.get(write.title) ?? [])).map(({ key }) => key),
    unasked: kept.map(({ title }) => title).filter((title) => !titles.has(title)),
    upcs_twice: [...upcs].filter(([, holders]) => holders.length > 1).map(([upc]) => upc),
    changed: await replayAll(acknowledged, at),
  };
  const logged = journal.wrong.flatMap((answer) => node.linesWith(/req_\w+/.exec(answer)?.[0] ?? answer));
  const nothing = { lost: [], doubled: [], unasked: [], upcs_twice: [], changed: [] };
  expect({ ...history, hung: journal.hung, wrong: [...journal.wrong, ...logged].slice(0, MAX_SHOWN) }).toEqual({
    acknowledged: journal.writes.length,
    ...nothing,
    hung: 0,
    wrong: [],
  });
  return history;
}

/** For `report`. */
export function describeHistory(journal: Journal, history: History): string[] {
  return [
    count(journal.sent, "writes sent"),
    count(history.acknowledged, "acknowledged"),
    count(journal.unavailable, "answered 503"),
    count(history.lost.length, "lost"),
    count(history.doubled.length, "doubled"),
    count(history.upcs_twice.length, "UPCs twice"),
    count(history.changed.length, "replays changed"),
  ];
}

/** For `keepCounts`. */
export function countHistory(journal: Journal, history: History): Counts {
  return {
    sent: journal.sent,
    acknowledged: history.acknowledged,
    unavailable: journal.unavailable,
    lost: history.lost.length,
    doubled: history.doubled.length,
    replays_changed: history.changed.length,
  };
}

function isDoubled({ acknowledged = "{}" }: Write, kept: Release[]): boolean {
  const { id, upc } = JSON.parse(acknowledged) as Release;
  return kept.length > 1 || kept.some((release) => release.id !== id || release.upc !== upc);
}

function groupBy<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

export async function listReleases({ call }: Caller): Promise<Release[]> {
  const all: Release[] = [];
  for (let cursor = ""; ; ) {
    const { status, text, body } = await call(`GET /v1/releases?limit=100${cursor}`);
    if (status !== 200) throw new Error(`No list: ${text}`);
    all.push(...body.data);
    if (!body.has_more) return all;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

async function replayAll(writes: Write[], at: { url: string; key: string }): Promise<string[]> {
  const changed: string[] = [];
  const waiting = [...writes];
  const replayer = async () => {
    for (let write = waiting.pop(); write; write = waiting.pop()) {
      const reply = await postRelease(at, write, AbortSignal.timeout(REPLAY_WITHIN_MS));
      const text = await reply.text();
      const isSame = text === write.acknowledged && reply.headers.get("idempotency-replayed") === "true";
      if (!isSame) changed.push(`${reply.status} ${text} in place of ${write.acknowledged}`);
    }
  };
  await Promise.all(Array.from({ length: REPLAYS_AT_ONCE }, replayer));
  return changed;
}
