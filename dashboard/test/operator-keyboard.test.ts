// The operator's work by keyboard alone: a submission rejected and one approved, a store's answer entered, a store added, a payout held.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, sizes, type WatchedPage, watchedPage } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Keyboard, keyboardOf } from "./keyboard.ts";
import { type Seed, seedOperator, submit } from "./operator-seed.ts";

let world: World;
let browser: Browser;
let seed: Seed;
let watched: WatchedPage;
let page: Page;
let by: Keyboard;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
  seed = await seedOperator(world);
  const context = await browser.newContext({ viewport: sizes.desktop, reducedMotion: "reduce", locale: "en-GB" });
  watched = await watchedPage(context);
  page = watched.page;
  by = keyboardOf(page);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const statusOf = async (path: string) => (await must(seed.partner, `GET ${path}`)).body.status;

async function goTo(name: string): Promise<void> {
  await by.press(page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }));
  await heading(name).waitFor();
}

test("one signs in", async () => {
  await page.goto(`${world.url}/dashboard`);
  await by.press(by.button("Sign in with an API key"));
  await by.type(page.getByLabel("API key").first(), world.operator.key ?? "");
  await page.keyboard.press("Enter");
  await heading("Inbox").waitFor();
});

test("a submission is rejected with what to correct, and the next one is approved", async () => {
  await goTo("Review");
  await by.press(by.link(/^Midnight Ferry/));
  await heading("Midnight Ferry").waitFor();
  await page.keyboard.press("r");
  await page.getByLabel("Reason").waitFor();
  // An "a" in the reason approves nothing.
  await page.keyboard.type("The artwork shows a price.");
  await by.press(by.button("Add an issue"));
  await by.type(page.getByRole("combobox", { name: "Field 1" }), "title");
  await by.type(page.getByRole("textbox", { name: "Issue 1" }), "names a price");
  await by.press(by.button("Reject the release"));
  await page.getByRole("heading", { name: "Nothing waits for review" }).waitFor();
  const submission_id = await submit(seed.partner, seed.release_id);
  await goTo("Inbox");
  await goTo("Review");
  await by.press(by.link(/^Midnight Ferry/));
  await page.getByText("1 of 1", { exact: true }).waitFor();
  await page.keyboard.press("a");
  await page.getByRole("heading", { name: "Nothing waits for review" }).waitFor();
  const { body: submission } = await must(seed.partner, `GET /v1/submissions/${submission_id}`);
  expect(submission.review_status).toBe("approved");
});

test("the answer of a store without a connection is entered, and Escape leads back to its row", async () => {
  await goTo("Deliveries");
  // Two deliveries of one release: the newest comes first.
  await by.press(page.getByRole("button", { name: "First Light" }));
  const drawer = page.getByRole("dialog");
  await by.press(drawer.getByRole("button", { name: "Enter its answer" }).first());
  await by.press(drawer.getByRole("button", { name: "Enter the answer" }));
  await expect.poll(() => statusOf(`/v1/deliveries/${seed.manual_id}`)).toBe("delivered");
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate<string>("document.activeElement.textContent")).toContain("First Light");
});

test("a store is added in four steps and opened", async () => {
  await goTo("Stores");
  await by.press(by.link("Add a store"));
  await heading("New store").waitFor();
  const own = page.getByRole("radio", { name: /^A store of your own/ });
  await by.press(own, "Space");
  await by.type(page.getByRole("textbox", { name: /^Name/ }), "Quarry Lane");
  await by.choose(page.getByRole("combobox", { name: "How the store is reached" }), "By hand");
  await page.getByText("The operator sends releases by hand").waitFor();
  await by.press(by.button("Next: connection"));
  await by.press(by.button("Add paused and test"));
  await heading("Set up Quarry Lane").waitFor();
  await by.press(by.button("Next: rules"));
  await by.press(page.getByRole("checkbox", { name: "Listeners buy downloads" }), "Space");
  await by.press(by.button("Open Quarry Lane for deliveries"));
  await heading("Quarry Lane").waitFor();
  const { data } = (await must(world.operator, "GET /v1/operator/stores?limit=100")).body;
  const store = data.find(({ store_id }: { store_id: string }) => store_id === "store_quarry_lane");
  expect(store).toMatchObject({ status: "active", connector: { kind: "manual" }, capabilities: { download: true } });
});

test("a payout is put on hold", async () => {
  await must(world.operator, `POST /v1/operator/organizations/${seed.partner.id}/adjustments`, {
    currency: "EUR",
    amount: "150.00",
    reason: "An advance.",
  });
  const { body: payout } = await must(seed.partner, "POST /v1/payouts", { currency: "EUR", amount: "100.00" });
  await goTo("Payouts");
  await by.press(by.button(/€100.00/));
  const drawer = page.getByRole("dialog");
  // As a list is chosen from by its first letters.
  await by.type(drawer.getByLabel("What to do"), "Put");
  await by.type(drawer.getByLabel("Reason"), "We verify who is paid.");
  await by.press(drawer.getByRole("button", { name: "Put on hold" }));
  await expect.poll(() => statusOf(`/v1/payouts/${payout.id}`)).toBe("on_hold");
  expect(watched.complaints).toEqual([]);
});
