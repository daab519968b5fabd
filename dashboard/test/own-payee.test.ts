// A payee who signs in: invited with the payees it stands for, it sees its own statements and balance, and nothing else.

import { text } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { accept, invite, member, PASSWORD } from "../../server/test/people.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { visit } from "./dashboard.ts";
import { type PayeeSeed, seedPayees } from "./payee-seed.ts";

const ada = { email: "ada@example.com", password: PASSWORD };
let world: World;
let browser: Browser;
let seed: PayeeSeed;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
  seed = await seedPayees(world);
  await member(world, { email: "olga@example.com", role: "owner" });
  const as_payee = { email: ada.email, role: "payee", payee_ids: [seed.ada] };
  await accept(
    world,
    (await invite(world.operator, `/v1/operator/organizations/${world.label.id}/members`, as_payee)).token,
  );
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("an owner invites a payee with the payees it stands for, and changes them", async () => {
  const owner = await visit(browser, world, { person: { email: "olga@example.com", password: PASSWORD } });
  const { page } = owner;
  await owner.open("/members");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Invite" });
  await form.getByLabel("Email").fill("pia@example.com");
  await form.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Payee" }).click();
  await form.getByRole("button", { name: "Send the invitation" }).click();
  await form.getByRole("alert").first().waitFor();
  expect(owner.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  for (const name of ["Ada Lund", "Ben Okafor"]) {
    await form.getByRole("combobox", { name: "Payees" }).fill(name.slice(0, 3));
    await page.getByRole("option", { name }).click();
    await form.getByRole("button", { name: `Remove ${name}` }).waitFor();
  }
  await owner.expectSound("an invitation of a payee");
  await form.getByRole("button", { name: "Remove Ben Okafor" }).click();
  await form.getByRole("button", { name: "Send the invitation" }).click();
  await page.getByRole("button", { name: "I have it" }).click();
  await owner.open("/members?role=payee");
  await page
    .getByRole("row", { name: /pia@example.com/ })
    .getByText("1 payee")
    .waitFor();
  await page.getByRole("button", { name: /pia@example.com/ }).click();
  await page.getByRole("dialog", { name: "pia@example.com" }).getByText("Ada Lund").waitFor();
  await owner.expectSound("a member who is a payee");
  await owner.close();
});

test("the payee sees its balance and its statements, and no other page", async () => {
  const payee = await visit(browser, world, { person: ada });
  const { page } = payee;
  await payee.open("/");
  await page.getByRole("heading", { level: 2, name: "Your balance" }).waitFor();
  await page.getByText("€171.08").first().waitFor();
  const menu = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
  expect(await menu.allTextContents()).toEqual(["Overview", "Me"]);
  const rows = page.getByRole("table", { name: "Statements" }).getByRole("link");
  await expect.poll(() => rows.count()).toBe(2);
  await payee.expectSound("the first page of a payee");
  for (const path of ["/releases", "/payouts", "/members"]) {
    await page.goto(`${world.url}/dashboard${path}`);
    await page.getByText("There is no such page").first().waitFor();
  }
  await payee.open("/me");
  for (const tab of ["factor", "sessions", "notifications"]) await payee.open(`/me?tab=${tab}`);
  await payee.expectSound("the account of a payee");
  await payee.close();
});

test("the payee reads each statement as a document, with PDF and CSV, and no other's", async () => {
  const payee = await visit(browser, world, { person: ada });
  const { page } = payee;
  await payee.open("/");
  await page.getByRole("link", { name: "Jan 2026" }).click();
  await page.getByRole("table", { name: "From plays to the balance" }).getByText("50% of the €138.00").waitFor();
  await page.getByRole("table", { name: "Line items" }).getByText("Auralis").first().waitFor();
  await payee.expectSound("a payee's own statement");
  const save = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return text(await file.createReadStream());
  };
  expect((await save("CSV")).trim().split("\r\n")).toHaveLength(4);
  expect(await save("PDF")).toMatch(/^%PDF-/);
  const { data } = (await must(world.label, `GET /v1/payee-statements?payee_id=${seed.ben}`)).body;
  await page.goto(`${world.url}/dashboard/payee-statements/${data[0].id}`);
  await page
    .getByText(/no payee statement/i)
    .first()
    .waitFor();
  expect(payee.complaints.splice(0)).toEqual([expect.stringContaining("404")]);
  await payee.close();
});

test("the pages of a payee fit a phone in the dark", async () => {
  const phone = await visit(browser, world, { person: ada, size: "phone", scheme: "dark" });
  await phone.open("/");
  await phone.page.getByRole("link", { name: "Feb 2026" }).waitFor();
  await phone.expectSound("the first page of a payee on a phone");
  await phone.page.getByRole("link", { name: "Feb 2026" }).click();
  await phone.page.getByText(/^United States · Feb 2026/).waitFor();
  await phone.expectSound("a payee's own statement on a phone");
  await phone.close();
});
