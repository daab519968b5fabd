// The catalogue: a release is found, made, filled with files, checked, put in order, played and submitted.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { draft, makeRelease, must } from "../../server/test/catalog.ts";
import { png, sine, wav } from "../../server/test/media.ts";
import { createWorld, type Member, type World } from "../../server/test/world.ts";
import { visit } from "./dashboard.ts";

let world: World;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  [world, browser, folder] = await Promise.all([
    createWorld({ environment: "sandbox" }),
    openBrowser(),
    mkdtemp(join(tmpdir(), "segue-catalog-")),
  ]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
  await rm(folder, { recursive: true });
});

/** A real file: its time is part of what tells whether an upload may go on with it. */
async function fileNamed(name: string, bytes: Uint8Array): Promise<string> {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** The tab is opened, and its content is answered. */
const openTab = async (page: Page, name: string) => {
  await page.getByRole("tab", { name, exact: true }).click();
  return page.getByRole("tabpanel", { name, exact: true });
};
const releaseOf = (page: Page) => /rel_\w+/.exec(page.url())?.[0] ?? "";
const titlesOf = async (release_id: string) => {
  const { data } = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body;
  const tracks = data as { title: string; track_number: number }[];
  return tracks.sort((a, b) => a.track_number - b.track_number).map(({ title }) => title);
};

it("a release is found by its title, artist, UPC, ISRC and id", async () => {
  const by = await world.organization({ name: "Large Catalogue" });
  const artists = [{ name: "Ola Berg", role: "main" }];
  const wanted = (await must(by, "POST /v1/releases", { ...draft, title: "Harbour Lights", artists })).body;
  await must(by, "POST /v1/tracks", { release_id: wanted.id, title: "Ferry", isrc: "QZABC2600042" });
  await must(by, "POST /v1/releases", draft);
  const { page, open, expectSound, close } = await visit(browser, world, { key: by.key });
  await open("/releases");
  const table = page.getByRole("table", { name: "Releases" });
  await table.getByRole("link", { name: /Midnight in Paris/ }).waitFor();
  await expectSound("list of releases");
  const search = page.getByRole("textbox", { name: "Search" });
  for (const word of ["harbour", "ola berg", wanted.upc, "QZ-ABC-26-00042", wanted.id]) {
    await search.fill(word);
    await table.getByRole("link", { name: /Midnight in Paris/ }).waitFor({ state: "detached" });
    expect(await table.getByRole("link").count(), word).toBe(1);
    await table.getByRole("link", { name: /Harbour Lights/ }).waitFor();
    await search.fill("");
    await table.getByRole("link", { name: /Midnight in Paris/ }).waitFor();
  }
  await search.fill("no such thing");
  await page.getByText("No release matches").waitFor();
  await search.fill("");
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Rejected" }).click();
  await page.getByText("No release matches").waitFor();
  await close();
});

it("a release is made step by step, and a cut upload goes on where it stopped", async () => {
  const { page, complaints, open, expectSound, close } = await visit(browser, world);
  await open("/releases/new");
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.getByRole("alert").getByText("title", { exact: true }).waitFor();
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await title.and(page.locator(":focus")).waitFor();
  const place = await title.boundingBox();
  expect(place?.y, "below the frame's head, and in sight").toBeGreaterThan(52);
  expect(place?.y).toBeLessThan(700);
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await expectSound("refused form");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Night Drive");
  await page.getByRole("textbox", { name: "Artist 1: name" }).fill("Vera Lux");
  await page.getByLabel("Release date", { exact: false }).first().fill("2035-03-01");
  await page.getByRole("button", { name: "Create draft" }).click();

  await page.getByText("No artwork yet.").waitFor();
  const picture = await fileNamed("cover.png", await png({ width: 64, height: 64 }));
  await page.getByLabel("Choose a picture").setInputFiles(picture);
  await page.getByText(/The service checks the file: cover.png/).waitFor();
  await world.runJobs();
  await page.getByText(/cover.png: 64 × 64 pixels/).waitFor();
  await page.getByText(/is 64 × 64 pixels; must have at least 3000/).waitFor();
  await expectSound("artwork");

  await page.getByRole("link", { name: "Next: tracks and audio" }).click();
  const dawn = await fileNamed("01 - Dawn.wav", wav({ sound: sine({ seconds: 0.5 }), bit_depth: 16 }));
  const dusk = await fileNamed("02 - Dusk.wav", wav({ sound: sine({ seconds: 0.4 }), bit_depth: 16 }));
  // The network swallows what is sent, so the reader sees it hang, and loads the page again.
  let isCut = true;
  await page.route(/\/resumable$/, (route) =>
    isCut && route.request().method() === "PATCH" ? undefined : route.continue(),
  );
  await page.getByLabel("Choose audio files").setInputFiles([dawn, dusk]);
  await page.getByRole("progressbar", { name: "Upload of 01 - Dawn.wav" }).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Pause 02 - Dusk.wav" }).click();
  await page.getByText(/^Paused: 02 - Dusk.wav/).waitFor();
  await expectSound("uploads");
  isCut = false;
  await page.getByRole("button", { name: "Go on with 02 - Dusk.wav" }).click();
  await page.getByRole("progressbar", { name: "Upload of 02 - Dusk.wav" }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByText(/The upload of 01 - Dawn.wav did not end/).waitFor();
  await page.locator("input[aria-label='Go on: Dawn']").setInputFiles(dawn);
  // Its last byte comes at any moment from now.
  const inspected = async () => {
    await world.runJobs();
    return page.getByRole("button", { name: /^Play/ }).count();
  };
  await expect.poll(inspected).toBe(2);
  complaints.splice(0);

  await page.getByRole("button", { name: "Play Dawn" }).click();
  await page.getByRole("region", { name: "Player" }).waitFor();
  await expect.poll(() => page.evaluate<number>("document.querySelector('audio')?.played.length ?? 0")).toBe(1);
  await page.getByRole("button", { name: "Close the player" }).click();

  await page.getByRole("button", { name: "Move Dawn down" }).click();
  await page.getByText("Dawn is now after Dusk.").waitFor({ state: "attached" });
  await expect.poll(() => titlesOf(releaseOf(page))).toEqual(["Dusk", "Dawn"]);
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText("Dawn is now before Dusk.").waitFor({ state: "attached" });
  await expect.poll(() => titlesOf(releaseOf(page))).toEqual(["Dawn", "Dusk"]);

  await page.getByRole("button", { name: "Edit Dusk" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "ISRC" }).fill("QZABC2600077");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("QZ-ABC-26-00077").waitFor();
  await page.getByRole("link", { name: "Next: check and submit" }).click();
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Submitted and approved. Deliver it to stores next.").waitFor();
  await page
    .getByRole("list", { name: "Way of this release" })
    .getByText(/^Approved/)
    .waitFor();
  await page.getByRole("link", { name: "Deliver", exact: true }).waitFor();
  await expectSound("submitted release");
  const stores = await openTab(page, "Stores");
  await stores.getByText("Will refuse it as it is", { exact: false }).first().waitFor();
  await (await openTab(page, "History")).getByText("Submitted and approved").waitFor();
  await close();
});

it("a rejected release says why, takes a suggestion by one click, and is submitted again", async () => {
  const by = await world.organization({ name: "Careful Label", review: "manual" });
  const { page, open, expectSound, close } = await visit(browser, world, {
    key: by.key,
    size: "phone",
    scheme: "dark",
  });
  await open("/releases");
  await page.getByText("No releases yet").waitFor();
  await expectSound("no releases");
  const release_id = await makeRelease(world, by, { title: "midnight in paris" });
  const { submission_id } = (await must(by, `POST /v1/releases/${release_id}/submit`)).body;
  await must(world.operator, `POST /v1/operator/submissions/${submission_id}/reject`, {
    reason: "The title is not written as titles are.",
    issues: [{ field: "title", issue: "is in lower case" }],
  });
  await open(`/releases/${release_id}`);
  await page.getByRole("alert").getByText("The title is not written as titles are.").waitFor();
  await section(page, "Check").getByText("Nothing was changed since the review.").waitFor();
  await page.getByRole("alert").getByText("is in lower case").waitFor();
  expect(await page.getByRole("alert").getByRole("link", { name: "Title" }).getAttribute("href")).toContain(
    `/releases/${release_id}/edit?step=metadata`,
  );
  expect(await page.getByText("Passes all checks").count()).toBe(0);
  await expectSound("rejected release");
  await (await openTab(page, "History")).getByRole("button", { name: /^Show \d+ remarks/ }).click();
  await page.getByText("is in lower case").waitFor();
  await expectSound("history of a rejected release");
  world.clock.advance(5_000);
  const details = await openTab(page, "Details");
  await details.getByRole("button", { name: "Use “Midnight in Paris”" }).waitFor();
  await expectSound("details with a suggestion");
  await details.getByRole("button", { name: "Use “Midnight in Paris”" }).click();
  await page.getByRole("heading", { level: 1, name: "Midnight in Paris", exact: true }).waitFor();
  await openTab(page, "Overview");
  await section(page, "Check").getByText("Passes all checks").waitFor();
  expect((await must(by, `GET /v1/releases/${release_id}`)).body.title).toBe("Midnight in Paris");
  await page.getByRole("button", { name: "Submit again" }).click();
  // Then the release is shown from its first tab.
  await page.getByText("Submitted. The release is reviewed now", { exact: false }).waitFor();
  const history = await openTab(page, "History");
  await history.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await history.getByText("Withdrawn").waitFor();

  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "℗ line" }).fill("2035 Careful Label");
  await page.getByText("All changes are saved.").waitFor();
  await expectSound("metadata");
  await page.getByRole("link", { name: "4. Check and submit" }).click();
  await page.getByText("Passes all checks").waitFor();
  await expectSound("check");
  expect((await must(by, `GET /v1/releases/${release_id}`)).body.p_line).toBe("2035 Careful Label");
  await close();
});

