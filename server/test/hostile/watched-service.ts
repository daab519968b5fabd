// The built service as a process of its own, both environments on a real PostgreSQL, with a watcher inside.

import { rm } from "node:fs/promises";
import { inject, vi } from "vitest";
import { ensureDatabase } from "../../src/platform/database/create.ts";
import { makeRunFolder } from "../postgres.ts";
import { startService } from "../service-process.ts";

export type Kept = { rss: number; heap: number };
/** Processor time spent without a pause for others; `from` and `to` by the clock on the wall. */
export type Held = { held_ms: number; from: number; to: number };
type News = ({ kind: "held" } & Held) | ({ kind: "seen"; longest_ms: number } & Kept) | ({ kind: "kept" } & Kept);

export type WatchedService = {
  urls: { sandbox: string; production: string };
  operator_key: string;
  /** The latest from inside, and how long the event loop was held at most. */
  seen: Kept & { longest_ms: number };
  held: Held[];
  /** After a collection of garbage. */
  measureKept(): Promise<Kept>;
  /** The lines that it logged with this text: those of a request by its id. */
  linesWith(text: string): string[];
  isRunning(): boolean;
  stop(): Promise<void>;
};

const OPERATOR_KEY = "an-operator-key-for-the-hostile-campaign";
const LOOPBACK = "127.0.0.0/8";
const watcher = new URL("./loop-watch.mjs", import.meta.url).href;
const MEASURED_WITHIN_MS = 60_000;

export async function startWatchedService(): Promise<WatchedService> {
  const { socket_dir, username } = inject("postgres");
  const database = `segue_hostile_${process.pid}`;
  for (const name of [database, `${database}_sandbox`])
    await ensureDatabase({ socket_dir, username, database: "postgres" }, name, inject("template"));
  const data_dir = await makeRunFolder();
  const { child, ready, exit, output } = startService(
    {
      NODE_OPTIONS: `--import=${watcher}`,
      DATABASE_URL: `postgres://${username}@localhost/${database}?host=${encodeURIComponent(socket_dir)}`,
      SEGUE_DATA_DIR: data_dir,
      SEGUE_OPERATOR_KEY: OPERATOR_KEY,
      // Callers without a credential come from many addresses, so that their requests get past one address's limit.
      SEGUE_TRUSTED_PROXIES: LOOPBACK,
      SEGUE_WEBHOOK_ALLOW: LOOPBACK,
      SEGUE_SANDBOX_WEBHOOK_ALLOW: LOOPBACK,
      SEGUE_LOG_LEVEL: "error",
    },
    { hasChannel: true },
  );
  const seen = { rss: 0, heap: 0, longest_ms: 0 };
  const held: Held[] = [];
  // Several messages may come at once, so none is waited for by a listener of its own.
  const measured: Kept[] = [];
  child.on("message", (news: News) => {
    if (news.kind === "held") held.push(news);
    if (news.kind === "kept") measured.push(news);
    if (news.kind !== "seen") return;
    Object.assign(seen, { ...news, longest_ms: Math.max(seen.longest_ms, news.longest_ms) });
  });
  const { sandbox_url, production_url } = await ready;
  child.send("begin");
  return {
    urls: { sandbox: sandbox_url, production: production_url },
    operator_key: OPERATOR_KEY,
    seen,
    held,
    async measureKept() {
      child.send("measure");
      return vi.waitUntil(() => measured.shift(), { timeout: MEASURED_WITHIN_MS, interval: 50 });
    },
    linesWith: (text) =>
      output()
        .split("\n")
        .filter((line) => line.includes(text)),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill("SIGTERM");
      await exit;
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
