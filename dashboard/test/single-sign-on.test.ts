// The identity provider is another site: the browser comes back from it, and only then gets the strict cookie of the session.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, seriousFaults, sizes, watchedPage } from "../../server/test/browser.ts";
import { federatedWorld, startRealProvider } from "../../server/test/identity-provider.ts";
import { invite, member } from "../../server/test/people.ts";
import type { World } from "../../server/test/world.ts";

let provider: Awaited<ReturnType<typeof startRealProvider>>;
let world: World;
let browser: Browser;
beforeAll(async () => {
  provider = await startRealProvider("localhost");
  [world, browser] = await Promise.all([federatedWorld(provider.issuer), openBrowser()]);
  provider.open(`${world.url}/dashboard/oidc/callback`);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await provider?.close();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

async function stranger(scheme: "light" | "dark" = "light", size: keyof typeof sizes = "desktop") {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: scheme, locale: "en-GB" });
  return { ...(await watchedPage(context)), close: () => context.close() };
}

test("one signs in with the identity provider, and stays signed in", async () => {
  provider.use({ sub: "ana", email: "ana@example.com", email_verified: true });
  await member(world, { email: "ana@example.com", role: "owner" });
  const { page, complaints, close } = await stranger();
  await page.goto(`${world.url}/dashboard`);
  await page.getByRole("link", { name: "Sign in with localhost" }).click();
  await heading(page, "Overview").waitFor();
  expect(page.url()).toBe(`${world.url}/dashboard`);
  const cookies = await page.context().cookies(`${world.url}/dashboard/oidc`);
  expect(cookies.map(({ name, sameSite }) => [name, sameSite])).toEqual([["segue_live", "Strict"]]);
  await page.reload();
  await heading(page, "Overview").waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("one accepts an invitation with the identity provider", async () => {
  const email = "new@example.com";
  provider.use({ sub: "new", email, email_verified: true, name: "Nina Example" });
  const path = `/v1/operator/organizations/${world.label.id}/members`;
  const { token } = await invite(world.operator, path, { email, role: "owner" });
  const { page, close } = await stranger();
  await page.goto(`${world.url}/dashboard/accept#token=${token}`);
  await page.getByRole("link", { name: "Accept with localhost" }).click();
  await heading(page, "Overview").waitFor();
  const { body } = await world.operator.call(`GET ${path}?q=${email}`);
  expect(body.data).toMatchObject([{ status: "active", person: { name: "Nina Example" } }]);
  await close();
});

test.each(["light", "dark"] as const)("a refusal is a sound page that leads back, in %s", async (scheme) => {
  provider.use({ sub: "unknown", email: "unknown@example.com", email_verified: true });
  const { page, close } = await stranger(scheme, "phone");
  await page.goto(`${world.url}/dashboard/oidc/start`);
  await heading(page, "You have no account here").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(sizes.phone.width);
  await page.getByRole("link", { name: "Back to the sign-in page" }).click();
  await heading(page, "Sign in to Segue").waitFor();
  await close();
});
