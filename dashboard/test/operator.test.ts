// The operator's pages: the inbox, stores, deliveries, organizations, jobs, the log of changes.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { type SftpServer, startSftpServer } from "../../server/test/sftp-server.ts";
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
  // A page that is open for long asks again.
  const paths = new Set(asked.filter((path) => path.startsWith("/v1/operator/")));
  expect([...paths].sort()).toEqual(["/v1/operator/deliveries", "/v1/operator/overview", "/v1/operator/stores"]);
  await page.getByRole("link", { name: "Stalled deliveries" }).click();
  await page.getByRole("button", { name: "First Light" }).click();
  await page.getByRole("dialog").getByText("The store does not answer.").waitFor();
  await desk.expectSound("a stalled delivery");
});

const storeOf = async (store_id: string) =>
  (await get("/v1/operator/stores?limit=100")).data.find((one: { store_id: string }) => one.store_id === store_id);

describe("a new store", () => {
  let sftp: SftpServer;
  beforeAll(async () => {
    sftp = await startSftpServer();
  });
  afterAll(() => sftp?.stop());

  const next = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const fill = (name: RegExp, value: string) => page.getByRole("textbox", { name }).first().fill(value);
  const name = async (label: string) => {
    await fill(/^Name/, label);
    await fill(/^Party id 1/, "PADPIDA2013020802I");
    await fill(/^Party name 1/, label);
    await next("Next: connection");
  };

  test("begins with what is publicly known of a real one", async () => {
    await desk.open("/stores");
    await page.getByRole("link", { name: "Add a store" }).click();
    await page.getByText("Apple Music cannot be added: Apple's published delivery format").waitFor();
    await page.getByRole("radio", { name: /YouTube Music/ }).click();
    await page.getByRole("status").getByText("Not public, so ask YouTube Music: compilation.").waitFor();
    expect(await page.getByRole("textbox", { name: /^Id/ }).inputValue()).toBe("store_youtube_music");
    expect(await page.getByLabel("Party id 1").inputValue()).toBe("PADPIDA2013020802I");
    await desk.expectSound("a preset");
    await next("Next: connection");
    await next("Add paused and test");
    await page.getByRole("alert").getByText("connector.host").first().waitFor();
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("422")]);
    const host = page.getByRole("textbox", { name: /^Host/ });
    expect(await host.getAttribute("aria-invalid")).toBe("true");
    await desk.expectSound("a connection that is refused");
    await host.fill("127.0.0.1");
    await page.getByLabel("Port", { exact: true }).fill("1");
    await fill(/^User name/, "segue");
    await next("Add paused and test");
    await page.getByRole("list", { name: "Checks" }).getByText("Nothing answers at port 1 of 127.0.0.1").waitFor();
    expect(await storeOf("store_youtube_music")).toMatchObject({
      status: "paused",
      capabilities: { message_format: "ern_4.3" },
      connector: { kind: "ern_sftp", port: 1, takedown_style: "ended_deals", batches: true },
    });
  });

  test("whose test fails is kept paused, mended, and opened once the test has passed", async () => {
    await desk.open("/stores/new");
    await page.getByRole("radio", { name: /A store of your own/ }).waitFor();
    await next("Next: connection");
    await page.getByText("Give the store a name").waitFor();
    await desk.expectSound("a store without a name");
    await name("Far Shore");
    await fill(/^Host/, "127.0.0.1");
    await page.getByLabel("Port", { exact: true }).fill(String(sftp.port));
    await fill(/^User name/, "segue");
    await page.getByLabel("Password").first().fill("not the password");
    await desk.expectSound("the connection of a new store");
    await next("Add paused and test");
    const checks = page.getByRole("list", { name: "Checks" });
    await checks.getByText("no key is set").waitFor();
    expect(await checks.getByText("Not tried").count()).toBe(4);
    await desk.expectSound("a test that fails");
    expect((await storeOf("store_far_shore")).status).toBe("paused");
    await page.getByRole("button", { name: "Trust this key and test again" }).click();
    await checks.getByText("The store refused the login.").waitFor();
    expect((await storeOf("store_far_shore")).connector.host_key).toBe(sftp.settings.host_key);
    await next("Next: rules");
    expect(await page.getByRole("button", { name: "Open Far Shore for deliveries" }).isDisabled()).toBe(true);
    await page.getByRole("status").getByRole("link", { name: "test" }).click();
    await next("Change the connection");
    await page.getByText("The store refused the login.").waitFor();
    await page.getByText("Set. Leave this empty to keep it.").waitFor();
    await page.getByLabel("Password").first().fill(sftp.secrets.password);
    await next("Save and test");
    await page.getByText("The connection works").waitFor();
    await desk.expectSound("a test that has passed");
    await next("Next: rules");
    await page.getByLabel("Folder of the store's answers").fill("");
    await page.getByRole("checkbox", { name: "Listeners buy downloads" }).check();
    await desk.expectSound("the rules of a new store");
    await next("Open Far Shore for deliveries");
    await page.getByRole("heading", { level: 1, name: "Far Shore", exact: true }).waitFor();
    const store = await storeOf("store_far_shore");
    expect(store).toMatchObject({
      status: "active",
      connector: { host: "127.0.0.1", port: sftp.port, acknowledgements: "" },
      connector_secrets: ["password"],
      capabilities: { download: true },
    });
  });

  test("that is left half-way is gone on with from its page", async () => {
    await desk.open("/stores/new");
    await fill(/^Name/, "Brightwater");
    await page.getByRole("combobox", { name: "How the store is reached" }).click();
    await page.getByRole("option", { name: "ERN fetched by the store" }).click();
    await fill(/^Id/, "store_by_hand");
    await name("Brightwater");
    await page.getByText("the store connects to us").waitFor();
    await next("Add paused and test");
    // Another store has the id: the page goes back to the step that asks for it.
    const id = page.getByRole("textbox", { name: /^Id/ });
    await expect.poll(() => id.getAttribute("aria-invalid")).toBe("true");
    expect(desk.complaints.splice(0)).toEqual([expect.stringContaining("409")]);
    await id.fill("store_brightwater");
    await next("Next: connection");
    await next("Add paused and test");
    await page.getByText("This kind of store makes no connection").waitFor();
    await page.getByRole("heading", { name: "No credentials yet" }).waitFor();
    await desk.open("/stores/store_brightwater");
    await page.getByText("Brightwater is not open for deliveries yet").waitFor();
    await page.getByRole("tab", { name: "Credentials" }).waitFor();
    await desk.expectSound("a store that is not open yet");
    await page.getByRole("link", { name: "Continue the setup" }).click();
    await page.getByText("This kind of store makes no connection").waitFor();
    await next("Next: rules");
    await next("Keep paused");
    await page.getByRole("link", { name: "Continue the setup" }).click();
    await page.getByText("This kind of store makes no connection").waitFor();
    await next("Next: rules");
    await next("Open Brightwater for deliveries");
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    expect((await storeOf("store_brightwater")).status).toBe("active");
  });

  test("fits a phone in the dark at every step", async () => {
    const phone = await visit(browser, world, { key: world.operator.key, size: "phone", scheme: "dark" });
    await phone.follow("/stores/new");
    await phone.page.getByRole("radio", { name: /Spotify/ }).click();
    await phone.expectSound("the first step on a phone");
    for (const step of ["what", "connection", "test", "rules"]) {
      await phone.follow(`/stores/store_youtube_music/setup?step=${step}`);
      if (step === "test") await phone.page.getByRole("list", { name: "Checks" }).waitFor();
      await phone.expectSound(`${step} on a phone`);
    }
    await phone.close();
  });
});

test("a store is paused and tested, and its messages are shown as they went out", async () => {
  await desk.open("/stores/store_by_hand?tab=connection");
  await page.getByRole("button", { name: "Test the connection" }).click();
  await page.getByText("This kind of store makes no connection").waitFor();
  await desk.open("/stores/store_brightwater");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  // Nothing was ever sent to it, so it opens only after a test.
  await page.getByRole("link", { name: "Continue the setup" }).waitFor();
  expect(await page.getByRole("button", { name: "Resume" }).count()).toBe(0);
  expect((await storeOf("store_brightwater")).status).toBe("paused");
  await desk.open("/stores/store_by_hand");
  await page.getByRole("button", { name: "New, attempt 1" }).click();
  await page.getByLabel("The message").getByText('"title": "First Light"').waitFor();
  await desk.expectSound("a message");
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
  await choose("Rule 2: what the store does", "Warns");
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
  await choose("Rule 1: what the store does", "Informs");
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
    from generate_series(1, 400) as n`;
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
