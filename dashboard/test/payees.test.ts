// Payees and contracts: from the first payee to an advance that a statement has recouped.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { makeRecordings } from "../../server/test/reported-sales.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";
import { chooseMarked, keyboardOf } from "./keyboard.ts";

let world: World;
let browser: Browser;
let desk: Visit;
let page: Page;
let isrc: string;
let release_id: string;

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  const recordings = await makeRecordings(world.label, 2);
  ({ isrc, release_id } = recordings);
  browser = await openBrowser();
  desk = await visit(browser, world);
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const get = async (path: string) => (await must(world.label, `GET ${path}`)).body;
const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const preview = () => page.getByRole("table", { name: /^What becomes of / });
const amountOf = (name: string) =>
  preview()
    .getByRole("row", { name: new RegExp(`^${name}`) })
    .getByRole("cell");
const expectAmount = (name: string, amount: string) => expect.poll(() => amountOf(name).textContent()).toBe(amount);

async function choosePayee(share: number, name: string): Promise<void> {
  const field = page.getByRole("combobox", { name: `Payee of share ${share}` });
  await field.fill(name);
  // By keyboard: the preview beside it grows while one types, so that a click may meet what has just moved there.
  // Not before the search has ended: until then, all payees stand there.
  const options = page.getByRole("option").filter({ visible: true });
  await expect.poll(() => options.allTextContents()).toEqual([expect.stringMatching(`^${name}`)]);
  await chooseMarked(page, name);
}

/** One sale, as stores would report it. */
const sell = (play_count: number, period: string) =>
  must(world.label, "POST /v1/sandbox/statements", {
    period,
    rows: [{ isrc, store_id: "store_auralis", territory: "DE", play_count, unit_rate: "0.0035", currency: "EUR" }],
  });

