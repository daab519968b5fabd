// A year's work as rows: releases with a track and their files, deliveries to five stores each, and an event, its dispatch
// and its attempt for each of these. Made once, by statements over whole sets, and kept in a folder for the next run.

import { existsSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, json } from "../server/src/platform/database/db.ts";
import { soundAudio, soundImage } from "../server/test/sound-release.ts";
import { dayStoreIds, type Partner } from "./day-market.ts";
import { databaseOf } from "./product.ts";

const STORES_A_RELEASE = 5;
/** How many releases the year has had. Fewer where the disk is small. */
export const yearReleases = Number(process.env.SEGUE_BENCH_YEAR_RELEASES ?? 1_000_000);
/** Kept between runs. */
export const year_dir =
  process.env.SEGUE_BENCH_YEAR_DIR ?? join(tmpdir(), `segue-bench-year-${yearReleases.toLocaleString("en")}`);

// Measured: rows and indexes of one release, with room for sorting indexes and for the WAL.
const BYTES_A_RELEASE = 20_000;

export function assertRoom(): void {
  if (existsSync(year_dir)) return;
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = yearReleases * BYTES_A_RELEASE;
  if (bavail * bsize > needed) return;
  throw new Error(
    `A year of ${yearReleases.toLocaleString("en")} releases needs ${(needed / 1e9).toFixed(0)} GB; ${(bavail * bsize) / 1e9} GB are free. ` +
      "Set SEGUE_BENCH_YEAR_RELEASES to fewer, or SEGUE_BENCH_YEAR_DIR to a folder on another disk.",
  );
}

/** `data_dir` says whether it was done before. */
export async function fillYear(socket_dir: string, data_dir: string, partners: readonly Partner[]): Promise<void> {
  const mark = join(data_dir, "year-is-filled");
  if (existsSync(mark)) return;
  const database = databaseOf({ socket_dir }, 1);
  await database.alone(async (db) => {
    await db`set statement_timeout = 0`;
    await db`set lock_timeout = 0`;
    await db`set maintenance_work_mem = '512MB'`;
    await db`set synchronous_commit = off`;
    // All references are right by construction, and no trigger has to count.
    await db`set session_replication_role = replica`;
    for (const { table, insert } of fillings(partners)) {
      const began = Date.now();
      await withoutIndexes(db, table, () => insert(db));
      await db`vacuum (analyze, freeze) ${db(table)}`;
      process.stdout.write(`${table}: ${((Date.now() - began) / 1000).toFixed(0)} s\n`);
    }
  });
  await database.close();
  writeFileSync(mark, "");
}

