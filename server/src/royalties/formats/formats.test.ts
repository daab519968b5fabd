import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { addStore } from "../../../test/sales.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { keepBuiltInFormats } from "./actions.ts";
import { builtInFormats } from "./built-in-formats.ts";
import { listFormatsToFit, MAX_FORMATS } from "./queries.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const store_id of ["store_one", "store_two"]) await addStore(world, store_id);
});
afterAll(() => world.close());

const PATH = "/v1/operator/report-formats";
const columns = { isrc: { column: "ISRC" }, play_count: { column: "Units" }, amount: { column: "Net" } };
let number = 0;
const another = (changes: object = {}) => ({
  format_id: `format_no_${++number}`,
  name: "A sender",
  columns,
  ...changes,
});
const add = (changes: object = {}) => world.operator.call(`POST ${PATH}`, { body: another(changes) });
const change = (id: string, body: object) => world.operator.call(`PATCH ${PATH}/${id}`, { body });
const see = (id: string) => world.operator.call(`GET ${PATH}/${id}`);
const made = async (changes: object = {}) => (await must(world.operator, `POST ${PATH}`, another(changes))).body;

describe("works", () => {
  test("a format is added with what was left out, read, changed field by field and removed", async () => {
    const added = await add({ format_id: "format_harbour", parse: { decimal: ",", grouping: "." } });
    expect([added.status, added.body]).toEqual([
      201,
      {
        format_id: "format_harbour",
        name: "A sender",
        store_id: null,
        file: { encoding: "auto", separator: "auto" },
        rows: { header: 1 },
        columns,
        parse: { decimal: ",", grouping: ".", date: "YYYY-MM-DD" },
        unknown_store: "refuse",
        store_names: {},
        is_built_in: false,
        source: null,
        year: null,
        created_at: expect.any(String),
        updated_at: added.body.created_at,
      },
    ]);
    expect((await see("format_harbour")).body).toEqual(added.body);
    const changes = {
      store_id: "store_one",
      parse: { date: ["YYYY-MM", "MMM-YY"], territory_names: { "Great Britain": "GB", World: "ZZ" } },
      rows: {
        header: { contains: ["ISRC", "Units"] },
        stop_when: { column: 1, equals: ["Total"] },
        skip_when: [{ column: ["Kind", "Type"], equals: ["Info"] }],
        last_rows: 2,
      },
      store_names: { "Brand Music": "store_two" },
      unknown_store: "store_one",
    };
    const changed = await change("format_harbour", changes);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ ...changes, parse: { decimal: ".", ...changes.parse }, columns });
    expect(changed.body.parse).not.toHaveProperty("grouping");
    expect((await change("format_harbour", {})).body).toEqual(changed.body);
    expect((await change("format_harbour", { store_id: null })).body.store_id).toBeNull();
    expect((await world.operator.call(`DELETE ${PATH}/format_harbour`)).status).toBe(204);
    expect((await see("format_harbour")).status).toBe(404);
  });

  test("one that is based on another has its fields where none are sent", async () => {
    const copy = await made({ name: undefined, columns: undefined, based_on: "format_itunes", store_id: "store_one" });
    const { body: base } = await see("format_itunes");
    const own = { store_id: "store_one", is_built_in: false, source: null, year: null };
    const { format_id, created_at, updated_at } = copy;
    expect(copy).toEqual({ ...base, ...own, format_id, created_at, updated_at });
    const next = await made({ based_on: format_id, file: { separator: "tab" } });
    expect(next).toMatchObject({
      name: "A sender",
      columns,
      rows: base.rows,
      file: { encoding: "auto", separator: "tab" },
    });
  });

  test("every change is in the audit log: names of fields, and no values", async () => {
    const { format_id } = await made();
    await change(format_id, { store_names: { Secretive: "store_two" } });
    const { data } = (await must(world.operator, `GET /v1/operator/audit-log?resource_id=${format_id}`)).body;
    expect(data.map((entry: { operation: string; fields: string[] }) => [entry.operation, entry.fields])).toEqual([
      ["updateReportFormat", ["store_names"]],
      ["createReportFormat", ["format_id", "name", "columns"]],
    ]);
  });

  test("a file of a sender may have the formats of that sender and those of no one, but plain columns and DSR", async () => {
    const [mine, other] = [await made({ store_id: "store_one" }), await made({ store_id: "store_two" })];
    const ids = (await listFormatsToFit(world.ctx.db, "store_one")).map(({ format_id }) => format_id);
    expect(ids).toContain(mine.format_id);
    expect(ids).toContain("format_fuga");
    for (const id of [other.format_id, "format_plain", "format_dsr"]) expect(ids).not.toContain(id);
  });
});

