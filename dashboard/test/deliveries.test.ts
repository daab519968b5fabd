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

const storeCard = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
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
  await storeCard(page, "Rejecta").getByText("The store rejected it").waitFor();
  await storeCard(page, "Auralis").getByText("Delivered").first().waitFor();
  await expectSound("delivery");

  await storeCard(page, "Rejecta").getByRole("button", { name: "Resubmit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resubmit" }).click();
  await page.getByText("It is sent again").waitFor();
  await storesAnswer();
  await storeCard(page, "Rejecta").getByText("Delivered").first().waitFor();
  expect(await statusAt(delivery_id, "store_rejecta")).toBe("delivered");

  await storeCard(page, "Auralis").getByRole("button", { name: "Simulate an answer" }).click();
  await page.getByRole("combobox", { name: "Code" }).fill("p_line_c_line_missing");
  await page.getByRole("textbox", { name: "Reason" }).fill("Name the owner.");
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await storeCard(page, "Auralis")
    .getByRole("link", { name: /^Fix ℗ line/ })
    .waitFor();
  expect(await statusAt(delivery_id, "store_auralis")).toBe("rejected");

  await page.getByRole("button", { name: "Take down (2)" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("The rights have ended.");
  await page.getByRole("dialog").getByRole("button", { name: "Take down" }).click();
  await page.getByText("The takedown is requested").waitFor();
  await storesAnswer();
  await page.getByText("2 taken down").waitFor();
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
  await page.getByText("The store cannot be reached").waitFor();
  await expectSound("stalled delivery");
  await storeCard(page, "Stall").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
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

it("what cannot be delivered yet says why", async () => {
  const { body } = await must(world.label, "POST /v1/releases", {
    title: "Only a Draft",
    artists: [{ name: "Vera Lux", role: "main" }],
    release_date: "2035-03-01",
  });
  const { page, open, close } = await visit(browser, world);
  await open(`/deliveries/new?release_id=${body.id}`);
  await page.getByText("It has not been submitted.").waitFor();
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
    await page.getByText("The store rejected it").waitFor();
    await close();
  });
});
