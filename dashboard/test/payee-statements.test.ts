// Payee statements: found by payee and month, and each a document that says how its amount came about.

import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";
import { type PayeeSeed, seedPayees } from "./payee-seed.ts";

let world: World;
let browser: Browser;
let desk: Visit;
let page: Page;
let seed: PayeeSeed;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
  seed = await seedPayees(world);
  desk = await visit(browser, world);
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const get = async (path: string) => (await must(world.label, `GET ${path}`)).body;
const statementOf = async (payee_id: string, period: string) =>
  (await get(`/v1/payee-statements?payee_id=${payee_id}&period=${period}`)).data[0];
const rows = () => page.getByRole("table", { name: "Payee statements" }).getByRole("link");

describe("the list", () => {
  test("has one for each payee and month, and is filtered by payee, month and currency", async () => {
    await desk.open("/payee-statements");
    await expect.poll(() => rows().count()).toBe(4);
    await desk.expectSound("payee statements");
    await page.getByRole("combobox", { name: "Payee" }).fill("ada");
    await page.getByRole("option", { name: "Ada Lund" }).click();
    await expect.poll(() => rows().count()).toBe(2);
    await page.getByLabel("Month").selectOption("2026-01");
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByLabel("Currency").selectOption("EUR");
    expect(new URL(page.url()).searchParams.get("payee_id")).toBe(seed.ada);
    await desk.open("/payee-statements?currency=USD");
    await page.getByRole("heading", { name: "No payee statement matches" }).waitFor();
    await desk.expectFits("no payee statement");
  });

  test("is reached from the statement that was shared", async () => {
    const [statement] = (await get("/v1/statements?period=2026-02")).data;
    await desk.open(`/statements/${statement.id}`);
    await page.getByRole("table", { name: "Payees" }).getByRole("link", { name: "Ada Lund" }).waitFor();
    await desk.expectSound("a statement with payees");
    await page.getByRole("link", { name: "All payee statements" }).click();
    await expect.poll(() => rows().count()).toBe(2);
    await page.getByRole("link", { name: "Show all" }).click();
    await expect.poll(() => rows().count()).toBe(4);
  });
});

describe("a payee statement", () => {
  /** 297.50 earned, 238.00 payable, 100.00 recouped; half of the rest is Ada's; of it 30 % was used in the US. */
  const steps = [
    ["Played", "100,000 plays"],
    ["Earned", "€297.50"],
    ["Payable", "€238.00"],
    ["Recouped", "-€100.00"],
    ["Share", "€69.00"],
    ["Tax", "-€6.21"],
    ["Net", "€62.79"],
  ] as const;

  test("says how its amount came about, step by step, with the balance before and after", async () => {
    const january = await statementOf(seed.ada, "2026-01");
    expect(january).toMatchObject({ net_amount: "62.79", balance_before: "0.00" });
    await desk.open(`/payee-statements/${january.id}`);
    await page.getByRole("region", { name: "Result" }).getByText("€62.79").waitFor();
    const table = page.getByRole("table", { name: "From plays to the balance" });
    for (const [name, amount] of steps)
      await table
        .getByRole("row", { name: new RegExp(`^${name}`) })
        .getByText(amount, { exact: true })
        .waitFor();
    await table.getByText("50% of the €138.00 that is left.").waitFor();
    await table.getByText("30% of €20.70, the part of the share that is taxed.").waitFor();
    await page
      .getByRole("table", { name: "Contracts" })
      .getByRole("row", { name: /^Album deal/ })
      .getByText("€69.00")
      .waitFor();
    await desk.expectSound("a payee statement");
    const february = await statementOf(seed.ada, "2026-02");
    await desk.open(`/payee-statements/${february.id}`);
    await page.getByText("No advance or cost was taken back this time.").waitFor();
    const balance = page.getByRole("table", { name: "Balance before and after" });
    await balance.getByRole("row", { name: "Before this statement" }).getByText("€62.79").waitFor();
    await balance.getByRole("row", { name: "After this statement" }).getByText("€171.08").waitFor();
  });

  test("of a payee that the organization pays says so", async () => {
    await desk.open(`/payee-statements/${(await statementOf(seed.ben, "2026-01")).id}`);
    await page.getByText("Nightjar Records pays it directly.").waitFor();
    await desk.expectFits("a statement that the organization pays");
  });

  test("is saved as PDF, and as CSV with every line", async () => {
    const { id } = await statementOf(seed.ada, "2026-01");
    await desk.open(`/payee-statements/${id}`);
    await page.getByRole("table", { name: "Line items" }).getByText("Auralis").first().waitFor();
    const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
    expect(csv.suggestedFilename()).toBe(`payee-statement-2026-01-EUR-${id}.csv`);
    const lines = (await text(await csv.createReadStream())).trim().split("\r\n");
    expect(lines).toHaveLength(4);
    const [pdf] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PDF" }).click()]);
    expect(pdf.suggestedFilename()).toBe(`payee-statement-2026-01-EUR-${id}.pdf`);
    expect(await text(await pdf.createReadStream())).toMatch(/^%PDF-/);
  });
});

test("the pages fit a phone in the dark", async () => {
  const phone = await visit(browser, world, { size: "phone", scheme: "dark" });
  await phone.follow("/payee-statements");
  await phone.expectSound("payee statements on a phone");
  await phone.follow(`/payee-statements/${(await statementOf(seed.ada, "2026-01")).id}`);
  await phone.page.getByText(/^United States · Jan 2026/).waitFor();
  await phone.page.getByText("€238.00 payable · €100.00 recouped · 50% of the rest").waitFor();
  await phone.expectSound("a payee statement on a phone");
  await phone.close();
  const none = await visit(browser, world, { key: world.rival.key });
  await none.open("/payee-statements");
  await none.page.getByRole("heading", { name: "No payee statements yet" }).waitFor();
  await none.expectSound("no payee statements");
  await none.close();
});