describe("formats that come with the service", () => {
  test("are listed with their sources, complete and valid by the same rules", async () => {
    for (const { format_id, name, source, year } of builtInFormats) {
      const { status, body } = await see(format_id);
      expect([status, body]).toMatchObject([200, { name, source, year, is_built_in: true, store_id: null }]);
      const { columns, file, rows, parse } = body;
      if (format_id !== "format_dsr") expect((await add({ columns, file, rows, parse })).status).toBe(201);
    }
  });

  test("cannot be changed or removed: 409", async () => {
    const answers = [
      await change("format_fuga", { name: "Mine" }),
      await world.operator.call(`DELETE ${PATH}/format_fuga`),
    ];
    for (const { status, body } of answers) expect([status, body.error.code]).toEqual([409, "invalid_state"]);
  });

  test("are mended by every start, however many processes start at once; an operator's own format stays", async () => {
    const { db } = world.ctx;
    const before = (await see("format_fuga")).body;
    await db`update report_formats set name = 'Old', columns = '{}' where format_id = 'format_fuga'`;
    await db`update report_formats set is_built_in = false, name = 'Own' where format_id = 'format_tunecore'`;
    await db`delete from report_formats where format_id = 'format_beatport'`;
    world.clock.advance(60_000);
    await Promise.all(Array.from({ length: 8 }, () => keepBuiltInFormats(world.ctx)));
    const after = (await see("format_fuga")).body;
    expect(after).toEqual({ ...before, updated_at: after.updated_at });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect((await see("format_tunecore")).body).toMatchObject({ name: "Own", is_built_in: false });
    expect((await see("format_beatport")).status).toBe(200);
    world.clock.advance(60_000);
    await keepBuiltInFormats(world.ctx);
    expect((await see("format_fuga")).body).toEqual(after);
    await db`update report_formats set is_built_in = true where format_id = 'format_tunecore'`;
    await keepBuiltInFormats(world.ctx);
  });
});

