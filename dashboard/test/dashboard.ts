// The dashboard for a test: the built pages, served by a real service, in a real browser, as one who has signed in.

import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { foreignRequests, seriousFaults, sizes, type WatchedPage, watchedPage } from "../../server/test/browser.ts";
import type { World } from "../../server/test/world.ts";

export type Visit = WatchedPage & {
  /** Anew, when the clock was moved beyond the session's 12 hours. */
  signIn(): Promise<void>;
  /** Opens a page of the dashboard by its address after /dashboard. */
  open(path: string): Promise<void>;
  /** Fits the screen, is accessible, complains of nothing and asks no other host. */
  expectSound(what: string): Promise<void>;
  close(): Promise<void>;
};

type VisitOptions = {
  /** Whose key signs in. */
  key?: string | undefined;
  size?: keyof typeof sizes;
  scheme?: "light" | "dark";
};

export async function visit(browser: Browser, world: World, options: VisitOptions = {}): Promise<Visit> {
  const { key = world.label.key, size = "desktop", scheme = "light" } = options;
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: scheme,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "UTC",
  });
  const signIn = async () => {
    const answer = await context.request.post(`${world.url}/dashboard/session`, { data: { key } });
    expect(answer.status()).toBe(200);
  };
  await signIn();
  const watched = await watchedPage(context);
  const { page, complaints } = watched;
  return {
    ...watched,
    signIn,
    async open(path) {
      await page.goto(`${world.url}/dashboard${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
    async expectSound(what) {
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      expect(width, `${what}: wider than the screen`).toBeLessThanOrEqual(sizes[size].width);
      expect(await seriousFaults(page), what).toEqual([]);
      expect(complaints, what).toEqual([]);
      expect(foreignRequests(watched, world.url), what).toEqual([]);
    },
    close: () => context.close(),
  };
}
