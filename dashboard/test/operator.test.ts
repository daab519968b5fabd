// The operator's pages: the inbox, stores, deliveries, organizations, jobs, the log of changes.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";
import { type Seed, seedOperator } from "./operator-seed.ts";

let world: World;
let browser: Browser;
let seed: Seed;
let desk: Visit;
let page: Page;

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  seed = await seedOperator(world);
  browser = await openBrowser();
  desk = await visit(browser, world, { key: world.operator.key });
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const get = async (path: string) => (await must(world.operator, `GET ${path}`)).body;

test("the inbox counts what waits by one request, and each number leads to where it is done", async () => {
  const asked: string[] = [];
  const note = (request: { url(): string }) => asked.push(new URL(request.url()).pathname);
  page.on("request", note);
  await desk.open("/");
  const row = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
  for (const name of ["Submissions to review", "Stalled deliveries", "Failing stores", "Parked jobs"])
    await row(name).getByText("1", { exact: true }).waitFor();
  await row("Payouts on hold").getByText("Nothing waits").waitFor();
  await desk.expectFits("the inbox");
  page.off("request", note);
  expect(asked.filter((path) => path.startsWith("/v1/operator/")).sort()).toEqual([
    "/v1/operator/deliveries",
    "/v1/operator/overview",
    "/v1/operator/stores",
  ]);
  await page.getByRole("link", { name: "Stalled deliveries" }).click();
  await page.getByRole("button", { name: "First Light" }).click();
  await page.getByRole("dialog").getByText("The store does not answer.").waitFor();
  await desk.expectSound("a stalled delivery");
});

test("a store is added, paused and tested, and its messages are shown as they went out", async () => {
  await desk.open("/stores");
  await page.getByRole("button", { name: "Add a store" }).click();
  const form = page.getByRole("dialog", { name: "Add a store" });
  await form.getByLabel("Name").fill("Brightwater");
  await form.getByRole("textbox", { name: /^Id/ }).fill("Brightwater");
  await form.getByRole("button", { name: "Add the store" }).click();
  await form.getByRole("alert").getByText("Request").waitFor();
  expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await desk.expectSound("a store that is refused");
  await form.getByRole("textbox", { name: /^Id/ }).fill("store_brightwater");
  await form.getByRole("button", { name: "Add the store" }).click();
  await page.getByRole("heading", { level: 1, name: "Brightwater" }).waitFor();
  await page.getByRole("tab", { name: "Connection" }).click();
  await page.getByRole("button", { name: "Test the connection" }).click();
  await page.getByText("This kind of store makes no connection").waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  const { data } = await get("/v1/operator/stores");
  expect(data.find((store: { store_id: string }) => store.store_id === "store_brightwater").status).toBe("paused");
  await desk.open("/stores/store_by_hand");
  await page.getByRole("button", { name: "New, attempt 1" }).click();
  await page.getByLabel("The message").getByText('"title": "First Light"').waitFor();
  await desk.expectSound("a message");
});

test("the form of a connection has the settings that the service describes", async () => {
  await desk.open("/stores");
  await page.getByRole("button", { name: "Add a store" }).click();
  const form = page.getByRole("dialog", { name: "Add a store" });
  await form.getByLabel("Name").fill("Far Shore");
  await form.getByRole("textbox", { name: /^Id/ }).fill("store_far_shore");
  await form.getByRole("combobox", { name: "How the store is reached" }).click();
  await page.getByRole("option", { name: "ERN over SFTP" }).click();
  expect(await form.getByLabel("Port", { exact: true }).inputValue()).toBe("22");
  await form.getByRole("textbox", { name: /^Host/ }).fill("sftp.example.com");
  await form.getByLabel("User name").fill("segue");
  await form.getByLabel("Password").first().fill("a secret of the store");
  await form.getByLabel("Party id 1").fill("PADPIDA2013020802I");
  await form.getByLabel("Party name 1").fill("Far Shore");
  await form.getByLabel("Folder of the store's answers").fill("");
  await desk.expectSound("the form of a connection");
  await form.getByRole("button", { name: "Add the store" }).click();
  await page.getByRole("heading", { level: 1, name: "Far Shore" }).waitFor();
  const { data } = await get("/v1/operator/stores?limit=100");
  const { connector } = data.find(({ store_id }: { store_id: string }) => store_id === "store_far_shore");
  expect(connector).toMatchObject({ kind: "ern_sftp", host: "sftp.example.com", port: 22, acknowledgements: "" });
  expect(connector).not.toHaveProperty("password");
});

