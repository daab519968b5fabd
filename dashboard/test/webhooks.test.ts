// A partner's endpoints, the events that they get, and what its programs need.

import { randomBytes } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { verifyWebhook } from "../../sdk/src/webhooks.ts";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { type Receiver, startReceiver } from "../../server/test/receiver.ts";
import { exhaust } from "../../server/test/webhooks.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { visit } from "./dashboard.ts";

const MOST_SHIFT = 0.05;

/** For the browser: the sum of all shifts that no click caused. */
const watchShifts = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });`;

let world: World;
let browser: Browser;
let receiver: Receiver;
beforeAll(async () => {
  [browser, receiver] = await Promise.all([openBrowser(), startReceiver()]);
});
afterAll(async () => {
  await browser.close();
  await receiver.close();
});
// A world for each: the machine's clock dates attempts, so one test must not move the clock of the next.
beforeEach(async () => {
  world = await createWorld({ environment: "sandbox", webhook_retry_s: [1, 2] });
});
afterEach(() => world.close());

it("a partner adds an endpoint, sees what it missed and sends it again", async () => {
  const { page, complaints, signIn, open, expectFits, expectSound, close } = await visit(browser, world);
  await open("/webhooks");
  await page.getByText("No endpoints yet").waitFor();
  await expectSound("no endpoints");
  await page.getByRole("button", { name: "New endpoint" }).click();
  await page.getByRole("textbox", { name: "URL" }).fill("http://[");
  await page.getByRole("checkbox", { name: "delivery.completed" }).check();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByText("must be an absolute URL").first().waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await page.getByRole("textbox", { name: "URL" }).fill(receiver.url);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const secret = await page.getByLabel("signing secret", { exact: true }).textContent();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("img", { name: "Attempts of the last 24 hours: 1 delivered, 0 failed" }).waitFor();
  await page.getByRole("tab", { name: "Failed events" }).click();
  await page.getByText("No failed events").waitFor();
  await expectFits("endpoint");

  receiver.answer(500);
  await open("/webhooks");
  await page.getByRole("button", { name: "Send a test event" }).click();
  await page.getByRole("heading", { level: 1, name: "delivery.completed" }).waitFor();
  const event_path = new URL(page.url()).pathname.slice("/dashboard".length);
  await exhaust(world);
  await signIn();
  // The page may have asked before that.
  complaints.splice(0);
  await open(event_path);
  await page.getByText("500 · failed").first().waitFor();
  await page.getByText("Undelivered").first().waitFor();
  await expectSound("undelivered event");

  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByText("Failing", { exact: true }).waitFor();
  await page.getByText(/^This endpoint has been failing since \d/).waitFor();
  // Hours have passed between its tries, so only the latest are of the last day.
  await page.getByRole("img", { name: /^Attempts of the last 24 hours: \d+ delivered, \d+ failed$/ }).waitFor();
  await page.getByText("p95", { exact: true }).waitFor();
  const attempts = page.getByRole("table", { name: "Attempts", exact: true });
  await attempts.getByText("ping").waitFor();
  await page
    .locator("label")
    .filter({ hasText: /^Failed$/ })
    .click();
  await attempts.getByText("ping").waitFor({ state: "detached" });
  expect(await attempts.getByText("500", { exact: true }).count()).toBe(3);
  await attempts
    .getByRole("button", { name: /delivery\.completed/ })
    .first()
    .click();
  await page.getByRole("dialog").getByText("500 · failed").waitFor();
  await expectSound("an attempt");
  await page.keyboard.press("Escape");
  await expectSound("failing endpoint");
  await page.getByRole("link", { name: "See the failed events" }).click();
  receiver.answer(200);
  await page.getByRole("button", { name: "Redeliver all failed events" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Redeliver" }).click();
  await page.getByText("1 event is sent again").waitFor();
  await world.runJobs();
  await page.getByText("No failed events").waitFor();
  expect(receiver.events().at(-1)?.event.event_type).toBe("delivery.completed");

  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  expect(await page.getByLabel("signing secret", { exact: true }).textContent()).not.toBe(secret);
  await page.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("button", { name: "Ping" }).click();
  await page.getByText("The endpoint is verified").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No endpoints yet").waitFor();
  expect((await must(world.label, "GET /v1/webhooks")).body.data).toEqual([]);
  await close();
});

it("an endpoint with a secret of the partner is verified by a first ping that the secret signs", async () => {
  const { page, complaints, open, expectSound, close } = await visit(browser, world);
  await open("/webhooks");
  await page.getByRole("button", { name: "New endpoint" }).click();
  await page.getByRole("textbox", { name: "URL" }).fill(receiver.url);
  await page.getByRole("checkbox", { name: "delivery.completed" }).check();
  await page.getByRole("checkbox", { name: "Use my own secret" }).check();
  const add = page.getByRole("button", { name: "Add endpoint" });
  expect(await add.isDisabled()).toBe(true);
  await page.locator("input[type=password]").fill("whsec_short");
  await expectSound("a new endpoint with its own secret");
  await add.click();
  await page.getByText(/^must be whsec_ and the padded base64 of 24 to 64 random bytes/).waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  await page.locator("input[type=password]").fill(secret);
  await add.click();
  await page.getByRole("img", { name: "Attempts of the last 24 hours: 1 delivered, 0 failed" }).waitFor();
  const { body = "", headers = {} } = receiver.received.at(-1) ?? {};
  const now = world.clock.now();
  expect(await verifyWebhook({ body, headers, secret, now })).toMatchObject({ event_type: "ping" });
  expect(await page.content()).not.toContain(secret);

  const next = `whsec_${randomBytes(32).toString("base64")}`;
  await page.getByRole("button", { name: "Rotate secret" }).click();
  const rotate = page.getByRole("dialog").getByRole("button", { name: "Rotate secret" });
  await page.getByLabel("Your own secret").fill("whsec_short");
  await expectSound("a rotation with a secret of one's own");
  await rotate.click();
  await page.getByText(/^must be whsec_ and the padded base64 of 24 to 64 random bytes/).waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await page.getByLabel("Your own secret").fill(next);
  await rotate.click();
  await page.getByText("The new secret signs from now on").waitFor();
  await page.getByRole("button", { name: "Ping", exact: true }).click();
  await page.getByText("The endpoint is verified").waitFor();
  const ping = receiver.received.at(-1);
  expect(
    await verifyWebhook({ body: ping?.body ?? "", headers: ping?.headers ?? {}, secret: next, now: world.clock.now() }),
  ).toMatchObject({ event_type: "ping" });
  expect(await page.content()).not.toContain(next);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No endpoints yet").waitFor();
  await close();
});

it("pages of webhooks and developers fit a phone in the dark", async () => {
  const made = await must(world.rival, "POST /v1/webhooks", { url: receiver.url, event_type: ["asset.ready"] });
  const event = (await must(world.rival, "POST /v1/sandbox/events", { event_type: "asset.ready" })).body;
  await world.runJobs();
  const { page, follow, expectSound, close } = await visit(browser, world, {
    key: world.rival.key,
    size: "phone",
    scheme: "dark",
  });
  await follow("/webhooks");
  await page.getByRole("table", { name: "Endpoints" }).waitFor();
  await expectSound("endpoints");
  await follow(`/webhooks/${made.body.id}`);
  await page.getByRole("img", { name: "Attempts of the last 24 hours: 2 delivered, 0 failed" }).waitFor();
  await page.getByRole("table", { name: "Attempts", exact: true }).getByText("asset.ready").waitFor();
  await expectSound("endpoint");
  await follow("/events?event_type=asset.ready&status=delivered");
  await page.getByRole("link", { name: /asset\.ready/ }).waitFor();
  await expectSound("events");
  await follow(`/events/${event.id}`);
  await page.getByText("200 · delivered").waitFor();
  await expectSound("event");
  await follow("/developers");
  await page.getByRole("table", { name: "API keys" }).waitFor();
  await expectSound("developers");
  await follow("/request-log");
  await page.getByRole("table", { name: "Requests", exact: true }).waitFor();
  await expectSound("request log");
  await close();
});

it("nothing moves while the pages of an endpoint and of an event load, and no request is by event", async () => {
  const made = await must(world.rival, "POST /v1/webhooks", { url: receiver.url, event_type: ["asset.failed"] });
  const event = (await must(world.rival, "POST /v1/sandbox/events", { event_type: "asset.failed" })).body;
  await world.runJobs();
  for (const size of ["desktop", "phone"] as const) {
    const { page, open, close } = await visit(browser, world, { key: world.rival.key, size });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.addInitScript(watchShifts);
    await open(`/webhooks/${made.body.id}`);
    await page.getByRole("table", { name: "Attempts", exact: true }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate<number>("window.shifted"), `endpoint, ${size}`).toBeLessThanOrEqual(MOST_SHIFT);
    expect(asked.filter((path) => path.startsWith("/v1/events"))).toEqual([]);
    await open(`/events/${event.id}`);
    await page.getByText("200 · delivered").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate<number>("window.shifted"), `event, ${size}`).toBeLessThanOrEqual(MOST_SHIFT);
    await close();
  }
});

it("a developer makes a key that is shown once, finds its calls in the log, and revokes it", async () => {
  const { page, open, expectFits, expectSound, close } = await visit(browser, world);
  await open("/developers");
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Nightly");
  await page.getByRole("switch", { name: "All scopes" }).click();
  await page.getByRole("checkbox", { name: "catalog:read" }).check();
  await page.getByRole("button", { name: "Create" }).click();
  const key = (await page.getByLabel("API key", { exact: true }).textContent()) ?? "";
  await page.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("button", { name: "Revoke: Nightly" }).waitFor();
  await expectFits("developers");
  const refused = await world.as(key).call("GET /v1/payouts");
  expect(refused.status).toBe(403);

  await page.getByRole("link", { name: "Request log" }).click();
  const requests = page.getByRole("table", { name: "Requests", exact: true });
  await requests.getByText("Nightly").filter({ visible: true }).first().waitFor();
  await page.getByRole("img", { name: /requests over time, [1-9]/ }).waitFor();
  expect(await requests.getByText("Dashboard", { exact: true }).count()).toBe(0);
  await page.getByRole("switch", { name: "Calls of the dashboard" }).click();
  await requests.getByText("Dashboard", { exact: true }).filter({ visible: true }).first().waitFor();
  await page.getByRole("textbox", { name: "Request id" }).fill(refused.body.error.request_id);
  await page.getByRole("button", { name: /GET \/v1\/payouts/ }).click();
  await page.getByRole("dialog").getByText("insufficient_scope").waitFor();
  await page.keyboard.press("Escape");
  await expectFits("request log");

  await page.getByRole("link", { name: "Developers" }).first().click();
  await page.getByRole("link", { name: "Changelog" }).click();
  await page.getByRole("heading", { name: "Initial v1" }).waitFor();
  await expectSound("changelog");
  await open("/developers");
  await page.getByRole("button", { name: "Revoke: Nightly" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("The key is revoked").waitFor();
  expect((await must(world.label, "GET /v1/api-keys")).body.data).toHaveLength(1);
  await close();
});
