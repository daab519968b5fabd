// Payee statements, as their organization and as a payee's own member read them.

import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { makeContract, makePayee } from "../../../test/contracts.ts";
import { member } from "../../../test/people.ts";
import { insertReport, makeRecordings, makeStore, nextPeriod } from "../../../test/reported-sales.ts";
import { createWorld, type Member, type World } from "../../../test/world.ts";

let world: World;
let label: Member;
let a: string;
let b: string;
let period: string;
beforeAll(async () => {
  world = await createWorld();
  label = await world.organization({ fee_rate: "0.15" });
  a = await makePayee(label, { name: "=1+1" });
  b = await makePayee(label, { name: "B" });
  const shares = [
    { payee_id: a, share: "0.5" },
    { payee_id: b, share: "0.25" },
  ];
  await makeContract(label, { shares });
  const store_id = await makeStore(world, "store_east");
  const { isrc, match } = await makeRecordings(label);
  period = nextPeriod(world);
  await insertReport(world, {
    store_id,
    period,
    rows: [
      { isrc, play_count: 60_000, unit_rate: "0.0035", territory: "DE" },
      { isrc, play_count: 40_000, unit_rate: "0.0035", territory: "US" },
    ],
    match,
  });
  await must(world.operator, `POST /v1/operator/periods/${period}/close`);
});
afterAll(() => world.close());

const statementOf = async (payee_id: string) =>
  (await must(label, `GET /v1/payee-statements?payee_id=${payee_id}`)).body.data[0];
const pdf = { headers: { accept: "application/pdf" } };
const csv = { headers: { accept: "text/csv" } };

test("a payee's member reads its own, as JSON, PDF and CSV; another's is not there", async () => {
  const [of_a, of_b] = [await statementOf(a), await statementOf(b)];
  const own = await member(world, { email: "payee@example.com", role: "payee", payee_ids: [a] }, label.id);
  const { data } = (await own.call("GET /v1/me/payee-statements")).body;
  expect(data).toEqual([of_a]);
  const path = `/v1/me/payee-statements/${of_a.id}`;
  expect((await own.call(`GET ${path}`)).body).toEqual(of_a);
  expect((await own.call(`GET ${path}`, pdf)).text.slice(0, 5)).toBe("%PDF-");
  expect((await own.call(`GET ${path}/line-items`)).body.data).toHaveLength(2);
  expect((await own.call(`GET ${path}/line-items`, csv)).text.split("\r\n")).toHaveLength(4);
  for (const part of ["", "/line-items"])
    for (const asked of [{}, pdf, csv])
      expect((await own.call(`GET /v1/me/payee-statements/${of_b.id}${part}`, asked)).status).toBe(404);
  expect((await own.call(`GET /v1/payee-statements/${of_a.id}`)).status).toBe(403);
  expect((await own.call(`GET /v1/me/payee-statements?payee_id=${b}`)).body.data).toEqual([]);
});

test("members of other roles, and keys, have no own payee statements", async () => {
  const owner = await member(world, { email: "owner@example.com", role: "owner" }, label.id);
  expect((await owner.call("GET /v1/me/payee-statements")).status).toBe(403);
  expect((await label.call("GET /v1/me/payee-statements")).status).toBe(403);
});

test("an event for each says what a read says", async () => {
  const { data } = (await must(label, "GET /v1/events?event_type=payee_statement.available")).body;
  const said = data.map((event: { data: { id: string } }) => event.data);
  const read = (await must(label, "GET /v1/payee-statements")).body.data;
  const byId = (rows: { id: string }[]) => rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(byId(said)).toEqual(byId(read));
});

test("filters find it, and another organization does not", async () => {
  const { id, statement_id } = await statementOf(a);
  const found = async (query: string) =>
    (await must(label, `GET /v1/payee-statements?${query}`)).body.data.map((row: { payee_id: string }) => row.payee_id);
  expect(await found(`statement_id=${statement_id}`)).toHaveLength(2);
  expect(await found(`period=${period}&currency=EUR&payee_id=${a}`)).toEqual([a]);
  expect(await found("currency=USD")).toEqual([]);
  expect(await found("period=1999-01")).toEqual([]);
  for (const part of ["", "/line-items"])
    expect((await world.label.call(`GET /v1/payee-statements/${id}${part}`)).status).toBe(404);
  expect((await world.label.call(`GET /v1/payee-statements/${id}`, pdf)).status).toBe(404);
});

test("pages of line items go through all of them, last first", async () => {
  const { id } = await statementOf(a);
  const path = `GET /v1/payee-statements/${id}/line-items?limit=1`;
  const first = (await must(label, path)).body;
  const second = (await must(label, `${path}&cursor=${first.next_cursor}`)).body;
  expect([first.has_more, second.has_more]).toEqual([true, false]);
  const amounts = [...first.data, ...second.data].map((item: { amount: string }) => item.amount);
  expect(amounts.sort()).toEqual(["47.60", "71.40"]);
});

test("lines that thousands of others stand before are found, one and all", async () => {
  const { id, statement_id } = await statementOf(a);
  const path = `GET /v1/payee-statements/${id}/line-items`;
  const [lines, text] = [(await must(label, path)).body.data, (await label.call(path, csv)).text];
  // No contract of the payee held their track.
  await world.ctx.db`
    insert into line_items (statement_id, number, isrc, track_id, release_id, store_id, territory, play_count, unit_rate, earnings, usage_period)
    select statement_id, number + 10 * n, isrc, 'trk_other', release_id, store_id, territory, play_count, unit_rate, earnings, usage_period
    from line_items cross join generate_series(1, 2500) n where statement_id = ${statement_id}`;
  expect((await must(label, path)).body.data).toEqual(lines);
  const first = (await must(label, `${path}?limit=1`)).body;
  const second = (await must(label, `${path}?limit=1&cursor=${first.next_cursor}`)).body;
  expect([...first.data, ...second.data]).toEqual(lines);
  expect(second.has_more).toBe(false);
  expect((await label.call(path, csv)).text).toBe(text);
  await world.ctx.db`delete from line_items where statement_id = ${statement_id} and track_id = 'trk_other'`;
});

test("later changes of contract, payee and organization leave it as it was", async () => {
  const before = await statementOf(b);
  const bytes = (await label.call(`GET /v1/payee-statements/${before.id}`, pdf)).text;
  const [contract] = (await must(label, "GET /v1/contracts")).body.data;
  await must(label, `PATCH /v1/contracts/${contract.id}`, { name: "Another", terms: [{ rate: "0.1" }] });
  await must(label, `PATCH /v1/payees/${b}`, { name: "Renamed" });
  await must(world.operator, `PATCH /v1/operator/organizations/${label.id}`, { name: "Renamed", fee_rate: "0.5" });
  expect(await statementOf(b)).toEqual(before);
  expect((await must(label, `GET /v1/payee-statements/${before.id}/line-items`)).body.data[0].rate).toBe("0.8");
  expect((await label.call(`GET /v1/payee-statements/${before.id}`, pdf)).text).toBe(bytes);
});
