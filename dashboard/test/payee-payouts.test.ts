// Payouts of payees: the organization requests them, and the operator pays several at once.

import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";
import { type PayeeSeed, seedPayees } from "./payee-seed.ts";

let world: World;
let browser: Browser;
let seed: PayeeSeed;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
  seed = await seedPayees(world);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const payouts = async () => (await must(world.label, "GET /v1/payouts")).body.data;
const request = async (body: object) => (await must(world.label, "POST /v1/payouts", body)).body;

test("an organization requests a payout for a payee, within the payee's balance, and finds it by the payee", async () => {
  const desk = await visit(browser, world);
  const { page } = desk;
  await desk.open("/payouts");
  await page.getByRole("button", { name: "Pay a payee" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay a payee" });
  const payee = dialog.getByRole("combobox", { name: "Payee" });
  // The organization pays this one itself.
  await payee.fill("ben");
  await page.getByText("No payee has this in its name.").waitFor();
  await payee.fill("ada");
  await page.getByRole("option", { name: "Ada Lund" }).click();
  await dialog.getByText("€171.08").waitFor();
  await desk.expectSound("a payout for a payee");
  await dialog.getByLabel("Amount in EUR").fill("999.00");
  await dialog.getByRole("button", { name: "Request the payout" }).click();
  await dialog.getByRole("alert").waitFor();
  expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("409")]);
  await dialog.getByLabel("Amount in EUR").fill("50.00");
  await dialog.getByRole("button", { name: "Request the payout" }).click();
  await page.getByRole("heading", { level: 1, name: "Payout of €50.00" }).waitFor();
  await page.getByRole("link", { name: "Ada Lund" }).waitFor();
  expect((await payouts())[0]).toMatchObject({ payee_id: seed.ada, payee_name: "Ada Lund", amount: "50.00" });
  await request({ currency: "EUR", amount: "20.00" });
  await desk.open("/payouts");
  const rows = page.getByRole("table", { name: "Payouts" }).getByRole("link");
  await expect.poll(() => rows.count()).toBe(2);
  await desk.expectSound("payouts of the organization and of a payee");
  await page.getByRole("combobox", { name: "Payee" }).fill("ada");
  await page.getByRole("option", { name: "Ada Lund" }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await desk.close();
});

async function select(page: Page, ...names: RegExp[]): Promise<void> {
  for (const name of names) await page.getByRole("checkbox", { name }).click();
}

test("the operator sees who is paid, and processes and pays several at once: all or none", async () => {
  const held = await request({ currency: "EUR", amount: "30.00", payee_id: seed.ada });
  const hold = { code: "other", reason: "We ask the payee.", required_actions: [] };
  await must(world.operator, `POST /v1/operator/payouts/${held.id}/hold`, hold);
  const desk: Visit = await visit(browser, world, { key: world.operator.key });
  const { page } = desk;
  await desk.open("/payouts?status=all");
  await page.getByText("We ask the payee.").waitFor();
  await select(page, /€50.00, Ada Lund, Nightjar/, /€20.00, Nightjar/, /€30.00, Ada Lund/);
  await page.getByRole("button", { name: "Process…" }).click();
  const process = page.getByRole("dialog", { name: "Mark 3 payouts as processing" });
  await process.getByText("€100.00").waitFor();
  await process.getByRole("button", { name: "Mark 3 payouts as processing" }).click();
  const refusal = process.getByRole("alert");
  await refusal.getByText("Nothing was changed: 1 of 3 payouts cannot move.").waitFor();
  await refusal.getByText("€30.00, Ada Lund, Nightjar Records").waitFor();
  expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("409")]);
  await desk.expectSound("a refused bulk move");
  await process.getByRole("button", { name: "Cancel" }).click();
  await select(page, /€30.00, Ada Lund/);
  await page.getByRole("button", { name: "Pay…" }).click();
  const pay = page.getByRole("dialog", { name: "Mark 2 payouts as paid" });
  await pay.getByLabel("Bank reference").fill("Batch 7");
  await pay.getByRole("button", { name: "Mark 2 payouts as paid" }).click();
  await page.getByText("Now paid: 2 payouts.").waitFor();
  expect((await payouts()).map(({ status, reference }: Record<string, string>) => [status, reference])).toEqual([
    ["on_hold", null],
    ["paid", "Batch 7"],
    ["paid", "Batch 7"],
  ]);
  await page.getByRole("button", { name: "€30.00" }).click();
  const drawer = page.getByRole("dialog", { name: "Payout of €30.00" });
  await drawer.getByText("Paid to Ada Lund.").waitFor();
  await drawer.getByRole("link", { name: "All payouts of this payee" }).click();
  await expect.poll(() => page.getByRole("table", { name: "Payouts" }).getByRole("checkbox").count()).toBe(3);
  await desk.close();
});

test("the operator exports payouts for the bank", async () => {
  await request({ currency: "EUR", amount: "40.00", payee_id: seed.ada });
  const desk = await visit(browser, world, { key: world.operator.key });
  const { page } = desk;
  await desk.open("/payouts");
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export payouts" });
  await desk.expectSound("an export of payouts");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const [head, ...lines] = (await text(await file.createReadStream())).trim().split("\r\n");
  expect(head).toMatch(/^payout_id,organization,payee,/);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("Ada Lund");
  await desk.close();
  const phone = await visit(browser, world, { key: world.operator.key, size: "phone", scheme: "dark" });
  await phone.open("/payouts");
  await select(phone.page, /€40.00, Ada Lund/);
  await phone.expectSound("selected payouts on a phone");
  await phone.close();
});
