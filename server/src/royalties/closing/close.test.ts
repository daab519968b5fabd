import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { atScale } from "../../../test/faults/scale.ts";
import { insertManySales, insertOrganizations } from "../../../test/many-sales.ts";
import {
  insertReport,
  itemsOf,
  makeRecordings,
  makeStore,
  nextPeriod,
  type Recordings,
  type Sale,
  statementsOf,
} from "../../../test/reported-sales.ts";
import { createWorld, type Member, type World } from "../../../test/world.ts";
import { newId } from "../../platform/ids.ts";
import { add, compare, decimal, multiply, negate, roundHalfEven, ZERO } from "../../standards/decimal.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await makeStore(world, "store_east");
  await makeStore(world, "store_west");
});
afterAll(() => world.close());

const close = (period: string) => world.operator.call(`POST /v1/operator/periods/${period}/close`);
const royaltiesOf = async (member: Member, id: string) =>
  (await member.call(`GET /v1/royalties?statement_id=${id}&limit=100`)).body.data;

describe("works", () => {
  test("what a store reported becomes a statement, to the cent, with its line items, royalty, balance and event", async () => {
    const member = await world.organization({ fee_rate: "0.15", withholding_rate: "0.1" });
    const { isrc, match, release_id, tracks } = await makeRecordings(member);
    const period = nextPeriod(world);
    const rows = [
      { isrc, play_count: 1000, unit_rate: "0.0035" },
      { isrc, play_count: 500, unit_rate: "0.0035" },
      { isrc, play_count: 7, unit_rate: "0.7", territory: "FR" },
    ];
    await insertReport(world, { store_id: "store_east", period, rows, match });
    const answer = await close(period);
    expect(answer.status).toBe(200);
    const [statement] = await statementsOf(member, period);
    // 1500 × 0.0035 = 5.25; 7 × 0.7 = 4.9; gross 10.15; fee 1.5225 → 1.52; tax (10.15 − 1.52) × 0.1 = 0.863 → 0.86.
    expect(statement).toEqual({
      id: expect.stringMatching(/^stm_/),
      period_start: `${period}-01`,
      period_end: expect.stringContaining(period),
      currency: "EUR",
      gross_amount: "10.15",
      fee_amount: "1.52",
      tax_amount: "0.86",
      net_amount: "7.77",
      fee_rate: "0.15",
      fee_rates: [{ rate: "0.15", gross_amount: "10.15" }],
      withholding_rate: "0.1",
      withholding_territories: null,
      line_item_count: 2,
      exchange_rates: [],
      created_at: expect.any(String),
    });
    expect(answer.body).toMatchObject({
      period,
      has_more: false,
      data: [{ ...statement, organization_id: member.id }],
    });
    const items = await itemsOf(member, statement.id);
    expect(
      items.map(({ territory, play_count, unit_rate, earnings }: Record<string, string>) => [
        territory,
        play_count,
        unit_rate,
        earnings,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["DE", 1500, "0.0035", "5.25"],
        ["FR", 7, "0.7", "4.90"],
      ]),
    );
    expect(items[0]).toMatchObject({
      id: expect.stringMatching(/^lin_[0-9a-z]{26}$/),
      isrc,
      track_id: tracks[0]?.id,
      release_id,
      store_id: "store_east",
      currency: "EUR",
      usage_period: period,
    });
    const [royalty] = await royaltiesOf(member, statement.id);
    expect(royalty).toMatchObject({
      statement_id: statement.id,
      release_id,
      store_id: "store_east",
      gross_amount: "10.15",
      net_amount: "7.77",
    });
    expect((await member.call("GET /v1/events?event_type=statement.available")).body.data[0].data).toEqual(statement);
    expect(await available(member, "EUR")).toBe("7.77");
  });

  test("closing it again answers with the same statements and changes nothing", async () => {
    const member = await world.organization();
    const { isrc, match } = await makeRecordings(member);
    const period = nextPeriod(world);
    await insertReport(world, {
      store_id: "store_east",
      period,
      rows: [{ isrc, play_count: 1, unit_rate: "1" }],
      match,
    });
    const answers = await Promise.all([close(period), close(period), close(period)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const again = await close(period);
    for (const answer of answers) expect(answer.body).toEqual(again.body);
    expect(again.body.data).toHaveLength(1);
    expect(await available(member, "EUR")).toBe("0.85");
  });

  test("a report that comes after its period was closed goes onto the next statement, with its own month of use", async () => {
    const member = await world.organization({ fee_rate: "0" });
    const { isrc, match } = await makeRecordings(member);
    const [early, late] = [nextPeriod(world), nextPeriod(world)];
    await close(early);
    await insertReport(world, {
      store_id: "store_east",
      period: early,
      rows: [{ isrc, play_count: 3, unit_rate: "1" }],
      match,
    });
    expect(await statementsOf(member, early)).toEqual([]);
    await close(late);
    const [statement] = await statementsOf(member, late);
    expect(await itemsOf(member, statement.id)).toMatchObject([{ usage_period: early, earnings: "3.00" }]);
  });

  test("an album's sale is shared among its tracks so that the sum is exact", async () => {
    const member = await world.organization({ fee_rate: "0" });
    const { upc, match, tracks } = await makeRecordings(member, 3);
    const period = nextPeriod(world);
    await insertReport(world, {
      store_id: "store_east",
      period,
      rows: [{ upc, play_count: 2, unit_rate: "10" }],
      match,
    });
    await close(period);
    const [statement] = await statementsOf(member, period);
    expect(statement).toMatchObject({ gross_amount: "20.00", line_item_count: 3 });
    const rates = new Map(
      (await itemsOf(member, statement.id)).map((item: { isrc: string; unit_rate: string }) => [
        item.isrc,
        item.unit_rate,
      ]),
    );
    expect(tracks.map(({ isrc }) => rates.get(isrc))).toEqual(["3.333333333334", "3.333333333333", "3.333333333333"]);
  });

  test("stores, currencies and signs are kept apart, and a loss is carried into the balance", async () => {
    const member = await world.organization({ fee_rate: "0.1" });
    const { isrc, match } = await makeRecordings(member);
    const period = nextPeriod(world);
    const sale = { isrc, play_count: 10, unit_rate: "1" };
    await insertReport(world, {
      store_id: "store_east",
      period,
      rows: [sale, { ...sale, play_count: -30 }, { ...sale, currency: "JPY" }],
      match,
    });
    await insertReport(world, { store_id: "store_west", period, rows: [sale], match });
    await close(period);
    const statements = await statementsOf(member, period);
    const of = (currency: string) => statements.find((one: { currency: string }) => one.currency === currency);
    expect(of("JPY")).toMatchObject({ gross_amount: "10", fee_amount: "1", net_amount: "9" });
    expect(of("EUR")).toMatchObject({
      gross_amount: "-10.00",
      fee_amount: "-1.00",
      net_amount: "-9.00",
      line_item_count: 3,
    });
    expect(await royaltiesOf(member, of("EUR").id)).toHaveLength(2);
    expect(await available(member, "EUR")).toBe("-9.00");
    expect((await member.call(`GET /v1/statements?period=${period}&currency=JPY`)).body.data).toEqual([of("JPY")]);
  });

  test("tax is withheld from the territories that have it alone", async () => {
    const member = await world.organization({ fee_rate: "0.15", withholding_rate: "0.3" });
    await world.ctx.db`update organizations set withholding_territories = '{US}' where id = ${member.id}`;
    const { isrc, match } = await makeRecordings(member);
    const period = nextPeriod(world);
    const rows = [
      { isrc, play_count: 100, unit_rate: "0.0125", territory: "US" },
      { isrc, play_count: 100, unit_rate: "0.0125", territory: "DE" },
    ];
    await insertReport(world, { store_id: "store_east", period, rows, match });
    await close(period);
    // US alone: gross 1.25, its fee 0.1875 → 0.19, tax (1.25 − 0.19) × 0.3 = 0.318 → 0.32; fee of both 0.375 → 0.38.
    const [statement] = await statementsOf(member, period);
    expect(statement).toMatchObject({
      gross_amount: "2.50",
      fee_amount: "0.38",
      tax_amount: "0.32",
      net_amount: "1.80",
    });
  });

  test("line items come page by page, and as CSV with title, artist and UPC", async () => {
    const member = await world.organization();
    const { tracks, match, upc } = await makeRecordings(member, 3);
    const period = nextPeriod(world);
    const rows = tracks.map(({ isrc }, place) => ({ isrc, play_count: place + 1, unit_rate: "0.5" }));
    await insertReport(world, { store_id: "store_east", period, rows, match });
    await close(period);
    const [{ id }] = await statementsOf(member, period);
    const first = (await member.call(`GET /v1/statements/${id}/line-items?limit=2`)).body;
    const second = (await member.call(`GET /v1/statements/${id}/line-items?limit=2&cursor=${first.next_cursor}`)).body;
    expect([first.data.length, first.has_more, second.data.length, second.has_more]).toEqual([2, true, 1, false]);
    expect([...first.data, ...second.data]).toEqual(await itemsOf(member, id));
    const csv = await member.call(`GET /v1/statements/${id}/line-items`, { headers: { accept: "text/csv" } });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = csv.text.trimEnd().split("\r\n");
    expect(lines[0]).toBe(
      "id,isrc,title,artist,upc,track_id,release_id,store_id,territory,play_count,unit_rate,earnings,currency,usage_period,label,report_ids,rate_is,reported_currency,reported_earnings,exchange_rate",
    );
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`,Vera Lux,${upc},`);
  });

  test("royalties by page number still work, and say that they will not for ever", async () => {
    const member = await world.organization();
    const { isrc, match } = await makeRecordings(member);
    for (let n = 0; n < 3; n++) {
      const period = nextPeriod(world);
      await insertReport(world, {
        store_id: "store_east",
        period,
        rows: [{ isrc, play_count: 1, unit_rate: "1" }],
        match,
      });
      await close(period);
    }
    const all = (await member.call("GET /v1/royalties")).body.data;
    const page = await member.call("GET /v1/royalties?page=2&per_page=2");
    expect(page.body).toEqual({ data: all.slice(2), next_cursor: null, has_more: false });
    expect([page.headers.get("deprecation"), page.headers.get("sunset")]).toEqual([
      "@1717200000",
      "Fri, 31 Dec 2027 00:00:00 GMT",
    ]);
    expect((await member.call("GET /v1/royalties?page=9")).body).toEqual({
      data: [],
      next_cursor: null,
      has_more: false,
    });
    expect((await member.call("GET /v1/royalties?page=1&limit=2")).status).toBe(400);
    const both = await member.call("GET /v1/royalties?page=1&cursor=bad");
    expect([both.status, both.body.error.code]).toEqual([400, "invalid_request"]);
    expect((await member.call("GET /v1/royalties?per_page=101")).status).toBe(400);
  });

  test("a count beyond what JSON's numbers carry exactly is shown as the largest that they do", async () => {
    const member = await world.organization();
    const { isrc, match } = await makeRecordings(member);
    const period = nextPeriod(world);
    await insertReport(world, {
      store_id: "store_east",
      period,
      rows: [{ isrc, play_count: 2, unit_rate: "0.5" }],
      match,
    });
    await close(period);
    const [{ id }] = await statementsOf(member, period);
    // As ten thousand rows of 10¹² would leave it.
    await world.ctx.db`update line_items set play_count = 9007199254740993 where statement_id = ${id}`;
    await world.ctx.db`update earnings set play_count = -9007199254740993 where organization_id = ${member.id}`;
    expect((await itemsOf(member, id))[0].play_count).toBe(Number.MAX_SAFE_INTEGER);
    const csv = await member.call(`GET /v1/statements/${id}/line-items`, { headers: { accept: "text/csv" } });
    expect(csv.text).toContain(",9007199254740991,");
    expect((await member.call("GET /v1/earnings")).body.data[0].play_count).toBe(-Number.MAX_SAFE_INTEGER);
  });

  test("a report that is reversed while its period is closed is taken back exactly once", async () => {
    const member = await world.organization();
    const { isrc, match } = await makeRecordings(member);
    const rows = [{ isrc, play_count: 3, unit_rate: "0.5" }];
    for (let round = 0; round < 4; round++) {
      const period = nextPeriod(world);
      const id = await insertReport(world, { store_id: "store_east", period, rows, match });
      const [reversed, closed] = await Promise.all([
        world.operator.call(`POST /v1/operator/sales-reports/${id}/reverse`),
        close(period),
      ]);
      expect([reversed.status, closed.status]).toEqual([201, 200]);
      expect((await close(nextPeriod(world))).status).toBe(200);
      const [sums] = await world.ctx.db<{ taken: number; gross: string }[]>`
        select (select count(*)::int from sales_works where organization_id = ${member.id} and closed_in is not null) as taken,
          (select sum(gross_amount) from statements where organization_id = ${member.id}) as gross`;
      expect([sums?.taken, Number(sums?.gross)]).toEqual([2 * (round + 1), 0]);
    }
    expect((await world.operator.call("GET /v1/operator/ledger/check")).body.is_right).toBe(true);
  });

  test("a close does not read what earlier closes have taken", async () => {
    const plan = await world.ctx.begin(async (db) => {
      await db`set local enable_seqscan = off`;
      return db`explain select 1 from sales_works where report = any('{1,2}'::bigint[]) and reason is null and closed_in is null`;
    });
    expect(JSON.stringify(plan)).toContain("sales_works_open");
  });

  test("the royalties of one statement are read in their order from an index", async () => {
    const plan = await world.ctx.begin(async (db) => {
      await db`set local enable_seqscan = off`;
      return db`
        explain select id from royalties where organization_id = 'org_1' and statement_id = 'stm_1'
        order by created_at desc, id desc limit 21`;
    });
    expect(JSON.stringify(plan)).toContain("royalties_newest_of_statement");
    expect(JSON.stringify(plan)).not.toContain("Sort");
  });

  test("an organization whose statement cannot be written keeps no other one waiting", async () => {
    const period = nextPeriod(world);
    const members = [await world.organization(), await world.organization(), await world.organization()];
    for (const member of members) {
      const { isrc, match } = await makeRecordings(member);
      const rows = [{ isrc, play_count: 2, unit_rate: "0.5" }];
      await insertReport(world, { store_id: "store_east", period, rows, match });
    }
    const counts = async () => Promise.all(members.map(async (member) => (await statementsOf(member, period)).length));
    const broken = members[1]?.id ?? "";
    await world.ctx.db.unsafe(`alter table statements add constraint broken check (organization_id <> '${broken}')`);
    expect((await close(period)).status).toBeGreaterThanOrEqual(500);
    expect(await counts()).toEqual([1, 0, 1]);
    await world.ctx.db`alter table statements drop constraint broken`;
    expect((await close(period)).status).toBe(200);
    expect(await counts()).toEqual([1, 1, 1]);
  });

  test("many organizations are written by few transactions", async () => {
    const period = nextPeriod(world);
    const organizations = { prefix: "org_many", count: 60 };
    await insertOrganizations(world.ctx.db, { like: world.label.id, ...organizations });
    await insertManySales(world.ctx.db, { store_id: "store_east", period, rows: 240, recordings: 120, organizations });
    const written = async () => {
      const [row] = await world.ctx.db<{ statements: number; transactions: number }[]>`
        select count(*)::int as statements, count(distinct xmin::text)::int as transactions from statements where period = ${period}`;
      return row;
    };
    expect((await close(period)).status).toBe(200);
    expect(await written()).toEqual({ statements: 60, transactions: 3 });
    const [left] = await world.ctx.db`select count(*)::int as sums from closing_sums`;
    expect(left).toEqual({ sums: 0 });
  });

  test("a close that an earlier version had begun, which did not add up line items, comes to the same end", async () => {
    const member = await world.organization({ fee_rate: "0.1" });
    const { isrc, match, tracks, release_id } = await makeRecordings(member);
    const period = nextPeriod(world);
    const report_id = await insertReport(world, {
      store_id: "store_east",
      period,
      rows: [{ isrc, play_count: 3, unit_rate: "0.5" }],
      match,
    });
    const { db } = world.ctx;
    const id = newId("stm");
    await db`insert into periods (period, status, started_at) values (${period}, 'closing', now())`;
    await db`update sales_works set closed_in = ${period} where organization_id = ${member.id}`;
    await db`
      insert into closing_statements (statement_id, period, organization_id, currency) values (${id}, ${period}, ${member.id}, 'EUR')`;
    await db`insert into closing_stores (period, store_id, items) values (${period}, 'store_east', 1)`;
    await db`
      insert into line_items (statement_id, number, isrc, track_id, release_id, store_id, territory, play_count, unit_rate, earnings, usage_period)
      values (${id}, 1, ${isrc}, ${tracks[0]?.id ?? ""}, ${release_id}, 'store_east', 'DE', 3, 0.5, 1.5, ${period})`;
    expect((await close(period)).status).toBe(200);
    expect(await statementsOf(member, period)).toMatchObject([
      { id, gross_amount: "1.50", fee_amount: "0.15", net_amount: "1.35", line_item_count: 1 },
    ]);
    expect((await itemsOf(member, id))[0].report_ids).toEqual([report_id]);
    const csv = await member.call(`GET /v1/statements/${id}/line-items`, { headers: { accept: "text/csv" } });
    expect(csv.text).toContain(",Vera Lux,");
    expect((await member.call("GET /v1/earnings?group_by=track")).body.data).toMatchObject([{ earnings: "1.50" }]);
  });

  test("earnings are summed by what is asked, the largest first, months in order", async () => {
    const member = await world.organization();
    const { tracks, match } = await makeRecordings(member, 2);
    const [a, b] = [nextPeriod(world), nextPeriod(world)];
    const [one, two] = tracks.map(({ isrc }) => isrc);
    for (const [period, rows] of [
      [a, [{ isrc: one, play_count: 10, unit_rate: "1" }]],
      [b, [{ isrc: two, play_count: 4, unit_rate: "1", territory: "FR" }]],
    ] as [string, Sale[]][]) {
      await insertReport(world, {
        store_id: "store_east",
        period,
        rows,
        match: (sale) => ({ ...match(), track_ids: [tracks.find(({ isrc }) => isrc === sale.isrc)?.id ?? ""] }),
      });
      await close(period);
    }
    const ask = async (query: string) =>
      (await member.call(`GET /v1/earnings?${query}`)).body.data.map((row: Record<string, string>) => [
        row.key,
        row.play_count,
        row.earnings,
      ]);
    expect(await ask("group_by=month")).toEqual([
      [a, 10, "10.00"],
      [b, 4, "4.00"],
    ]);
    expect(await ask("group_by=territory")).toEqual([
      ["DE", 10, "10.00"],
      ["FR", 4, "4.00"],
    ]);
    expect(await ask("group_by=store")).toEqual([["store_east", 14, "14.00"]]);
    expect(await ask(`group_by=track&from=${b}`)).toEqual([[tracks[1]?.id, 4, "4.00"]]);
    expect(await ask("group_by=release&currency=USD")).toEqual([]);
  });
});

describe("a draft that no store was sent never earns", () => {
  test("what was matched to a release that is a draft by now waits until somebody is found, or the operator assigns it", async () => {
    const member = await world.organization({ fee_rate: "0" });
    const { isrc, match, release_id, tracks } = await makeRecordings(member);
    const [first, second] = [nextPeriod(world), nextPeriod(world)];
    const rows = [{ isrc, play_count: 7, unit_rate: "1" }];
    const id = await insertReport(world, { store_id: "store_east", period: first, rows, match });
    await world.ctx.db`update releases set status = 'draft' where id = ${release_id}`;
    await close(first);
    expect(await statementsOf(member, first)).toEqual([]);
    const assign = `POST /v1/operator/sales-reports/${id}/assign`;
    const empty = await world.operator.call(assign, { body: { isrc: "", track_id: tracks[0]?.id } });
    expect([empty.status, empty.body.error.code]).toEqual([422, "invalid_isrc_format"]);
    const assigned = await world.operator.call(assign, { body: { isrc, track_id: tracks[0]?.id } });
    expect([assigned.status, assigned.body.matched, assigned.body.unmatched]).toEqual([200, 1, 0]);
    await close(second);
    expect(await statementsOf(member, second)).toMatchObject([{ gross_amount: "7.00" }]);
  });

  test("a report that was reversed, and its reversal, sum to nothing also where the release is a draft by now", async () => {
    const member = await world.organization();
    const { isrc, match, release_id } = await makeRecordings(member);
    const period = nextPeriod(world);
    const rows = [{ isrc, play_count: 7, unit_rate: "1" }];
    const id = await insertReport(world, { store_id: "store_east", period, rows, match });
    expect((await world.operator.call(`POST /v1/operator/sales-reports/${id}/reverse`)).status).toBe(201);
    await world.ctx.db`update releases set status = 'draft' where id = ${release_id}`;
    await close(period);
    const [statement] = await statementsOf(member, period);
    expect(statement).toMatchObject({ gross_amount: "0.00", fee_amount: "0.00", net_amount: "0.00" });
    const counts = (await itemsOf(member, statement.id)).map((item: { play_count: number }) => item.play_count);
    expect(counts.sort()).toEqual([-7, 7]);
  });
});

describe("a track that is gone earns no more", () => {
  /** A release that its reviewer has rejected, without its first track. */
  async function withoutFirst(member: Member, { release_id, tracks }: Recordings) {
    await world.ctx.db`update releases set status = 'rejected' where id = ${release_id}`;
    await must(member, `DELETE /v1/tracks/${tracks[0]?.id}`);
  }

  test("its rows are looked for anew, and go to another organization that has the ISRC", async () => {
    const [member, other] = [await world.organization({ fee_rate: "0" }), await world.organization({ fee_rate: "0" })];
    const [mine, theirs] = [await makeRecordings(member), await makeRecordings(other)];
    const { isrc, match } = mine;
    await must(other, `PATCH /v1/tracks/${theirs.tracks[0]?.id}`, { isrc });
    const period = nextPeriod(world);
    const rows = [{ isrc, play_count: 7, unit_rate: "1" }];
    await insertReport(world, { store_id: "store_east", period, rows, match });
    await insertReport(world, {
      store_id: "store_east",
      period: nextPeriod(world),
      rows: [{ ...rows[0], upc: theirs.upc } as Sale],
      match: theirs.match,
    });
    await withoutFirst(member, mine);
    await close(period);
    expect(await statementsOf(member, period)).toEqual([]);
    const [statement] = await statementsOf(other, period);
    expect(await itemsOf(other, statement.id)).toMatchObject([{ track_id: theirs.tracks[0]?.id, earnings: "7.00" }]);
  });

  test("a sale of its release is shared among the tracks that are left", async () => {
    const member = await world.organization({ fee_rate: "0" });
    const album = await makeRecordings(member, 3);
    const period = nextPeriod(world);
    const rows = [{ upc: album.upc, play_count: 1, unit_rate: "6" }];
    await insertReport(world, { store_id: "store_east", period, rows, match: album.match });
    await withoutFirst(member, album);
    await close(period);
    const [statement] = await statementsOf(member, period);
    const items = await itemsOf(member, statement.id);
    const shares = items.map(({ track_id, earnings }: Record<string, string>) => [track_id, earnings]);
    expect(shares.sort()).toEqual(
      album.tracks
        .slice(1)
        .map(({ id }) => [id, "3.00"])
        .sort(),
    );
  });

  test("what the operator assigned is unmatched too, and a report that was reversed stays", async () => {
    const member = await world.organization({ fee_rate: "0" });
    const [kept, reversed] = [await makeRecordings(member), await makeRecordings(member)];
    const period = nextPeriod(world);
    const report = async ({ isrc, match }: typeof kept) =>
      insertReport(world, { store_id: "store_east", period, rows: [{ isrc, play_count: 7, unit_rate: "1" }], match });
    await report(kept);
    await world.ctx.db`update sales_works set is_assigned = true where release_id = ${kept.release_id}`;
    await must(world.operator, `POST /v1/operator/sales-reports/${await report(reversed)}/reverse`);
    await withoutFirst(member, kept);
    await withoutFirst(member, reversed);
    await close(period);
    const [statement] = await statementsOf(member, period);
    expect(statement).toMatchObject({ gross_amount: "0.00", line_item_count: 2 });
  });
});

describe("refuses", () => {
  test("a period that has not ended, and what is none", async () => {
    const present = world.clock.now().toISOString().slice(0, 7);
    expect((await close(present)).body.error.code).toBe("invalid_state");
    for (const period of ["2026-13", "2026", "x", "2026-1"]) expect((await close(period)).status).toBe(404);
  });
});

describe("keeps apart", () => {
  test("an organization sees its own statements alone", async () => {
    const { isrc, match } = await makeRecordings(world.label);
    const period = nextPeriod(world);
    await insertReport(world, {
      store_id: "store_east",
      period,
      rows: [{ isrc, play_count: 1, unit_rate: "1" }],
      match,
    });
    await close(period);
    const [{ id }] = await statementsOf(world.label, period);
    expect(await statementsOf(world.rival, period)).toEqual([]);
    for (const path of [`/v1/statements/${id}`, `/v1/statements/${id}/line-items`])
      expect((await world.rival.call(`GET ${path}`)).status).toBe(404);
    expect((await world.rival.call(`GET /v1/royalties?statement_id=${id}`)).body.data).toEqual([]);
    const all = await world.operator.call(
      `GET /v1/operator/statements?organization_id=${world.label.id}&period=${period}`,
    );
    expect(all.body.data.map((one: { id: string }) => one.id)).toEqual([id]);
  });
});

test("for any rows, rates and fees, every sum is exact", async () => {
  const { isrc, match, tracks } = await makeRecordings(world.label, 2);
  const rate = fc.tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.nat({ max: 12 })).map(([units, scale]) => {
    const digits = String(Math.abs(units)).padStart(scale + 1, "0");
    const at = digits.length - scale;
    return `${units < 0 ? "-" : ""}${digits.slice(0, at)}${scale > 0 ? `.${digits.slice(at)}` : ""}`;
  });
  const sale = fc.record({
    isrc: fc.constantFrom(isrc, tracks[1]?.isrc ?? ""),
    play_count: fc.integer({ min: -100_000, max: 100_000 }),
    unit_rate: rate,
    territory: fc.constantFrom("DE", "US", "ZZ"),
    currency: fc.constantFrom("EUR", "JPY", "KWD"),
  });
  const share = fc.integer({ min: 0, max: 1000 }).map((n) => String(n / 1000));
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { minLength: 1, maxLength: 12 }),
      share,
      share,
      fc.boolean(),
      async (rows, fee, tax, isSplit) => {
        const terms = { fee_rate: fee, withholding_rate: tax };
        await world.operator.call(`PATCH /v1/operator/organizations/${world.label.id}`, { body: terms });
        const period = nextPeriod(world);
        const half = isSplit ? Math.floor(rows.length / 2) : 0;
        await insertReport(world, { store_id: "store_west", period, rows: rows.slice(0, half), match });
        await insertReport(world, { store_id: "store_east", period, rows: rows.slice(half), match });
        await close(period);
        for (const statement of await statementsOf(world.label, period)) {
          const items = await itemsOf(world.label, statement.id);
          const royalties = await royaltiesOf(world.label, statement.id);
          const sumOf = (list: Record<string, string>[], field: string) =>
            list.map((one) => decimal(one[field] ?? "")).reduce(add, ZERO);
          const reported = rows.filter(({ currency }) => currency === statement.currency);
          const exact = reported
            .map(({ play_count, unit_rate }) => multiply(decimal(String(play_count)), decimal(unit_rate)))
            .reduce(add, ZERO);
          expect(compare(exact, decimal(statement.gross_amount))).toBe(0);
          expect(compare(sumOf(items, "earnings"), decimal(statement.gross_amount))).toBe(0);
          for (const field of ["gross_amount", "fee_amount", "tax_amount", "net_amount"])
            expect(compare(sumOf(royalties, field), decimal(statement[field]))).toBe(0);
          for (const one of royalties) {
            const digits = { EUR: 2, JPY: 0, KWD: 3 }[one.currency as "EUR"];
            const feed = roundHalfEven(multiply(decimal(one.gross_amount), decimal(fee)), digits);
            const rest = add(decimal(one.gross_amount), negate(feed));
            const taxed = roundHalfEven(multiply(rest, decimal(tax)), digits);
            expect(compare(feed, decimal(one.fee_amount))).toBe(0);
            expect(compare(taxed, decimal(one.tax_amount))).toBe(0);
            expect(compare(add(rest, negate(taxed)), decimal(one.net_amount))).toBe(0);
          }
        }
      },
    ),
    { numRuns: atScale({ short: 8, full: 40 }) },
  );
});

async function available(member: Member, currency: string): Promise<string | undefined> {
  const { data } = (await member.call("GET /v1/balance")).body;
  return data.find((one: { currency: string }) => one.currency === currency)?.available;
}
