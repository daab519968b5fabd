// The API reference in a real browser.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foreignRequests, openBrowser, watchedPage } from "./browser.ts";
import { atScale } from "./faults/scale.ts";
import { createWorld, type World } from "./world.ts";

let world: World;
let browser: Browser;
/** The page as a link to an operation opens it. One for all tests: to open it whole takes ten seconds of processor time. */
let first: Awaited<ReturnType<typeof open>>;
/** In the short form the page shows each kind of entry, but not all of them. */
const shown = atScale({ short: /organization|webhooks|oauth/, full: /./ });

describe("the API reference in a browser", () => {
  beforeAll(async () => {
    world = await createWorld();
    browser = await openBrowser();
    first = await open("/docs#/Organization/getOwnOrganization");
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  test("a link opens an operation, which sends a request with the key that was entered", async () => {
    const { page, complaints } = first;
    await page.locator(".btn.authorize").first().click();
    const bearer = page.locator(".auth-container", { has: page.locator("#auth-bearer-value") }).last();
    await bearer.locator("input").fill(String(world.label.key));
    await bearer.locator(".authorize").click();
    await page.locator(".auth-btn-wrapper .btn-done").first().click();
    await page.locator(".opblock.is-open .execute").click();
    const shown = page.locator(".live-responses-table .highlight-code").first();
    await shown.waitFor();
    expect(await shown.textContent()).toContain("Nightjar Records");
    expect(complaints).toEqual([]);
    await page.locator(".opblock.is-open .opblock-summary-control").click();
    await page.locator(".opblock-body").waitFor({ state: "detached" });
  });

  test("lists every operation and every webhook, asks nobody but its own server and logs no error", async () => {
    const { page, complaints } = first;
    const { paths, webhooks } = shorten((await world.stranger.call("GET /v1/openapi.json")).body);
    const operations = [paths, webhooks].flatMap(Object.values).flatMap((methods) => Object.keys(methods as object));
    expect(await page.locator(".opblock").count()).toBe(operations.length);
    await page.locator(".opblock-summary-control").first().click();
    await page.locator(".opblock-body .responses-wrapper").waitFor();
    expect(foreignRequests(first, world.url)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.locator(".opblock-summary-control").first().click();
    await page.locator(".opblock-body").waitFor({ state: "detached" });
  });

  test("opens an operation by keyboard", async () => {
    const { page } = first;
    const focused = page.locator(".opblock", { has: page.locator(".opblock-summary-control:focus") });
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate<boolean>("document.activeElement.matches('.opblock-summary-control')")) break;
    }
    await page.keyboard.press("Enter");
    await focused.locator(".opblock-body").waitFor();
    expect(await focused.locator(".opblock-summary-control").getAttribute("aria-expanded")).toBe("true");
  });

  test("fits a desktop and a phone, by day and by night", async () => {
    const { page } = first;
    for (const _ of ["one", "another"])
      await page.locator('.opblock-summary-control[aria-expanded="false"]').first().click();
    await page.locator(".opblock-body .responses-wrapper").nth(1).waitFor();
    for (const width of [1280, 390])
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        expect(await brightness(page)).toBe(colorScheme);
      }
  });
});

type Described = { paths: object; webhooks: object };

function shorten<D extends Described>(description: D): D {
  const paths = Object.entries(description.paths).filter(([path]) => shown.test(path));
  return { ...description, paths: Object.fromEntries(paths) };
}

async function open(path: string) {
  const watched = await watchedPage(browser);
  await watched.page.route("**/openapi.json", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: shorten(await answer.json()) });
  });
  await watched.page.goto(world.url + path);
  await watched.page.locator(".opblock").first().waitFor();
  return watched;
}

async function brightness(page: Page): Promise<"light" | "dark"> {
  const color = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  const [red = 255, , , alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return alpha > 0 && red < 100 ? "dark" : "light";
}