it("a release tells where it is live, and why not elsewhere", async () => {
  const release_id = await makeRelease(world, world.rival);
  await must(world.rival, `POST /v1/releases/${release_id}/submit`);
  const store_ids = ["store_auralis", "store_rejecta"];
  const made = await must(world.rival, "POST /v1/deliveries", { release_id, store_ids, territory_codes: ["DE"] });
  const { page, open, close } = await visit(browser, world, { key: world.rival.key });
  await open(`/releases/${release_id}?tab=stores`);
  const stores = page.getByRole("tabpanel", { name: "Stores" });
  await stores.getByText("On its way").first().waitFor();
  for (let times = 0; times < 3; times++) {
    world.clock.advance(10_000);
    await world.runJobs();
  }
  await stores.getByText(/^Live at 1 of all \d+ stores\.$/).waitFor();
  await stores.getByText("Not delivered there yet.").waitFor();
  await page.getByText("Live at 1 of 2 · 1 needs you").waitFor();
  await openTab(page, "Overview");
  await section(page, "Needs you").getByRole("link", { name: "See what to do" }).waitFor();
  await openTab(page, "Stores");
  await stores.getByRole("link", { name: "See what to do at Rejecta" }).click();
  await page.waitForURL(`**/deliveries/${made.body.id}#store_rejecta`);
  await open("/releases");
  await page.getByRole("row").filter({ hasText: "Live at 1 of 2 · 1 needs you" }).waitFor();
  await open(`/releases/${release_id}/edit`);
  await page.getByText("Live at 1 of 2 · 1 needs you").waitFor();
  await close();
});

