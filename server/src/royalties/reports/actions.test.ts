import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countingStatements } from "../../../test/counting-statements.ts";
import { type Catalogue, makeCatalogue } from "../../../test/sales.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { getReport } from "./actions.ts";
import { listUnmatched } from "./row-queries.ts";

let world: World;
let catalogue: Catalogue;
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
});
afterAll(() => world.close());

const REPORTS = "/v1/operator/sales-reports";
const UNKNOWN = "GB-CCC-20-00001";
const UPC = "036000291452";
let month = 0;

/** Two matched rows, and three that are not: two of a recording, one of an album. */
async function importReport(text = textOf(++month)) {
  const asked = `store_id=store_one&period=19${10 + month}-01`;
  const answer = await world.operator.call(`POST ${REPORTS}?${asked}`, {
    raw: text,
    headers: { "content-type": "text/csv" },
  });
  return { ...answer, text };
}

function textOf(number: number): string {
  const rows = [
    `${catalogue.isrc},,DE,${number},0.5,EUR`,
    `${catalogue.isrc},,FR,-2,0.5,EUR`,
    `${UNKNOWN},,DE,10,1,EUR`,
    `${UNKNOWN},${UPC},DE,10,1,JPY`,
    `,${UPC},DE,1,8,EUR`,
  ];
  return `isrc,upc,territory,play_count,unit_rate,currency\n${rows.join("\n")}\n`;
}

const call = (operation: string, body?: object) => world.operator.call(operation, body ? { body } : {});

/** As a close does, which takes the matched works. */
const close = (id: string) => world.ctx.db`
  update sales_works set closed_in = '2026-01' where reason is null and report = (select number from sales_reports where id = ${id})`;

describe("the operator assigns", () => {
  test("all unmatched rows of an ISRC to a track, and sales of a release to a release", async () => {
    const { body } = await importReport();
    expect([body.matched, body.unmatched]).toEqual([2, 3]);
    const [track_id] = catalogue.track_ids;
    const first = await call(`POST ${REPORTS}/${body.id}/assign`, { isrc: UNKNOWN.replaceAll("-", ""), track_id });
    expect([first.status, first.body.matched, first.body.unmatched]).toEqual([200, 4, 1]);
    expect(first.body.unmatched_totals).toEqual([{ currency: "EUR", amount: "8.00" }]);
    const second = await call(`POST ${REPORTS}/${body.id}/assign`, { upc: UPC, release_id: catalogue.release_id });
    expect([second.body.matched, second.body.unmatched, second.body.unmatched_totals]).toEqual([5, 0, []]);
    expect((await call(`GET ${REPORTS}/${body.id}/unmatched`)).body.data).toEqual([]);
    const again = await call(`POST ${REPORTS}/${body.id}/assign`, { isrc: UNKNOWN, track_id });
    expect([again.status, again.body.error.code]).toEqual([409, "invalid_state"]);
  });

  test("to nothing that does not exist, and never half", async () => {
    const { body } = await importReport();
    const path = `POST ${REPORTS}/${body.id}/assign`;
    const nobody = await call(path, { isrc: UNKNOWN, track_id: "trk_none" });
    expect([nobody.status, nobody.body.error.details[0].field]).toEqual([422, "track_id"]);
    expect((await call(path, { upc: UPC, release_id: "rel_none" })).body.error.details[0].field).toBe("release_id");
    for (const half of [{}, { isrc: UNKNOWN }, { isrc: UNKNOWN, release_id: catalogue.release_id }])
      expect((await call(path, half)).status).toBe(422);
    expect((await call(`POST ${REPORTS}/rep_none/assign`, { isrc: UNKNOWN, track_id: "trk_none" })).status).toBe(404);
  });
});

test("unmatched rows come in pages, in the order of their lines", async () => {
  const { body } = await importReport();
  const first = (await call(`GET ${REPORTS}/${body.id}/unmatched?limit=2`)).body;
  const rest = (await call(`GET ${REPORTS}/${body.id}/unmatched?limit=2&cursor=${first.next_cursor}`)).body;
  expect([...first.data, ...rest.data].map(({ line }) => line)).toEqual([4, 5, 6]);
  expect([first.has_more, rest.has_more, rest.next_cursor]).toEqual([true, false, null]);
});