/** To make an index of many rows at once is several times as fast as row by row. Those that hold a constraint stay. */
async function withoutIndexes(db: Db, table: string, work: () => Promise<unknown>): Promise<void> {
  const indexes = await db<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = ${table} and not exists (select 1 from pg_constraint where conname = indexname)`;
  for (const { name } of indexes) await db`drop index ${db(name)}`;
  await work();
  for (const { definition } of indexes) await db.unsafe(definition);
}

type Filling = { table: string; insert(db: Db): Promise<unknown> };

/** Ids follow the time, as the product's do; these are older than any that it makes. A second of the year for each 30 releases or so. */
function fillings(partners: readonly Partner[]): Filling[] {
  const owners = partners.map(({ id }) => id);
  const webhooks = partners.map(({ webhook_id }) => webhook_id);
  const stores = dayStoreIds.slice(0, STORES_A_RELEASE);
  const id = (db: Db, prefix: string) => db`${prefix}::text || '_00' || lpad(to_hex(n), 24, '0')`;
  const owner = (db: Db) => db`(${owners}::text[])[1 + n % ${owners.length}::int]`;
  const at = (db: Db) => db`now() - interval '365 days' + n * (interval '364 days' / ${yearReleases}::int)`;
  const all = (db: Db) => db`generate_series(1, ${yearReleases}::int) as n`;
  const each = (db: Db) => db`unnest(${stores}::text[]) with ordinality as store (store_id, place)`;
  const upc = (db: Db) => db`lpad(n::text, 12, '0')`;
  const event = (db: Db) => db`'evt_00' || lpad(to_hex(n), 22, '0') || lpad(place::text, 2, '0')`;
  return [
    {
      table: "assets",
      insert: (db) => db`
      insert into assets (id, organization_id, type, filename, content_type, size_bytes, checksum_sha256, status, audio, image, blob_key,
        upload_expires_at, created_at, updated_at)
      select ${id(db, "ast")} || type, ${owner(db)}, type, 'a.bin', 'application/octet-stream', 1000, md5(n::text || type) || md5(type || n),
        'ready', case when type = 'audio' then ${json(db, soundAudio)}::jsonb end, case when type = 'artwork' then ${json(db, soundImage)}::jsonb end,
        'year' || n || type, ${at(db)}, ${at(db)}, ${at(db)}
      from ${all(db)}, (values ('audio'), ('artwork')) as kind (type)`,
    },
    {
      table: "releases",
      insert: (db) => db`
      insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, genre, language, explicit, status,
        holds_fingerprint, search, artwork_asset_id, created_at, updated_at)
      select ${id(db, "rel")}, ${owner(db)}, 'Midnight ' || n, '[{"name": "Vera Lux", "role": "main"}]', '2030-03-01', 'Bench', ${upc(db)},
        '{WORLD}', 'Pop', 'en', false, 'delivered', true, 'midnight ' || n || ' vera lux bench', ${id(db, "ast")} || 'artwork', ${at(db)}, ${at(db)}
      from ${all(db)}`,
    },
    {
      table: "tracks",
      insert: (db) => db`
      insert into tracks (id, organization_id, release_id, title, isrc, disc_number, track_number, explicit, audio_asset_id, created_at, updated_at)
      select ${id(db, "trk")}, ${owner(db)}, ${id(db, "rel")}, 'Midnight ' || n, 'QZ-Y' || lpad((n / 100000)::text, 2, '0') || '-25-' || lpad((n % 100000)::text, 5, '0'),
        1, 1, false, ${id(db, "ast")} || 'audio', ${at(db)}, ${at(db)} from ${all(db)}`,
    },
    {
      table: "submissions",
      insert: (db) => db`
      insert into submissions (id, organization_id, release_id, review_status, issues, submitted_at, reviewed_at)
      select ${id(db, "sub")}, ${owner(db)}, ${id(db, "rel")}, 'approved', '[]', ${at(db)}, ${at(db)} from ${all(db)}`,
    },
    {
      table: "deliveries",
      insert: (db) => db`
      insert into deliveries (id, organization_id, release_id, status, territory_codes, created_at, updated_at, completed_at)
      select ${id(db, "dlv")}, ${owner(db)}, ${id(db, "rel")}, 'delivered', '{WORLDWIDE}', ${at(db)}, ${at(db)}, ${at(db)} from ${all(db)}`,
    },
    {
      table: "delivery_stores",
      insert: (db) => db`
      insert into delivery_stores (delivery_id, store_id, organization_id, place, status, territory_codes, attempts, failures, upc, label,
        release_date, history, updated_at, delivered_at)
      select ${id(db, "dlv")}, store_id, ${owner(db)}, place, 'delivered', '{DE,FR}', 1, 0, ${upc(db)}, 'Bench', '2030-03-01',
        '[{"status": "queued", "at": "2026-06-01T00:00:00.000Z"}]', ${at(db)}, ${at(db)}
      from ${all(db)}, ${each(db)}`,
    },
    {
      table: "store_messages",
      insert: (db) => db`
      insert into store_messages (message_id, organization_id, delivery_id, store_id, attempt, kind, message, created_at, sent_at, answered_at, taken_at)
      select ${id(db, "dlv")} || '-' || store_id, ${owner(db)}, ${id(db, "dlv")}, store_id, 1, 'new', '{}', ${at(db)}, ${at(db)}, ${at(db)}, ${at(db)}
      from ${all(db)}, ${each(db)}`,
    },
    {
      table: "events",
      insert: (db) => db`
      insert into events (id, organization_id, event_type, body, created_at, transaction_id)
      select ${event(db)}, ${owner(db)}, 'delivery.store.updated', '{"id": "' || (${event(db)}) || '", "event_type": "delivery.store.updated"}',
        ${at(db)}, '0'
      from ${all(db)}, ${each(db)}`,
    },
    {
      table: "dispatches",
      insert: (db) => db`
      insert into dispatches (event_id, webhook_id, organization_id, status, tries, attempts, created_at)
      select ${event(db)}, (${webhooks}::text[])[1 + n % ${webhooks.length}::int], ${owner(db)}, 'delivered', 1, 1, ${at(db)}
      from ${all(db)}, ${each(db)}`,
    },
    {
      table: "attempts",
      insert: (db) => db`
      insert into attempts (id, event_id, webhook_id, round, status_code, duration_ms, response_body, created_at)
      select ${event(db)}, ${event(db)}, (${webhooks}::text[])[1 + n % ${webhooks.length}::int], 1, 200, 1, '', ${at(db)}
      from ${all(db)}, ${each(db)}`,
    },
  ];
}