it("what was taken down everywhere is withdrawn, and is a draft that stays", async () => {
  const release_id = await makeRelease(world, world.rival, { title: "Gone Again" });
  await must(world.rival, `POST /v1/releases/${release_id}/submit`);
  const request = { release_id, store_ids: ["store_auralis"], territory_codes: ["DE"] };
  const { id } = (await must(world.rival, "POST /v1/deliveries", request)).body;
  const work = async () => {
    for (let times = 0; times < 3; times++) {
      world.clock.advance(10_000);
      await world.runJobs();
    }
  };
  await work();
  const { page, open, close } = await visit(browser, world, { key: world.rival.key });
  await open(`/releases/${release_id}?tab=history`);
  const history = page.getByRole("tabpanel", { name: "History" });
  await history.getByRole("link", { name: "Live at Auralis" }).waitFor();
  expect(await history.getByRole("button", { name: "Withdraw" }).count()).toBe(0);
  await must(world.rival, `POST /v1/deliveries/${id}/takedown`, {});
  await work();
  await open(`/releases/${release_id}?tab=stores`);
  await page.getByText("Taken down everywhere. You can deliver it again.").waitFor();
  await openTab(page, "History");
  await history.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await history.getByText("Withdrawn").waitFor();
  await page
    .getByRole("link", { name: "See what is missing" })
    .or(page.getByRole("button", { name: "Submit" }))
    .waitFor();
  expect((await must(world.rival, `GET /v1/releases/${release_id}`)).body.status).toBe("draft");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Preview the ERN message" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Delete the draft" }).count()).toBe(0);
  await close();
});

