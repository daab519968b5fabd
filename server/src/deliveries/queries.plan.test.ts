// How a release stands is read under its lock, after every move of a store. That costs what the release has, whatever PostgreSQL
// believes about the deliveries of others.

import { expect, inject, test } from "vitest";
import { countRead } from "../../test/rows-read.ts";
import { cloneDatabase } from "../../test/world.ts";
import { type Db, openDatabase, type TransactionDb } from "../platform/database/db.ts";
import { listStandings } from "../releases/standing-queries.ts";
import { listLockedStores } from "./locked-queries.ts";

const OTHERS = 2_000;
const STORES = 5;
const MOST_READ = 100;
const tables = ["deliveries", "delivery_stores", "releases", "store_messages"];

test("the standing of a release reads its own rows when one release has all deliveries that PostgreSQL has seen", async () => {
  const { db, begin, close } = openDatabase({ ...inject("postgres"), database: await cloneDatabase() }, 1);
  // The rows refer to organizations and stores that are not there.
  await db`set session_replication_role = replica`;
  const [organization_id, own, others] = ["org_1", "rel_own", "rel_others"];
  await db`
    insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, explicit, status, search, created_at,
      updated_at)
    values (${own}, ${organization_id}, 'Title', '[]', '2030-03-01', 'Label', '036000291452', '{WORLD}', false, 'submitted', 'title', now(), now())`;
  await insertDeliveries(db, { organization_id, release_id: others, prefix: "dlv_other_", count: OTHERS });
  await db`vacuum analyze deliveries, delivery_stores, store_messages`;
  await insertDeliveries(db, { organization_id, release_id: own, prefix: "dlv_own_", count: 2 });
  const reads: [string, (db: TransactionDb) => Promise<object[]>][] = [
    ["at all stores", (db) => listStandings(db, { organization_id, id: own })],
    ["at the other stores", (db) => othersOf(db, "dlv_own_1", ["store_1"])],
  ];
  const found: { name: string; read: number; kinds: number }[] = [];
  for (const mode of ["force_generic_plan", "force_custom_plan"])
    for (const [name, run] of reads)
      await begin(async (db) => {
        await db`select set_config('plan_cache_mode', ${mode}, true)`;
        const before = await countRead(db, tables);
        const kinds = (await run(db)).length;
        found.push({ name: `${name}, ${mode}`, kinds, read: (await countRead(db, tables)) - before });
      });
  await close();
  expect(found.map(({ kinds }) => kinds)).toEqual([1, 2, 1, 2]);
  expect(found.filter(({ read }) => read > MOST_READ)).toEqual([]);
});

async function othersOf(db: TransactionDb, delivery_id: string, store_ids: readonly string[]): Promise<object[]> {
  const [store] = await listLockedStores(db, delivery_id, { store_ids });
  return store?.others ?? [];
}

type Given = { organization_id: string; release_id: string; prefix: string; count: number };

async function insertDeliveries(db: Db, { organization_id, release_id, prefix, count }: Given): Promise<void> {
  await db`
    insert into deliveries (id, organization_id, release_id, status, territory_codes, created_at, updated_at, completed_at)
    select ${prefix}::text || n, ${organization_id}, ${release_id}, 'delivered', '{WORLDWIDE}', now(), now(), now()
    from generate_series(1, ${count}::int) as n`;
  await db`
    insert into delivery_stores (delivery_id, store_id, organization_id, place, status, territory_codes, attempts, failures, upc,
      label, release_date, history, rejection_code, updated_at)
    select ${prefix}::text || n, 'store_' || place, ${organization_id}, place, 'action_required', '{DE}', 2, 0, ${prefix}::text || n, 'L',
      '2030-03-01', '[{"status": "delivered", "at": "2026-06-01T00:00:00.000Z"}]', 'invalid_message', now()
    from generate_series(1, ${count}::int) as n, generate_series(1, ${STORES}::int) as place`;
  await db`
    insert into store_messages (message_id, organization_id, delivery_id, store_id, attempt, kind, message, answer, created_at)
    select ${prefix}::text || n || '-' || place || '-' || attempt, ${organization_id}, ${prefix}::text || n, 'store_' || place, attempt, 'new', '{}',
      '{"status": "rejected"}', now()
    from generate_series(1, ${count}::int) as n, generate_series(1, ${STORES}::int) as place, generate_series(1, 2) as attempt`;
}
