// Members, staff and people: invited, changed and removed; several organizations; a view of staff; and a menu that shows what the
// role allows.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { accept, invite, member, PASSWORD, staff } from "../../server/test/people.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
  await member(world, { email: "olga@example.com", role: "owner" });
  await staff(world, { email: "adam@example.com", role: "admin" });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const visitAs = (email: string, more: object = {}): Promise<Visit> =>
  visit(browser, world, { person: { email, password: PASSWORD }, ...more });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const row = (page: Page, name: RegExp) => page.getByRole("row", { name });

/** The pages that the menu has, without the documentation. */
async function menuOf(email: string): Promise<string[]> {
  const at = await visitAs(email);
  await at.open("/");
  const names = await at.page.getByRole("navigation", { name: "Pages" }).getByRole("link").allTextContents();
  expect(at.complaints, email).toEqual([]);
  await at.close();
  return names.filter((name) => name !== "Documentation");
}

test("an owner invites a member, who accepts by the link that is shown once", async () => {
  const owner = await visitAs("olga@example.com");
  const { page } = owner;
  await owner.open("/members");
  await row(page, /olga@example.com/).waitFor();
  await page
    .getByRole("table", { name: "What each role may do" })
    .getByText("Change releases, see deliveries")
    .waitFor();
  await owner.expectSound("members");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Invite" });
  await form.getByLabel("Email").fill("pia@example.com");
  await form.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Editor" }).click();
  await form.getByRole("combobox", { name: "Labels" }).fill("Nightjar, Berlin");
  await page.keyboard.press("Enter");
  await owner.expectSound("an invitation");
  await form.getByRole("button", { name: "Send the invitation" }).click();
  const link = (await page.getByLabel("invitation link", { exact: true }).textContent()) ?? "";
  expect(link).toContain("/dashboard/accept#token=iv_test_");
  await page.getByRole("button", { name: "I have it" }).click();
  await row(page, /pia@example.com/)
    .getByText("Invited")
    .waitFor();
  const guest = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await guest.goto(link.replace(/^https?:\/\/[^/]+/, world.url));
  await guest.getByLabel("Your name").fill("Pia Example");
  await guest.getByLabel("New password").first().fill(PASSWORD);
  await guest.getByRole("button", { name: "Accept the invitation" }).click();
  await heading(guest, "Overview").waitFor();
  expect(guest.url()).not.toContain("token");
  await guest.context().close();
  await owner.open("/members?role=editor&status=active");
  await page.getByRole("button", { name: /Pia Example/ }).click();
  const drawer = page.getByRole("dialog", { name: "Pia Example" });
  await drawer.getByText("Nightjar, Berlin").waitFor();
  await owner.expectSound("a member");
  await owner.close();
});

