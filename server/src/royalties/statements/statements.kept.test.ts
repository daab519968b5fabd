// A statement never changes: what it says of its tracks, its tax and the reports it came from is kept with it.

import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import {
  insertReport,
  itemsOf,
  makeRecordings,
  makeStore,
  nextPeriod,
  statementsOf,
} from "../../../test/reported-sales.ts";
import { createWorld, type Member, type World } from "../../../test/world.ts";
import { transaction } from "../../platform/context.ts";
import { makeSandboxStatements } from "../closing/sandbox-statement.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const store_id of ["store_east", "store_west"]) await makeStore(world, store_id);
});
afterAll(() => world.close());

const close = (period: string) => must(world.operator, `POST /v1/operator/periods/${period}/close`);
const csvOf = async (member: Member, id: string) =>
  (await member.call(`GET /v1/statements/${id}/line-items`, { headers: { accept: "text/csv" } })).text;
const statementOf = async (member: Member, period: string) => (await statementsOf(member, period))[0];

test("its CSV stays as it was, byte for byte, whatever becomes of the track and the release", async () => {
  const member = await world.organization();
  const { isrc, match, release_id, tracks, upc } = await makeRecordings(member);
  const period = nextPeriod(world);
  await insertReport(world, {
    store_id: "store_east",
    period,
    rows: [{ isrc, play_count: 2, unit_rate: "0.5" }],
    match,
  });
  await close(period);
  const { id } = await statementOf(member, period);
  const [release] = await world.ctx.db`select label from releases where id = ${release_id}`;
  const before = await csvOf(member, id);
  expect(before).toContain(`,Vera Lux,${upc},`);
  expect(before).toContain(`,${release?.label},rep_`);
  await must(member, `PATCH /v1/tracks/${tracks[0]?.id}`, {
    title: "Another",
    artists: [{ name: "Ann", role: "main" }],
  });
  await must(member, `PATCH /v1/releases/${release_id}`, {
    title: "Another",
    label: "Another",
    artists: [{ name: "Ann", role: "main" }],
  });
  expect(await csvOf(member, id)).toBe(before);
  await world.ctx.db`delete from tracks where release_id = ${release_id}`;
  expect(await csvOf(member, id)).toBe(before);
});

test("so does one that was made in the sandbox", async () => {
  const member = await world.organization();
  const { isrc, tracks } = await makeRecordings(member);
  const row = { isrc, store_id: "store_east", territory: "DE", play_count: 2, unit_rate: "0.5", currency: "EUR" };
  const made = await transaction(world.ctx, (ctx) =>
    makeSandboxStatements(ctx, member.id, { period: nextPeriod(world), rows: [row] }),
  );
  const id = made.data[0]?.id ?? "";
  const before = await csvOf(member, id);
  expect(before).toContain(",Vera Lux,");
  await must(member, `PATCH /v1/tracks/${tracks[0]?.id}`, { title: "Another" });
  expect(await csvOf(member, id)).toBe(before);
  expect((await itemsOf(member, id))[0].report_ids).toEqual([]);
});

test("it keeps the territories that were taxed, and a royalty what its tax was taken from", async () => {
  const member = await world.organization({
    fee_rate: "0.15",
    withholding_rate: "0.3",
    withholding_territories: ["US"],
  });
  const { isrc, match } = await makeRecordings(member);
  const period = nextPeriod(world);
  const rows = ["US", "DE"].map((territory) => ({ isrc, play_count: 100, unit_rate: "0.0125", territory }));
  await insertReport(world, { store_id: "store_east", period, rows, match });
  await close(period);
  await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { withholding_territories: ["JP"] });
  const statement = await statementOf(member, period);
  expect(statement).toMatchObject({ withholding_rate: "0.3", withholding_territories: ["US"], tax_amount: "0.32" });
  const [royalty] = (await must(member, `GET /v1/royalties?statement_id=${statement.id}`)).body.data;
  // US alone: gross 1.25, its fee 0.1875 → 0.19.
  expect(royalty).toMatchObject({ gross_amount: "2.50", taxable_amount: "1.06", tax_amount: "0.32" });
});

