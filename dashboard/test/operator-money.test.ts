// The operator's money: reports come in, the month is closed, payouts go out.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { type Catalogue, makeCatalogue } from "../../server/test/sales.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";
import { chooseMarked } from "./keyboard.ts";

const UNKNOWN = "GB-CCC-20-00001";
const UPC = "036000291452";

let world: World;
let browser: Browser;
let desk: Visit;
let page: Page;
let catalogue: Catalogue;
/** The month that has just ended, as the pages offer it first. */
let period: string;

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  catalogue = await makeCatalogue(world);
  const now = world.clock.now();
  period = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  browser = await openBrowser();
  desk = await visit(browser, world, { key: world.operator.key });
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const get = async (path: string) => (await must(world.operator, `GET ${path}`)).body;

const csvOf = (...rows: string[]) => `${["isrc,upc,territory,play_count,unit_rate,currency", ...rows].join("\n")}\n`;

const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

async function drop(name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: "text/csv" }));
    return transfer;
  })()`);
  await page.getByText("Drop a CSV or DSR file here").dispatchEvent("drop", { dataTransfer: transfer });
}

describe("a sales report", () => {
  test("with mistakes is refused, and each is named by its line", async () => {
    await desk.open("/sales-reports");
    await page.getByRole("heading", { name: "No reports yet" }).waitFor();
    await desk.expectSound("no sales reports");
    const text = csvOf(`${catalogue.isrc},,DE,10,0.5,EUR`, `${catalogue.isrc},,XX,ten,0.5,EUR`);
    await page.getByLabel("Report file").setInputFiles(file("january.csv", text));
    await page.getByRole("button", { name: "Import january.csv" }).click();
    await page.getByText("Choose the store that reports").waitFor();
    await page.getByLabel("Store", { exact: false }).first().selectOption("store_one");
    await page.getByRole("button", { name: "Import january.csv" }).click();
    const alert = page.getByRole("alert");
    await alert.getByRole("cell", { name: "line 3, territory" }).waitFor();
    await alert.getByRole("cell", { name: "line 3, play_count" }).waitFor();
    await alert.getByText(/Request req_/).waitFor();
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
    await desk.expectSound("a refused report");
    expect((await get("/v1/operator/sales-reports")).data).toEqual([]);
  });

  test("is dropped in, and its unmatched money assigned to a track and to a release", async () => {
    await desk.open("/sales-reports");
    const text = csvOf(
      `${catalogue.isrc},,DE,1000,0.5,EUR`,
      `${UNKNOWN},,DE,10,1,EUR`,
      `${UNKNOWN},,FR,10,1,EUR`,
      `,${UPC},DE,1,8,EUR`,
    );
    await drop("report.csv", text);
    await page.getByLabel("Store", { exact: false }).first().selectOption("store_one");
    await page.getByRole("button", { name: "Import report.csv" }).click();
    await page.getByRole("heading", { level: 1, name: /^store_one/ }).waitFor();
    const [report] = (await get("/v1/operator/sales-reports")).data;
    expect(report).toMatchObject({ period, rows: 4, matched: 1, unmatched: 3 });
    const works = page.getByRole("table", { name: "Unmatched works" });
    await works.getByRole("checkbox", { name: `Choose ${UNKNOWN}` }).check();
    // What one track earns and what a whole release earns go to different owners.
    expect(await works.getByRole("checkbox", { name: `Choose UPC ${UPC}` }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Assign…" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign 1 work, €20.00" });
    await dialog.getByRole("button", { name: "Assign 1 work" }).click();
    await dialog.getByText("Choose the track.").waitFor();
    const track = dialog.getByRole("combobox", { name: "Track" });
    await track.fill("no such song");
    await page.getByText("No track matches.").waitFor();
    await dialog.getByRole("combobox", { name: "Only of this organization" }).fill("nightj");
    await page.getByRole("option", { name: "Nightjar Records" }).click();
    await track.fill(catalogue.isrc);
    const option = page.getByRole("option", { name: "Vera Lux – Midnight in Paris" });
    await option.getByText(catalogue.isrc).getByText("Nightjar Records").waitFor();
    await desk.expectSound("a search for a track");
    await chooseMarked(page, "Vera Lux – Midnight in Paris");
    await dialog.getByText("Assign 1 work, €20.00, to Vera Lux – Midnight in Paris.").waitFor();
    await dialog.getByRole("button", { name: "Assign 1 work" }).click();
    await works.getByRole("checkbox", { name: `Choose ${UNKNOWN}` }).waitFor({ state: "detached" });
    await desk.expectFits("a report with unmatched money");
    await works.getByRole("checkbox", { name: `Choose UPC ${UPC}` }).check();
    await page.getByRole("button", { name: "Assign…" }).click();
    const album = page.getByRole("dialog", { name: "Assign 1 work, €8.00" });
    await album.getByRole("combobox", { name: "Release" }).fill(catalogue.release_id);
    await page.getByRole("option", { name: `UPC ${catalogue.upc}` }).click();
    await album.getByText("Its tracks share the money.").waitFor();
    await album.getByRole("button", { name: "Assign 1 work" }).click();
    await page.getByRole("heading", { name: "Every row is matched" }).waitFor();
    expect(await get(`/v1/operator/sales-reports/${report.id}`)).toMatchObject({ matched: 4, unmatched: 0 });
  });

  test("shows its unmatched works by money, and several are assigned in one act", async () => {
    const isrcs = [1, 2, 3, 4].map((number) => `GB-DDD-20-0000${number}`);
    const rows = isrcs.map((isrc, place) => `${isrc},,DE,${(place + 1) * 100},1.505,EUR`);
    const raw = csvOf(...rows, `${isrcs[0]},,FR,1,0.5,EUR`);
    const path = `POST /v1/operator/sales-reports?store_id=store_two&period=${period}`;
    const { body: report } = await world.operator.call(path, { raw, headers: { "content-type": "text/csv" } });
    const phone = await visit(browser, world, { key: world.operator.key, size: "phone", scheme: "dark" });
    await phone.follow(`/sales-reports/${report.id}`);
    await phone.page.getByRole("checkbox", { name: `Choose ${isrcs[3]}` }).check();
    await phone.expectSound("unmatched works on a phone");
    await phone.page.getByRole("button", { name: "Assign…" }).click();
    await phone.page.getByRole("dialog").waitFor();
    await phone.expectSound("several works on a phone");
    await phone.close();
    await desk.open(`/sales-reports/${report.id}`);
    const works = page.getByRole("table", { name: "Unmatched works" });
    await works.getByText("€602.00").waitFor();
    const shown = await works.getByRole("checkbox").evaluateAll((boxes) => boxes.map((box) => box.ariaLabel));
    expect(shown).toEqual([...isrcs].reverse().map((isrc) => `Choose ${isrc}`));
    await works.getByRole("link", { name: `Rows of ${isrcs[0]}: 2` }).click();
    await page.getByText(`with the ISRC ${isrcs[0]}`).waitFor();
    await page
      .getByRole("table", { name: "Rows" })
      .getByText("€", { exact: false })
      .or(page.getByText("2 entries"))
      .first()
      .waitFor();
    await page.goBack();
    for (const isrc of [isrcs[3], isrcs[2], isrcs[1]])
      await works.getByRole("checkbox", { name: `Choose ${isrc}` }).check();
    await page.getByRole("region", { name: "Chosen works" }).getByText("3 works, €1,354.50").waitFor();
    await desk.expectSound("several works that are chosen");
    await page.getByRole("button", { name: "Assign…" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign 3 works, €1,354.50" });
    await dialog.getByRole("combobox", { name: "Track" }).fill(catalogue.isrc);
    await page.getByRole("option", { name: "Vera Lux – Midnight in Paris" }).click();
    await dialog.getByText("Assign 3 works, €1,354.50, to Vera Lux – Midnight in Paris.").waitFor();
    await dialog.getByRole("button", { name: "Assign 3 works" }).click();
    await page.getByText("3 works assigned. 2 rows are still unmatched.").waitFor();
    await page.getByRole("region", { name: "Chosen works" }).waitFor({ state: "detached" });
    expect(await get(`/v1/operator/sales-reports/${report.id}`)).toMatchObject({ matched: 3, unmatched: 2 });
    await must(world.operator, `DELETE /v1/operator/sales-reports/${report.id}`);
  });

  test("that is on no statement is deleted", async () => {
    const raw = csvOf(`${catalogue.isrc},,FR,7,0.5,EUR`);
    const path = `POST /v1/operator/sales-reports?store_id=store_two&period=${period}`;
    const { body } = await world.operator.call(path, { raw, headers: { "content-type": "text/csv" } });
    await desk.open(`/sales-reports/${body.id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("as if it had never been imported").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the report" }).click();
    await page.getByRole("heading", { level: 1, name: "Sales reports" }).waitFor();
    // The page asks every two seconds: it may have asked for the report while it was deleted.
    desk.complaints.splice(0);
    expect((await get("/v1/operator/sales-reports")).data).toHaveLength(1);
  });
});

