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

test("what the store paid is noted on the report, and its rates are refused once they are stated", async () => {
  const [report] = (await get("/v1/operator/sales-reports")).data;
  await desk.open(`/sales-reports/${report.id}`);
  await page.getByText("Read as: Harbour, monthly").waitFor();
  await page
    .getByRole("table", { name: "Stores in this report" })
    .getByRole("row", { name: /Anghami/ })
    .waitFor();
  await page.getByRole("button", { name: "Note what was received" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount").fill("1000.001");
  await dialog.getByLabel("Received on").fill("2026-04-02");
  await dialog.getByRole("button", { name: "Save the amount" }).click();
  await dialog.getByText("must be in whole minor units", { exact: false }).first().waitFor();
  expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await desk.expectSound("an amount that is refused");
  await dialog.getByLabel("Amount").fill("1000.00");
  await dialog.getByRole("button", { name: "Save the amount" }).click();
  await page.getByText("less than reported").waitFor();
  await page.getByText("-€60.61").waitFor();
  await desk.expectSound("a report with what was received");
  await desk.follow("/reconciliation");
  await page.getByRole("table", { name: "Reconciliation" }).getByText("-€60.61").waitFor();
  await desk.expectSound("reconciliation");
});

test("a month whose exchange rate is missing is closed once it is set", async () => {
  await must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, { payout_currency: "USD" });
  const [{ id, period }] = (await get("/v1/operator/sales-reports")).data;
  const phone = await visit(browser, world, { key: world.operator.key, size: "phone", scheme: "dark" });
  await phone.open("/statements");
  await phone.page.getByText("An exchange rate is missing").waitFor();
  await phone.expectSound("a missing rate on a phone");
  for (const path of ["/exchange-rates", "/reconciliation", `/sales-reports/${id}`]) {
    await phone.follow(path);
    await phone.page
      .getByRole("table")
      .or(phone.page.getByRole("heading", { name: "No exchange rates yet" }))
      .first()
      .waitFor();
    await phone.expectSound(`${path} on a phone`);
  }
  await phone.close();
  await desk.open("/statements");
  await page.getByText("EUR to USD", { exact: true }).waitFor();
  const close = page.getByRole("button", { name: /^Close \w+ \d/ });
  await close.and(page.locator(":disabled")).waitFor();
  await page.getByLabel("Rate from EUR to USD").fill("0");
  await page.getByRole("button", { name: "Set rate" }).click();
  await page.locator("[aria-invalid=true]").waitFor();
  expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await page.getByLabel("Rate from EUR to USD").fill("1.08");
  await page.getByRole("button", { name: "Set rate" }).click();
  await close.and(page.locator(":enabled")).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Close \w+ \d/ })
    .click();
  await page.getByRole("table", { name: "Statements" }).getByRole("link", { name: "Nightjar Records" }).waitFor();
  const { data } = await get(`/v1/operator/statements?period=${period}`);
  expect(data).toMatchObject([{ currency: "USD", exchange_rates: [{ from: "EUR", rate: "1.08", source: "period" }] }]);
  await desk.open(`/sales-reports/${id}`);
  await page.getByRole("button", { name: "Exchange rates of this report" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From currency 1").fill("EUR");
  await dialog.getByLabel("To currency 1").fill("USD");
  await dialog.getByLabel("Rate 1", { exact: true }).fill("1.1");
  await dialog.getByRole("button", { name: "Save rates" }).click();
  await dialog.getByRole("button", { name: "Save rates" }).and(page.locator(":disabled")).waitFor();
  await dialog.getByRole("alert").waitFor();
  expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("409")]);
});

test("rates are set, imported and deleted by month", async () => {
  await desk.open("/exchange-rates");
  const table = page.getByRole("table", { name: "Exchange rates" });
  await table.getByText("1.08").waitFor();
  await page.getByLabel("From", { exact: true }).fill("gbp");
  await page.getByLabel("To", { exact: true }).fill("EUR");
  await page.getByLabel("Rate", { exact: true }).fill("1.1725");
  await page.getByRole("button", { name: "Set rate" }).click();
  await table.getByText("GBP to EUR").waitFor();
  const csv = "period,from,to,rate\n2026-02,JPY,EUR,0.0061\n";
  await page.getByLabel("File of exchange rates").setInputFiles(file("rates.csv", csv));
  await table.getByText("JPY to EUR").waitFor();
  await table.getByText("From a file").waitFor();
  await desk.expectSound("exchange rates");
  await table.getByRole("button", { name: "Delete: JPY to EUR, Feb 2026" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the rate" }).click();
  await table.getByText("JPY to EUR").waitFor({ state: "detached" });
});

test("a statement tells the rates it was converted by, to the operator and to the partner", async () => {
  const [statement] = (await get("/v1/operator/statements")).data;
  await desk.open(`/statements/${statement.id}`);
  await page.getByText("1 EUR = 1.08 USD, rate of the month").waitFor();
  const lines = page.getByRole("table", { name: "Line items" });
  await lines.getByText("€1,063.714 at 1.08").waitFor();
  await lines.getByText("on average").first().waitFor();
  await desk.expectSound("a converted statement");
  const partner = await visit(browser, world, { size: "phone", scheme: "dark" });
  await partner.open(`/statements/${statement.id}`);
  await partner.page.getByText("1 EUR = 1.08 USD, rate of the month").waitFor();
  await partner.page.getByRole("table", { name: "Line items" }).getByText("€1,063.714 at 1.08").waitFor();
  await partner.expectSound("a converted statement, for the partner on a phone");
  await partner.close();
});

test("an organization's payout currency is changed, and its balance converted", async () => {
  await desk.open(`/organizations/${world.label.id}?tab=settings`);
  await page.getByLabel("Payout currency").fill("gbp");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("The settings are saved.").waitFor();
  expect(await get(`/v1/operator/organizations/${world.label.id}`)).toMatchObject({ payout_currency: "GBP" });
  await desk.open(`/organizations/${world.label.id}?tab=money`);
  await page.getByRole("heading", { name: "No conversions yet" }).waitFor();
  await page.getByRole("button", { name: "Convert a balance" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("From currency").selectOption("USD");
  await dialog.getByLabel("To currency").fill("gbp");
  await dialog.getByLabel("Rate").fill("0.8");
  await dialog.getByLabel("Amount").fill("100.00");
  await dialog.getByLabel("Reason").fill("Paid in pounds from now on.");
  await desk.expectSound("a conversion");
  await dialog.getByRole("button", { name: "Convert", exact: true }).click();
  const table = page.getByRole("table", { name: "Conversions" });
  await table.getByText("£80.00").waitFor();
  await table.getByRole("cell", { name: "Paid in pounds from now on.", exact: true }).waitFor();
  await desk.expectSound("conversions");
});
