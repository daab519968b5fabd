// People at the door and on their own page: they sign in by email, accept an invitation, set a new password, and use a second
// factor. No token stays in the address.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, seriousFaults, sizes, type WatchedPage, watchedPage } from "../../server/test/browser.ts";
import { federatedWorld, startRealProvider } from "../../server/test/identity-provider.ts";
import { accept, invite, lastLink, member, PASSWORD } from "../../server/test/people.ts";
import { codeAt } from "../../server/test/totp-app.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { visit } from "./dashboard.ts";
import { keyboardOf } from "./keyboard.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** A browser of its own, which is signed in nowhere. */
async function stranger(size: keyof typeof sizes = "desktop"): Promise<WatchedPage & { close(): Promise<void> }> {
  const options = { viewport: sizes[size], reducedMotion: "reduce", locale: "en-GB" } as const;
  const context = await browser.newContext(options);
  return { ...(await watchedPage(context)), close: () => context.close() };
}

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const membersOf = () => `/v1/operator/organizations/${world.label.id}/members`;

async function expectNoToken(page: Page): Promise<void> {
  expect(page.url()).not.toContain("token");
  expect(page.url()).not.toContain("#");
}

test("one accepts an invitation by keyboard alone, and the token is in no address", async () => {
  const { token } = await invite(world.operator, membersOf(), { email: "ana@example.com", role: "owner" });
  const { page, requests, complaints, close } = await stranger();
  const by = keyboardOf(page);
  await page.goto(`${world.url}/dashboard/accept#token=${token}`);
  await heading(page, "Join Nightjar Records").waitFor();
  await expectNoToken(page);
  await page.getByText("ana@example.com is invited with the role Owner.").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await by.type(page.getByLabel("Your name"), "Ana Example");
  await by.type(page.getByLabel("New password").first(), "short");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  // The field that is wrong has the focus.
  await expect.poll(() => page.evaluate("document.activeElement.type")).toBe("password");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await heading(page, "Overview").waitFor();
  await expectNoToken(page);
  expect(requests.filter((url) => url.includes(token))).toEqual([]);
  expect(complaints.filter((text) => !text.includes("422"))).toEqual([]);
  // The link is used up.
  await page.goto(`${world.url}/dashboard/accept#token=${token}`);
  await page.getByText("This invitation was used").waitFor();
  await close();
});

test("one signs in by email with the keyboard alone, and is told when it is wrong", async () => {
  const { page, close } = await stranger();
  const by = keyboardOf(page);
  await page.goto(`${world.url}/dashboard`);
  await heading(page, "Sign in to Segue").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await by.type(page.getByLabel("Email"), "ana@example.com");
  await by.type(page.getByLabel("Password").first(), "another password");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Password").first().fill(PASSWORD);
  await by.press(by.button("Sign in"));
  await heading(page, "Overview").waitFor();
  await by.press(by.button("Account of Ana Example"));
  await by.press(by.link("Me"));
  await heading(page, "Me").waitFor();
  await by.press(by.button("Account of Ana Example"));
  await page.keyboard.press("Escape");
  await by.press(by.button("Account of Ana Example"));
  await by.press(by.button("Sign out"));
  await heading(page, "Sign in to Segue").waitFor();
  await close();
});

