// Sales as an import leaves them: matched, and on no statement yet.

import { newId } from "../src/platform/ids.ts";
import { countUnmatched } from "../src/royalties/matching/match-queries.ts";
import { sumTotals } from "../src/royalties/reports/queries.ts";
import { must } from "./catalog.ts";
import type { Member, World } from "./world.ts";

export type Sale = {
  isrc?: string;
  upc?: string;
  territory?: string;
  play_count: number;
  unit_rate: string;
  /** In place of the rate, as in reports that are read by a format. */
  amount?: string;
  /** The store that the row names. */
  store_id?: string;
  currency?: string;
  usage_period?: string;
};

/** The owner of a work. Without it, the work has no owner. */
type Match = { organization_id: string; release_id: string; track_ids: string[] };

type Report = { store_id: string; period: string; rows: readonly Sale[]; match: (sale: Sale) => Match | undefined };

export async function makeStore(world: World, store_id: string): Promise<string> {
  const body = { store_id, name: store_id, territories: ["WORLD"], connector: { kind: "manual" } };
  await must(world.operator, "POST /v1/operator/stores", body);
  return store_id;
}

const months = new WeakMap<World, number>();

/** A period of its own for each test of a world: a closed one is never opened again. The first is 2000-01. */
export function nextPeriod(world: World): string {
  const month = months.get(world) ?? 0;
  months.set(world, month + 1);
  return `${2000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
}

export async function statementsOf(member: Member, period: string) {
  return (await must(member, `GET /v1/statements?period=${period}`)).body.data;
}

export async function itemsOf(member: Member, statement_id: string) {
  return (await must(member, `GET /v1/statements/${statement_id}/line-items?limit=100`)).body.data;
}

export type Recordings = {
  release_id: string;
  upc: string;
  tracks: { id: string; isrc: string }[];
  /** The ISRC of the first track. */
  isrc: string;
  match: () => Match;
};

/** A release with so many tracks, each with an ISRC. `match`: all of it is its maker's. */
export async function makeRecordings(by: Member, count = 1): Promise<Recordings> {
  const body = { title: "Midnight", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };
  const release = (await must(by, "POST /v1/releases", body)).body;
  const tracks = [];
  for (let place = 1; place <= count; place++) {
    const isrc = `QZ-RSA-26-${String(++recordings).padStart(5, "0")}`;
    tracks.push((await must(by, "POST /v1/tracks", { release_id: release.id, title: `Track ${place}`, isrc })).body);
  }
  const match = { organization_id: by.id, release_id: release.id, track_ids: tracks.map(({ id }) => id) };
  return { release_id: release.id, upc: release.upc, tracks, isrc: tracks[0]?.isrc ?? "", match: () => match };
}

let recordings = 0;

/** Approved, as it must be to earn where no store was sent it. */
async function approve(world: World, { organization_id, release_id }: Match): Promise<void> {
  await world.ctx.db`update releases set status = 'submitted' where id = ${release_id}`;
  await world.ctx.db`
    insert into submissions (id, organization_id, release_id, review_status, issues, submitted_at, reviewed_at)
    values (${newId("sub")}, ${organization_id}, ${release_id}, 'approved', '[]', now(), now())`;
}

/** Amounts, and stores of rows, come with reports that are read by a format. */
async function formatOf({ ctx: { db } }: World, rows: readonly Sale[]): Promise<string | null> {
  if (rows.every(({ amount, store_id }) => amount === undefined && store_id === undefined)) return null;
  await db`
    insert into report_formats (format_id, name, file, rows, columns, parse, unknown_store, store_names, is_built_in, created_at, updated_at)
    values ('format_of_test', 'Test', '{}', '{}', '{}', '{}', 'refuse', '{}', false, now(), now()) on conflict do nothing`;
  return "format_of_test";
}

export async function insertReport(world: World, { store_id, period, rows, match }: Report): Promise<string> {
  const { db } = world.ctx;
  const now = world.clock.now().toISOString();
  const id = newId("rep");
  const [report] = await db<{ number: string }[]>`
    insert into sales_reports (id, store_id, period, status, rows, totals, warnings, format_id, created_at, updated_at)
    values (${id}, ${store_id}, ${period}, 'imported', ${rows.length}, '[]', '[]', ${await formatOf(world, rows)}, ${now}, ${now})
    returning number::text`;
  const number = report?.number ?? "";
  const earning = new Map(rows.map((sale) => [match(sale)?.release_id, match(sale)]));
  for (const found of earning.values()) if (found) await approve(world, found);
  for (const [line, sale] of rows.entries()) {
    const { isrc = null, upc = null, territory = "DE", currency = "EUR", usage_period = period } = sale;
    await db`
      insert into sales_rows (report, line, isrc, upc, territory, play_count, unit_rate, currency, usage_period, amount, store_id)
      values (${number}, ${line + 2}, ${isrc}, ${upc}, ${territory}, ${sale.play_count}, ${sale.unit_rate}, ${currency}, ${usage_period},
        ${sale.amount ?? null}, ${sale.store_id ?? null})`;
    const found = match(sale);
    await db`
      insert into sales_works (report, isrc, upc, rows, amounts, reason, organization_id, release_id, track_ids)
      values (${number}, ${isrc ?? ""}, ${upc ?? ""}, 1, jsonb_build_object(${currency}::text, coalesce(${sale.amount ?? null}::numeric, ${sale.play_count}::numeric * ${sale.unit_rate}::numeric)::text), ${found ? null : "unknown"},
        ${found?.organization_id ?? null}, ${found?.release_id ?? null}, ${found?.track_ids ?? null})
      on conflict (report, isrc, upc) do update set rows = sales_works.rows + 1,
        amounts = sales_works.amounts || jsonb_build_object(${currency}::text,
          (coalesce((sales_works.amounts ->> ${currency})::numeric, 0) + (excluded.amounts ->> ${currency})::numeric)::text)`;
  }
  await world.ctx.begin(async (db) => {
    await sumTotals(db, number);
    await countUnmatched(db, [number]);
  });
  return id;
}