it("a draft is deleted once it is confirmed, with its tracks", async () => {
  const { id } = (await must(world.rival, "POST /v1/releases", { ...draft, title: "A Mistake" })).body;
  const { page, open, close } = await visit(browser, world, { key: world.rival.key });
  await open(`/releases/${id}`);
  await page.getByRole("link", { name: "See what is missing" }).waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete the draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the draft" }).click();
  await page.getByRole("heading", { level: 1, name: "Releases" }).waitFor();
  expect((await world.rival.call(`GET /v1/releases/${id}`)).status).toBe(404);
  await close();
});

it("a key that may only read is offered nothing that would be refused", async () => {
  const path = `/v1/operator/organizations/${world.rival.id}/api-keys`;
  const scopes = ["catalog:read", "deliveries:read", "webhooks:read"];
  const { key } = (await must(world.operator, `POST ${path}`, { scopes })).body;
  const { page, open, follow, close } = await visit(browser, world, { key });
  for (const [address, offer] of [
    ["/releases", "New release"],
    ["/deliveries", "New delivery"],
    ["/webhooks", "New endpoint"],
  ] as const) {
    await (address === "/releases" ? open(address) : follow(address));
    await page
      .getByText(/\d entr(y|ies)|yet$/)
      .first()
      .waitFor();
    expect(await page.getByText(offer).count(), offer).toBe(0);
  }
  await follow("/releases/rel_01k8z3v9qxe7p9a4m2c6t5w8rn");
  await page.getByRole("heading", { level: 1, name: "There is nothing here" }).waitFor();
  await close();
});

/** Two tracks with real sound, an artwork, and what the first one earned in two months. */
async function makePlayableRelease(by: Member): Promise<string> {
  const { id } = (await must(by, "POST /v1/releases", { ...draft, title: "Night Drive" })).body;
  const artwork = (await must(by, "POST /v1/sandbox/assets", { type: "artwork" })).body;
  await must(by, `PATCH /v1/releases/${id}`, { artwork_asset_id: artwork.id });
  for (const [title, isrc] of [
    ["Dawn", "QZABC2600101"],
    ["Dusk", "QZABC2600102"],
  ]) {
    const audio = (await must(by, "POST /v1/sandbox/assets", { type: "audio" })).body;
    await must(by, "POST /v1/tracks", { release_id: id, title, isrc, audio_asset_id: audio.id });
  }
  const sold = { isrc: "QZABC2600101", territory: "DE", play_count: 1_000, unit_rate: "0.004", currency: "EUR" };
  for (const period of ["2025-10", "2025-11"]) {
    const rows = ["store_auralis", "store_northwave"].map((store_id) => ({ ...sold, store_id }));
    await must(by, "POST /v1/sandbox/statements", { period, rows });
  }
  return id;
}

const isPlaying = "document.querySelector('audio')?.paused === false";

