// The page of components, looked at in both colours: it is accessible, fits every screen, and each component keeps its promise.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function atComponents(options: Parameters<typeof visit>[2], look: (at: Visit) => Promise<void>): Promise<void> {
  const at = await visit(browser, world, options);
  await at.open("/components");
  await look(at);
  await at.close();
}

describe("every component", () => {
  test.each(["desktop", "phone"] as const)("is accessible in both colours and fits a %s", (size) =>
    atComponents({ size }, async ({ page, expectSound }) => {
      await expectSound(`components on a ${size}`);
      const panels = page.getByRole("region", { name: /colours$/ });
      const [light, dark] = await Promise.all([panels.nth(0).screenshot(), panels.nth(1).screenshot()]);
      expect(light.equals(dark)).toBe(false);
      const papers = await page.evaluate<string[]>(
        "[...document.querySelectorAll('[data-scheme]')].map((one) => getComputedStyle(one).backgroundColor)",
      );
      expect(papers).toEqual(["rgb(251, 250, 248)", "rgb(18, 18, 16)"]);
    }),
  );

  test("looks the same in a dark dashboard", () =>
    atComponents({ scheme: "dark" }, async ({ page, expectSound }) => {
      await expectSound("components in dark colours");
      const paper = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
      expect(paper).toBe("rgb(18, 18, 16)");
    }));

  test("has the type of the house, and numbers of one width", () =>
    atComponents({}, async ({ page }) => {
      await page.evaluate("document.fonts.ready");
      const isLoaded = await page.evaluate<boolean[]>(
        `["14px 'Inter Variable'", "500 16px Newsreader"].map((font) => document.fonts.check(font))`,
      );
      expect(isLoaded).toEqual([true, true]);
      const numbers = await page.evaluate<string>("getComputedStyle(document.body).fontVariantNumeric");
      expect(numbers).toBe("tabular-nums");
    }));
});

test("money has two digits, and all of them on hover; time has both zones", () =>
  atComponents({}, async ({ page }) => {
    const light = page.getByRole("region", { name: "In light colours" });
    expect(await light.getByText("€708.81").getAttribute("title")).toBe("€708.808");
    expect(await light.getByText("3 minutes ago").getAttribute("title")).toMatch(/UTC · .* UTC$/);
  }));

test("the waveform is a control of the position by pointer and keys", () =>
  atComponents({}, async ({ page }) => {
    const wave = page.getByRole("slider", { name: "Position in Moth Season" }).first();
    await wave.press("ArrowRight");
    expect(await wave.getAttribute("aria-valuetext")).toBe("1:17 of 3:34");
    await wave.press("End");
    expect(await wave.getAttribute("aria-valuenow")).toBe("214");
  }));

test("Ctrl-K finds a page, and Enter goes there", async () => {
  const { page, open, complaints, close } = await visit(browser, world);
  await open("/components");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find or do" }).last();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("earn");
  await page.getByRole("dialog").getByRole("option", { name: "Earnings" }).waitFor();
  expect(await field.count()).toBe(1);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Earnings" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