test("an owner changes, suspends, resumes and removes a member", async () => {
  await member(world, { email: "quinn@example.com", role: "viewer" });
  const owner = await visitAs("olga@example.com");
  const { page } = owner;
  await owner.open("/members?q=quinn");
  await page.getByRole("button", { name: /quinn@example.com/ }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("combobox", { name: "Role" }).last().click();
  await page.getByRole("option", { name: "Manager" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The change is saved.").waitFor();
  await row(page, /quinn@example.com/)
    .getByText("Manager")
    .first()
    .waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  await page
    .getByRole("dialog", { name: /^Suspend/ })
    .getByRole("button", { name: "Suspend" })
    .click();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Suspend", exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page
    .getByRole("dialog", { name: /^Remove/ })
    .getByRole("button", { name: "Remove" })
    .click();
  await page.getByRole("heading", { name: "No one matches" }).waitFor();
  // The only owner stays, and is told so.
  await owner.open("/members?q=olga");
  await page.getByRole("button", { name: /olga@example.com/ }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const asked = page.getByRole("dialog", { name: /^Remove/ });
  await asked.getByRole("button", { name: "Remove" }).click();
  await asked.getByRole("alert").waitFor();
  await owner.close();
});

test("the audit log of an organization names its members and is filtered by the address", async () => {
  const owner = await visitAs("olga@example.com");
  const { page } = owner;
  await owner.open("/audit-log?operation=inviteMember");
  await page
    .getByRole("button", { name: /Invite member/ })
    .first()
    .waitFor();
  await owner.expectSound("the audit log");
  await page.getByRole("textbox", { name: "Operation" }).fill("noSuchOperation");
  await page.getByRole("heading", { name: "No change matches" }).waitFor();
  await owner.close();
});

test("a person of two organizations goes from one to the other", async () => {
  await member(world, { email: "rosa@example.com", role: "viewer" });
  const rival = `/v1/operator/organizations/${world.rival.id}/members`;
  const { token } = await invite(world.operator, rival, { email: "rosa@example.com", role: "finance" });
  expect((await accept(world, token, { password: PASSWORD })).status).toBe(200);
  const rosa = await visitAs("rosa@example.com");
  const { page } = rosa;
  await rosa.open("/releases");
  await page.getByRole("button", { name: /^Account of/ }).click();
  const seats = page.getByRole("list", { name: "Organizations" });
  await rosa.expectSound("the account");
  await seats.getByRole("button", { name: /Nightjar Records/ }).click();
  await page.getByRole("banner").getByText("Nightjar Records", { exact: true }).first().waitFor();
  await heading(page, "Overview").waitFor();
  const menu = page.getByRole("navigation", { name: "Pages" });
  await menu.getByRole("link", { name: "Earnings" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Account of/ }).click();
  await seats.getByRole("button", { name: /Rival Music/ }).click();
  await menu.getByRole("link", { name: "Earnings" }).waitFor();
  expect(rosa.complaints).toEqual([]);
  await rosa.close();
});

test("the menu shows what the role allows, and the pages behind it open", async () => {
  await member(world, { email: "vera@example.com", role: "viewer" });
  await member(world, { email: "fritz@example.com", role: "finance" });
  await member(world, { email: "lena@example.com", role: "manager", labels: ["Nightjar"] });
  await staff(world, { email: "rita@example.com", role: "reviewer" });
  await staff(world, { email: "saul@example.com", role: "support" });
  expect(await menuOf("vera@example.com")).toEqual(["Overview", "Releases", "Deliveries", "Moving in", "Developers"]);
  expect(await menuOf("lena@example.com")).toEqual(["Overview", "Releases", "Deliveries", "Moving in"]);
  expect(await menuOf("fritz@example.com")).toEqual([
    "Overview",
    "Releases",
    "Moving in",
    "Earnings",
    "Payee statements",
    "Balance",
    "Payouts",
    "Payees",
    "Contracts",
    "Members",
    "Audit log",
    "Developers",
  ]);
  expect(await menuOf("olga@example.com")).toContain("Webhooks");
  expect(await menuOf("rita@example.com")).toEqual([
    "Inbox",
    "Review",
    "Deliveries",
    "Stores",
    "Organizations",
    "Changelog",
  ]);
  expect(await menuOf("saul@example.com")).toEqual(expect.arrayContaining(["Staff", "People", "Mails", "Audit log"]));
});

test("staff is invited, and the roles say what they may", async () => {
  const admin = await visitAs("adam@example.com");
  const { page } = admin;
  await admin.open("/staff");
  await row(page, /adam@example.com/).waitFor();
  await page
    .getByRole("table", { name: "What each role may do" })
    .getByText(/approve submission/)
    .waitFor();
  await admin.expectSound("staff");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Invite" });
  await form.getByLabel("Email").fill("tom@example.com");
  expect(await form.getByLabel("Labels").count()).toBe(0);
  await form.getByRole("button", { name: "Send the invitation" }).click();
  await page.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("button", { name: /tom@example.com/ }).click();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByLabel("invitation link", { exact: true }).waitFor();
  await page.getByRole("button", { name: "I have it" }).click();
  await admin.close();
});

test("people are found, disabled, enabled and erased", async () => {
  await member(world, { email: "uma@example.com", role: "viewer" });
  const admin = await visitAs("adam@example.com");
  const { page } = admin;
  await admin.open("/people?q=uma");
  await admin.expectSound("people");
  await page.getByRole("button", { name: /uma@example.com/ }).click();
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await page
    .getByRole("dialog", { name: /^Disable/ })
    .getByRole("button", { name: "Disable" })
    .click();
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByRole("button", { name: "Disable", exact: true }).waitFor();
  await page.getByRole("button", { name: "Erase", exact: true }).click();
  await page
    .getByRole("dialog", { name: /^Erase/ })
    .getByRole("button", { name: "Erase" })
    .click();
  await page.getByRole("heading", { name: "No one matches" }).waitFor();
  await admin.close();
});

test("mails are listed without their text, and one that failed is tried again", async () => {
  await world.runJobs();
  await world.ctx
    .db`update mails set status = 'failed', sent_at = null, error = 'The server refused it.' where recipient = 'tom@example.com'`;
  const admin = await visitAs("adam@example.com");
  const { page } = admin;
  await admin.open("/mails?to=tom@example.com&status=failed");
  await page.getByText("The server refused it.").first().waitFor();
  await admin.expectSound("mails");
  await page
    .getByRole("button", { name: /^Try again/ })
    .first()
    .click();
  await page.getByText("The mail is tried again.").waitFor();
  await admin.close();
});

test("a view says so on every page, changes nothing and is ended", async () => {
  const admin = await visitAs("adam@example.com");
  const { page } = admin;
  await admin.open(`/organizations/${world.label.id}`);
  await page.getByRole("button", { name: "View as this organization" }).click();
  const asked = page.getByRole("dialog", { name: /^View Nightjar Records/ });
  await asked.getByRole("button", { name: "View as this organization" }).click();
  const bar = page.getByText(/^You view Nightjar Records as its owner sees it/);
  await heading(page, "Overview").waitFor();
  await bar.waitFor();
  // A list that was being read for the operator is not there any more.
  admin.complaints.splice(0);
  await admin.expectSound("a view");
  for (const path of ["/releases", "/members", "/developers"]) {
    await admin.open(path);
    await bar.waitFor();
  }
  await admin.open("/members");
  expect(await page.getByRole("button", { name: "Invite", exact: true }).count()).toBe(0);
  await admin.expectFits("a view of members");
  await page.getByRole("button", { name: "End the view" }).click();
  await heading(page, "Inbox").waitFor();
  await bar.waitFor({ state: "detached" });
  await admin.close();
  const owner = await visitAs("olga@example.com");
  await owner.open("/audit-log?operation=viewOrganization");
  await owner.page
    .getByRole("button", { name: /View organization/ })
    .first()
    .waitFor();
  await owner.close();
});

test("the operator invites the first owner on the organization's page, and a key says who made it", async () => {
  const desk = await visit(browser, world, { key: world.operator.key });
  const { page } = desk;
  await desk.open(`/organizations/${world.rival.id}?tab=members`);
  await row(page, /rosa@example.com/).waitFor();
  await desk.expectSound("members of an organization");
  // A view belongs to a person.
  expect(await page.getByRole("button", { name: "View as this organization" }).count()).toBe(0);
  await desk.open(`/organizations/${world.rival.id}?tab=credentials`);
  await page.getByRole("columnheader", { name: "Created by" }).first().waitFor();
  await page.getByRole("cell", { name: "Operator" }).first().waitFor();
  await desk.close();
});

test("the operator's pages of people fit a phone in the dark", async () => {
  const admin = await visitAs("adam@example.com", { size: "phone", scheme: "dark" });
  for (const path of ["/staff", "/people", "/mails", "/audit-log", `/organizations/${world.label.id}?tab=members`]) {
    await admin.open(path);
    await admin.expectSound(`${path} on a phone`);
  }
  await admin.close();
});
