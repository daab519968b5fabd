// A sales report of 2,000,000 rows over 50,000 recordings, from the first byte sent to the answer: parsed, copied, summed and matched.
// Beside it a bare COPY of the same bytes into a table without an index, the same rows by a format (amounts, dates, names of stores), and
// how much memory the service takes meanwhile.

import { request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { median } from "./measure.ts";
import { databaseOf, memoryOf, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const ROWS = Number(process.env.BENCH_ROWS ?? 2_000_000);
const RECORDINGS = 50_000;
const TURNS = 3;
const MARK = 0.4;
const FORMAT_MARK = 1.5;
const MEMORY_MARK_MB = 60;
const PIECE_BYTES = 65_536;
const HEADING = "isrc,territory,play_count,unit_rate,currency\n";
const FUGA_HEADING = "Asset ISRC,Product UPC,Territory,Quantity,Reported Royalty,Currency,Sale Start date,DSP\n";
const names = ["Spotify", "Apple Music", "Deezer", "TIDAL"];
const territories = ["DE", "FR", "US", "GB", "JP", "BR", "SE", "MX", "IN", "ZA"];

export async function benchImport(): Promise<Result[]> {
  const product = await startProduct();
  const database = databaseOf(product, 1);
  await database.db`set statement_timeout = 0`;
  await fillCatalogue(database.db, product.organization.id);
  await database.db`
    create table bare_rows (isrc text, territory text, play_count bigint, unit_rate numeric, currency text)`;
  const idle_mb = memoryOf(product.pid);
  const turns: Turn[] = [];
  let most_mb = idle_mb;
  const watching = setInterval(() => {
    most_mb = Math.max(most_mb, memoryOf(product.pid));
  }, 100);
  for (let turn = 0; turn <= TURNS; turn++) {
    const bytes = reportOf(turn);
    const floor_s = await seconds(async () => {
      const rows = await database.db`copy bare_rows from stdin (format csv, header)`.writable();
      await pipeline(Readable.from(pieces(bytes)), rows);
    });
    await database.db`truncate bare_rows`;
    const product_s = await seconds(() => send(product, turn, bytes));
    const mapped = mappedOf(turn);
    const format_s = await seconds(() => send(product, turn, mapped));
    const taken = `${floor_s.toFixed(2)} s bare, ${product_s.toFixed(2)} s imported, ${format_s.toFixed(2)} s by a format`;
    process.stdout.write(`  ${taken}\n`);
    // The first warms all up.
    if (turn > 0) turns.push({ product_s, floor_s, format_s });
  }
  clearInterval(watching);
  await database.close();
  await product.stop();
  return results(turns, most_mb - idle_mb);
}

type Turn = { product_s: number; floor_s: number; format_s: number };

function results(turns: readonly Turn[], memory_mb: number): Result[] {
  const slower = turns.map(({ product_s, format_s }) => format_s / product_s).sort((a, b) => a - b);
  const ratios = turns.map(({ product_s, floor_s }) => floor_s / product_s).sort((a, b) => a - b);
  const ratio = median(ratios);
  const speed = (seconds: number) => `${Math.round(ROWS / seconds).toLocaleString("en")} rows/s`;
  return [
    {
      what: `a report of ${ROWS.toLocaleString("en")} rows, imported and matched`,
      value: speed(median(turns.map(({ product_s }) => product_s))),
      floor: `${speed(median(turns.map(({ floor_s }) => floor_s)))} by a bare COPY`,
      ratio,
      spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
      mark: { text: `≥ ${MARK}`, isMet: ratio >= MARK },
    },
    {
      what: "the same by a format",
      value: speed(median(turns.map(({ format_s }) => format_s))),
      floor: "the time of the plain columns",
      ratio: median(slower),
      spread: `${slower[0]?.toFixed(2)}–${slower.at(-1)?.toFixed(2)}`,
      mark: { text: `≤ ${FORMAT_MARK}`, isMet: median(slower) <= FORMAT_MARK },
    },
    {
      what: "memory above idle meanwhile",
      value: `${Math.round(memory_mb)} MB`,
      mark: { text: `≤ ${MEMORY_MARK_MB} MB`, isMet: memory_mb <= MEMORY_MARK_MB },
    },
  ];
}

/** Each turn's bytes are its own: the same twice are refused. */
function reportOf(turn: number): Buffer {
  const rows = [HEADING];
  for (let row = 0; row < ROWS; row++) {
    const recording = (row * 7_919) % RECORDINGS;
    const rate = `0.00${1_000 + (row % 8_999)}`;
    rows.push(`${isrcOf(recording)},${territories[row % 10]},${turn + (row % 9_000)},${rate},EUR\n`);
  }
  return Buffer.from(rows.join(""));
}

/** As FUGA sends them. */
function mappedOf(turn: number): Buffer {
  const rows = [FUGA_HEADING];
  const month = `2020-${String(turn + 1).padStart(2, "0")}-01`;
  for (let row = 0; row < ROWS; row++) {
    const amount = `${row % 90}.${1_000 + (row % 8_999)}`;
    const place = territories[row % 10];
    rows.push(
      `${isrcOf((row * 7_919) % RECORDINGS)},,${place},${turn + (row % 9_000)},${amount},EUR,${month},${names[row % 4]}\n`,
    );
  }
  return Buffer.from(rows.join(""));
}

function isrcOf(recording: number): string {
  return `QZBEN24${String(recording).padStart(5, "0")}`;
}

/** 10 tracks a release, all of them delivered to the store. */
async function fillCatalogue(db: ReturnType<typeof databaseOf>["db"], organization_id: string): Promise<void> {
  await db`
    insert into stores (store_id, name, territories, capabilities, requirements, connector, connector_secrets, status, created_at, updated_at)
    values ('store_bench', 'Bench', '{WORLD}', '{}', '"none"', '{"kind": "manual"}', '{}', 'active', now(), now())`;
  await db`
    insert into stores (store_id, name, territories, capabilities, requirements, connector, connector_secrets, status, created_at, updated_at)
    select 'store_' || n, 'Bench', '{WORLD}', '{}', '"none"', '{"kind": "reported"}', '{}', 'active', now(), now() from generate_series(1, 4) n`;
  await db`
    insert into store_report_names (key, store_id, name, place)
    select lower(name), 'store_' || place, name, 1 from unnest(${names}::text[]) with ordinality as given (name, place)`;
  await db`
    insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, explicit, status, search, created_at, updated_at)
    select 'rel_bench' || n, ${organization_id}, 'Bench', '[]', '2030-03-01', 'Bench', lpad(n::text, 12, '0'), '{WORLD}', false,
      'delivered', 'bench', now(), now() from generate_series(0, ${RECORDINGS / 10 - 1}::int) n`;
  await db`
    insert into tracks (id, organization_id, release_id, title, disc_number, track_number, explicit, isrc, created_at, updated_at)
    select 'trk_bench' || n, ${organization_id}, 'rel_bench' || n / 10, 'Bench', 1, n % 10 + 1, false,
      'QZ-BEN-24-' || lpad(n::text, 5, '0'), now(), now() from generate_series(0, ${RECORDINGS - 1}::int) n`;
  await db`
    insert into deliveries (id, organization_id, release_id, status, territory_codes, created_at, updated_at)
    select 'dlv_' || id, ${organization_id}, id, 'delivered', '{WORLDWIDE}', now(), now() from releases`;
  await db`
    insert into delivery_stores (delivery_id, store_id, organization_id, place, status, territory_codes, attempts, failures, upc, label,
      release_date, history, updated_at)
    select 'dlv_' || id, 'store_bench', ${organization_id}, 1, 'delivered', '{DE}', 1, 0, upc, label, release_date, '[]', now()
    from releases`;
  await db`
    insert into sent_codes (code, set_id, organization_id, release_id, track_id)
    select isrc, md5(release_id)::uuid, organization_id, release_id, id from tracks
    union all select '0' || upc, md5(id)::uuid, organization_id, id, '' from releases`;
  await db`insert into sent_sets (set_id, store_id, first_at) select md5(id)::uuid, 'store_bench', now() from releases`;
  await db.unsafe("vacuum analyze");
}

async function send(product: Product, turn: number, bytes: Buffer): Promise<void> {
  const headers = {
    authorization: `Bearer ${product.operator_key}`,
    "content-type": "text/csv",
    "content-length": bytes.length,
  };
  const url = `${product.url}/v1/operator/sales-reports?store_id=store_bench&period=2020-${String(turn + 1).padStart(2, "0")}`;
  const asked = request(url, { method: "POST", headers });
  const answered = new Promise<string>((resolve, reject) => {
    asked.on("error", reject);
    asked.on("response", (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      reply.on("end", () => resolve(text));
    });
  });
  await pipeline(Readable.from(pieces(bytes)), asked);
  const report = JSON.parse(await answered) as { rows?: number; matched?: number };
  if (report.matched !== ROWS) throw new Error(`Not imported: ${JSON.stringify(report).slice(0, 500)}`);
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began_ms = performance.now();
  await work();
  return (performance.now() - began_ms) / 1_000;
}