describe("refuses", () => {
  const { isrc, play_count, amount } = columns;
  const missing = "missing_required_field";
  const wrong = "validation_failed";
  const many = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);
  test.each<[object, string, string, string]>([
    [{ format_id: "fuga" }, wrong, "format_id", "must be `format_`"],
    [{ format_id: `format_${"a".repeat(51)}` }, wrong, "format_id", "must be `format_`"],
    [{ name: undefined }, missing, "name", "is required"],
    [{ name: "x".repeat(201) }, wrong, "name", "at most 200"],
    [{ color: "red" }, "unknown_field", "color", "is not known"],
    [{ columns: undefined }, missing, "columns.isrc", "unless there is `upc`"],
    [{ columns: { play_count, amount } }, missing, "columns.isrc", "unless there is `upc`"],
    [{ columns: { isrc, amount } }, missing, "columns.play_count", "is required"],
    [{ columns: { isrc, play_count } }, missing, "columns.amount", "unless there is `unit_rate`"],
    [{ columns: { ...columns, unit_rate: amount } }, wrong, "columns.amount", "must not stand beside `unit_rate`"],
    [{ columns: { ...columns, shop: amount } }, "unknown_field", "columns.shop", "is not known"],
    [{ columns: { ...columns, isrc: { cell: "A" } } }, "unknown_field", "columns.isrc.cell", "is not known"],
    [{ columns: { ...columns, isrc: {} } }, wrong, "columns.isrc", "must be one of `{column}`"],
    [{ columns: { ...columns, isrc: "ISRC" } }, wrong, "columns.isrc", "must be an object"],
    [{ columns: { ...columns, isrc: { column: "A", value: "B" } } }, wrong, "columns.isrc", "must be one of"],
    [
      { columns: { ...columns, amount: { columns: ["A"], combine: "sum" } } },
      wrong,
      "columns.amount.columns",
      "2 entries",
    ],
    [
      { columns: { ...columns, amount: { columns: many(6), combine: "sum" } } },
      wrong,
      "columns.amount.columns",
      "at most 5",
    ],
    [{ columns: { ...columns, amount: { columns: many(2) } } }, wrong, "columns.amount", "must be one of"],
    [
      { columns: { ...columns, isrc: { columns: many(2), combine: "sum" } } },
      wrong,
      "columns.isrc.combine",
      "no number",
    ],
    [
      { columns: { ...columns, amount: { columns: many(2), combine: "average" } } },
      wrong,
      "columns.amount.combine",
      "first, sum",
    ],
    [{ file: { encoding: "utf-7" } }, wrong, "file.encoding", "must be one of auto"],
    [{ file: { name_pattern: "x".repeat(101) } }, wrong, "file.name_pattern", "at most 100"],
    [{ rows: { header: 0 } }, wrong, "rows.header", "at least 1"],
    [{ rows: { header: 51 } }, wrong, "rows.header", "at most 50"],
    [{ rows: { header: {} } }, missing, "rows.header.contains", "is required"],
    [{ rows: { header: { contains: many(11) } } }, wrong, "rows.header.contains", "at most 10"],
    [{ rows: { stop_when: { column: 0, equals: ["x"] } } }, wrong, "rows.stop_when.column", "at least 1"],
    [{ rows: { stop_when: { column: 1, equals: many(21) } } }, wrong, "rows.stop_when.equals", "at most 20"],
    [{ rows: { skip_when: [] } }, wrong, "rows.skip_when", "at least 1 entry"],
    [{ rows: { last_rows: 21 } }, wrong, "rows.last_rows", "at most 20"],
    [{ parse: { date: "YY" } }, wrong, "parse.date", "must be one of YYYY-MM-DD"],
    [{ parse: { date: [] } }, wrong, "parse.date", "1 to 3 forms"],
    [{ parse: { date: ["YYYY-MM", "YYYY-MM"] } }, wrong, "parse.date", "1 to 3 forms"],
    [{ parse: { grouping: "." } }, wrong, "parse.grouping", "must differ from `decimal`"],
    [{ parse: { territory_names: { A: "Q1" } } }, "territory_not_supported", "parse.territory_names.A", "ISO 3166-1"],
    [{ parse: { territory_names: { "": "DE" } } }, wrong, "parse.territory_names", "must not be blank"],
    [{ store_id: "store_none" }, wrong, "store_id", "is not a store: store_none"],
    [{ unknown_store: "store_none" }, wrong, "unknown_store", "is not a store: store_none"],
    [{ store_names: { A: "store_none" } }, wrong, "store_names.A", "is not a store: store_none"],
    [{ store_names: { A: 7 } }, wrong, "store_names.A", "must be a string"],
    [{ store_names: { A: "store_one", " a": "store_two" } }, wrong, "store_names. a", "is the same text as A"],
    [
      { store_names: Object.fromEntries(many(1001).map((text) => [text, "store_one"])) },
      wrong,
      "store_names",
      "at most 1000",
    ],
    [{ based_on: "format_none" }, wrong, "based_on", "is not a report format: format_none"],
    [{ based_on: "format_dsr", columns: undefined }, missing, "columns.isrc", "unless there is `upc`"],
  ])("%j", async (changes, code, field, issue) => {
    const { status, body } = await add(changes);
    expect([status, body.error?.code]).toEqual([422, code]);
    expect(body.error.details).toContainEqual({ field, issue: expect.stringContaining(issue) });
  });

  test("an id that is taken: 409; one that is none: 404", async () => {
    const { format_id } = await made();
    for (const id of [format_id, "format_fuga"]) {
      const { status, body } = await add({ format_id: id });
      expect([status, body.error.details[0].field]).toEqual([409, "format_id"]);
    }
    expect((await change("format_none", { name: "None" })).status).toBe(404);
    expect((await world.operator.call(`DELETE ${PATH}/format_none`)).status).toBe(404);
    expect((await change(format_id, { format_id: "format_else" })).body.error.code).toBe("unknown_field");
  });

  test("a format by which a report was read cannot be removed, and can be changed for later files", async () => {
    const { format_id } = await made();
    const raw = "isrc,territory,play_count,unit_rate,currency\nGB-AAA-20-00001,DE,1,1,EUR\n";
    const path = "POST /v1/operator/sales-reports?store_id=store_one&period=2026-01";
    const { body: report } = await world.operator.call(path, { raw, headers: { "content-type": "text/csv" } });
    await world.ctx.db`update sales_reports set format_id = ${format_id} where id = ${report.id}`;
    const { status, body } = await world.operator.call(`DELETE ${PATH}/${format_id}`);
    expect([status, body.error.code]).toEqual([409, "invalid_state"]);
    expect((await change(format_id, { name: "Later" })).body.name).toBe("Later");
  });

  test("more than 500 formats: 409, however many are added at once", async () => {
    const { db } = world.ctx;
    const [{ count }] = await db<[{ count: number }]>`select count(*)::int as count from report_formats`;
    await db`
      insert into report_formats (format_id, name, file, rows, columns, parse, unknown_store, store_names, is_built_in, created_at, updated_at)
      select 'format_filler_' || n, 'Filler', '{}', '{}', '{}', '{}', 'refuse', '{}', false, now(), now()
      from generate_series(1, ${MAX_FORMATS - count - 2}) n`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => add()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    await db`delete from report_formats where format_id like 'format_filler_%'`;
  });
});

describe("keeps apart", () => {
  test("partners do not see the operator's formats", async () => {
    for (const operation of [`GET ${PATH}`, `GET ${PATH}/format_fuga`, `POST ${PATH}`, `PATCH ${PATH}/format_fuga`])
      expect((await world.label.call(operation, operation.startsWith("GET") ? {} : { body: {} })).status).toBe(404);
  });
});