test("a store gets rules of its own, field by field, and an issue stands at its field", async () => {
  const requirements = async () =>
    (await get("/v1/operator/stores")).data.find((one: { store_id: string }) => one.store_id === "store_by_hand")
      .requirements;
  await desk.open("/stores/store_by_hand?tab=settings");
  const choose = async (label: string, option: string) => {
    await page.getByRole("combobox", { name: label }).click();
    await page.getByRole("option", { name: option }).click();
  };
  const save = () => page.getByRole("button", { name: "Save changes" }).click();
  await choose("What it demands of a release", "Its own rules");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await choose("Rule 1: code", "audio_bit_depth");
  const depths = page.getByRole("group", { name: "Rule 1" }).getByLabel("Bit depths");
  await depths.fill("sixteen");
  await depths.press("Enter");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await choose("Rule 2: code", "isrc_missing");
  await choose("Rule 2: what the store does", "It warns");
  await save();
  await page.getByRole("alert").getByText("requirements.audio_bit_depth.bit_depths[0]").first().waitFor();
  expect(await depths.getAttribute("aria-invalid")).toBe("true");
  expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  expect(await requirements()).toBe("none");
  await depths.press("Backspace");
  await depths.fill("24");
  await depths.press("Enter");
  await save();
  await page.getByRole("definition").getByText("Its own rules").waitFor();
  expect(await requirements()).toEqual({
    audio_bit_depth: { severity: "blocker", bit_depths: [24] },
    isrc_missing: { severity: "warning" },
  });
  await page.getByRole("button", { name: "Remove isrc_missing" }).click();
  await choose("Rule 1: what the store does", "It informs");
  await save();
  await expect.poll(requirements).toEqual({ audio_bit_depth: { severity: "info", bit_depths: [24] } });
  await desk.expectFits("a store's own rules");
});

test("a store's answer is entered by hand", async () => {
  await desk.open("/deliveries?store_id=store_by_hand");
  await page.getByRole("button", { name: "First Light" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "Enter its answer" }).click();
  await drawer.getByRole("button", { name: "Enter the answer" }).click();
  await drawer.getByText("Delivered").first().waitFor();
  const delivery = (await must(seed.partner, `GET /v1/deliveries/${seed.manual_id}`)).body;
  expect(delivery.status).toBe("delivered");
});

test("an organization gets a key that is shown once, other terms, and is suspended", async () => {
  await desk.open(`/organizations/${seed.partner.id}?tab=credentials`);
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Back office");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  const shown = page.getByRole("dialog", { name: "The new API key" });
  const key = (await shown.getByText(/^sk_test_/).textContent()) ?? "";
  expect((await world.as(key).call("GET /v1/organization")).body.id).toBe(seed.partner.id);
  await desk.expectSound("a key that is shown once");
  await shown.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Distribution fee (%)").fill("12.5");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("The settings are saved.").waitFor();
  expect((await get(`/v1/operator/organizations/${seed.partner.id}`)).fee_rate).toBe("0.125");
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("button", { name: "Reinstate" }).click();
  await page.getByRole("button", { name: "Suspend" }).waitFor();
  expect((await get(`/v1/operator/organizations/${seed.partner.id}`)).status).toBe("active");
});

test("parked work is tried again, and every change is in the log", async () => {
  await desk.open("/jobs");
  await page.getByRole("button", { name: "Try again: job_parked" }).click();
  await page.getByRole("heading", { name: "No work is parked" }).waitFor();
  await desk.expectSound("no parked jobs");
  await desk.open("/audit-log");
  await page.getByRole("button", { name: "Retry job" }).first().click();
  await page.getByRole("dialog").getByText("job_parked").waitFor();
});

test("after a change, a list that was scrolled far is asked again only at its top", async () => {
  await world.ctx.db`
    insert into audit_log (id, created_at, organization_id, actor, request_id, operation, resource_id, fields)
    select 'aud_' || n, now() - make_interval(days => n), 'operator', 'operator', 'req_' || n, 'retryJob', null, '{}'
    from generate_series(1, 450) as n`;
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/v1/operator/audit-log")) asked += 1;
  });
  await desk.open("/audit-log");
  const more = page.getByText("loaded, scroll for more");
  for (const count of [100, 200, 300, 400]) {
    await page.getByText(`${count} loaded`).waitFor();
    await page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
  }
  await more.waitFor({ state: "detached" });
  expect(asked).toBe(5);
  await desk.follow("/stores/store_by_hand");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await desk.follow("/audit-log");
  // Two changes of the test before, and this one.
  await page.getByRole("button", { name: "Update store store_by_hand" }).nth(2).waitFor();
  expect(asked).toBeLessThanOrEqual(7);
});

test("a change of the API is published", async () => {
  await desk.open("/changelog");
  await page.getByRole("button", { name: "Publish a change" }).click();
  await page.getByLabel("Title").fill("Longer request log");
  await page.getByLabel("What changes").fill("The request log keeps 7 days.");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("heading", { name: "Longer request log" }).waitFor();
  expect((await get("/v1/changelog")).data[0].title).toBe("Longer request log");
});

test("every page fits a phone in the dark", async () => {
  const phone = await visit(browser, world, { key: world.operator.key, size: "phone", scheme: "dark" });
  const organization = `/organizations/${seed.partner.id}`;
  const paths = ["/", "/review", `/review/${seed.submission_id}`, "/stores", "/stores/store_by_hand", "/deliveries"];
  for (const path of [...paths, organization, `${organization}?tab=settings`, "/audit-log", "/changelog"]) {
    await phone.follow(path);
    await phone.expectSound(path);
    if (path === "/audit-log") await phone.page.getByText(/^By /).first().waitFor();
  }
  await phone.close();
});
