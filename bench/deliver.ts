// Releases to 20 simulated stores that answer at once: from POST until every store is `delivered` and every event is
// recorded, beside a bare script with the fewest commits; beside itself with a million rows of stores already there; and beside
// itself where the same stores get ERN messages, which are written and checked, and which they swallow.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { json } from "../server/src/platform/database/db.ts";
import { newId } from "../server/src/platform/ids.ts";
import { soundAudio, soundImage } from "../server/test/sound-release.ts";
import { childMessage } from "./child-message.ts";
import { CONNECTIONS, sideBySide, type Turn } from "./measure.ts";
import { code_before, databaseOf, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const FLOOR_MARK = 0.4;
const SIZE_MARK = 0.8;
const ERN_MARK = 0.8;
const BEFORE_MARK = 0.9;
const STORES = 20;
const DELIVERIES = 20;
const FEW = 1_000;
const MANY = 1_000_000;
const DONE_WITHIN_MS = 60_000;

export type DeliverTask = { release_ids: string[]; store_ids: string[] };

export async function benchDeliver(): Promise<Result[]> {
  const few = await prepare(FEW);
  const floor = startFloor(few);
  const bare = await sideBySide(few.turn, floor.turn);
  floor.stop();
  const before = await besideBefore(few);
  const written = await prepare(FEW, "ern_unread");
  const ern = await sideBySide(written.turn, few.turn);
  await written.product.stop();
  const many = await prepare(MANY);
  const size = await sideBySide(many.turn, few.turn);
  await many.product.stop();
  await few.product.stop();
  return [
    {
      what: `stores delivered to, ${STORES} a release`,
      value: `${bare.product.toFixed(0)}/s`,
      floor: `${bare.floor.toFixed(0)}/s`,
      ratio: bare.ratio,
      spread: bare.spread,
      mark: { text: `≥ ${FLOOR_MARK}`, isMet: bare.ratio >= FLOOR_MARK },
    },
    ...before,
    {
      what: "with 1,000,000 rows of stores, beside 1,000",
      value: `${size.product.toFixed(0)}/s`,
      floor: `${size.floor.toFixed(0)}/s`,
      ratio: size.ratio,
      spread: size.spread,
      mark: { text: `≥ ${SIZE_MARK}`, isMet: size.ratio >= SIZE_MARK },
    },
    {
      what: "to stores that get ERN and swallow it, beside stores that get JSON",
      value: `${ern.product.toFixed(0)}/s`,
      floor: `${ern.floor.toFixed(0)}/s`,
      ratio: ern.ratio,
      spread: ern.spread,
      mark: { text: `≥ ${ERN_MARK}`, isMet: ern.ratio >= ERN_MARK },
    },
  ];
}

/** Only where SEGUE_BENCH_BEFORE names a checkout of the code before. */
async function besideBefore(now: Prepared): Promise<Result[]> {
  if (code_before === undefined) return [];
  const before = await prepare(FEW, "json", code_before);
  const { product, floor, ratio, spread } = await sideBySide(now.turn, before.turn);
  await before.product.stop();
  const what = "the same, beside the code before";
  const mark = { text: `≥ ${BEFORE_MARK}`, isMet: ratio >= BEFORE_MARK };
  return [{ what, value: `${product.toFixed(0)}/s`, floor: `${floor.toFixed(0)}/s`, ratio, spread, mark }];
}

// Without it no ERN message goes out.
const sender = { SEGUE_DDEX_PARTY_ID: "PADPIDA2014120301U", SEGUE_DDEX_PARTY_NAME: "Bench" };

type Prepared = { product: Product; turn: Turn };

async function prepare(rows: number, format: "json" | "ern_unread" = "json", checkout?: string): Promise<Prepared> {
  const product = await startProduct(sender, checkout);
  await addStores(product, format);
  await fill(product, rows);
  return { product, turn: () => deliverAll(product) };
}

const storeIds = Array.from({ length: STORES }, (_, index) => `store_bench_${String(index).padStart(2, "0")}`);

async function addStores(product: Product, format: string): Promise<void> {
  for (const store_id of storeIds)
    await post(product, product.operator_key, "/v1/operator/stores", {
      store_id,
      name: store_id,
      territories: ["WORLD"],
      requirements: "none",
      connector: { kind: "simulated", behaviour: "confirm", latency_ms: 0, format },
    });
}

async function post(product: Product, key: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const reply = await fetch(product.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (reply.status !== 201) throw new Error(await reply.text());
  await reply.arrayBuffer();
}

/** In stores per second. */
async function deliverAll(product: Product): Promise<number> {
  const { db, close } = databaseOf(product, 1);
  const waiting = await makeReleases(product, DELIVERIES);
  const began = performance.now();
  const deliver = async (): Promise<void> => {
    for (let release_id = waiting.pop(); release_id; release_id = waiting.pop())
      await post(product, product.organization.key, "/v1/deliveries", {
        release_id,
        store_ids: storeIds,
        territory_codes: ["WORLDWIDE"],
      });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, deliver));
  for (;;) {
    const [row] = await db`select 1 from deliveries where status = 'in_progress' limit 1`;
    if (!row) break;
    if (performance.now() - began > DONE_WITHIN_MS) throw new Error("The deliveries do not come to an end.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const rate = (DELIVERIES * STORES) / ((performance.now() - began) / 1000);
  await close();
  return rate;
}

/** Approved, with a track, as rows: how they come to be is measured elsewhere. */
async function makeReleases(product: Product, count: number): Promise<string[]> {
  const { db, close } = databaseOf(product, 1);
  const { id: organization_id } = product.organization;
  const ids = Array.from({ length: count }, () => newId("rel"));
  await db`
    insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, explicit, status, holds_fingerprint, search, created_at,
      updated_at)
    select id, ${organization_id}, 'Title', '[{"name": "Vera Lux", "role": "main"}]', '2030-03-01', id, '036000291452', '{WORLD}', false,
      'submitted', true, 'title', now(), now() from unnest(${ids}::text[]) as id`;
  await db`
    insert into submissions (id, organization_id, release_id, review_status, issues, submitted_at, reviewed_at)
    select 'sub_' || id, ${organization_id}, id, 'approved', '[]', now(), now() from unnest(${ids}::text[]) as id`;
  for (const type of ["audio", "artwork"]) {
    const facts = type === "audio" ? { audio: soundAudio, image: null } : { audio: null, image: soundImage };
    await db`
      insert into assets (id, organization_id, type, filename, content_type, size_bytes, checksum_sha256, status, audio, image, blob_key,
        upload_expires_at, created_at, updated_at)
      select 'ast_' || ${type} || id, ${organization_id}, ${type}, 'a.bin', 'application/octet-stream', 1000, encode(sha256(id::bytea), 'hex'), 'ready',
        ${json(db, facts.audio)}::jsonb, ${json(db, facts.image)}::jsonb, ${type} || id, now(), now(), now()
      from unnest(${ids}::text[]) as id`;
  }
  await db`
    insert into tracks (id, organization_id, release_id, title, isrc, disc_number, track_number, explicit, audio_asset_id, created_at, updated_at)
    select 'trk_' || id, ${organization_id}, id, 'Title', 'QZ-ABC-26-' || lpad(n::text, 5, '0'), 1, 1, false, 'ast_audio' || id, now(), now() from unnest(${ids}::text[]) with ordinality as made (id, n)`;
  await db`update releases set artwork_asset_id = 'ast_artwork' || id where id = any(${ids})`;
  await close();
  return ids;
}

/** Deliveries of long ago, each to all stores. */
async function fill(product: Product, rows: number): Promise<void> {
  const [release_id = ""] = await makeReleases(product, 1);
  const { db, close } = databaseOf(product, 1);
  const { id: organization_id } = product.organization;
  await db`set statement_timeout = 0`;
  // These rows refer to what is there; to have three million references checked takes longer than to write them.
  await db`set session_replication_role = replica`;
  await db`
    insert into deliveries (id, organization_id, release_id, status, territory_codes, created_at, updated_at, completed_at)
    select 'dlv_' || lpad(to_hex(n), 26, '0'), ${organization_id}, ${release_id}, 'delivered', '{WORLDWIDE}', now(), now(), now()
    from generate_series(1, ${rows / STORES}::int) as n`;
  await db`
    insert into delivery_stores (delivery_id, store_id, organization_id, place, status, territory_codes, attempts, failures, upc, label,
      release_date, history, updated_at)
    select 'dlv_' || lpad(to_hex(n), 26, '0'), store_id, ${organization_id}, place, 'delivered', '{DE,FR}', 1, 0, n::text, 'Bench',
      '2030-03-01', '[{"status": "queued", "at": "2026-06-01T00:00:00.000Z"}]', now()
    from generate_series(1, ${rows / STORES}::int) as n, unnest(${storeIds}::text[]) with ordinality as store (store_id, place)`;
  await db`vacuum analyze deliveries`;
  await db`vacuum analyze delivery_stores`;
  await close();
}

function startFloor({ product }: Prepared): { turn: Turn; stop(): void } {
  const path = fileURLToPath(new URL("deliver-floor.ts", import.meta.url));
  const child = fork(path, [product.socket_dir, product.organization.id], { execArgv: ["--import", "tsx"] });
  const turn: Turn = async () => {
    const task: DeliverTask = { release_ids: await makeReleases(product, DELIVERIES), store_ids: storeIds };
    child.send(task);
    const rate = await childMessage<number>(child);
    return rate;
  };
  return { turn, stop: () => void child.kill() };
}
