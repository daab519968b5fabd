import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const path = "/v1/operator/exchange-rates";
const importFile = (text: string | Uint8Array<ArrayBuffer>) =>
  world.operator.call(`POST ${path}/import`, { raw: text, headers: { "content-type": "text/csv" } });
const ratesOf = async (period: string) => {
  const { data } = (await must(world.operator, `GET ${path}?period=${period}&limit=100`)).body;
  return data.map((one: Record<string, string>) => `${one.from} ${one.to} ${one.rate} ${one.source}`).sort();
};

test("a rate is set, replaced with 200 and the same id, listed and deleted", async () => {
  const body = { period: "2026-02", from: "USD", to: "EUR", rate: "0.921400" };
  const first = await world.operator.call(`POST ${path}`, { body });
  expect([first.status, first.body]).toEqual([
    201,
    { id: expect.stringMatching(/^rat_/), ...body, rate: "0.9214", source: "manual", created_at: expect.any(String) },
  ]);
  const second = await world.operator.call(`POST ${path}`, { body: { ...body, rate: "0.93" } });
  expect([second.status, second.body]).toEqual([200, { ...first.body, rate: "0.93" }]);
  expect((await must(world.operator, `GET ${path}?period=2026-02&from=USD&to=EUR`)).body.data).toEqual([second.body]);
  expect((await must(world.operator, `GET ${path}?from=GBP`)).body.data).toEqual([]);
  expect((await world.operator.call(`DELETE ${path}/${first.body.id}`)).status).toBe(204);
  expect((await world.operator.call(`DELETE ${path}/${first.body.id}`)).status).toBe(404);
  expect(await ratesOf("2026-02")).toEqual([]);
});

test("two at once for one pair are one rate", async () => {
  const body = { period: "2026-03", from: "USD", to: "EUR", rate: "0.9" };
  const answers = await Promise.all([1, 2, 3].map(() => world.operator.call(`POST ${path}`, { body })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
});

test.each([
  [{ from: "EUR" }, "to"],
  [{ rate: "0" }, "rate"],
  [{ rate: "-1" }, "rate"],
  [{ rate: "1234567890123" }, "rate"],
  [{ rate: "0.1234567890123" }, "rate"],
  [{ from: "USDX" }, "from"],
  [{ period: "2026-13" }, "period"],
])("%j is refused at its field", async (change, field) => {
  const body = { period: "2026-02", from: "USD", to: "EUR", rate: "0.9", ...change };
  const { status, body: answer } = await world.operator.call(`POST ${path}`, { body });
  expect([status, answer.error.details[0].field]).toEqual([422, field]);
});

test("`missing` needs a month", async () => {
  expect((await world.operator.call(`GET ${path}/missing`)).status).toBe(400);
  expect((await world.operator.call(`GET ${path}/missing?period=2026`)).status).toBe(400);
});

describe("a file", () => {
  test("with our own columns, in any order, replaces the rates that it names", async () => {
    await must(world.operator, `POST ${path}`, { period: "2026-04", from: "USD", to: "EUR", rate: "0.5" });
    const text = '\uFEFFrate;to;from;period\r\n0.9214;EUR;USD;2026-04\r\n"1.1725";EUR;GBP;2026-04\r\n\r\n';
    expect((await importFile(text)).body).toEqual({ created: 1, replaced: 1 });
    expect(await ratesOf("2026-04")).toEqual(["GBP EUR 1.1725 import", "USD EUR 0.9214 import"]);
  });

  test("all or nothing: whatever is wrong is named by its line", async () => {
    const text =
      "period,from,to,rate\n2026-05,USD,EUR,0.9\n2026-5,USD,EUR,0.9\n2026-05,USD,USD,1\n2026-05,ABC,EUR,1\n2026-05,USD,EUR,0\n2026-05,USD,EUR,0.8\n";
    const { status, body } = await importFile(text);
    expect(status).toBe(422);
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      "line 3, period",
      "line 4, to",
      "line 5, from",
      "line 6, rate",
      "line 7",
    ]);
    expect(body.error.details[4].issue).toContain("than line 2");
    expect(await ratesOf("2026-05")).toEqual([]);
  });

  test("the monthly export of the European Central Bank is read as it is, in both directions", async () => {
    const text = [
      "KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,TITLE",
      'EXR.M.USD.EUR.SP00.A,M,USD,EUR,SP00,A,2026-06,1.1417478260869562,A,"Reference rate, US dollar/Euro, 2:15 pm"',
      "EXR.M.JPY.EUR.SP00.A,M,JPY,EUR,SP00,A,2026-06,163.5,A,",
      "EXR.M.GBP.EUR.SP00.A,M,GBP,EUR,SP00,A,2026-06,,A,",
      "EXR.M.HRK.EUR.SP00.A,M,HRK,EUR,SP00,A,2026-06,7.5345,A,",
    ].join("\n");
    expect((await importFile(text)).body).toEqual({ created: 4, replaced: 0 });
    expect(await ratesOf("2026-06")).toEqual([
      "EUR JPY 163.5 import",
      "EUR USD 1.141747826086 import",
      "JPY EUR 0.006116207951 import",
      "USD EUR 0.875850145848 import",
    ]);
  });

  test("the table of the European Central Bank is read where it has one line a month, and refused where it has days", async () => {
    const text = "Date, USD, JPY, CYP,\n31 July 2026, 1.1, 160, N/A,\n2026-08-31,1.2,N/A,N/A,\n";
    expect((await importFile(text)).body).toEqual({ created: 6, replaced: 0 });
    expect(await ratesOf("2026-08")).toEqual(["EUR USD 1.2 import", "USD EUR 0.833333333333 import"]);
    const days = await importFile("Date,USD,\n2026-09-02,1.1,\n2026-09-01,1.2,\n");
    expect([days.status, days.body.error.details[0].field]).toEqual([422, "line 3"]);
    expect(await ratesOf("2026-09")).toEqual([]);
    const daily = "KEY,FREQ,CURRENCY,CURRENCY_DENOM,TIME_PERIOD,OBS_VALUE\nx,D,USD,EUR,2026-09-01,1.1\n";
    expect((await importFile(daily)).body.error.details[0].field).toBe("line 2, FREQ");
  });

  test.each([
    ["nothing", ""],
    ["a heading row alone", "period,from,to,rate\n"],
    ["other columns", "month,pair,rate\n2026-01,USDEUR,1\n"],
    ["text that is not UTF-8", new Uint8Array([0x70, 0xff, 0xfe])],
    ["an open quote", '"period,from\n'],
  ])("with %s is refused", async (_what, text) => {
    const { status, body } = await importFile(text);
    expect([status, body.error.code]).toEqual([422, "validation_failed"]);
  });

  test("of more than 1 MiB is refused, and one of just that is read", async () => {
    const months = Array.from({ length: 9_999 }, (_none, year) => `${String(year + 1).padStart(4, "0")}-01`);
    const lines = months.map((month) => `${month},USD,EUR,0.000000000001`).join("\n");
    expect((await importFile(`period,from,to,rate\n${lines}\n`.padEnd(1_048_577, "\n"))).status).toBe(413);
    expect((await importFile(`period,from,to,rate\n${lines}\n`.padEnd(1_048_576, "\n"))).body).toEqual({
      created: 9_999,
      replaced: 0,
    });
    const json = await world.operator.call(`POST ${path}/import`, { body: {} });
    expect(json.status).toBe(415);
  });
});