test("a key still signs in, from a phone too", async () => {
  const { page, complaints, close } = await stranger("phone");
  await page.goto(`${world.url}/dashboard`);
  await page.getByRole("button", { name: "Sign in with an API key" }).click();
  await page
    .getByLabel("API key")
    .first()
    .fill(world.label.key ?? "");
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(sizes.phone.width);
  await page.getByRole("button", { name: "Sign in with this key" }).click();
  await heading(page, "Overview").waitFor();
  // A key has no account.
  expect(await page.getByRole("button", { name: /^Account of/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("a forgotten password is replaced by the link of a mail", async () => {
  await member(world, { email: "bo@example.com", role: "viewer" });
  const { page, close } = await stranger();
  await page.goto(`${world.url}/dashboard`);
  await page.getByRole("link", { name: "Forgotten password" }).click();
  await heading(page, "Forgotten password").waitFor();
  await page.getByLabel("Email").fill("bo@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByText("If there is an account with this address").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await world.runJobs();
  const token = await lastLink(world, "bo@example.com");
  await page.goto(`${world.url}/dashboard/reset#token=${token}`);
  await heading(page, "New password").waitFor();
  await expectNoToken(page);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByLabel("New password").first().fill("another quiet nightjar");
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByText("The new password is set").waitFor();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill("bo@example.com");
  await page.getByLabel("Password").first().fill("another quiet nightjar");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await heading(page, "Overview").waitFor();
  await close();
});

test("a page of a link without its link says so", async () => {
  const { page, close } = await stranger();
  for (const path of ["accept", "reset", "unsubscribe"]) {
    await page.goto(`${world.url}/dashboard/${path}`);
    await page.getByText("This page needs the link").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  }
  // A link that is pasted into the same tab works without loading the page anew, and a wrong one is refused.
  await page.evaluate("location.hash = 'token=wrong'");
  await page.getByRole("button", { name: "Stop these mails" }).click();
  await page.getByText("This link is not valid.").waitFor();
  await expectNoToken(page);
  await close();
});

test("a second factor is set up, asked for at the sign-in, and removed", async () => {
  await member(world, { email: "cleo@example.com", role: "viewer" });
  const me = await visit(browser, world, { person: { email: "cleo@example.com", password: PASSWORD } });
  const { page } = me;
  await me.open("/me?tab=factor");
  await page.getByRole("button", { name: "Set it up" }).click();
  await page.getByLabel("Your password").first().fill(PASSWORD);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  await me.expectSound("the set-up of a second factor");
  const secret = (await page.getByLabel("Secret", { exact: true }).textContent()) ?? "";
  await page.getByRole("textbox", { name: "Code" }).fill(codeAt(secret, world.clock.now()));
  await page.getByRole("button", { name: "Turn it on" }).click();
  const codes = (await page.getByLabel("Codes", { exact: true }).textContent()) ?? "";
  expect(codes.split("\n")).toHaveLength(10);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await saved).suggestedFilename()).toBe("segue-recovery-codes.txt");
  await page.getByRole("button", { name: "I have them" }).click();
  await page.getByRole("button", { name: "Remove it" }).waitFor();
  await signInWithCode(secret);
  world.clock.advance(60_000);
  await page.getByRole("button", { name: "Remove it" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the second factor?" });
  await dialog.getByRole("textbox", { name: "Code" }).fill(codes.split("\n")[0] ?? "");
  await dialog.getByRole("button", { name: "Remove it" }).click();
  await page.getByRole("button", { name: "Set it up" }).waitFor();
  await me.close();
});

async function signInWithCode(secret: string): Promise<void> {
  // A code works once: the next one is of a later step.
  world.clock.advance(60_000);
  const { page, close } = await stranger();
  const by = keyboardOf(page);
  await page.goto(`${world.url}/dashboard`);
  await by.type(page.getByLabel("Email"), "cleo@example.com");
  await by.type(page.getByLabel("Password").first(), PASSWORD);
  await page.keyboard.press("Enter");
  const code = page.getByRole("textbox", { name: "Code" });
  await code.waitFor();
  // No error: the password was right.
  expect(await page.getByRole("alert").count()).toBe(0);
  await expect.poll(() => code.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.type(codeAt(secret, world.clock.now()));
  await page.keyboard.press("Enter");
  await heading(page, "Overview").waitFor();
  await close();
}

test("the own page: name, password, sessions and notifications", async () => {
  const known = await member(world, { email: "dora@example.com", role: "owner" });
  const me = await visit(browser, world, { person: { email: "dora@example.com", password: PASSWORD } });
  const { page } = me;
  await me.open("/me");
  await me.expectSound("profile");
  await page.getByLabel("Your name").fill("Dora Example");
  await page.getByRole("button", { name: "Save the name" }).click();
  await page.getByRole("button", { name: "Account of Dora Example" }).waitFor();
  await page.getByRole("tab", { name: "Sessions" }).click();
  await page.getByText("This browser").waitFor();
  await me.expectSound("sessions");
  await page.getByRole("button", { name: /^End: / }).click();
  await page.getByText("The session has ended.").waitFor();
  expect((await known.call("GET /v1/me")).status).toBe(401);
  await page.getByRole("tab", { name: "Notifications" }).click();
  const delivered = page.getByRole("switch", { name: "Delivered" });
  await delivered.waitFor();
  await me.expectSound("notifications");
  expect(await delivered.isChecked()).toBe(false);
  // It moves when the server has taken the change.
  await delivered.click({ force: true });
  await expect.poll(() => delivered.isChecked()).toBe(true);
  expect(await page.getByRole("switch", { name: "Job" }).count()).toBe(0);
  await page.getByRole("tab", { name: "Profile" }).click();
  await page.getByLabel("Present password").first().fill(PASSWORD);
  await page.getByLabel("New password").first().fill("a louder nightjar sings");
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("The password is changed").waitFor();
  await me.close();
});

test("the pages of people fit a phone in the dark", async () => {
  await member(world, { email: "emil@example.com", role: "owner" });
  const person = { email: "emil@example.com", password: PASSWORD };
  const me = await visit(browser, world, { person, size: "phone", scheme: "dark" });
  for (const path of ["/me", "/me?tab=factor", "/me?tab=sessions", "/members", "/audit-log"]) {
    await me.open(path);
    await me.expectSound(`${path} on a phone`);
  }
  await me.page.getByRole("button", { name: /^Account of/ }).click();
  await me.page.getByRole("link", { name: "Me", exact: true }).waitFor();
  await me.expectSound("the account on a phone");
  await me.close();
});

test("who needs a second factor is led to it, and told why", async () => {
  const strict = await createWorld({ environment: "sandbox", people: { second_factor: "all" } });
  try {
    await member(strict, { email: "finn@example.com", role: "owner" });
    const me = await visit(browser, strict, { person: { email: "finn@example.com", password: PASSWORD } });
    const { page } = me;
    await me.open("/releases");
    await page.getByText("Set up a second factor to go on").waitFor();
    await page.getByRole("button", { name: "Set it up" }).click();
    await page.getByLabel("Your password").first().fill(PASSWORD);
    await page.getByRole("button", { name: "Next" }).click();
    const secret = (await page.getByLabel("Secret", { exact: true }).textContent()) ?? "";
    await page.getByRole("textbox", { name: "Code" }).fill(codeAt(secret, strict.clock.now()));
    await page.getByRole("button", { name: "Turn it on" }).click();
    await page.getByRole("button", { name: "I have them" }).click();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Releases" }).click();
    await heading(page, "Releases").waitFor();
    expect(me.complaints).toEqual([]);
    await me.close();
  } finally {
    await strict.close();
  }
});

test("a known person accepts with its session, and another one is asked to sign out", async () => {
  const rival = `/v1/operator/organizations/${world.rival.id}/members`;
  await member(world, { email: "gus@example.com", role: "viewer" });
  const { token } = await invite(world.operator, rival, { email: "gus@example.com", role: "editor" });
  const other = await invite(world.operator, rival, { email: "hana@example.com", role: "editor" });
  const me = await visit(browser, world, { person: { email: "gus@example.com", password: PASSWORD } });
  const { page } = me;
  await page.goto(`${world.url}/dashboard/accept#token=${other.token}`);
  await page.getByText("You are signed in as gus@example.com.").waitFor();
  await page.goto(`${world.url}/dashboard/accept#token=${token}`);
  await heading(page, "Join Rival Music").waitFor();
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await heading(page, "Overview").waitFor();
  await page.getByRole("banner").getByText("Rival Music", { exact: true }).first().waitFor();
  expect((await accept(world, token, { password: PASSWORD })).status).toBe(401);
  await me.close();
});

test("where an identity provider alone signs in, the pages lead there and back", async () => {
  const provider = await startRealProvider();
  const federated = await federatedWorld(provider.issuer, { people: { sign_in: "oidc" } });
  provider.open(`${federated.url}/dashboard/oidc/callback`);
  const user = { sub: "sub-ida", email: "ida@example.com", email_verified: true, name: "Ida Example" };
  provider.use(user);
  try {
    const path = `/v1/operator/organizations/${federated.label.id}/members`;
    const { token } = await invite(federated.operator, path, { email: user.email, role: "owner" });
    const { page, close } = await stranger();
    await page.goto(`${federated.url}/dashboard/accept#token=${token}`);
    await heading(page, "Join Nightjar Records").waitFor();
    expect(await page.getByLabel("New password").count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("link", { name: /^Accept with / }).click();
    await heading(page, "Overview").waitFor();
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Sign in to Segue").waitFor();
    expect(await page.getByLabel("Password").count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("link", { name: /^Sign in with / }).click();
    await heading(page, "Overview").waitFor();
    await close();
  } finally {
    await federated.close();
    await provider.close();
  }
});
