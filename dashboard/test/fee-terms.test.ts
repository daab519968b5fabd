// The terms of an organization that concern fees and payees, set by the operator.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { visit } from "./dashboard.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("the operator gives some stores another fee, and asks for tax forms", async () => {
  const path = `/v1/operator/organizations/${world.label.id}`;
  const desk = await visit(browser, world, { key: world.operator.key });
  const { page } = desk;
  await desk.open(`/organizations/${world.label.id}?tab=settings`);
  await page.getByRole("button", { name: "Add a fee" }).click();
  const term = page.getByRole("group", { name: "Fee 1" });
  await term.getByLabel("Fee (%)").fill("200");
  await term.getByRole("combobox", { name: "Stores" }).fill("Meridian");
  await page.getByRole("option", { name: "Meridian" }).click();
  await page.keyboard.press("Escape");
  await term.getByLabel("Sales since").fill("2026-01");
  await page.getByLabel("Payees need a valid tax form").check();
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await page.getByRole("alert").getByText("fee_terms[0].rate", { exact: true }).waitFor();
  expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await desk.expectSound("a refused fee");
  await term.getByLabel("Fee (%)").fill("20");
  await save.click();
  await page.getByText("The settings are saved.").waitFor();
  expect((await must(world.operator, `GET ${path}`)).body).toMatchObject({
    fee_rate: "0.15",
    fee_terms: [{ rate: "0.2", store_ids: ["store_meridian"], territories: null, from: "2026-01" }],
    requires_tax_form: true,
  });
  await desk.open(`/organizations/${world.label.id}`);
  const row = page
    .getByRole("table", { name: "Other fees" })
    .getByRole("row", { name: /^20% Meridian Everywhere Jan 2026/ });
  await row.waitFor();
  await page.getByText("Required for payouts").waitFor();
  await desk.expectSound("an organization with fees");
  await desk.close();
  const phone = await visit(browser, world, { key: world.operator.key, size: "phone", scheme: "dark" });
  await phone.open(`/organizations/${world.label.id}?tab=settings`);
  await phone.page.getByRole("group", { name: "Fee 1" }).waitFor();
  await phone.expectSound("fees on a phone");
  // "Only some" stays chosen while nothing is.
  await phone.page.getByRole("group", { name: "Fee 1" }).getByLabel("Only some").check();
  await phone.page.getByRole("button", { name: "Nordic countries" }).click();
  await phone.page.getByRole("button", { name: "Save changes" }).click();
  await phone.page.getByText("The settings are saved.").waitFor();
  expect((await must(world.operator, `GET ${path}`)).body.fee_terms[0].territories).toContain("NO");
  await phone.open(`/organizations/${world.label.id}?tab=settings`);
  await phone.page.getByRole("button", { name: "Remove fee 1" }).click();
  await phone.page.getByRole("button", { name: "Save changes" }).click();
  await phone.page.getByText("The settings are saved.").waitFor();
  expect((await must(world.operator, `GET ${path}`)).body.fee_terms).toEqual([]);
  await phone.close();
});
