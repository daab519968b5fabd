// A partner's money: from the first statement to a payout.

import { text } from "node:stream/consumers";
import type { Browser, Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { makeRecordings } from "../../server/test/reported-sales.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";

let world: World;
let browser: Browser;
let desk: Visit;
let page: Page;
let tracks: { id: string; isrc: string; title: string }[];

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  tracks = (await makeRecordings(world.label, 2)).tracks as typeof tracks;
  browser = await openBrowser();
  desk = await visit(browser, world);
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const get = async (path: string) => (await must(world.label, `GET ${path}`)).body;

async function textOf(download: Download): Promise<string> {
  return text(await download.createReadStream());
}

async function downloadBy(name: string): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return download;
}

/** As stores would report them: each row its own line item. */
async function sell(count: number, period: string): Promise<string> {
  const rows = Array.from({ length: count }, (_, index) => ({
    isrc: tracks[index % 2]?.isrc,
    store_id: index % 3 ? "store_auralis" : "store_northwave",
    territory: index % 2 ? "DE" : "FR",
    play_count: 1_000 + index,
    unit_rate: `0.00${400 + index}`,
    currency: "EUR",
  }));
  return (await must(world.label, "POST /v1/sandbox/statements", { period, rows })).body.data[0].id;
}

describe("earnings", () => {
  test("nothing was earned yet: the page says what to do, and one makes the first statement there", async () => {
    await desk.open("/earnings");
    await page.getByRole("heading", { name: "Nothing was earned yet" }).waitFor();
    await desk.expectFits("earnings of none");
    await page.getByRole("button", { name: "Simulate a statement" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Simulate a statement" });
    await dialog.getByLabel("Territory").fill("Germany");
    await dialog.getByLabel("Plays").fill("1000000");
    await dialog.getByRole("button", { name: "Simulate the statement" }).click();
    await dialog.getByRole("alert").getByText("rows[0].territory").first().waitFor();
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
    await dialog.getByLabel("Territory").fill("DE");
    await desk.expectSound("the form of a statement");
    await dialog.getByRole("button", { name: "Simulate the statement" }).click();
    await page.getByRole("heading", { level: 1, name: /^Statement of / }).waitFor();
    const [statement] = (await get("/v1/statements")).data;
    expect(statement).toMatchObject({ gross_amount: "4100.00", fee_amount: "615.00", net_amount: "3485.00" });
    const amounts = page.getByRole("region", { name: "From gross to net" });
    for (const amount of ["€4,100.00", "-€615.00", "€3,485.00"]) await amounts.getByText(amount).waitFor();
    await desk.expectFits("a statement");
  });

  test("as a chart and a table by month, store, territory and track, and as a file", async () => {
    await sell(150, "2026-01");
    await desk.open("/earnings?range=all");
    await page.getByRole("img", { name: /^Earnings by month in EUR/ }).waitFor();
    await page.getByRole("table", { name: "Earnings by month in EUR" }).getByText("Jan 2026").waitFor();
    await desk.expectSound("earnings by month");
    await page.getByText("Store", { exact: true }).click();
    await page.getByRole("table", { name: "Earnings by store in EUR" }).getByText("Northwave").waitFor();
    await page.getByText("Track", { exact: true }).click();
    const table = page.getByRole("table", { name: "Earnings by track in EUR" });
    await table.getByText("Track 2").waitFor();
    await desk.expectFits("earnings by track");
    const rows = (await textOf(await downloadBy("Export as CSV"))).trim().split("\r\n");
    const asked = (await get("/v1/earnings?group_by=track&currency=EUR")).data;
    expect(rows[0]).toBe("track,name,play_count,earnings,currency");
    expect(rows.slice(1).map((row) => row.split(",")[3])).toEqual(
      asked.map((row: { earnings: string }) => row.earnings),
    );
    await page.getByLabel("Months").selectOption("custom");
    await page.getByLabel("To", { exact: true }).selectOption("2026-01");
    await page.getByRole("heading", { level: 2, name: "Jan 2026" }).waitFor();
  });
});

describe("a statement", () => {
  test("is found in the list, and saved as CSV with every line item", async () => {
    await desk.open("/earnings?view=statements");
    await page.getByRole("link", { name: "Jan 2026" }).click();
    await page.getByRole("table", { name: "Sums by store" }).getByText("Northwave").waitFor();
    const lines = page.getByRole("table", { name: "Line items" });
    const track = lines.getByRole("button", { name: /^Track 1/ });
    await track.click();
    expect(await track.getAttribute("aria-expanded")).toBe("true");
    // Two digits on the screen, every digit on hover.
    await lines.getByTitle("€4.02804").getByText("€4.03", { exact: true }).waitFor();
    await desk.expectSound("a statement with an open track");
    const csv = await textOf(await downloadBy("Download CSV"));
    expect(csv.trim().split(/\r?\n/)).toHaveLength(151);
    expect(csv).toContain(tracks[0]?.isrc);
  });

  test("prints whole: all of its lines under a head on each sheet, black on white, without the menu", async () => {
    const id = (await get("/v1/statements?period=2026-01")).data[0].id;
    const dark = await visit(browser, world, { scheme: "dark" });
    await dark.page.addInitScript("window.print = () => { window.hasPrinted = true; }");
    await dark.open(`/statements/${id}`);
    const rows = dark.page.getByRole("table", { name: "Line items" }).locator("tr[data-line]");
    await dark.page.getByRole("table", { name: "Line items" }).waitFor();
    expect(await rows.count()).toBe(0);
    await dark.page.getByRole("button", { name: "Print" }).click();
    await expect.poll(() => dark.page.evaluate("window.hasPrinted")).toBe(true);
    await dark.page.emulateMedia({ media: "print" });
    await expect.poll(() => rows.count()).toBe(150);
    const look = await dark.page.evaluate(`({
      menu: getComputedStyle(document.querySelector("nav")).display === "none" || !document.querySelector("nav").offsetParent,
      button: [...document.querySelectorAll("main button")].some((button) => button.offsetParent),
      paper: getComputedStyle(document.body).backgroundColor,
      ink: getComputedStyle(document.querySelector("main td")).color,
      head: getComputedStyle(document.querySelector("thead")).display,
      columns: [...document.querySelectorAll("thead th")].filter((cell) => cell.offsetParent).length,
      track: document.querySelector("tr[data-track] th").innerText.includes("Track"),
    })`);
    expect(look).toEqual({
      menu: true,
      button: false,
      paper: "rgb(255, 255, 255)",
      ink: "rgb(0, 0, 0)",
      head: "table-header-group",
      columns: 6,
      track: true,
    });
    for (const word of ["Issued by", "Issued to", "Statement number", "Period"])
      await dark.page.getByRole("term").getByText(word, { exact: true }).waitFor();
    await dark.close();
  });
});

describe("a payout", () => {
  test("is asked for within the balance, held with what to do, released and cancelled", async () => {
    await must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, {
      minimum_payouts: { EUR: "50.00" },
    });
    await desk.open("/payouts");
    await page.getByRole("button", { name: "Request a payout in EUR" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The least is €50.00.").waitFor();
    await dialog.getByLabel("Amount in EUR").fill("10.00");
    await dialog.getByRole("button", { name: "Request the payout" }).click();
    await dialog.getByRole("alert").getByText("The minimum payout is 50.00 EUR").waitFor();
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("409")]);
    await dialog.getByLabel("Amount in EUR").fill("75.50");
    await dialog.getByRole("button", { name: "Request the payout" }).click();
    await page.getByRole("heading", { level: 1, name: "Payout of €75.50" }).waitFor();
    const [payout] = (await get("/v1/payouts")).data;
    expect(payout).toMatchObject({ amount: "75.50", status: "pending" });
    await desk.expectFits("a pending payout");

    await page.getByLabel("Reason").fill("We verify who is paid.");
    await page.getByLabel("What to do").fill("Send proof of address.");
    await page.getByRole("button", { name: "Simulate" }).click();
    await page.getByRole("listitem").getByText("Send proof of address.").waitFor();
    expect((await get(`/v1/payouts/${payout.id}`)).hold.required_actions).toEqual(["Send proof of address."]);
    await desk.expectSound("a payout on hold");
    await page.getByRole("button", { name: "Simulate" }).click();
    await page.getByRole("button", { name: "Cancel the payout" }).click();
    await page.getByRole("dialog").getByText("goes back to your available balance").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the payout" }).click();
    await page.getByText("Cancelled", { exact: true }).first().waitFor();
    expect((await get(`/v1/payouts/${payout.id}`)).status).toBe("cancelled");
  });

  test("shows in the balance's transactions, and they lead to it", async () => {
    await desk.open("/balance");
    const table = page.getByRole("table", { name: "Transactions" });
    await table.getByText("-€75.50").waitFor();
    await table.getByText("+€75.50").waitFor();
    await page.getByRole("img", { name: "Balance in EUR by movement" }).waitFor();
    await page.getByRole("row", { name: /-€75.50\. Then/ }).waitFor({ state: "attached" });
    await desk.expectFits("the balance");
    await table.getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: "Payout of €75.50" }).waitFor();
  });
});

