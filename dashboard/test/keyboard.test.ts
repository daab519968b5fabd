// A release by keyboard alone: from the sign-in to delivered, and a rejection answered.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, sizes, type WatchedPage, watchedPage } from "../../server/test/browser.ts";
import { png, sine, wav } from "../../server/test/media.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Keyboard, keyboardOf } from "./keyboard.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-keyboard-"));
let world: World;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let by: Keyboard;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
  const context = await browser.newContext({ viewport: sizes.desktop, reducedMotion: "reduce", locale: "en-GB" });
  watched = await watchedPage(context);
  page = watched.page;
  by = keyboardOf(page);
  await world.work();
});
afterAll(async () => {
  await browser.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

async function chooseFile(label: string, name: string, bytes: Uint8Array): Promise<void> {
  writeFileSync(join(folder, name), bytes);
  const chooser = page.waitForEvent("filechooser");
  await by.press(page.getByRole("button", { name: label }));
  await (await chooser).setFiles(join(folder, name));
}

const storeRow = (name: string) => page.getByRole("rowgroup", { name, exact: true });

test("one signs in", async () => {
  await page.goto(`${world.url}/dashboard`);
  await by.press(by.button("Sign in with an API key"));
  await by.type(page.getByLabel("API key").first(), world.label.key ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
});

/** For the browser: whether what has the focus is on the page, and not in the menu. */
const isOnPage = "document.querySelector('main').contains(document.activeElement)";

test("the first Tab leads past the menu, and a link of the menu into its page", async () => {
  await page.goto(`${world.url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.keyboard.press("Tab");
  await by.press(by.link("Skip the menu"));
  await expect.poll(() => page.evaluate(isOnPage)).toBe(true);
  await by.press(by.link("Releases"));
  await page.getByRole("heading", { level: 1, name: "Releases" }).waitFor();
  await expect.poll(() => page.evaluate(isOnPage)).toBe(true);
});

test("a release is created, filled with files and submitted", async () => {
  await by.press(by.link("New release"));
  await by.type(page.getByRole("textbox", { name: "Title", exact: true }), "night drive");
  await by.type(page.getByRole("textbox", { name: "Artist 1: name" }), "Vera Lux");
  await by.type(page.getByLabel("Release date").first(), "01032035");
  await by.press(by.button("Create draft"));
  await chooseFile("Choose a picture", "cover.png", await png({ width: 3000, height: 3000 }));
  await page.getByText(/cover.png: 3000 × 3000 pixels/).waitFor();
  await by.press(by.link("Next: tracks and audio"));
  await chooseFile("Choose audio files", "night drive.wav", wav({ sound: sine({ seconds: 1 }), bit_depth: 16 }));
  await by.button("Play night drive").waitFor();
  await by.press(by.link("Next: check and submit"));
  await by.press(by.button("Submit"));
  await page.getByText("Submitted and approved. Deliver it to stores next.").waitFor();
});

test("it is delivered, a rejection is answered, and it is sent again", async () => {
  await by.press(by.link("Deliver"));
  for (const name of ["Auralis", "Rejecta"]) await by.press(page.getByRole("checkbox", { name, exact: true }), "Space");
  await by.press(by.button("Deliver to 2 stores"));
  const rejecta = storeRow("Rejecta");
  await rejecta.getByText("Rejecta rejected it").waitFor();
  await by.press(rejecta.getByRole("link", { name: /^(Fix|Correct)/ }));
  await by.press(page.getByRole("button", { name: "Use “Night Drive”" }).first());
  await page.getByRole("heading", { level: 1, name: "Night Drive", exact: true }).waitFor();
  // As Alt and the left arrow do, which are keys of the browser and not of the page.
  await page.goBack();
  await by.press(rejecta.getByRole("button", { name: "Resubmit" }));
  // The question has the focus, and what is behind it cannot be reached.
  await by.press(page.getByRole("dialog").getByRole("button", { name: "Resubmit" }));
  await page.getByText("Live at both stores").waitFor();
  expect(watched.complaints).toEqual([]);
});

test("a question is left by Escape, and the focus is back where it came from", async () => {
  await by.press(storeRow("Auralis").getByRole("button", { name: "Auralis", exact: true }));
  await by.press(storeRow("Auralis").getByRole("button", { name: "Take down" }));
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate<string>("document.activeElement.textContent")).toContain("Take down");
});
