// One currency from the command line: rates, what is missing, an organization's payout currency, conversions, and the money of a report.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../server/test/catalog.ts";
import { type Catalogue, makeCatalogue } from "../../../server/test/sales.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
let catalogue: Catalogue;
const folder = mkdtempSync(join(tmpdir(), "segue-rate-"));
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const segue = (...args: string[]) =>
  runCommand(args, { SEGUE_URL: world.url, SEGUE_OPERATOR_KEY: world.operator.key ?? "" }, folder);
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};

test("a month in one currency: what is missing, rates by hand and by file, the close", async () => {
  const { id } = world.label;
  expect(await json("org", "update", id, "--payout-currency", "EUR")).toMatchObject({ payout_currency: "EUR" });
  const heading = "isrc,territory,play_count,unit_rate,currency";
  writeFileSync(
    join(folder, "sales.csv"),
    `${heading}\n${catalogue.isrc},US,10,1,USD\n${catalogue.isrc},GB,10,1,GBP\n`,
  );
  const report = await json("report", "import", "sales.csv", "--store", "store_one", "--period", "2025-02");
  const pairs = async () =>
    (await json("rate", "missing", "2025-02")).data.map(
      ({ from, to }: { from: string; to: string }) => `${from}:${to}`,
    );
  expect((await pairs()).sort()).toEqual(["GBP:EUR", "USD:EUR"]);
  expect(await json("rate", "set", "2025-02", "USD", "EUR", "0.9214")).toMatchObject({
    source: "manual",
    rate: "0.9214",
  });
  writeFileSync(join(folder, "rates.csv"), "period,from,to,rate\n2025-02,GBP,EUR,1.2\n2025-03,GBP,EUR,1.3\n");
  expect(await json("rate", "import", "rates.csv")).toEqual({ created: 2, replaced: 0 });
  expect((await segue("rate", "missing", "2025-02")).err).toContain("No rate is missing.");
  const { data } = await json("rate", "list", "--period", "2025-03");
  expect(data).toMatchObject([{ from: "GBP", rate: "1.3", source: "import" }]);
  expect((await segue("rate", "delete", data[0].id)).out).toContain("is deleted.");
  const own = await json("report", "update", report.id, "--rate", "GBP:EUR=1.1725", "--rate", "USD:EUR=0.93");
  expect(own.rates).toEqual([
    { from: "GBP", to: "EUR", rate: "1.1725" },
    { from: "USD", to: "EUR", rate: "0.93" },
  ]);
  expect((await json("report", "update", report.id, "--rate", "none")).rates).toEqual([]);
  const closed = await json("period", "close", "2025-02");
  expect(closed.data).toMatchObject([{ currency: "EUR", gross_amount: "21.214" }]);
  const paid = ["--received", "9.50", "--currency", "USD", "--on", "2025-04-02"];
  expect(await json("report", "update", report.id, ...paid)).toMatchObject({ difference: "-0.50" });
  expect(await json("report", "update", report.id, "--received", "none")).toMatchObject({ received: null });
  expect(await json("org", "update", id, "--payout-currency", "none")).toMatchObject({ payout_currency: null });
});

test("a balance is converted, with a reason that the partner sees", async () => {
  const { id } = world.label;
  const path = `POST /v1/operator/organizations/${id}/adjustments`;
  await must(world.operator, path, { currency: "USD", amount: "84.31", reason: "An advance." });
  const made = await json("org", "convert", id, "--from", "USD", "--to", "EUR", "--rate", "0.9214");
  expect(made).toMatchObject({ to: { currency: "EUR", amount: "77.68" }, reason: expect.stringContaining("USD") });
  const { code, out } = await segue("org", "conversions", id);
  expect([code, out]).toEqual([0, expect.stringMatching(/84\.31 USD.*77\.68 EUR/)]);
});

test("options that do not go together, or have another form, are told before anything is sent", async () => {
  const update = (...args: string[]) => segue("report", "update", "rep_01k8z3v9qxe7p9a4m2c6t5w8rn", ...args);
  expect(await update("--received", "1.00")).toMatchObject({ code: 2, err: expect.stringContaining("go together") });
  expect(await update("--rate", "USD=2")).toMatchObject({ code: 2, err: expect.stringContaining("USD:EUR=0.93") });
  expect(await update()).toMatchObject({ code: 2, err: expect.stringContaining("Nothing to change") });
});
