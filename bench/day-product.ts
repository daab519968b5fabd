// One side of a day: the product with its market, and a turn of it: from the first request until the last event is recorded
// as delivered to its endpoint.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../server/src/platform/database/db.ts";
import { type Costs, countStatements, type Metered, readCosts, spent } from "./day-costs.ts";
import { makeFiles, type NewWork, takeIn } from "./day-intake.ts";
import { atOnce, dayStoreIds, marketVariables, openMarket, type Pace, type Partner } from "./day-market.ts";
import { databaseOf, peakMemoryOf, type Server, startServer } from "./product.ts";
import type { Receiver } from "./webhooks-endpoints.ts";

const DONE_WITHIN_S = 1_800;
const LOOK_EVERY_MS = 50;
/** A fiftieth of the day. Fewer for a quick look. */
export const dayReleases = Number(process.env.SEGUE_BENCH_RELEASES ?? 500);
/** So that code and plans are warm. */
export const WARM_UP_RELEASES = Math.min(50, dayReleases);

/** When the last of each was done, in seconds since the first request. The phases overlap. */
export type Phases = { intake_s: number; stores_s: number; events_s: number; webhooks_s: number };

export type DayTurn = Phases & { releases: number; seconds: number; costs: Costs; peak_mb: number };

export type DaySide = {
  server: DayServer;
  partners: Partner[];
  /** To so many of the stores; to all of them if left out. */
  turn(releases: number, stores?: number): Promise<DayTurn>;
  stop(): Promise<void>;
};

/** `pids`: the processes of Node. `cluster`: the folder of the database. */
export type DayServer = Pick<Server, "url" | "data_dir" | "socket_dir" | "stop"> & { pids: number[]; cluster: string };

/** One process with its embedded database. A folder that is given is kept. */
export async function startOne(place: { data_dir?: string; checkout?: string } = {}): Promise<DayServer> {
  const data_dir = place.data_dir ?? mkdtempSync(join(tmpdir(), "segue-bench-"));
  const start = () => startServer(marketVariables, { ...place, data_dir });
  const first = await start();
  const { db, close } = databaseOf(first, 1);
  await countStatements(db);
  await close();
  await first.stop();
  const server = await start();
  return {
    ...server,
    pids: [server.pid],
    cluster: join(data_dir, "postgres"),
    async stop() {
      await server.stop();
      if (!place.data_dir) rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

export async function openDay(server: DayServer, receiver: Receiver, pace: Pace = atOnce): Promise<DaySide> {
  const partners = await openMarket(server, receiver.url, pace);
  const { db, close } = databaseOf(server, 2);
  const { pids, cluster } = server;
  const turn = async (releases: number, stores?: number): Promise<DayTurn> => {
    const works = await makeFiles(db, partners, releases);
    const metered: Metered = { db, pids, cluster };
    return measure(metered, releases, async (began) => {
      await takeIn(server.url, works, dayStoreIds.slice(0, stores));
      const intake_s = (Date.now() - began) / 1000;
      await untilDelivered(db, began);
      return { intake_s, ...(await lastOfEach(db, works, began)), webhooks_s: (Date.now() - began) / 1000 };
    });
  };
  return {
    server,
    partners,
    turn,
    async stop() {
      await close();
      await server.stop();
    },
  };
}

/** The costs of what the work does, and how long it took. */
export async function measure(
  metered: Metered,
  releases: number,
  work: (began: number) => Promise<Phases>,
): Promise<DayTurn> {
  const before = await readCosts(metered);
  const began = Date.now();
  const phases = await work(began);
  const costs = spent(before, await readCosts(metered));
  return { ...phases, releases, seconds: phases.webhooks_s, costs, peak_mb: peakOf(metered.pids) };
}

function peakOf(pids: readonly number[]): number {
  return Math.max(...pids.map(peakMemoryOf));
}

/** A dispatch is written in the transaction of its event, and the event in that of its change: so both are looked at. */
async function untilDelivered(db: Db, began: number): Promise<void> {
  for (;;) {
    const [row] = await db<{ is_done: boolean }[]>`
      select not exists (select 1 from deliveries where status = 'in_progress')
        and not exists (select 1 from dispatches where status <> 'delivered') as is_done`;
    if (row?.is_done) return;
    if (Date.now() - began > DONE_WITHIN_S * 1000) throw new Error("The day does not come to an end.");
    await sleep(LOOK_EVERY_MS);
  }
}

async function lastOfEach(
  db: Db,
  works: readonly NewWork[],
  began: number,
): Promise<{ stores_s: number; events_s: number }> {
  const organization_ids = [...new Set(works.map(({ partner }) => partner.id))];
  const since = new Date(began).toISOString();
  const [row] = await db<{ stores_s: number; events_s: number }[]>`
    select extract(epoch from (select max(completed_at) from deliveries where created_at >= ${since}) - ${since}::timestamptz)::float8 as stores_s,
      extract(epoch from (select max(latest) from unnest(${organization_ids}::text[]) as owner
        cross join lateral (select max(created_at) as latest from events where organization_id = owner) as last) - ${since}::timestamptz
      )::float8 as events_s`;
  return row ?? { stores_s: Number.NaN, events_s: Number.NaN };
}
