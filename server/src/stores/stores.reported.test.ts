// Stores that only sales reports name, and the names by which reports call stores.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { addRelease, addStore } from "../../test/sales.ts";
import { createWorld, type World } from "../../test/world.ts";
import { findReportNames } from "./name-queries.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const PATH = "/v1/operator/stores";
let number = 0;
const another = (changes: object = {}) => ({
  store_id: `store_no_${++number}`,
  name: "A store",
  territories: ["WORLD"],
  connector: { kind: "manual" },
  ...changes,
});
const add = (changes: object = {}) => world.operator.call(`POST ${PATH}`, { body: another(changes) });
const made = async (changes: object = {}): Promise<string> =>
  (await must(world.operator, `POST ${PATH}`, another(changes))).body.store_id;
const change = (store_id: string, body: object) => world.operator.call(`PATCH ${PATH}/${store_id}`, { body });
const reported = { connector: { kind: "reported" } };

describe("a store that only reports name", () => {
  test("changes nothing for partners: stores, territories, preflight, the message and the choice of a delivery", async () => {
    await addStore(world, "store_one");
    const { release_id } = await addRelease(world, world.label, { isrcs: ["GB-AAA-20-00001"] });
    const asked = [
      "/v1/stores",
      "/v1/stores?territory=DE",
      "/v1/stores/territories",
      `/v1/releases/${release_id}/preflight`,
    ];
    const seen = () => Promise.all(asked.map(async (path) => (await must(world.label, `GET ${path}`)).body));
    const before = await seen();
    const store_id = await made({ ...reported, name: "Spotify" });
    expect(await seen()).toEqual(before);
    const preflight = await world.label.call(`GET /v1/releases/${release_id}/preflight?store_id=${store_id}`);
    expect([preflight.status, preflight.body.error.details[0].field]).toEqual([400, "store_id"]);
    const body = { release_id, store_ids: ["store_one", store_id], territory_codes: ["WORLDWIDE"] };
    const refused = await world.label.call("POST /v1/deliveries", { body });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [{ field: "store_ids[1]", issue: `names no store that takes releases: ${store_id}` }],
    ]);
    expect((await world.label.call(`GET /v1/releases/${release_id}/ern?store_id=${store_id}`)).status).not.toBe(200);
    // Statements name it, so its name can be read.
    expect((await must(world.label, `GET /v1/stores/${store_id}`)).body.name).toBe("Spotify");
  });

  test("is listed for the operator, and its test says that there is nothing to connect to", async () => {
    const store_id = await made(reported);
    const { body } = await world.operator.call(`GET ${PATH}/${store_id}`);
    expect(body).toMatchObject({ connector: { kind: "reported" }, stalled_deliveries: 0 });
    const { body: report } = await world.operator.call(`POST ${PATH}/${store_id}/test`, { body: {} });
    expect(report).toMatchObject({
      ok: true,
      steps: [{ ok: true, detail: expect.stringContaining("in reports only") }],
    });
    expect((await add({ connector: { kind: "reported", host: "x" } })).body.error.code).toBe("unknown_field");
  });

  test("may be sold to later; a store with deliveries cannot become one", async () => {
    const store_id = await made(reported);
    expect((await change(store_id, { connector: { kind: "manual" } })).status).toBe(200);
    expect((await change(store_id, reported)).status).toBe(200);
    await addStore(world, "store_two");
    await addRelease(world, world.label, { isrcs: ["GB-AAA-20-00002"], stores: ["store_two"] });
    const { status, body } = await change("store_two", reported);
    expect([status, body.error.details[0].field]).toEqual([409, "connector.kind"]);
  });

  test("is removed unless a format or a report names it", async () => {
    const [free, named, fallback, sold] = [
      await made(reported),
      await made(reported),
      await made(reported),
      await made(reported),
    ];
    const columns = { isrc: { column: "A" }, play_count: { column: "B" }, amount: { column: "C" } };
    const format = {
      format_id: "format_a",
      name: "A",
      columns,
      store_names: { Brand: named },
      unknown_store: fallback,
    };
    await must(world.operator, "POST /v1/operator/report-formats", format);
    const raw = "isrc,territory,play_count,unit_rate,currency\nGB-AAA-20-00009,DE,1,1,EUR\n";
    const path = `POST /v1/operator/sales-reports?store_id=${await made()}&period=2026-01`;
    const report = await world.operator.call(path, { raw, headers: { "content-type": "text/csv" } });
    const stores = [{ store_id: sold, rows: 1, totals: [] }];
    await world.ctx.db`update sales_reports set stores = ${world.ctx.db.json(stores)} where id = ${report.body.id}`;
    const remove = async (store_id: string) => (await world.operator.call(`DELETE ${PATH}/${store_id}`)).status;
    expect([await remove(free), await remove(named), await remove(fallback), await remove(sold)]).toEqual([
      204, 409, 409, 409,
    ]);
    expect(await remove(free)).toBe(404);
  });
});

describe("the names by which reports call a store", () => {
  test("are kept in their order, replaced whole, and found without case and blanks", async () => {
    const store_id = await made({ report_names: ["Apple Music", " iTunes "] });
    const { body } = await world.operator.call(`GET ${PATH}/${store_id}`);
    expect(body.report_names).toEqual(["Apple Music", " iTunes "]);
    const names = await findReportNames(world.ctx.db);
    expect([names.get("apple music"), names.get("itunes")]).toEqual([store_id, store_id]);
    const changed = await change(store_id, { report_names: ["iTunes", "APPLE MUSIC", "Match"] });
    expect(changed.body.report_names).toEqual(["iTunes", "APPLE MUSIC", "Match"]);
    expect((await change(store_id, { name: "Apple" })).body.report_names).toHaveLength(3);
    expect((await change(store_id, { report_names: [] })).body.report_names).toEqual([]);
    expect((await world.label.call(`GET /v1/stores/${store_id}`)).body).not.toHaveProperty("report_names");
    expect((await world.operator.call(`DELETE ${PATH}/${store_id}`)).status).toBe(204);
  });

  test.each<[string[], string, string]>([
    [["Deezer", "deezer "], "report_names[1]", "is the same name as entry 1"],
    [["x".repeat(201)], "report_names[0]", "at most 200"],
    [[" "], "report_names[0]", "must not be blank"],
    [Array.from({ length: 101 }, (_, index) => `name ${index}`), "report_names", "at most 100"],
  ])("%#: are refused", async (report_names, field, issue) => {
    const { status, body } = await add({ report_names });
    expect([status, body.error.details[0]]).toEqual([422, { field, issue: expect.stringContaining(issue) }]);
  });

  test("belong to one store, however many ask for one at once", async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => add({ report_names: [`Own ${n}`, n % 2 ? "Shared" : " SHARED"] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    const owner = answers.find(({ status }) => status === 201)?.body.store_id;
    for (const { body } of answers.filter(({ status }) => status === 422))
      expect(body.error.details).toEqual([
        { field: "report_names[1]", issue: expect.stringContaining(`is a name of ${owner}`) },
      ]);
    const [one, two] = [await made({ report_names: ["First"] }), await made({ report_names: ["Second"] })];
    const swapped = await Promise.all([
      change(one, { report_names: ["Second"] }),
      change(two, { report_names: ["First"] }),
    ]);
    for (const { status } of swapped) expect([200, 422]).toContain(status);
    expect((await findReportNames(world.ctx.db)).get("shared")).toBe(owner);
  });
});