describe("a report goes", () => {
  test("while none of its rows is on a statement, with its rows; and may come again", async () => {
    const { body, text } = await importReport();
    const [{ number = "" } = {}] = await world.ctx.db<
      { number?: string }[]
    >`select number from sales_reports where id = ${body.id}`;
    expect((await call(`DELETE ${REPORTS}/${body.id}`)).status).toBe(204);
    expect((await call(`GET ${REPORTS}/${body.id}`)).status).toBe(404);
    await world.runJobs();
    expect(await world.ctx.db`select 1 from sales_rows where report = ${number}`).toHaveLength(0);
    expect((await importReport(text)).status).toBe(201);
  });

  test("not any more once a statement has one of them", async () => {
    const { body } = await importReport();
    await close(body.id);
    const refused = await call(`DELETE ${REPORTS}/${body.id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
    expect((await call(`GET ${REPORTS}/${body.id}`)).body).toEqual(body);
  });
});

describe("a report is taken back", () => {
  test("once, by its matched rows negated, on the same tracks; and may come again", async () => {
    const { body, text } = await importReport();
    await close(body.id);
    const reversal = await call(`POST ${REPORTS}/${body.id}/reverse`);
    expect(reversal.status).toBe(201);
    expect(reversal.body).toMatchObject({ rows: 2, matched: 2, unmatched: 0, reverses: body.id, reversed_by: null });
    const sum = body.totals.find(({ currency }: { currency: string }) => currency === "EUR");
    // 18 EUR of it are unmatched, and dropped.
    const matched = (Number.parseInt(sum.amount, 10) - 18) * -1;
    expect(Number.parseInt(reversal.body.totals[0].amount, 10)).toBe(matched);
    const shown = { rows: body.rows, matched: 2, unmatched: 0, unmatched_totals: [], reversed_by: reversal.body.id };
    expect((await call(`GET ${REPORTS}/${body.id}`)).body).toMatchObject(shown);
    expect((await call(`GET ${REPORTS}/${body.id}/unmatched`)).body.data).toEqual([]);
    const works = await world.ctx.db`
      select track_ids, closed_in from sales_works where report = (select number from sales_reports where id = ${reversal.body.id})`;
    expect(works).toEqual([{ track_ids: catalogue.track_ids, closed_in: null }]);
    for (const operation of [
      `POST ${REPORTS}/${body.id}/reverse`,
      `POST ${REPORTS}/${reversal.body.id}/reverse`,
      `DELETE ${REPORTS}/${body.id}`,
      `DELETE ${REPORTS}/${reversal.body.id}`,
    ])
      expect((await call(operation)).body.error.code).toBe("invalid_state");
    const assigned = await call(`POST ${REPORTS}/${body.id}/assign`, {
      isrc: UNKNOWN,
      track_id: catalogue.track_ids[0],
    });
    expect(assigned.status).toBe(409);
    expect((await importReport(text)).status).toBe(201);
  });
});

describe("large reports", () => {
  test("a page of unmatched rows reads a limited part of the report, and the next page goes on from there", async () => {
    const { body } = await importReport();
    // A row far away, as in a report of many millions that are matched.
    await world.ctx.db`
      insert into sales_rows (report, line, isrc, territory, play_count, unit_rate, currency, usage_period)
      select number, 9000000, (select isrc from sales_rows where report = number and line = 4), 'DE', 1, 1, 'EUR', period
      from sales_reports where id = ${body.id}`;
    const counted = countingStatements(world.ctx.db);
    const { number } = await getReport(world.ctx, body.id);
    const page = await listUnmatched(counted.db, { number, limit: 20, after: undefined, reversed_by: null });
    expect(page.rows.map(({ line }) => line)).toEqual([4, 5, 6]);
    expect(page.has_more).toBe(true);
    expect(counted.statements()).toBeLessThan(30);
    const lines: number[] = [];
    for (let cursor = ""; ; ) {
      const { data, next_cursor, has_more } = (await call(`GET ${REPORTS}/${body.id}/unmatched?${cursor}`)).body;
      lines.push(...data.map(({ line }: { line: number }) => line));
      if (!has_more) break;
      cursor = `cursor=${next_cursor}`;
    }
    expect(lines).toEqual([4, 5, 6, 9_000_000]);
  });

  test("the rows of a reversal are indexed", async () => {
    const { body } = await importReport();
    await close(body.id);
    await world.ctx.db`
      insert into sales_rows (report, line, isrc, territory, play_count, unit_rate, currency, usage_period)
      select r.number, 100 + n, (select isrc from sales_rows s where s.report = r.number and s.line = 2), 'DE', 1, 1, 'EUR', r.period
      from sales_reports r, generate_series(1, 5000) n where r.id = ${body.id}`;
    await world.ctx.db`select brin_summarize_new_values('sales_rows_place')`;
    expect((await call(`POST ${REPORTS}/${body.id}/reverse`)).status).toBe(201);
    await world.runJobs();
    const [found] = await world.ctx.db<
      { ranges: number }[]
    >`select brin_summarize_new_values('sales_rows_place') as ranges`;
    expect(found?.ranges).toBe(0);
  });
});
