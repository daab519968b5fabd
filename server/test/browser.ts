// A real browser for the tests of pages, and what every page must keep to: no complaint in its console, no request to
// another host, nothing that the accessibility rules refuse.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { request } from "undici";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with the address of the run's browser, and starts it if it must. */
    browser: string;
  }
}

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

/** The run's browser: what is opened in it here is closed with it. */
export async function openBrowser(): Promise<Browser> {
  // For the first that asks, a browser may be installed and the dashboard built.
  const { statusCode, body } = await request(inject("browser"), { headersTimeout: 0 });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`The browser does not start: ${text}`);
  return chromium.connect(text, { timeout: 0 });
}

export type WatchedPage = {
  page: Page;
  /** Complaints of the console and the page: errors, warnings, and refusals of the content policy. */
  complaints: string[];
  /** Every address that was asked for. */
  requests: string[];
};

export async function watchedPage(
  from: Browser | BrowserContext,
  options?: BrowserContextOptions,
): Promise<WatchedPage> {
  return watch("contexts" in from ? await from.newPage(options) : await from.newPage());
}

/** From now on. */
export function watch(page: Page): WatchedPage {
  page.setDefaultTimeout(100_000);
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  page.on("pageerror", (error) => void complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  return { page, complaints, requests };
}

/** Faults that keep people from using the page, by the rules of accessibility. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // By the debugger: the page's content policy refuses scripts that are put into it.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  return page.evaluate<string[]>(`
    axe.run({ resultTypes: ["violations"], preload: false, elementRef: false }).then(({ violations }) => violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ target, failureSummary }) => target.join(" ") + " " + failureSummary).join("; ")))`);
}

/** Foreign hosts that a page has asked. */
export function foreignRequests({ requests }: WatchedPage, url: string): string[] {
  return requests.filter((asked) => !asked.startsWith(`${url}/`) && !/^(data|blob):/.test(asked));
}
