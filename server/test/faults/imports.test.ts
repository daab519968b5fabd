// The service is killed in the middle of an import, again and again: the report is there whole or not at all, and the next one works.

import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/db.ts";
import { openSocketFolder } from "../../src/platform/embedded/socket-folder.ts";
import { callerAt } from "../world.ts";
import { makePreparedNode, type Node, OPERATOR_KEY, removeNodes } from "./node.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report } from "./scale.ts";

const ROUNDS = atScale({ short: 1, full: 20 });
const ROWS = atScale({ short: 8_000, full: 200_000 });
const REPORTS = "/v1/operator/sales-reports";
const STORE = "store_auralis";

let node: Node;
beforeAll(async () => {
  node = await makePreparedNode();
  await node.start();
});
afterAll(removeNodes);

function textOf(round: number): string {
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `QZABC26${String(row % 1_000).padStart(5, "0")},DE,${row},0.01,EUR`,
  );
  return `isrc,territory,play_count,unit_rate,currency,round\n${rows.map((row) => `${row},${round}`).join("\n")}\n`;
}

/** Answers with the status, or with nothing where the connection was lost. */
function send(round: number): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${OPERATOR_KEY}`, "content-type": "text/csv" };
  const path = `${node.url}${REPORTS}?store_id=${STORE}&period=2025-01`;
  return new Promise((resolve) => {
    const sent = request(path, { method: "POST", headers });
    sent.on("response", (reply) => resolve(reply.resume().statusCode));
    sent.on("error", () => resolve(undefined));
    sent.end(textOf(round));
  });
}

async function counts() {
  const address = { socket_dir: await openSocketFolder(node.data_dir), username: "segue", database: "segue_sandbox" };
  const database = openDatabase(address, 1);
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
