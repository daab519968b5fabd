// The documentation in a real browser, served by a real service.

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foreignRequests, openBrowser, seriousFaults, watchedPage } from "../../server/test/browser.ts";
import { atScale } from "../../server/test/faults/scale.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { answers } from "./questions.ts";
import { readerFolder, repository, run } from "./samples.ts";

type Look = [width: number, scheme: "light" | "dark"];
const day: Look = [1280, "light"];
const night: Look = [360, "dark"];
const looks: Look[] = [day, night, [1280, "dark"], [360, "light"]];

const MAX_FIRST_SCRIPTS_BYTES = 150_000;
// The build takes seconds; this is for a machine that has much else to do.
const BUILT_WITHIN_MS = 600_000;

let sandbox: World;
let production: World;
let browser: Browser;
let context: BrowserContext;
const docs_dir = join(repository, "docs/dist/part");

describe("the documentation in a browser", { timeout: BUILT_WITHIN_MS }, () => {
  beforeAll(async () => {
    // It is kept: the next run builds it again only if a source has changed.
    execFileSync(process.execPath, [join(repository, "bin/sites.mjs"), "part", "--if-stale"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    sandbox = await createWorld({ environment: "sandbox", docs_dir });
    await sandbox.work();
    production = await createWorld({ docs_dir });
    browser = await openBrowser();
    context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], bypassCSP: false });
  }, BUILT_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
    await production?.close();
  });

  test("a newcomer searches for a rejection, opens the guide, copies a sample and runs it", async () => {
    const watched = await open("/docs");
    const { page, complaints } = watched;
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.locator(".VPLocalSearchBox input").fill("rejected");
    const guide = page.locator('.VPLocalSearchBox a.result[href*="/docs/deliveries"]').first();
    await guide.waitFor();
    await guide.click();
    await page.waitForURL(/\/docs\/deliveries/);
    await page.getByRole("heading", { name: "A store rejected it" }).waitFor();
    const code = page.locator(".vp-doc div.language-sh");
    const samples: string[] = [];
    for (let index = 0; index < 4; index++) {
      await code.nth(index).hover();
      await code.nth(index).locator("button.copy").click();
      await expect.poll(() => page.evaluate<string>("navigator.clipboard.readText()")).not.toBe(samples.at(-1));
      samples.push(await page.evaluate<string>("navigator.clipboard.readText()"));
    }
    expect(samples[3]).toContain("resubmit");
    const cwd = readerFolder();
    const env = { SEGUE_URL: sandbox.url, SEGUE_API_KEY: String(sandbox.label.key) };
    const { out, err } = await run("bash", ["--norc", "-e", "-c", samples.join("\n")], { cwd, env });
    rmSync(cwd, { recursive: true });
    expect(err).toBe("");
    expect(JSON.parse(out.trim().slice(out.trim().lastIndexOf('{"id":"dlv_')))).toMatchObject({
      status: "in_progress",
    });
    expect(foreignRequests(watched, sandbox.url)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("the first result of the search answers the question", async () => {
    const { page, complaints } = await open("/docs");
    await page.getByRole("button", { name: "Search" }).first().click();
    const input = page.locator(".VPLocalSearchBox input");
    const first = page.locator(".VPLocalSearchBox a.result").first();
    for (const [question, path] of Object.entries(answers)) {
      await input.fill("");
      await input.fill(question);
      await expect
        .poll(() => first.getAttribute("href"), { message: question, timeout: 60_000 })
        .toMatch(new RegExp(`^/docs/${path}`));
    }
    const decision = page.locator('.VPLocalSearchBox a.result[href*="/docs/decisions/"]');
    await input.fill("deletes");
    await decision.first().waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a request is tried with a key that stays in this tab: over pages and a reload, in no other tab", async () => {
    const { page, complaints } = await open("/docs/reference/get-own-organization");
    await page.getByLabel("Sandbox key").fill(String(sandbox.label.key));
    await page.getByRole("button", { name: "Send to the sandbox" }).click();
    await page.locator(".try-it pre").waitFor();
    expect(await page.locator(".try-it pre").textContent()).toContain("Nightjar Records");
    await page.reload();
    await expect.poll(() => page.getByLabel("Sandbox key").inputValue()).toBe(sandbox.label.key);
    await page.goto(`${sandbox.url}/docs/reference/create-release`);
    await expect.poll(() => page.getByLabel("Sandbox key").inputValue()).toBe(sandbox.label.key);
    await page.getByRole("button", { name: "Send to the sandbox" }).click();
    await expect.poll(() => page.locator(".try-status").textContent()).toBe("201");
    const { page: other } = await open("/docs/reference/create-release");
    await other.getByRole("button", { name: "Send to the sandbox" }).waitFor();
    expect(await other.getByLabel("Sandbox key").inputValue()).toBe("");
    await other.getByLabel("Sandbox key").fill("sk_live_of_production");
    await other.getByRole("button", { name: "Send to the sandbox" }).click();
    await other.getByText("This is a production key.").waitFor();
    await other.getByLabel("Sandbox key").fill(String(sandbox.operator.key));
    await other.getByRole("button", { name: "Send to the sandbox" }).click();
    await other.getByText("This is no key of the sandbox.").waitFor();
    expect(complaints).toEqual([]);
    await page.close();
    await other.close();
  });

  test("production has the same pages and says where requests can be tried", async () => {
    const { page, complaints } = await open("/docs/reference/create-release", production.url);
    await page.getByText("Requests can be tried on the sandbox.").waitFor();
    expect(await page.getByRole("button", { name: "Send to the sandbox" }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("it has the type and palette of the dashboard, the way there, whole pictures and unbroken words", async () => {
    const { page, complaints } = await open("/docs/concepts");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate("document.fonts.ready");
    const isLoaded = `["14px 'Inter Variable'", "500 28px Newsreader"].map((font) => document.fonts.check(font))`;
    expect(await page.evaluate<boolean[]>(isLoaded)).toEqual([true, true]);
    const paper = "getComputedStyle(document.body).backgroundColor";
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => page.evaluate<string>(paper)).toBe("rgb(251, 250, 248)");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => page.evaluate<string>(paper)).toBe("rgb(18, 18, 16)");
    const cut = "[...document.querySelectorAll('.picture')].filter((one) => one.scrollWidth > one.clientWidth).length";
    expect(await page.locator(".picture").count()).toBeGreaterThan(0);
    expect(await page.evaluate<number>(cut)).toBe(0);
    const wrap = "getComputedStyle(document.querySelector('.vp-doc td > code')).overflowWrap";
    expect(await page.evaluate<string>(wrap)).toBe("normal");
    expect(complaints).toEqual([]);
    await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
    await page.waitForURL(/\/dashboard/);
    await page.close();
  });

  test("the first page needs little script", async () => {
    const { page } = await open("/docs");
    const scripts = new Set<string>();
    for (const url of await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))",
    ))
      scripts.add(url);
    let bytes = 0;
    for (const url of scripts) bytes += gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length;
    expect(scripts.size).toBeGreaterThan(1);
    expect(bytes).toBeLessThanOrEqual(MAX_FIRST_SCRIPTS_BYTES);
    await page.close();
  });

  // One of every layout. In the short form each has one look.
  const pages: [path: string, looks: Look[]][] = [
    ["", [day]],
    ["/quickstart", [night]],
    ["/reference/create-release", [night]],
    ["/errors/asset_not_ready", [night]],
  ];
  test.each(atScale({ short: pages, full: [...pages, ["/concepts", looks]] }))(
    "/docs%s fits a desktop and a phone, and axe finds nothing serious by day and night",
    async (path, some) => {
      const { page, complaints } = await open(`/docs${path}`);
      for (const [width, colorScheme] of atScale<Look[]>({ short: some, full: looks })) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expect
          .poll(() => page.evaluate<boolean>("document.documentElement.classList.contains('dark')"))
          .toBe(colorScheme === "dark");
        expect(await page.evaluate<number>("document.documentElement.scrollWidth"), `${width}`).toBeLessThanOrEqual(
          width,
        );
        expect(await seriousFaults(page), `${width} ${colorScheme}`).toEqual([]);
      }
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

async function open(path: string, url = sandbox.url) {
  const watched = await watchedPage(context);
  await watched.page.goto(url + path, { waitUntil: "networkidle" });
  return watched;
}
