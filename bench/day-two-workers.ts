// The same day with one API and two workers, each a process, beside one API and one worker.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDatabase } from "../server/src/platform/database/create.ts";
import { openDatabase } from "../server/src/platform/database/db.ts";
import { startEmbeddedPostgres } from "../server/src/platform/embedded/embedded-postgres.ts";
import { middle, ratiosOf, turnAbout } from "./day.ts";
import { countStatements } from "./day-costs.ts";
import { marketVariables } from "./day-market.ts";
import { type DayServer, dayReleases, openDay } from "./day-product.ts";
import { startServer } from "./product.ts";
import type { Result } from "./report.ts";
import { startReceiver } from "./webhooks-endpoints.ts";

const MARK = 1;

export async function benchDayTwoWorkers(): Promise<Result[]> {
  const receiver = await startReceiver();
  const two = await openDay(await startApart(2), receiver);
  const one = await openDay(await startApart(1), receiver);
  const [with_two = [], with_one = []] = await turnAbout([two, one]);
  await two.stop();
  await one.stop();
  receiver.stop();
  const { ratio, spread } = ratiosOf(with_one, with_two);
  return [
    {
      what: `${dayReleases} releases by one API and two workers; floor: by one API and one worker`,
      value: `${middle(with_two, ({ seconds }) => seconds).toFixed(1)} s`,
      floor: `${middle(with_one, ({ seconds }) => seconds).toFixed(1)} s`,
      ratio,
      spread,
      mark: { text: `≥ ${MARK.toFixed(1)}`, isMet: ratio >= MARK },
    },
  ];
}

/** The database is this process's own, so that API and workers are alike. */
async function startApart(workers: number): Promise<DayServer> {
  const data_dir = mkdtempSync(join(tmpdir(), "segue-bench-"));
  const start = () => startEmbeddedPostgres({ data_dir, log: () => undefined });
  const first = await start();
  await ensureDatabase({ ...first, database: "postgres" }, "segue");
  const { db, close } = openDatabase({ ...first, database: "segue" }, 1);
  await countStatements(db);
  await close();
  await first.stop();
  const { socket_dir, stop } = await start();
  const shared = {
    ...marketVariables,
    DATABASE_URL: `postgres://segue@localhost/segue?host=${encodeURIComponent(socket_dir)}`,
    SEGUE_STORAGE: `file:${join(data_dir, "files")}`,
    SEGUE_SECRET: Buffer.alloc(32, 7).toString("base64"),
  };
  const startAs = (role: string, name: string) =>
    startServer({ ...shared, SEGUE_ROLE: role }, { data_dir: join(data_dir, name) });
  const api = await startAs("api", "api");
  const nodes = [api];
  for (let number = 1; number <= workers; number++) nodes.push(await startAs("worker", `worker-${number}`));
  return {
    url: api.url,
    data_dir,
    socket_dir,
    pids: nodes.map(({ pid }) => pid),
    cluster: join(data_dir, "postgres"),
    async stop() {
      for (const node of nodes) await node.stop();
      await stop();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}