describe("a payee", () => {
  test("is added, and what is wrong is said at its field", async () => {
    await desk.open("/payees");
    await page.getByRole("heading", { name: "No payees yet" }).waitFor();
    await desk.expectSound("payees of none");
    await page.getByRole("button", { name: "Add the first payee" }).click();
    const dialog = page.getByRole("dialog", { name: "New payee" });
    await dialog.getByLabel("Name", { exact: false }).first().fill("Vera Lux");
    await dialog.getByLabel("Email").fill("vera");
    await dialog.getByLabel("External id").fill("A-1042");
    await dialog.getByRole("button", { name: "Add a minimum" }).click();
    await dialog.getByLabel("Currency of minimum 1").fill("eur");
    await dialog.getByLabel("Minimum 1", { exact: true }).fill("50.001");
    await dialog.getByLabel("Withholding tax in percent").fill("30");
    await dialog.getByRole("button", { name: "Add the payee" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
    for (const field of ["Email", "Minimum 1"])
      await expect.poll(() => dialog.getByLabel(field, { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel("Email").fill("vera@example.com");
    await dialog.getByLabel("Minimum 1", { exact: true }).fill("50.00");
    await desk.expectSound("the form of a payee");
    await dialog.getByRole("button", { name: "Add the payee" }).click();
    await heading("Vera Lux").waitFor();
    const [payee] = (await get("/v1/payees")).data;
    expect(payee).toMatchObject({
      email: "vera@example.com",
      external_id: "A-1042",
      minimum_payouts: { EUR: "50.00" },
      tax: { withholding_rate: "0.3", withholding_territories: null },
    });
    await page.getByText("30% on everything").waitFor();
  });

  test("gets payment details, which are shown by their last four characters alone", async () => {
    await page.getByRole("button", { name: "Add payment details" }).click();
    const dialog = page.getByRole("dialog", { name: "Payment details" });
    await dialog.getByLabel("Account holder").fill("Vera Lux");
    await dialog.getByLabel("IBAN").fill("DE89370400440532013001");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
    await expect.poll(() => page.evaluate("document.activeElement.value")).toBe("DE89370400440532013001");
    await dialog.getByLabel("IBAN").fill("DE89370400440532013000");
    await desk.expectSound("the form of payment details");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Bank account ending in 3000").waitFor();
    expect((await get("/v1/payees")).data[0].payment).toMatchObject({ method: "bank", last4: "3000" });
    expect(await page.content()).not.toContain("DE8937");
    await desk.expectSound("a payee");

    await page.getByRole("button", { name: "Replace" }).click();
    await dialog.getByRole("combobox", { name: "Paid by" }).click();
    await page.getByRole("option", { name: "PayPal" }).click();
    await dialog.getByLabel("Email of the PayPal account").fill("vera@example.com");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("PayPal ending in .com").waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Add payment details" }).waitFor();
  });

  test("is changed, archived, restored, and deleted while no contract has it", async () => {
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit payee" });
    await dialog.getByLabel("Withholding tax in percent").fill("0");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(async () => (await get("/v1/payees")).data[0].tax.withholding_rate).toBe("0");
    await must(world.label, "POST /v1/payees", { name: "Out" });
    await desk.open("/payees");
    await page.getByRole("link", { name: "Out", exact: true }).click();
    await heading("Out").waitFor();
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await heading("Payees").waitFor();
    await page.getByLabel("Search").fill("vera");
    await page.getByRole("row", { name: /Vera Lux/ }).waitFor();
    await desk.expectFits("payees");
  });
});

describe("a contract", () => {
  test("is previewed while it is typed, saved as a draft, and previewed by the service with the same result", async () => {
    await must(world.label, "POST /v1/payees", { name: "Nils Berg" });
    await desk.open("/contracts");
    await page.getByRole("heading", { name: "No contracts yet" }).waitFor();
    await desk.expectSound("contracts of none");
    await page.getByRole("link", { name: "Write the first contract" }).click();
    await heading("New contract").waitFor();
    await page.getByLabel("Name").fill("Vera Lux, albums");
    await page.getByLabel("Payable in percent").fill("80");
    await choosePayee(1, "Vera Lux");
    await page.getByLabel("Percent of share 1").fill("50");
    await page.getByRole("button", { name: "Add a share" }).click();
    await choosePayee(2, "Nils Berg");
    await page.getByLabel("Percent of share 2").fill("75");
    await page.getByText("The shares are more than 100 percent.").waitFor();
    await page.getByLabel("Percent of share 2").fill("25");
    await page.getByText("Yours: 25%").waitFor();
    await expectAmount("Payable", "€80.00");
    await expectAmount("Vera Lux", "€40.00");
    await expectAmount("Nils Berg", "€20.00");
    await expectAmount("Yours", "€40.00");

    await page.getByRole("button", { name: "Add a term" }).click();
    const second = page.getByRole("group", { name: "Term 2" });
    await second.getByLabel("Payable in percent").fill("70");
    await second.getByRole("combobox", { name: "Stores" }).fill("Auralis");
    await page.getByRole("option", { name: "Auralis" }).click();
    const rows = page.getByRole("table", { name: "By term" });
    await rows.getByText("Never: a term above holds all of it").waitFor();
    await second.getByRole("button", { name: "Move term 2 up" }).click();
    await rows.getByText("Never").waitFor({ state: "detached" });
    await rows
      .getByRole("row", { name: /^Auralis/ })
      .getByText("€52.50")
      .waitFor();
    await page.getByLabel("Store", { exact: true }).selectOption("store_auralis");
    await expectAmount("Vera Lux", "€35.00");
    await desk.expectSound("the form of a contract");

    await page.getByRole("button", { name: "Save the draft" }).click();
    await heading("Vera Lux, albums").waitFor();
    await expectAmount("Vera Lux", "€40.00");
    await page.getByLabel("Store", { exact: true }).selectOption("store_auralis");
    await expectAmount("Vera Lux", "€35.00");
    await expectAmount("Yours", "€47.50");
    const [contract] = (await get("/v1/contracts")).data;
    expect(contract).toMatchObject({
      applies_to: { all: true },
      terms: [
        { rate: "0.7", store_ids: ["store_auralis"] },
        { rate: "0.8", store_ids: null },
      ],
      shares: [{ share: "0.5" }, { share: "0.25" }],
      status: "draft",
    });
  });

  test("gets an advance, which the preview recoups first, and is activated", async () => {
    await page.getByRole("button", { name: "Add an advance or cost" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount").fill("30.001");
    await dialog.getByLabel("Description").fill("Advance for the album");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByRole("alert").waitFor();
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
    await dialog.getByLabel("Amount").fill("30.00");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("€0.00 of €30.00 recouped").waitFor();
    await expectAmount("Recouped", "€30.00");
    await expectAmount("Vera Lux", "€20.00");
    await page.getByRole("button", { name: "Activate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
    await page.getByText(/^Active · Every month · version 1$/).waitFor();
    await desk.expectSound("an active contract");
  });

  test("is on its way to zero as a picture, with the figures behind it", async () => {
    const { id } = (await get("/v1/contracts")).data[0];
    await sell(10_000, "2026-01");
    await desk.open(`/contracts/${id}`);
    await page.getByText("€20.82 of €30.00 recouped").waitFor();
    await page.getByRole("img", { name: "Outstanding in EUR over time" }).waitFor();
    const figures = page.getByRole("table", { name: "Outstanding in EUR over time" });
    await figures
      .getByRole("row", { name: /Advance for the album, €30.00. Then €30.00 to go/ })
      .waitFor({ state: "attached" });
    await figures
      .getByRole("row", { name: /Statement of Jan 2026, €20.82 recouped. Then €9.18 to go/ })
      .waitFor({ state: "attached" });
    await sell(100_000, "2026-02");
    await desk.open(`/contracts/${id}`);
    await page.getByText("€30.00 of €30.00 recouped").waitFor();
    await page.getByText("All recouped").waitFor();
    await desk.expectSound("a contract with an advance");
    const payee = (await get("/v1/payees?q=Vera")).data[0];
    await desk.open(`/payees/${payee.id}`);
    const { net_amount } = (await get(`/v1/payee-statements?payee_id=${payee.id}`)).data[0];
    await page.getByRole("table", { name: "Statements" }).getByText(`€${net_amount}`).first().waitFor();
    await page.getByRole("table", { name: "Contracts" }).getByText("Vera Lux, albums").waitFor();
    await page.getByRole("button", { name: "Adjust" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount").fill("1.00");
    await dialog.getByLabel("Reason").fill("A bonus.");
    await dialog.getByRole("button", { name: "Adjust the balance" }).click();
    await page.getByRole("table", { name: "Movements of the balance" }).getByText("+€1.00").waitFor();
    await desk.expectSound("a payee with money");
  });

  test("that is active gets a new version by a change, and another for the same is refused with the reason", async () => {
    const { id } = (await get("/v1/contracts")).data[0];
    await desk.open(`/contracts/${id}/edit`);
    await page.getByLabel("Percent of share 1").fill("55");
    await expectAmount("Vera Lux", "€44.00");
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByRole("table", { name: "Versions" }).getByText("Version 2").waitFor();
    const [payee] = (await get("/v1/payees")).data;
    const other = await must(world.label, "POST /v1/contracts", {
      name: "Everything else",
      applies_to: { all: true },
      terms: [{ rate: "1" }],
      shares: [{ payee_id: payee.id, share: "1" }],
    });
    await desk.open(`/contracts/${other.body.id}`);
    await page.getByRole("button", { name: "Activate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
    await page.getByRole("alert").getByText(id).first().waitFor();
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("radio", { name: "Some tracks" }).click();
    await page.getByRole("combobox", { name: "Release of the tracks" }).fill("Midnight");
    await page.getByRole("option", { name: /^Midnight/ }).click();
    await page.getByRole("checkbox", { name: /^2\./ }).click();
    await page.getByRole("group", { name: "Chosen tracks" }).getByText("Track 2").waitFor();
    await desk.expectSound("tracks of a contract");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await heading("Everything else").waitFor();
    await page.getByRole("button", { name: "Activate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
    await page.getByText(/^Active · /).waitFor();
  });

  test("is said beside each track that it holds", async () => {
    await desk.open(`/releases/${release_id}?tab=tracks`);
    await page.getByText("Contract: Vera Lux, albums, of everything").first().waitFor();
    await page.getByText("Contract: Everything else, of this track").waitFor();
    await desk.expectFits("tracks with their contracts");
    await page.getByRole("link", { name: "Everything else" }).click();
    await heading("Everything else").waitFor();
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End the contract" }).click();
    await page.getByText(/^Ended · /).waitFor();
  });
});

test("a payee and a contract are made by keyboard alone", async () => {
  const by = keyboardOf(page);
  await desk.open("/payees");
  await by.press(by.button("New payee"));
  const dialog = page.getByRole("dialog", { name: "New payee" });
  await by.type(dialog.getByRole("textbox", { name: "Name" }), "Ida Holm");
  await page.keyboard.press("Enter");
  await heading("Ida Holm").waitFor();
  await by.press(by.link("New contract"));
  await heading("New contract").waitFor();
  await by.type(page.getByLabel("Name"), "Ida Holm, singles");
  await by.type(page.getByLabel("Payable in percent"), "50");
  await by.type(page.getByLabel("Percent of share 1"), "100");
  await expectAmount("Ida Holm", "€50.00");
  await by.press(by.button("Save the draft"));
  await heading("Ida Holm, singles").waitFor();
  expect((await get("/v1/contracts")).data[0]).toMatchObject({ name: "Ida Holm, singles", shares: [{ share: "1" }] });
  expect(desk.complaints).toEqual([]);
});

test("who may read payees but not change them sees no acts, and others see no payees at all", async () => {
  const [payee] = (await get("/v1/payees")).data;
  const [contract] = (await get("/v1/contracts")).data;
  const reader = await visit(browser, world, { key: await world.keyFor(world.label.id, { scopes: ["payees:read"] }) });
  for (const path of [`/payees/${payee.id}`, `/contracts/${contract.id}`, "/payees", "/contracts"]) {
    await reader.open(path);
    expect(
      await reader.page.getByRole("button", { name: /^(New|Edit|Delete|Archive|Activate|Add|Replace|Adjust)/ }).count(),
      path,
    ).toBe(0);
    expect(
      await reader.page
        .getByRole("main")
        .getByRole("link", { name: /^(New|Edit)/ })
        .count(),
      path,
    ).toBe(0);
  }
  await reader.close();
  const other = await visit(browser, world, { key: await world.keyFor(world.label.id, { scopes: ["catalog:read"] }) });
  await other.open("/releases");
  expect(
    await other.page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Payees" }).count(),
  ).toBe(0);
  await other.open(`/releases/${release_id}?tab=tracks`);
  expect(await other.page.getByText(/^Contract:/).count()).toBe(0);
  await other.close();
});

test("every page fits a phone in the dark", async () => {
  const payee = (await get("/v1/payees?q=Vera")).data[0];
  const contract = (await get(`/v1/contracts?payee_id=${payee.id}&status=active`)).data[0];
  const phone = await visit(browser, world, { size: "phone", scheme: "dark" });
  const paths = ["/payees", `/payees/${payee.id}`, "/contracts", `/contracts/${contract.id}`, "/contracts/new"];
  for (const path of [...paths, `/contracts/${contract.id}/edit`, "/payouts", `/releases/${release_id}?tab=tracks`]) {
    await phone.follow(path);
    await expect.poll(() => phone.page.getByRole("status").count()).toBe(0);
    await phone.expectSound(path);
  }
  await phone.close();
});