test("every page fits a phone in the dark, with money and with none", async () => {
  const [statement] = (await get("/v1/statements?period=2026-01")).data;
  const [payout] = (await get("/v1/payouts")).data;
  const paths = ["/earnings?by=territory", "/earnings?view=statements", "/balance", "/payouts"];
  const phone = await visit(browser, world, { size: "phone", scheme: "dark" });
  for (const path of [...paths, `/statements/${statement.id}`, `/payouts/${payout.id}`]) {
    await phone.follow(path);
    await expect.poll(() => phone.page.getByRole("status").count()).toBe(0);
    await phone.expectSound(path);
  }
  // A phone has no columns for store and territory: they stand below, and are not left out.
  await phone.open(`/statements/${statement.id}`);
  await phone.page.getByRole("button", { name: /^Track 1/ }).click();
  await phone.page
    .getByText(/^France · Jan 2026/)
    .first()
    .waitFor();
  await phone.expectFits("a statement with an open track");
  await phone.close();
  const none = await visit(browser, world, { key: world.rival.key, size: "phone", scheme: "dark" });
  for (const path of paths) {
    await none.follow(path);
    await none.page.getByRole("heading", { level: 2, name: /yet$/ }).waitFor();
    await none.expectSound(`${path} of none`);
  }
  await none.close();
});
