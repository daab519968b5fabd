// From a line of a statement to the rows that it came from.

import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { addRelease, type Catalogue, makeCatalogue } from "../../../test/sales.ts";
import { createWorld, type World } from "../../../test/world.ts";

const REPORTS = "/v1/operator/sales-reports";
const UNKNOWN = "GB-ZZZ-20-00001";

let world: World;
let catalogue: Catalogue;
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
});
afterAll(() => world.close());

async function importReport(period: string, rows: readonly string[]): Promise<string> {
  const raw = new Uint8Array(Buffer.from(`isrc,upc,territory,play_count,unit_rate,currency\n${rows.join("\n")}\n`));
  const path = `POST ${REPORTS}?store_id=store_one&period=${period}`;
  const answer = await world.operator.call(path, { raw, headers: { "content-type": "text/csv" } });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const rowsOf = async (id: string, query = "") =>
  (await must(world.operator, `GET ${REPORTS}/${id}/rows?limit=100&${query}`)).body.data;
const linesOf = async (id: string, query = "") => (await rowsOf(id, query)).map(({ line }: { line: number }) => line);

test("every row shows its values, whose it is and, after the close, its statement", async () => {
  const { isrc, release_id, track_ids, upc } = catalogue;
  const period = "2021-01";
  const id = await importReport(period, [
    `${isrc},,DE,10,0.50,EUR`,
    `${UNKNOWN},,DE,1,1,EUR`,
    `,${upc},FR,2,3,EUR`,
    `${isrc},,US,4,0.25,USD`,
  ]);
  const values = {
    file: null,
    amount: null,
    store_id: "store_one",
    upc: null,
    territory: "DE",
    currency: "EUR",
    usage_period: period,
    statement_id: null,
  };
  const match = { organization_id: world.label.id, release_id, reason: null };
  const nobody = { organization_id: null, release_id: null, track_id: null, reason: "unknown" };
  const track_id = track_ids[0];
  expect(await rowsOf(id)).toEqual([
    { ...values, ...match, line: 2, isrc, play_count: 10, unit_rate: "0.5", track_id },
    { ...values, ...nobody, line: 3, isrc: UNKNOWN, play_count: 1, unit_rate: "1" },
    { ...values, ...match, line: 4, isrc: null, upc, territory: "FR", play_count: 2, unit_rate: "3", track_id: null },
    {
      ...values,
      ...match,
      line: 5,
      isrc,
      territory: "US",
      play_count: 4,
      unit_rate: "0.25",
      currency: "USD",
      track_id,
    },
  ]);
  await must(world.operator, `POST /v1/operator/periods/${period}/close`);
  const statements = (await must(world.label, `GET /v1/statements?period=${period}`)).body.data;
  const of = (currency: string) => statements.find((one: { currency: string }) => one.currency === currency).id;
  const named = (await rowsOf(id)).map(({ statement_id }: { statement_id: string | null }) => statement_id);
  expect(named).toEqual([of("EUR"), null, of("EUR"), of("USD")]);
});

test("a line item leads to the rows that sum up to it", async () => {
  const period = "2021-02";
  const { isrc, upc, track_ids } = catalogue;
  const album = await addRelease(world, world.label, {
    isrcs: ["GB-AAA-21-00001", "GB-AAA-21-00002"],
    stores: ["store_one"],
  });
  const id = await importReport(period, [
    `${isrc},,DE,10,0.5,EUR`,
    `${isrc},${upc},DE,5,0.5,EUR`,
    `${isrc},,FR,1,0.5,EUR`,
    `GB-AAA-21-00001,,DE,7,0.5,EUR`,
    `,${album.upc},DE,3,1,EUR`,
    `${isrc},,DE,1,0.5,USD`,
  ]);
  await must(world.operator, `POST /v1/operator/periods/${period}/close`);
  const statements = (await must(world.operator, `GET /v1/operator/statements?period=${period}`)).body.data;
  const statement = statements.find(({ currency }: { currency: string }) => currency === "EUR");
  expect((await must(world.operator, `GET /v1/operator/statements/${statement.id}`)).body).toEqual(statement);
  const items = (await must(world.operator, `GET /v1/operator/statements/${statement.id}/line-items`)).body.data;
  expect(items).toEqual((await must(world.label, `GET /v1/statements/${statement.id}/line-items`)).body.data);
  const item = items.find((one: Record<string, string>) => one.isrc === isrc && one.territory === "DE");
  expect([item.play_count, item.report_ids]).toEqual([15, [id]]);
  const query = `isrc=${isrc}&track_id=${item.track_id}&statement_id=${statement.id}`;
  const rows = await rowsOf(id, query);
  expect(rows.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4]);
  const sum = rows
    .filter(({ territory }: { territory: string }) => territory === item.territory)
    .reduce((total: number, { play_count }: { play_count: number }) => total + play_count, 0);
  expect(sum).toBe(item.play_count);
  expect(await linesOf(id, `isrc=${isrc.replaceAll("-", "").toLowerCase()}`)).toEqual([2, 3, 4, 7]);
  expect(await linesOf(id, `track_id=${album.track_ids[0]}`)).toEqual([5, 6]);
  expect(await linesOf(id, `track_id=${album.track_ids[1]}`)).toEqual([6]);
  expect(await linesOf(id, `track_id=${track_ids[0]}&isrc=GB-AAA-21-00001`)).toEqual([]);
  expect(await linesOf(id, "statement_id=stm_none")).toEqual([]);
});

test("rows come page by page, and a page looks through a limited part of the report", async () => {
  const id = await importReport("2021-03", [`${catalogue.isrc},,DE,1,1,EUR`, `${UNKNOWN},,DE,2,1,EUR`]);
  // A row far away, as in a report of many millions.
  await world.ctx.db`
    insert into sales_rows (report, line, isrc, territory, play_count, unit_rate, currency, usage_period)
    select number, 9000000, ${catalogue.isrc}, 'DE', 1, 1, 'EUR', period from sales_reports where id = ${id}`;
  const all = async (query: string) => {
    const pages: number[][] = [];
    for (let cursor = ""; ; ) {
      const { data, next_cursor, has_more } = (
        await must(world.operator, `GET ${REPORTS}/${id}/rows?${query}${cursor}`)
      ).body;
      pages.push(data.map(({ line }: { line: number }) => line));
      if (!has_more) return pages;
      cursor = `&cursor=${next_cursor}`;
    }
  };
  expect(await all("limit=1")).toEqual([[2], [3], [], [9_000_000]]);
  expect((await all(`isrc=${catalogue.isrc}`)).flat()).toEqual([2, 9_000_000]);
  // No work of the report has it: nothing is looked through.
  expect(await all("isrc=GB-NON-20-00001")).toEqual([[]]);
});

test("refuses what is no ISRC, and a report that is not there", async () => {
  const id = await importReport("2021-04", [`${catalogue.isrc},,DE,1,1,EUR`]);
  const bad = await world.operator.call(`GET ${REPORTS}/${id}/rows?isrc=nonsense`);
  expect([bad.status, bad.body.error.details[0].field]).toEqual([400, "isrc"]);
  expect((await world.operator.call(`GET ${REPORTS}/rep_none/rows`)).status).toBe(404);
  expect((await world.operator.call(`GET /v1/operator/statements/stm_none/line-items`)).status).toBe(404);
});