it("the player goes on from page to page, and follows keys", async () => {
  const by = await world.organization({ name: "Loud Label" });
  const release_id = await makePlayableRelease(by);
  const { page, complaints, open, expectSound, close } = await visit(browser, world, { key: by.key });
  // The first link has ended before it is used: a new one is asked for.
  let refused = 0;
  await page.route(/\/v1\/downloads\//, (route) =>
    refused++ === 0 ? route.fulfill({ status: 403 }) : route.continue(),
  );
  await open(`/releases/${release_id}?tab=tracks`);
  await page.getByRole("button", { name: "Play Dawn" }).click();
  const player = page.getByRole("region", { name: "Player" });
  const wave = player.getByRole("slider", { name: "Position in Dawn" });
  await expect.poll(() => page.evaluate(isPlaying)).toBe(true);
  // The browser complains of the first link when its answer is there, which may be after the click was taken.
  await expect.poll(() => complaints.length).toBe(1);
  expect(complaints.splice(0)).toEqual([expect.stringContaining("403")]);
  await wave.locator("svg").waitFor();
  await expectSound("player");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Releases" }).click();
  await page.getByRole("heading", { level: 1, name: "Releases" }).waitFor();
  expect(await page.evaluate(isPlaying)).toBe(true);
  await page.keyboard.press("Space");
  await player.getByRole("button", { name: "Play", exact: true }).waitFor();
  await expect.poll(() => page.evaluate(isPlaying)).toBe(false);
  const search = page.getByRole("textbox", { name: "Search" });
  await search.press("Space");
  expect(await search.inputValue()).toBe(" ");
  expect(await page.evaluate(isPlaying)).toBe(false);
  await wave.press("Home");
  await wave.press("ArrowRight");
  expect(await wave.getAttribute("aria-valuetext")).toMatch(/^0:05 of /);
  await wave.press("End");
  await wave.press("ArrowLeft");
  await wave.press("Space");
  await expect.poll(() => page.evaluate(isPlaying)).toBe(true);
  await player.getByRole("button", { name: "Next track" }).click();
  await player.getByRole("slider", { name: "Position in Dusk" }).waitFor();
  await expect.poll(() => page.evaluate(isPlaying)).toBe(true);
  expect(await page.locator("audio").count()).toBe(1);
  await player.getByRole("link", { name: "Vera Lux · Night Drive" }).click();
  await page.getByRole("heading", { level: 1, name: "Night Drive" }).waitFor();
  await page.getByRole("button", { name: "Pause Dusk" }).click();
  await expect.poll(() => page.evaluate(isPlaying)).toBe(false);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign in to Segue" }).waitFor();
  expect(await page.locator("audio").count()).toBe(0);
  complaints.splice(0);
  await close();
});

it("a release has a tab for each question, by keyboard, and nothing moves while one loads", async () => {
  const by = await world.organization({ name: "Tidy Label" });
  const release_id = await makePlayableRelease(by);
  for (const [size, scheme] of [
    ["desktop", "light"],
    ["phone", "dark"],
  ] as const) {
    const { page, open, expectSound, expectFits, close } = await visit(browser, world, { key: by.key, size, scheme });
    await open(`/releases/${release_id}`);
    await section(page, "In brief").waitFor();
    await expectSound("overview of a release");
    await page.getByRole("tab", { name: "Overview" }).focus();
    for (const [name, content] of [
      ["Tracks", page.getByRole("button", { name: "Play Dusk" })],
      ["Stores", page.getByText("Not live at any store yet.")],
      ["Earnings", page.getByRole("table", { name: "Royalties of this release" })],
      ["History", page.getByText("Draft created")],
      ["Details", section(page, "Codes")],
    ] as const) {
      await page.keyboard.press("ArrowRight");
      await page.getByRole("tab", { name, selected: true }).waitFor();
      await content.waitFor();
      await expectSound(`${name} of a release`);
      await page.reload();
      await content.waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate<number>(layoutShift), `${name} on a ${size}`).toBeLessThan(0.05);
      await page.getByRole("tab", { name, selected: true }).focus();
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await section(page, "Tracks").getByRole("button", { name: "Play Dawn" }).click();
    const player = page.getByRole("region", { name: "Player" });
    await expect.poll(() => page.evaluate(isPlaying)).toBe(true);
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const [bar, last] = await Promise.all([player.boundingBox(), section(page, "In brief").boundingBox()]);
    expect((last?.y ?? 0) + (last?.height ?? 0), "the player covers no content").toBeLessThanOrEqual(bar?.y ?? 0);
    await expectFits(`player on a ${size}`);
    await player.getByRole("button", { name: "Close the player" }).click();
    await player.waitFor({ state: "detached" });
    await close();
  }
});

/** For the browser: how far what was seen has moved by itself since the page was opened. */
const layoutShift = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 100);
})`;
