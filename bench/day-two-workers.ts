// The same day with one API and two workers, each a process, beside one API and one worker: where stores and endpoints answer at
// once, and where they are far away.

import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDatabase } from "../server/src/platform/database/create.ts";
import { openDatabase } from "../server/src/platform/database/db.ts";
import { startEmbeddedPostgres } from "../server/src/platform/embedded/embedded-postgres.ts";
import { middle, ratiosOf, turnAbout } from "./day.ts";
import { countStatements } from "./day-costs.ts";
import { atOnce, marketVariables, type Pace } from "./day-market.ts";
import { type DayServer, type DayTurn, dayReleases, openDay } from "./day-product.ts";
import { startServer } from "./product.ts";
import type { Result } from "./report.ts";
import { startReceiver } from "./webhooks-endpoints.ts";

const MARK = 1;
const FAR_MARK = 1.6;
const far: Pace = { store_ms: 50, path: "later" };

export async function benchDayTwoWorkers(): Promise<Result[]> {
  const near = await compare(atOnce, MARK, "");
  return [near, await compare(far, FAR_MARK, ", stores that answer after 50 ms and endpoints after 20 ms")];
}

async function compare(pace: Pace, mark: number, where: string): Promise<Result> {
  const receiver = await startReceiver();
  const two = await openDay(await startApart(2), receiver, pace);
  const one = await openDay(await startApart(1), receiver, pace);
  const [with_two = [], with_one = []] = await turnAbout([two, one]);
  await two.stop();
  await one.stop();
  receiver.stop();
  const { ratio, spread } = ratiosOf(with_one, with_two);
  return {
    what: `${dayReleases} releases by one API and two workers${where}; floor: by one API and one worker`,
    value: timesOf(with_two),
    floor: timesOf(with_one),
    ratio,
    spread,
    mark: { text: `≥ ${mark.toFixed(1)}`, isMet: ratio >= mark },
  };
}

/** The time, and how much of the machine's time Node and PostgreSQL took of it. */
function timesOf(turns: readonly DayTurn[]): string {
  const busy = ({ costs, seconds }: DayTurn) => (costs.node_s + costs.postgres_s) / (seconds * cpus().length);
  return `${middle(turns, ({ seconds }) => seconds).toFixed(1)} s (${Math.round(100 * middle(turns, busy))} % of the cores)`;
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
