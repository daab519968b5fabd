// A release on its way to stores, and the first page that tells of it.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { createWorld, type Member, type World } from "../../server/test/world.ts";
import { visit } from "./dashboard.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld({ environment: "sandbox" }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function submittedRelease(by: Member, title: string): Promise<string> {
  const release = (
    await must(by, "POST /v1/releases", {
      title,
      artists: [{ name: "Vera Lux", role: "main" }],
      release_date: "2035-03-01",
    })
  ).body;
  const [audio, artwork] = await Promise.all(
    ["audio", "artwork"].map(async (type) => (await must(by, "POST /v1/sandbox/assets", { type })).body),
  );
  await must(by, "POST /v1/tracks", { release_id: release.id, title, audio_asset_id: audio.id });
  await must(by, `PATCH /v1/releases/${release.id}`, { artwork_asset_id: artwork.id });
  await must(by, `POST /v1/releases/${release.id}/submit`);
  return release.id;
}

async function storesAnswer(): Promise<void> {
  for (let times = 0; times < 3; times++) {
    world.clock.advance(10_000);
    await world.runJobs();
  }
}

const storeRow = (page: Page, name: string) => page.getByRole("rowgroup", { name, exact: true });
const unfold = (page: Page, name: string) => storeRow(page, name).getByRole("button", { name, exact: true }).click();
const statusAt = async (delivery_id: string, store_id: string): Promise<string> => {
  const { stores } = (await must(world.label, `GET /v1/deliveries/${delivery_id}`)).body;
  return stores.find((store: { store_id: string }) => store.store_id === store_id).status;
};

