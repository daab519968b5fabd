// A report as a store really sends it, in the browser: its columns assigned by hand, an unknown store named, a format saved.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { type Catalogue, makeCatalogue } from "../../server/test/sales.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";

let world: World;
let browser: Browser;
let desk: Visit;
let page: Page;
let catalogue: Catalogue;

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  catalogue = await makeCatalogue(world);
  browser = await openBrowser();
  desk = await visit(browser, world, { key: world.operator.key });
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const get = async (path: string) => (await must(world.operator, `GET ${path}`)).body;
const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const reportOf = (plays: number) =>
  [
    "Harbour Distribution;;;;;",
    "Song code;Where;Sold;Paid to you;Money;Outlet",
    `${catalogue.isrc};Germany;${plays};1.063,714;EUR;Anghami`,
    `${catalogue.isrc};France;10;-3,10;EUR;store_two`,
    "",
  ].join("\n");

test("columns are assigned by hand, tried, saved as a format and imported", async () => {
  await desk.open("/sales-reports");
  await page.getByLabel("Report file").setInputFiles(file("harbour.csv", reportOf(1000)));
  await page.getByText("No format fits this file").waitFor();
  const sample = page.getByRole("table", { name: "First rows of the file" });
  await sample.getByRole("cell", { name: "1.063,714" }).waitFor();
  expect(await page.getByLabel("Line of the heading row").inputValue()).toBe("2");
  await page.getByText("Still needed: an ISRC or UPC, a count, a rate or an amount, a currency.").waitFor();
  const columns = ["isrc", "territory", "play_count", "amount", "currency", "store"];
  for (const [place, target] of columns.entries())
    await sample.getByRole("combobox", { name: `Column ${place + 1}: ` }).selectOption(target);
  await page.getByRole("button", { name: "Import harbour.csv" }).and(page.locator(":disabled")).waitFor();
  await page.getByLabel("Store", { exact: false }).first().selectOption("store_one");
  await page.getByRole("button", { name: "Try" }).click();
  const trial = page.getByRole("region", { name: "Trial" });
  await trial.getByRole("heading", { name: "2 unknown stores" }).waitFor();
  await desk.expectSound("a trial");
  await trial.getByLabel("Store for “store_two”").selectOption("store_two");
  await trial.getByRole("button", { name: "Add name: store_two" }).click();
  await trial.getByRole("heading", { name: "1 unknown store" }).waitFor();
  await trial.getByLabel("Store for “Anghami”").selectOption("new");
  await trial.getByRole("button", { name: "Add name: Anghami" }).click();
  // The point is no decimal sign here: the service says so by the line.
  await trial.getByRole("cell", { name: /^line 3, Paid to you/ }).waitFor();
  await page.getByLabel("Decimal sign").selectOption(",");
  await trial.waitFor({ state: "detached" });
  await page.getByLabel("Sign between thousands").selectOption(".");
  await page.getByRole("button", { name: "Try" }).click();
  await trial.getByText("Nothing is wrong").waitFor();
  await trial.getByText("€1,060.61").waitFor();
  await trial
    .getByRole("table", { name: "Rows as they would be kept" })
    .getByRole("cell", { name: "Anghami" })
    .waitFor();
  expect(await get("/v1/operator/stores/store_anghami")).toMatchObject({
    connector: { kind: "reported" },
    report_names: ["Anghami"],
  });
  expect((await get("/v1/operator/sales-reports")).data).toEqual([]);
  await page.getByLabel("Name of the format").fill("Harbour, monthly");
  await page.getByRole("button", { name: "Save format" }).click();
  await page.getByRole("button", { name: "Import harbour.csv" }).click();
  await page.getByRole("heading", { level: 1, name: /^store_one/ }).waitFor();
  const [report] = (await get("/v1/operator/sales-reports")).data;
  expect(report).toMatchObject({ format_id: "format_harbour_monthly", rows: 2, matched: 2 });
  expect(report.totals).toEqual([{ currency: "EUR", amount: "1060.614" }]);
});

test("the next file with the same columns is read by the saved format, on a phone in the dark", async () => {
  const phone = await visit(browser, world, { key: world.operator.key, size: "phone", scheme: "dark" });
  await phone.open("/sales-reports");
  await phone.page.getByLabel("Report file").setInputFiles(file("harbour-2.csv", reportOf(2000)));
  await phone.page
    .getByLabel("Read as")
    .getByText("The format that fits: Harbour, monthly")
    .waitFor({ state: "attached" });
  await phone.page.getByRole("button", { name: "Try" }).click();
  await phone.page.getByText("Nothing is wrong").waitFor();
  await phone.expectSound("a report that fits, on a phone");
  await phone.page.getByLabel("Read as").selectOption("by_hand");
  await phone.page.getByLabel("Decimal sign").waitFor();
  await phone.expectSound("columns by hand, on a phone");
  await phone.close();
});
