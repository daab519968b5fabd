import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countingStatements } from "../../../test/counting-statements.ts";
import { countRead } from "../../../test/rows-read.ts";
import { type Catalogue, makeCatalogue } from "../../../test/sales.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { transaction } from "../../platform/context.ts";
import { getReport } from "./actions.ts";
import { listUnmatched } from "./row-queries.ts";
import { listUnmatchedWorks } from "./work-queries.ts";

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

describe("unmatched works", () => {
  const worksOf = async (id: string, query = "") =>
    (await call(`GET ${REPORTS}/${id}/unmatched-works${query}`)).body as {
      data: { isrc: string | null; upc: string | null; rows: number; totals: object[] }[];
      next_cursor: string | null;
      has_more: boolean;
    };

  test("come with their money, the most first, page by page", async () => {
    const { body } = await importReport(`${textOf(++month)}${UNKNOWN},,FR,5,-1,EUR\nGB-CCC-20-00009,,FR,1,9.5,EUR\n`);
    const { data } = await worksOf(body.id);
    expect(data).toEqual([
      { isrc: UNKNOWN, upc: UPC, line: null, rows: 1, totals: [{ currency: "JPY", amount: "10" }], reason: "unknown" },
      expect.objectContaining({ isrc: "GB-CCC-20-00009", upc: null, totals: [{ currency: "EUR", amount: "9.50" }] }),
      expect.objectContaining({ isrc: null, upc: UPC, totals: [{ currency: "EUR", amount: "8.00" }] }),
      expect.objectContaining({ isrc: UNKNOWN, upc: null, rows: 2, totals: [{ currency: "EUR", amount: "5.00" }] }),
    ]);
    const paged: object[] = [];
    for (let cursor = ""; ; ) {
      const page = await worksOf(body.id, `?limit=1${cursor}`);
      paged.push(...page.data);
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(data);
  });

  test("are assigned several at once, exactly as they are listed", async () => {
    const { body } = await importReport(`${textOf(++month)}GB-CCC-20-00009,,FR,1,9.5,EUR\n`);
    const [track_id] = catalogue.track_ids;
    const works = [{ isrc: UNKNOWN, upc: UPC }, { isrc: "GBCCC2000009" }];
    const assigned = await call(`POST ${REPORTS}/${body.id}/assign`, { works, track_id });
    expect([assigned.status, assigned.body.matched, assigned.body.unmatched]).toEqual([200, 4, 2]);
    expect((await worksOf(body.id)).data.map(({ isrc, upc }) => [isrc, upc])).toEqual([
      [UNKNOWN, null],
      [null, UPC],
    ]);
    const { release_id } = catalogue;
    const rest = await call(`POST ${REPORTS}/${body.id}/assign`, { works: [{ upc: UPC }], release_id });
    expect(rest.body.unmatched_totals).toEqual([{ currency: "EUR", amount: "10.00" }]);
  });

  test("are assigned all or not at all, and each only to what can earn by it", async () => {
    const { body } = await importReport();
    const path = `POST ${REPORTS}/${body.id}/assign`;
    const [track_id] = catalogue.track_ids;
    const known = await call(path, { works: [{ isrc: UNKNOWN }, { isrc: catalogue.isrc }], track_id });
    expect([known.status, known.body.error.code, known.body.error.details]).toEqual([
      409,
      "invalid_state",
      [{ field: "works[1]", issue: "has no unmatched rows in this report" }],
    ]);
    const album = await call(path, { works: [{ isrc: UNKNOWN }, { upc: UPC }], track_id });
    expect([album.status, album.body.error.details[0].field]).toEqual([422, "works[1]"]);
    const track = await call(path, { works: [{ isrc: UNKNOWN }], release_id: catalogue.release_id });
    expect([track.status, track.body.error.details[0].field]).toEqual([422, "works[0]"]);
    for (const works of [
      [],
      [{}],
      [{ line: 4, isrc: UNKNOWN }],
      Array.from({ length: 101 }, (_, line) => ({ line: line + 1 })),
    ])
      expect((await call(path, { works, track_id })).status).toBe(422);
    expect((await worksOf(body.id)).data).toHaveLength(3);
  });

  test("a page of them is read by its index, however many there are", async () => {
    const { body } = await importReport();
    const { number } = await getReport(world.ctx, body.id);
    await transaction(world.ctx, async ({ db }) => {
      await db`
        insert into sales_works (report, isrc, upc, rows, amounts, worth, reason)
        select ${number}::bigint, 'GB-MNY-20-' || lpad(n::text, 5, '0'), '', 1, jsonb_build_object('EUR', n::text), n, 'unknown'
        from generate_series(1, 5000) n`;
      await db`analyze sales_works`;
      const first = await listUnmatchedWorks(db, { number, limit: 20, after: undefined, reversed_by: null });
      expect(first.rows[0]).toMatchObject({
        isrc: "GB-MNY-20-05000",
        totals: [{ currency: "EUR", amount: "5000.00" }],
      });
      const before = await countRead(db, ["sales_works"]);
      const next = await listUnmatchedWorks(db, { number, limit: 20, after: first.last, reversed_by: null });
      expect(next.rows[0]?.isrc).toBe("GB-MNY-20-04980");
      expect((await countRead(db, ["sales_works"])) - before).toBeLessThan(100);
      throw new Error("nothing of this is kept");
    }).catch((error) => expect(error.message).toBe("nothing of this is kept"));
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
    const { number, store_id, files } = await getReport(world.ctx, body.id);
    const asked = { number, store_id, files, limit: 20, after: undefined, reversed_by: null };
    const page = await listUnmatched(counted.db, asked);
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