it("a partner delivers to stores, reads why one rejected it, resubmits, and takes it down", async () => {
  const release_id = await submittedRelease(world.label, "Night Drive");
  const { page, open, expectFits, expectSound, close } = await visit(browser, world);
  await open("/deliveries");
  await page.getByRole("link", { name: "Deliver it now" }).click();
  await page.getByRole("checkbox", { name: "Auralis" }).check();
  await page.getByRole("checkbox", { name: "Rejecta" }).check();
  await page.getByText("Not ready").first().waitFor();
  await expectFits("new delivery");
  await page.getByRole("button", { name: "Deliver to 2 stores" }).click();
  await page.getByRole("heading", { level: 1, name: "Night Drive" }).waitFor();
  const delivery_id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await storesAnswer();
  await storeRow(page, "Rejecta").getByText("Rejecta rejected it").waitFor();
  await storeRow(page, "Auralis").getByText("Delivered").first().waitFor();
  await page.getByText("Live at 1 of 2 · 1 needs you").waitFor();
  await expectSound("delivery");

  await storeRow(page, "Rejecta").getByRole("button", { name: "Resubmit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resubmit" }).click();
  await page.getByText("The release is sent again").waitFor();
  await storesAnswer();
  await storeRow(page, "Rejecta").getByText("Delivered").first().waitFor();
  expect(await statusAt(delivery_id, "store_rejecta")).toBe("delivered");

  await unfold(page, "Auralis");
  await storeRow(page, "Auralis").getByRole("button", { name: "Simulate an answer" }).click();
  await page.getByRole("combobox", { name: "Code" }).fill("p_line_c_line_missing");
  await page.getByRole("textbox", { name: "Reason" }).fill("Name the owner.");
  await page.getByRole("button", { name: "Simulate this answer" }).click();
  await storeRow(page, "Auralis")
    .getByRole("link", { name: /^Fix ℗ line/ })
    .waitFor();
  expect(await statusAt(delivery_id, "store_auralis")).toBe("rejected");

  await page.getByRole("button", { name: "Take down at 2 stores" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("The rights have ended.");
  await page.getByRole("dialog").getByRole("button", { name: "Take down" }).click();
  await page.getByText("The takedown is requested").waitFor();
  await storesAnswer();
  await page.getByText("Taken down at both stores").waitFor();
  expect(await statusAt(delivery_id, "store_auralis")).toBe("taken_down");
  await open(`/deliveries?release_id=${release_id}&status=taken_down`);
  await page.getByRole("table", { name: "Deliveries" }).getByRole("link", { name: "Night Drive" }).waitFor();
  await close();
});

it("a store that cannot be reached is cancelled, and a long title at a phone breaks nothing", async () => {
  const title = "A Title That Does Not End ".repeat(18).trim();
  const release_id = await submittedRelease(world.label, title);
  const made = await must(world.label, "POST /v1/deliveries", {
    release_id,
    store_ids: ["store_stall"],
    territory_codes: ["WORLDWIDE"],
  });
  const { page, follow, expectSound, close } = await visit(browser, world, { size: "phone", scheme: "dark" });
  await follow(`/deliveries/${made.body.id}`);
  await storesAnswer();
  await storesAnswer();
  await page.getByText("Stall cannot be reached").waitFor();
  await expectSound("stalled delivery");
  await storeRow(page, "Stall").getByRole("button", { name: "Stop delivery" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop delivery" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await statusAt(made.body.id, "store_stall")).toBe("cancelled");
  await follow("/deliveries");
  await page.getByRole("table", { name: "Deliveries" }).waitFor();
  await expectSound("list of deliveries");
  await follow(`/deliveries/new?release_id=${release_id}`);
  await page.getByRole("checkbox", { name: "Auralis" }).waitFor();
  await expectSound("new delivery");
  await close();
});

it("a delivery to 34 stores is one short table, and a link leads to the reason", async () => {
  const release_id = await submittedRelease(world.label, "Wide Release");
  const stores: string[] = [];
  for (let number = 1; number <= 34; number++) {
    const store_id = `store_wide_${number}`;
    const behaviour = number <= 3 ? "reject_first" : "confirm";
    await must(world.operator, "POST /v1/operator/stores", {
      ...{ store_id, name: `Wide ${number}`, territories: ["WORLD"], requirements: "none" },
      connector: { kind: "simulated", behaviour, latency_ms: 0 },
    });
    stores.push(store_id);
  }
  const body = { release_id, store_ids: stores, territory_codes: ["WORLDWIDE"] };
  const { id } = (await must(world.label, "POST /v1/deliveries", body)).body;
  await storesAnswer();
  const { page, open, expectFits, close } = await visit(browser, world);
  await open(`/deliveries/${id}#store_wide_3`);
  await page.getByText("Live at 31 of 34 · 3 need you").waitFor();
  await page.getByText("Wide 3 rejected it").waitFor();
  expect(await page.evaluate<number>("document.documentElement.scrollHeight")).toBeLessThanOrEqual(1_700);
  const row = storeRow(page, "Wide 3");
  const hasFocus = "document.getElementById('store_wide_3').contains(document.activeElement)";
  expect(await page.evaluate<boolean>(hasFocus)).toBe(true);
  const place = await row.getByRole("button", { name: "Resubmit" }).boundingBox();
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(800);
  // From the link that led here: two clicks.
  await row.getByRole("button", { name: "Resubmit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resubmit" }).click();
  await page.getByText("The release is sent again").waitFor();
  await page.getByRole("button", { name: /^Show the other \d+ stores/ }).click();
  await storeRow(page, "Wide 34").waitFor();
  await expectFits("delivery to 34 stores");
  await close();
});

it("what cannot be delivered yet says why", async () => {
  const { body } = await must(world.label, "POST /v1/releases", {
    title: "Only a Draft",
    artists: [{ name: "Vera Lux", role: "main" }],
    release_date: "2035-03-01",
  });
  const { page, open, close } = await visit(browser, world);
  await open(`/deliveries/new?release_id=${body.id}`);
  await page.getByText("The release has not been submitted.").waitFor();
  expect(await page.getByRole("button", { name: "Deliver", exact: true }).isDisabled()).toBe(true);
  await close();
});

describe("overview", () => {
  it("shows a newcomer the first steps, with what is done of them", async () => {
    const { page, open, expectSound, close } = await visit(browser, world, { key: world.rival.key });
    await open("/");
    await page.getByText("0 of 5 done").waitFor();
    await page.getByText("All is well: nothing waits for you.").waitFor();
    await expectSound("newcomer");
    await must(world.rival, "POST /v1/webhooks", { url: "https://example.invalid/", event_type: "asset.ready" });
    await open("/");
    await page.getByText("1 of 5 done").waitFor();
    await close();
  });

  it("lists what needs a hand, each with the page where it is mended", async () => {
    const member = await world.organization({ name: "Busy Label" });
    const release_id = await submittedRelease(member, "Dawn Chorus");
    const store_ids = ["store_rejecta", "store_slowpoke"];
    await must(member, "POST /v1/deliveries", { release_id, store_ids, territory_codes: ["DE"] });
    const other = await submittedRelease(member, "Slow Train");
    await must(member, "POST /v1/deliveries", {
      release_id: other,
      store_ids: ["store_stall"],
      territory_codes: ["DE"],
    });
    await must(member, "POST /v1/sandbox/assets", { type: "audio", status: "failed" });
    await must(member, "POST /v1/webhooks", { url: "https://example.invalid/hooks", event_type: "delivery.completed" });
    const { isrc } = (await must(member, "GET /v1/tracks")).body.data[0];
    await must(member, `PATCH /v1/tracks/${(await must(member, "GET /v1/tracks")).body.data[0].id}`, {
      isrc: isrc ?? "QZABC2600077",
    });
    const period = new Date(world.clock.now().getTime() - 40 * 86_400_000).toISOString().slice(0, 7);
    await must(member, "POST /v1/sandbox/statements", {
      period,
      rows: [
        {
          isrc: isrc ?? "QZABC2600077",
          store_id: "store_auralis",
          territory: "DE",
          play_count: 100_000,
          unit_rate: "0.004",
          currency: "EUR",
        },
      ],
    });
    const payout = (await must(member, "POST /v1/payouts", { currency: "EUR" })).body;
    await must(member, `POST /v1/sandbox/payouts/${payout.id}/simulate`, {
      status: "on_hold",
      reason: "We must know who you are.",
      required_actions: ["Send your passport."],
    });
    await storesAnswer();
    const { page, open, requests, expectSound, close } = await visit(browser, world, {
      key: member.key,
      size: "phone",
      scheme: "dark",
    });
    await open("/");
    const rejection = page.getByRole("link", { name: /^Dawn Chorus Rejected by Rejecta: / });
    await rejection.waitFor();
    await page.getByRole("link", { name: /^https:\/\/example.invalid\/hooks Gets no events until/ }).waitFor();
    await page.getByRole("link", { name: /^Payout of €.* On hold: We must know who you are\.$/ }).waitFor();
    await page.getByRole("link", { name: "Slow Train" }).first().waitFor();
    const asked = requests.filter((url) => /\/v1\/(?!thumbnails)|\/dashboard\/session/.test(url));
    expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(6);
    expect(await page.getByRole("table", { name: /Gross earnings by month/ }).textContent()).toContain("€400.00");
    await expectSound("overview");
    await page.getByRole("button", { name: /^Remove / }).click();
    await page.getByText("The file is removed").waitFor();
    await rejection.click();
    await page.waitForURL(/\/deliveries\/dlv_\w+#store_rejecta$/);
    await page.getByText("Rejecta rejected it").waitFor();
    await close();
  });
});
