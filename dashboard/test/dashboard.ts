// The dashboard for a test: the built pages, served by a real service, in a real browser, as one who has signed in.

import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { foreignRequests, seriousFaults, sizes, type WatchedPage, watch } from "../../server/test/browser.ts";
import type { World } from "../../server/test/world.ts";

export type Visit = WatchedPage & {
  /** Anew, when the clock was moved beyond the session's 12 hours. */
  signIn(): Promise<void>;
  /** Opens a page of the dashboard by its address after /dashboard. */
  open(path: string): Promise<void>;
  /** As a link does: the program stays loaded. For a walk through pages while no other caller changes anything. */
  follow(path: string): Promise<void>;
  /** Fits the screen, complains of nothing and asks no other host. */
  expectFits(what: string): Promise<void>;
  /** The same, and is accessible. That costs half a second: once for each page, at one size. */
  expectSound(what: string): Promise<void>;
  close(): Promise<void>;
};

type VisitOptions = {
  /** Whose key signs in. */
  key?: string | undefined;
  /** In place of a key. */
  person?: { email: string; password: string };
  size?: keyof typeof sizes;
  scheme?: "light" | "dark";
};

/** Visits that are over leave their window to the next: to open one costs more than to show most pages. */
const windows = new WeakMap<Browser, Page[]>();

async function takeWindow(browser: Browser): Promise<Page> {
  const left = windows.get(browser)?.pop();
  return left ?? (await browser.newContext({ locale: "en-GB", timezoneId: "UTC" })).newPage();
}

/** With nothing in it that the visit did. */
async function leaveWindow(browser: Browser, page: Page): Promise<void> {
  await page.evaluate("localStorage.clear()");
  page.removeAllListeners();
  await page.unrouteAll();
  await page.goto("about:blank");
  await page.context().clearCookies();
  windows.set(browser, [...(windows.get(browser) ?? []), page]);
}

export async function visit(browser: Browser, world: World, options: VisitOptions = {}): Promise<Visit> {
  const { key = world.label.key, person, size = "desktop", scheme = "light" } = options;
  const page = await takeWindow(browser);
  const context = page.context();
  await page.setViewportSize(sizes[size]);
  await page.emulateMedia({ media: null, colorScheme: scheme, reducedMotion: "reduce" });
  const signIn = async () => {
    const answer = await context.request.post(`${world.url}/dashboard/session`, { data: person ?? { key } });
    expect(answer.status()).toBe(200);
  };
  await signIn();
  const watched = watch(page);
  const { complaints } = watched;
  const open = async (path: string) => {
    await page.goto(`${world.url}/dashboard${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  const expectFits = async (what: string) => {
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width, `${what}: wider than the screen`).toBeLessThanOrEqual(sizes[size].width);
    expect(complaints, what).toEqual([]);
    expect(foreignRequests(watched, world.url), what).toEqual([]);
  };
  return {
    ...watched,
    signIn,
    open,
    async follow(path) {
      const { origin, pathname } = new URL(page.url());
      const { href, pathname: wanted } = new URL(`${world.url}/dashboard${path}`);
      // A page of the same path keeps its heading.
      if (origin !== world.url || pathname === wanted) return open(path);
      await page.evaluate(leavingFor(href));
      await page.locator("h1:not([data-left])").waitFor();
    },
    expectFits,
    async expectSound(what) {
      await expectFits(what);
      expect(await seriousFaults(page), what).toEqual([]);
    },
    close: () => leaveWindow(browser, page),
  };
}

/** For the browser. The old page's heading is marked, so that it is not taken for the new one's. */
const leavingFor = (href: string) => `
  document.querySelector("h1").setAttribute("data-left", "");
  history.pushState(null, "", ${JSON.stringify(href)});
  dispatchEvent(new PopStateEvent("popstate"));`;
