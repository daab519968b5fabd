// A release by keyboard alone: from the sign-in to delivered, and a rejection answered. Nothing is clicked: Tab must come to
// everything that is used, and the page must show where the focus is.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, sizes, type WatchedPage, watchedPage } from "../../server/test/browser.ts";
import { png, sine, wav } from "../../server/test/media.ts";
import { createWorld, type World } from "../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-keyboard-"));
let world: World;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
  const context = await browser.newContext({ viewport: sizes.desktop, reducedMotion: "reduce", locale: "en-GB" });
  watched = await watchedPage(context);
  page = watched.page;
  await world.work();
});
afterAll(async () => {
  await browser.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** More than any page has places to stop at. */
const MOST_STOPS = 150;

/** For the browser: whether what has the focus looks otherwise than without it, by itself or by what is around it. */
const isFocusShown = `(() => {
  const at = document.activeElement;
  const around = [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement].filter(Boolean);
  const look = () => {
    for (const animation of document.getAnimations()) animation.finish();
    const styles = around.flatMap((element) => [getComputedStyle(element), getComputedStyle(element, "::after")]);
    return styles.map((style) => style.outline + style.boxShadow + style.borderColor + style.backgroundColor).join();
  };
  const focused = look();
  at.blur();
  const blurred = look();
  at.focus();
  return focused !== blurred;
})()`;

/** Tab by Tab, from where the focus is. */
async function reach(wanted: Locator): Promise<void> {
  await wanted.first().waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await wanted.first().evaluate((element) => element === element.ownerDocument.activeElement)) {
      expect(await page.evaluate(isFocusShown), `the focus is not seen at ${wanted}`).toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${wanted}`);
}

async function press(wanted: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await reach(wanted);
  await page.keyboard.press(key);
}

async function type(wanted: Locator, text: string): Promise<void> {
  await reach(wanted);
  await page.keyboard.type(text);
}

async function chooseFile(label: string, name: string, bytes: Uint8Array): Promise<void> {
  writeFileSync(join(folder, name), bytes);
  const chooser = page.waitForEvent("filechooser");
  await press(page.getByRole("button", { name: label }));
  await (await chooser).setFiles(join(folder, name));
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const link = (name: string | RegExp) => page.getByRole("link", { name, exact: true });
const storeCard = (name: string) => page.getByRole("region", { name, exact: true });

test("one signs in", async () => {
  await page.goto(`${world.url}/dashboard`);
  await type(page.getByLabel("API key").first(), world.label.key ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
});

/** For the browser: whether what has the focus is on the page, and not in the menu. */
const isOnPage = "document.querySelector('main').contains(document.activeElement)";

test("the first Tab leads past the menu, and a link of the menu into its page", async () => {
  await page.goto(`${world.url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.keyboard.press("Tab");
  await press(link("Skip the menu"));
  await expect.poll(() => page.evaluate(isOnPage)).toBe(true);
  await press(link("Releases"));
  await page.getByRole("heading", { level: 1, name: "Releases" }).waitFor();
  await expect.poll(() => page.evaluate(isOnPage)).toBe(true);
});

test("a release is created, filled with files and submitted", async () => {
  await press(link("New release"));
  await type(page.getByRole("textbox", { name: "Title", exact: true }), "night drive");
  await type(page.getByRole("textbox", { name: "Artist 1: name" }), "Vera Lux");
  await type(page.getByLabel("Release date").first(), "01032035");
  await press(button("Create the draft and go on"));
  await chooseFile("Choose a picture", "cover.png", await png({ width: 3000, height: 3000 }));
  await page.getByText(/cover.png: 3000 × 3000 pixels/).waitFor();
  await press(link("Go on to tracks and audio"));
  await chooseFile("Choose audio files", "night drive.wav", wav({ sound: sine({ seconds: 1 }), bit_depth: 16 }));
  await button("Play night drive").waitFor();
  await press(link("Go on to check and submit"));
  await press(button("Submit"));
  await page.getByText("Submitted and approved. Deliver it to stores next.").waitFor();
});

test("it is delivered, a rejection is answered, and it is sent again", async () => {
  await press(link("Deliver"));
  for (const name of ["Auralis", "Rejecta"]) await press(page.getByRole("checkbox", { name, exact: true }), "Space");
  await press(button("Deliver to 2 stores"));
  const rejecta = storeCard("Rejecta");
  await rejecta.getByText("The store rejected it").waitFor();
  await press(rejecta.getByRole("link", { name: /^(Fix|Correct)/ }));
  await press(page.getByRole("button", { name: "Use “Night Drive”" }).first());
  await page.getByRole("heading", { level: 1, name: "Night Drive", exact: true }).waitFor();
  // As Alt and the left arrow do, which are keys of the browser and not of the page.
  await page.goBack();
  await press(rejecta.getByRole("button", { name: "Resubmit" }));
  // The question has the focus, and what is behind it cannot be reached.
  await press(page.getByRole("dialog").getByRole("button", { name: "Resubmit" }));
  await page.getByText("2 delivered").waitFor();
  expect(watched.complaints).toEqual([]);
});

test("a question is left by Escape, and the focus is back where it came from", async () => {
  await press(storeCard("Auralis").getByRole("button", { name: "Take down" }));
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate<string>("document.activeElement.textContent")).toContain("Take down");
});
