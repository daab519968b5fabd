// The line to a store breaks, or a worker is killed, again and again, while releases go to two stores over SFTP: one takes them
// release by release, the other in batches. No store ever sees a signal before everything that it announces, no message id has two
// contents, and every delivery completes.

import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { deriveKeys } from "../../src/secrets.ts";
import { acknowledge, messageIdIn } from "../acknowledging-store.ts";
import { makeRelease, must } from "../catalog.ts";
import { type SftpServer, startSftpServer } from "../sftp-server.ts";
import { cloneDatabase, createWorld, type World } from "../world.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report, seconds } from "./scale.ts";
import { startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

const ROUNDS = atScale({ short: 3, full: 20 });
const RELEASES_A_ROUND = 2;
const AUDIO_BYTES = 400_000;
const ENDED_WITHIN_MS = 100_000;
const store_ids = ["store_single", "store_batch"];

let world: World;
let server: SftpServer;
let path: string;
let workers: WorkerProcess[] = [];
let start: () => Promise<WorkerProcess>;
const early: string[] = [];
let signals = 0;

beforeAll(async () => {
  const [database, secret] = [await cloneDatabase(), randomBytes(32)];
  path = await mkdtemp(join(tmpdir(), "segue-feeds-"));
  const storage = { kind: "folder" as const, path };
  server = await startSftpServer();
  server.onArrival = watch;
  // The world only takes requests: the work is for the processes.
  world = await createWorld({ environment: "sandbox", database, secret, storage });
  for (const store_id of store_ids)
    await must(world.operator, "POST /v1/operator/stores", {
      ...{ store_id, name: store_id, territories: ["WORLD"], requirements: "none" },
      connector: {
        ...{ kind: "ern_sftp", ...server.settings, ...server.secrets, folder: store_id, ask_every_s: 1 },
        batches: store_id === "store_batch",
        recipients: [{ party_id: "PADPIDA2009101501Y", party_name: "Harbour" }],
      },
    });
  const vault_key = deriveKeys(secret).vault_key.toString("base64");
  const address = { ...inject("postgres"), database };
  start = async () => {
    const worker = await startWorkerProcess({ address, ern: { vault_key, storage, environment: "sandbox" } });
    await worker.ready;
    return worker;
  };
  workers = [await start(), await start()];
});
afterAll(async () => {
  for (const worker of workers) worker.signal("SIGKILL");
  await Promise.all(workers.map(({ exit }) => exit));
  await Promise.all([world.close(), server.stop()]);
  await rm(path, { recursive: true, force: true });
});

/** As the store looks at the moment of a signal: everything that the message names must be there, byte by byte. */
function watch(arrived: string): void {
  const isBatch = arrived.startsWith("store_batch/");
  const isSignal = isBatch ? /\/BatchComplete_\d+\.xml$/.test(arrived) : /\/\d+\.xml$/.test(arrived);
  if (!isSignal) return;
  signals++;
  const place = join(server.folder, dirname(arrived));
  const message = isBatch ? messageIn(place) : join(server.folder, arrived);
  // A store begins with the signal, so it answers no message before.
  acknowledge(server.folder, relative(server.folder, message), undefined, `${arrived.split("/")[0]}/acknowledgements`);
  try {
    const document = readFileSync(message, "utf8");
    for (const [, uri = "", hash] of document.matchAll(/<URI>([^<]+)<\/URI>.*?<HashSumValue>(\w+)</gs)) {
      const bytes = readFileSync(join(dirname(message), uri));
      if (createHash("sha256").update(bytes).digest("hex") !== hash) early.push(`${arrived}: ${uri} has other bytes`);
    }
    if (!document.includes("<URI>")) early.push(`${arrived} names no file`);
  } catch (error) {
    early.push(`${arrived}: ${String(error)}`);
  }
}

function messageIn(batch: string): string {
  const [folder = ""] = readdirSync(batch, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return join(batch, folder, `${folder}.xml`);
}

let released = 0;

async function deliver(): Promise<void> {
  const release_id = await makeRelease(world);
  // No ERN message goes out without it.
  const isrc = `DE-XX1-27-${String(++released).padStart(5, "0")}`;
  await world.ctx.db`update tracks set isrc = ${isrc} where release_id = ${release_id}`;
  const files = await world.ctx.db<{ id: string; type: string }[]>`
    select a.id, a.type from assets a where a.size_bytes = 1000 and a.blob_key is not null`;
  for (const { id, type } of files) {
    const bytes = randomBytes(type === "audio" ? AUDIO_BYTES : 20_000);
    await world.ctx.blobs.put(id, Readable.from([bytes]));
    const checksum = createHash("sha256").update(bytes).digest("hex");
    await world.ctx.db`update assets set size_bytes = ${bytes.length}, checksum_sha256 = ${checksum} where id = ${id}`;
  }
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  await must(world.label, "POST /v1/deliveries", { release_id, store_ids, territory_codes: ["WORLDWIDE"] });
}

async function strike(round: number): Promise<string> {
  if (round % 3 === 0) {
    server.manners.cut_after_bytes = Math.floor(between(1, AUDIO_BYTES * 2));
    return "a cut in a file";
  }
  await sleep(between(50, 500));
  if (round % 3 === 1) {
    server.manners.cut_at_request = Math.ceil(between(1, 40));
    return "a cut at a request";
  }
  const index = Math.floor(between(0, 2));
  workers[index]?.signal("SIGKILL");
  workers[index] = await start();
  return "a killed worker";
}

async function untilAnswered(): Promise<void> {
  const deadline = performance.now() + ENDED_WITHIN_MS;
  for (;;) {
    const left = await world.ctx.db`
      select store_id, status, failures, stalled_reason, rejection_reason from delivery_stores where status <> 'delivered' limit 3`;
    if (left.length === 0) return;
    if (performance.now() > deadline) throw new Error(`Not at an end: ${JSON.stringify(left)}`);
    await sleep(100);
  }
}

test(
  "cut lines and killed workers: no signal is early, no message id has two contents, every delivery completes",
  async () => {
    const began = performance.now();
    for (let round = 0; round < ROUNDS; round++) {
      const delivering = (async () => {
        for (let made = 0; made < RELEASES_A_ROUND; made++) await deliver();
      })();
      await Promise.all([delivering, strike(round)]);
    }
    await untilAnswered();
    const contents = new Map<string, Set<string>>();
    const messages = readdirSync(server.folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\/\d+\.xml$/.test(name),
    );
    for (const name of messages) {
      const document = readFileSync(join(server.folder, name), "utf8");
      const id = messageIdIn(document);
      contents.set(id, (contents.get(id) ?? new Set()).add(document));
    }
    const [{ failures } = { failures: 0 }] = await world.ctx.db<{ failures: number }[]>`
      select count(*)::int as failures from jobs where status = 'parked'`;
    report(
      "cut lines to stores",
      count(ROUNDS, "rounds"),
      count(contents.size, "messages"),
      count(signals, "signals"),
      count(early.length, "early"),
      seconds(performance.now() - began),
    );
    expect(early).toEqual([]);
    expect([...contents.values()].filter((documents) => documents.size > 1)).toEqual([]);
    const expected = ROUNDS * RELEASES_A_ROUND * store_ids.length;
    expect([contents.size, messages.length, failures]).toEqual([expected, expected, 0]);
    expect(signals).toBe(expected);
  },
  CAMPAIGN_LIMIT_MS,
);