test("where all territories are taxed, the tax was taken from gross less fee", async () => {
  const member = await world.organization({ fee_rate: "0.15", withholding_rate: "0.1" });
  const { isrc, match } = await makeRecordings(member);
  const period = nextPeriod(world);
  await insertReport(world, {
    store_id: "store_east",
    period,
    rows: [{ isrc, play_count: 29, unit_rate: "0.35" }],
    match,
  });
  await close(period);
  const statement = await statementOf(member, period);
  expect(statement.withholding_territories).toBe(null);
  const [royalty] = (await must(member, `GET /v1/royalties?statement_id=${statement.id}`)).body.data;
  expect(royalty).toMatchObject({ gross_amount: "10.15", fee_amount: "1.52", taxable_amount: "8.63" });
});

test("a line item names the reports that its rows came from, and no others", async () => {
  const member = await world.organization();
  const { isrc, match } = await makeRecordings(member);
  const period = nextPeriod(world);
  const sale = (territory: string) => ({ isrc, play_count: 2, unit_rate: "0.5", territory });
  const report = (store_id: string, ...territories: string[]) =>
    insertReport(world, { store_id, period, rows: territories.map(sale), match });
  const first = await report("store_east", "DE", "FR");
  const second = await report("store_east", "DE", "US");
  const other = await report("store_west", "DE");
  await close(period);
  const { id } = await statementOf(member, period);
  const items: { store_id: string; territory: string; report_ids: string[] }[] = await itemsOf(member, id);
  const named = Object.fromEntries(items.map((item) => [`${item.store_id} ${item.territory}`, item.report_ids]));
  expect(named).toEqual({
    "store_east DE": [first, second],
    "store_east FR": [first],
    "store_east US": [second],
    "store_west DE": [other],
  });
  expect(await csvOf(member, id)).toContain(`,${first} ${second},exact,,,\r\n`);
});

test("what an earlier version wrote is given the present names once, and then keeps them", async () => {
  const member = await world.organization({
    fee_rate: "0.15",
    withholding_rate: "0.3",
    withholding_territories: ["US"],
  });
  const { isrc, match, tracks } = await makeRecordings(member);
  const period = nextPeriod(world);
  const rows = ["US", "DE"].map((territory) => ({ isrc, play_count: 100, unit_rate: "0.0125", territory }));
  await insertReport(world, { store_id: "store_east", period, rows, match });
  await insertReport(world, { store_id: "store_west", period, rows: rows.slice(0, 1), match });
  await close(period);
  const { id } = await statementOf(member, period);
  const { db } = world.ctx;
  const asWritten = await csvOf(member, id);
  await db`delete from statement_tracks`;
  await db`update closing_stores set reports = null`;
  await db`update statements set withholding_territories = null`;
  await db`update royalties set taxable_amount = null`;
  await fillOld();
  expect(await csvOf(member, id)).toBe(asWritten);
  await must(member, `PATCH /v1/tracks/${tracks[0]?.id}`, { title: "Another" });
  await fillOld();
  expect(await csvOf(member, id)).toBe(asWritten);
  expect((await statementOf(member, period)).withholding_territories).toEqual(["US"]);
  const royalties = (await must(member, `GET /v1/royalties?statement_id=${id}`)).body.data;
  // At the one store all usage was in the US. At the other only some was: what was taxed there is not known any more.
  const taxable = Object.fromEntries(
    royalties.map((royalty: Record<string, string>) => [royalty.store_id, royalty.taxable_amount]),
  );
  expect(taxable).toEqual({ store_west: "1.06", store_east: null });
});

/** The steps of the migration, as a start sends them. */
async function fillOld(): Promise<void> {
  const folder = new URL("../../../migrations/", import.meta.url);
  const name = readdirSync(folder).find((file) => file.endsWith("_kept_with_old_statements.sql")) ?? "";
  const [, ...steps] = readFileSync(new URL(name, folder), "utf8").split(/^-- (?:step|repeat)$/m);
  for (const step of steps) while ((await world.ctx.db.unsafe(step)).count > 0 && !step.includes("organizations"));
}

test("its CSV has no formulas: a title that begins like one is text, and a count below zero stays a number", async () => {
  const member = await world.organization();
  const { isrc, match, tracks } = await makeRecordings(member);
  await must(member, `PATCH /v1/tracks/${tracks[0]?.id}`, { title: '=HYPERLINK("https://evil.example")' });
  const period = nextPeriod(world);
  const rows = [{ isrc, play_count: -2, unit_rate: "0.5" }];
  await insertReport(world, { store_id: "store_east", period, rows, match });
  await close(period);
  const csv = await csvOf(member, (await statementOf(member, period)).id);
  expect(csv).toContain(`,"'=HYPERLINK(""https://evil.example"")",`);
  expect(csv).toMatch(/,-2,/);
});