describe("a month", () => {
  test("is closed after the page has said what will be written", async () => {
    await desk.open("/statements");
    await page.getByText("1 report for").waitFor();
    await page.getByRole("button", { name: /^Close / }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("4 rows, €528.00").waitFor();
    await dialog.getByText("A closed month is never opened again.").waitFor();
    await desk.expectSound("the question before a close");
    await dialog.getByRole("button", { name: /^Close \w+ \d/ }).click();
    const table = page.getByRole("table", { name: "Statements" });
    await table.getByRole("link", { name: "Nightjar Records" }).waitFor();
    await table.getByText("€448.80").waitFor();
    const { data } = await get(`/v1/operator/statements?period=${period}`);
    expect(data).toMatchObject([{ organization_id: world.label.id, gross_amount: "528.00", net_amount: "448.80" }]);
    await desk.expectFits("statements of all");
  });

  test("is followed from a line of a statement to the rows of the report and to its file", async () => {
    const [report] = (await get("/v1/operator/sales-reports")).data;
    await desk.open("/statements");
    await page.getByRole("table", { name: "Statements" }).getByRole("link", { name: "Nightjar Records" }).click();
    await page.getByRole("heading", { level: 1, name: /^Statement of / }).waitFor();
    await page.getByText("€448.80").waitFor();
    await desk.expectSound("a statement, for the operator");
    await page.getByRole("table", { name: "Line items" }).getByRole("link", { name: catalogue.isrc }).first().click();
    await page.getByRole("heading", { level: 1, name: /^Rows of store_one/ }).waitFor();
    const rows = page.getByRole("table", { name: "Rows" });
    await rows
      .getByRole("row", { name: `2 ${catalogue.isrc}` })
      .getByText("Nightjar Records")
      .waitFor();
    // The sale of the whole release, which the track shares.
    await rows.getByRole("row", { name: `5 UPC ${UPC}` }).waitFor();
    await desk.expectSound("the rows behind a line");
    await page.getByRole("link", { name: "Statement", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: /^Statement of / }).waitFor();
    await desk.open(`/sales-reports/${report.id}`);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download file" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`store_one-${period}-${report.id}.csv`);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toContain(`\n${catalogue.isrc},,DE,1000,0.5,EUR\n`);
    await page.getByRole("link", { name: "All rows" }).click();
    await page
      .getByRole("table", { name: "Rows" })
      .getByRole("row", { name: `3 ${UNKNOWN}` })
      .waitFor();
    await desk.expectFits("all rows of a report");
  });

  test("that was closed with a wrong report: the report is taken back", async () => {
    const [report] = (await get("/v1/operator/sales-reports")).data;
    await desk.open(`/sales-reports/${report.id}`);
    await page.getByRole("button", { name: "Reverse" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reverse the report" }).click();
    await page.getByRole("link", { name: report.id }).waitFor();
    expect((await get(`/v1/operator/sales-reports/${report.id}`)).reversed_by).not.toBeNull();
  });
});

describe("a payout", () => {
  test("is put on hold with what to do, released, processed and paid", async () => {
    const { body: payout } = await must(world.label, "POST /v1/payouts", { currency: "EUR", amount: "100.00" });
    const now = async () => (await must(world.label, `GET /v1/payouts/${payout.id}`)).body;
    await desk.open("/payouts");
    await page.getByRole("button", { name: "€100.00" }).click();
    const drawer = page.getByRole("dialog", { name: "Payout of €100.00" });
    await drawer.getByLabel("What to do").selectOption("hold");
    await drawer.getByLabel("Reason").fill("We verify who is paid.");
    await drawer.getByLabel("What the partner has to do").fill("Send proof of address.\n\nConfirm the name.");
    await desk.expectSound("a payout that is put on hold");
    await drawer.getByRole("button", { name: "Put on hold" }).click();
    await drawer.getByRole("listitem").getByText("Confirm the name.").waitFor();
    expect((await now()).hold).toMatchObject({
      code: "identity_verification",
      required_actions: ["Send proof of address.", "Confirm the name."],
    });
    await drawer.getByRole("button", { name: "Release the hold" }).click();
    await drawer.getByLabel("What to do").selectOption("process");
    await drawer.getByRole("button", { name: "Mark as processing" }).click();
    await drawer.getByLabel("Bank reference").fill("SEPA 42");
    await drawer.getByRole("button", { name: "Mark as paid" }).click();
    await drawer.getByText("SEPA 42").waitFor();
    expect(await now()).toMatchObject({ status: "paid", reference: "SEPA 42" });
  });
});

test("every page fits a phone in the dark", async () => {
  const [report] = (await get("/v1/operator/sales-reports")).data;
  const phone = await visit(browser, world, { key: world.operator.key, size: "phone", scheme: "dark" });
  for (const path of ["/sales-reports", `/sales-reports/${report.id}`, "/statements", "/payouts?status=all"]) {
    await phone.follow(path);
    await phone.page
      .getByRole("table")
      .or(phone.page.getByRole("heading", { name: "Every row is matched" }))
      .waitFor();
    await phone.expectSound(path);
  }
  await phone.close();
});
