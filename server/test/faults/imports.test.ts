// The service is killed in the middle of an import, again and again: the report is there whole or not at all, and the next one works.

import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweep } from "../../src/assets/sweep.ts";
import { openDatabase } from "../../src/platform/database/db.ts";
import { openSocketFolder } from "../../src/platform/embedded/socket-folder.ts";
import { deleteAbandoned, lockStorePeriod } from "../../src/royalties/reports/import-queries.ts";
import { storedKeys } from "../stored-keys.ts";
import { callerAt } from "../world.ts";
import { makeZip } from "../zip.ts";
import { makePreparedNode, type Node, OPERATOR_KEY, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report } from "./scale.ts";
import { filesOf, twoDaysLater } from "./two-days-later.ts";

// Every second round sends a zip of three files.
const ROUNDS = atScale({ short: 2, full: 40 });
const ROWS = atScale({ short: 8_000, full: 200_000 });
const REPORTS = "/v1/operator/sales-reports";
const STORE = "store_auralis";

let node: Node;
beforeAll(async () => {
  node = await makePreparedNode();
  await node.start();
  const format = {
    format_id: "format_killed",
    name: "Killed",
    columns: {
      isrc: { column: "Code" },
      play_count: { column: "Count" },
      amount: { column: "Money" },
      currency: { value: "EUR" },
    },
  };
  const made = await callerAt(node.url ?? "", OPERATOR_KEY).call("POST /v1/operator/report-formats", { body: format });
  expect(made.status).toBe(201);
});
afterAll(removeNodes);

function textOf(round: number): string {
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `QZABC26${String(row % 1_000).padStart(5, "0")},DE,${row},0.01,EUR`,
  );
  return `isrc,territory,play_count,unit_rate,currency,round\n${rows.map((row) => `${row},${round}`).join("\n")}\n`;
}

/** The same rows in three files, by a format. */
function zipOf(round: number): Buffer {
  const third = Math.ceil(ROWS / 3);
  const files = [0, 1, 2].map((file) => {
    const length = Math.min(third, ROWS - file * third);
    const rows = Array.from(
      { length },
      (_, row) => `QZABC26${String((file * third + row) % 1_000).padStart(5, "0")},${row},1.5,${round}`,
    );
    return { name: `${file}.csv`, bytes: `Code,Count,Money,Round ${file}\n${rows.join("\n")}\n` };
  });
  return makeZip(files);
}

const isZipRound = (round: number) => round % 2 === 1;

/** Answers with the status, or with nothing where the connection was lost. */
function send(round: number, period = "2025-01"): Promise<number | undefined> {
  const type = isZipRound(round) ? "application/zip" : "text/csv";
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": type };
  const path = `${node.url}${REPORTS}?store_id=${STORE}&period=${period}`;
  return new Promise((resolve) => {
    const sent = request(path, { method: "POST", headers });
    sent.on("response", (reply) => resolve(reply.resume().statusCode));
    sent.on("error", () => resolve(undefined));
    sent.end(isZipRound(round) ? zipOf(round) : textOf(round));
  });
}

const address = async () => ({
  socket_dir: await openSocketFolder(node.data_dir),
  username: "segue",
  database: "segue_sandbox",
});

async function counts() {
  const database = openDatabase(await address(), 1);
  try {
    const [row] = await database.db<{ reports: number; rows: number; works: number; orphans: number }[]>`
      select (select count(*)::int from sales_reports where status = 'imported') as reports,
        (select count(*)::int from sales_rows) as rows, (select count(*)::int from sales_works) as works,
        (select count(*)::int from sales_rows r where not exists (
          select 1 from sales_reports where number = r.report and status = 'imported')) as orphans`;
    return row;
  } finally {
    await database.close();
  }
}

test(
  "kill during an import: all of it or nothing, and the same file can be sent again",
  async () => {
    let answered = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const sending = send(round);
      await sleep(between(0, atScale({ short: 600, full: 3_000 })));
      await node.kill();
      const first = await sending;
      await node.start();
      const before = await counts();
      expect(before?.orphans).toBe(0);
      const again = await send(round);
      if (first === 201) answered += 1;
      // If it was committed but the answer was lost, it is a duplicate.
      expect(again).toBe(before?.reports === round + 1 ? 409 : 201);
      expect(await counts()).toEqual({
        reports: round + 1,
        rows: (round + 1) * ROWS,
        works: (round + 1) * 1_000,
        orphans: 0,
      });
    }
    const operator = callerAt(node.url ?? "", OPERATOR_KEY);
    const { data } = (await operator.call(`GET ${REPORTS}?limit=100`)).body;
    expect(data.filter(({ status }: { status: string }) => status === "imported")).toHaveLength(ROUNDS);
    report("kill during an import", count(ROUNDS, "rounds"), count(answered, "answered before the kill"));
    expect(node.crashes).toEqual([]);
  },
  CAMPAIGN_LIMIT_MS,
);

test(
  "kill when all bytes are stored and nothing is committed: no report, no rows, and the file is swept",
  async () => {
    const period = "2025-02";
    const operator = () => callerAt(node.url ?? "", OPERATOR_KEY);
    const listed = async () => (await operator().call(`GET ${REPORTS}?period=${period}`)).body.data;
    // Removes what earlier kills left.
    await twoDaysLater(node, await address(), sweep);
    const [before, files] = [await counts(), await storedKeys(filesOf(node))];
    const held = await holdImports(period);
    const sending = send(ROUNDS, period);
    await expect.poll(held.waiting).toBe(1);
    expect(await listed()).toMatchObject([{ status: "importing" }]);
    await node.kill();
    expect(await sending).toBe(undefined);
    await held.release();
    await node.start();
    expect(await counts()).toEqual(before);
    expect(await storedKeys(filesOf(node))).toHaveLength(files.length + 1);
    await twoDaysLater(node, await address(), async (ctx) => {
      // The lease of the dead process goes by the clock of the database.
      await ctx.db`update sales_reports set updated_at = updated_at - interval '2 days' where status = 'importing'`;
      expect(await listed()).toEqual([]);
      await ctx.begin(deleteAbandoned);
      expect(await ctx.db`select id from sales_reports where period = ${period}`).toHaveLength(0);
      await sweep(ctx);
      expect(await ctx.blobs.discardUnfinished(ctx.clock.now())).toBe(0);
    });
    expect(await storedKeys(filesOf(node))).toEqual(files);
    expect(await send(ROUNDS, period)).toBe(201);
    expect(await listed()).toMatchObject([{ status: "imported", rows: ROWS }]);
    expect(node.crashes).toEqual([]);
  },
  CAMPAIGN_LIMIT_MS,
);

/** Imports of the period read all of their bytes, and then wait before they commit. */
async function holdImports(period: string) {
  const [holder, watcher] = [openDatabase(await address(), 1), openDatabase(await address(), 1)];
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const pid = await new Promise<number>((resolve, reject) => {
    const holding = holder.begin(async (db) => {
      await lockStorePeriod(db, { store_id: STORE, period });
      const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`;
      resolve(row?.pid ?? 0);
      await released;
    });
    // Once it is held, the server may go down with the node that is killed.
    holding.catch(reject);
  });
  return {
    waiting: async () =>
      (await watcher.db`select 1 from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`).length,
    async release() {
      letGo();
      await Promise.allSettled([holder.close(), watcher.close()]);
    },
  };
}
