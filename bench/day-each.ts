// The costs of one release, one delivery to a store, one event and one line of a statement. Each is the difference
// between two turns: without endpoints to one store, without endpoints to all stores, and with endpoints to all stores.

import type { Db } from "../server/src/platform/database/db.ts";
import type { Cost } from "./capacity-model.ts";
import { type Costs, readCosts, spent } from "./day-costs.ts";
import { dayStoreIds, marketVariables } from "./day-market.ts";
import { type DaySide, openDay, startOne, WARM_UP_RELEASES } from "./day-product.ts";
import { databaseOf } from "./product.ts";
import type { Result } from "./report.ts";
import { startReceiver } from "./webhooks-endpoints.ts";

const RELEASES = Number(process.env.SEGUE_BENCH_RELEASES ?? 200);
const LINES = 200_000;
// Submitted, reviewed, each store, completed, delivered.
const EVENTS_OF_A_RELEASE = dayStoreIds.length + 4;
const PERIOD = "2020-01";

export async function benchDayEach(): Promise<Result[]> {
  const receiver = await startReceiver();
  const side = await openDay(await startOne(), receiver);
  const { db, close } = databaseOf(side.server, 1);
  await side.turn(WARM_UP_RELEASES);
  await db`update webhooks set deleted_at = now()`;
  const to_one = await costOf(db, side, () => side.turn(RELEASES, 1));
  const to_all = await costOf(db, side, () => side.turn(RELEASES));
  await db`update webhooks set deleted_at = null`;
  const with_events = await costOf(db, side, () => side.turn(RELEASES));
  const disk_bytes = await diskOfEvent(db);
  const lines = await costOf(db, side, () => sellAndClose(db, side));
  const check = await side.turn(RELEASES, 5);
  await close();
  await side.stop();
  receiver.stop();
  const store_delivery = each(RELEASES * (dayStoreIds.length - 1), to_one, to_all);
  const of_release = each(RELEASES, nothing, to_one);
  const costs = {
    release: each(1, store_delivery, of_release),
    store_delivery,
    event: { ...each(RELEASES * EVENTS_OF_A_RELEASE, to_all, with_events), disk_bytes },
    statement_line: each(LINES, nothing, lines),
  };
  process.stdout.write(
    `${JSON.stringify(costs)}\n${JSON.stringify({ ...check.costs, releases: RELEASES, stores: 5 })}\n`,
  );
  return Object.entries(costs).map(([name, { node_ms, postgres_ms, wal_bytes, disk_bytes }]) => ({
    what: `one ${name.replace("_", " ")}`,
    value: `${node_ms} ms of Node, ${postgres_ms} ms of PostgreSQL, ${wal_bytes} bytes of WAL, ${disk_bytes} bytes of disk`,
  }));
}

const nothing: Cost = { node_ms: 0, postgres_ms: 0, wal_bytes: 0, disk_bytes: 0 };

async function costOf(db: Db, { server }: DaySide, work: () => Promise<unknown>): Promise<Cost> {
  const metered = { db, pids: server.pids, cluster: server.cluster };
  const size = async () => {
    const [row] = await db<[{ bytes: number }]>`select pg_database_size(current_database())::float8 as bytes`;
    return row.bytes;
  };
  const [before, bytes]: [Costs, number] = [await readCosts(metered), await size()];
  await work();
  const { node_s, postgres_s, wal_bytes } = spent(before, await readCosts(metered));
  return { node_ms: node_s * 1000, postgres_ms: postgres_s * 1000, wal_bytes, disk_bytes: (await size()) - bytes };
}

/** By the tables: the database as a whole hardly grows by so few, since it uses the room of jobs that are done. */
async function diskOfEvent(db: Db): Promise<number> {
  const [row] = await db<[{ bytes: number }]>`
    select round((pg_total_relation_size('dispatches') + pg_total_relation_size('attempts')) / count(*))::float8 as bytes from dispatches`;
  return row.bytes;
}

/** The difference between the two, for each of so many. */
function each(count: number, less: Cost, more: Cost): Cost {
  const part = (field: keyof Cost, digits: number) => Number(((more[field] - less[field]) / count).toPrecision(digits));
  return {
    node_ms: part("node_ms", 3),
    postgres_ms: part("postgres_ms", 3),
    wal_bytes: part("wal_bytes", 3),
    disk_bytes: part("disk_bytes", 3),
  };
}

/** A report of what the first store has sold, imported, and its month closed. */
async function sellAndClose(db: Db, { server }: DaySide): Promise<void> {
  const isrcs = await db<{ isrc: string }[]>`select distinct isrc from tracks where isrc is not null limit 1000`;
  const rows = Array.from({ length: LINES }, (_, line) => {
    const { isrc } = isrcs[line % isrcs.length] as { isrc: string };
    return `${isrc.replaceAll("-", "")},${territories[line % territories.length]},${1 + (line % 9_000)},0.00${1_000 + (line % 8_999)},EUR`;
  });
  const body = ["isrc,territory,play_count,unit_rate,currency", ...rows, ""].join("\n");
  const headers = { authorization: `Bearer ${marketVariables.SEGUE_OPERATOR_KEY}` };
  const query = `store_id=${dayStoreIds[0]}&period=${PERIOD}`;
  const imported = await fetch(`${server.url}/v1/operator/sales-reports?${query}`, {
    method: "POST",
    headers: { ...headers, "content-type": "text/csv" },
    body,
  });
  const { matched } = (await imported.json()) as { matched?: number };
  if (matched !== LINES) throw new Error(`${matched} of ${LINES} lines were matched.`);
  for (;;) {
    const reply = await fetch(`${server.url}/v1/operator/periods/${PERIOD}/close`, { method: "POST", headers });
    if (reply.status === 200) return;
    // It goes on meanwhile; asking again waits for it.
    if (reply.status !== 503) throw new Error(await reply.text());
  }
}

const territories = ["DE", "FR", "US", "GB", "JP", "BR", "SE", "PL", "IT", "ES"];
