// The operator's tables of a store: rows in place, and whole as CSV files, out and in. Beside them, settings of the store itself.

import { text } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { createWorld, type World } from "../../server/test/world.ts";
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

it("a store's genres, roles and price tiers are changed in place, and go out and in as CSV", async () => {
  const { page, complaints, open, expectSound, close } = await visit(browser, world, {
    key: world.operator.key,
    size: "phone",
  });
  const store = async () => (await must(world.operator, "GET /v1/operator/stores/store_auralis")).body;
  await open("/stores/store_auralis?tab=tables");
  const tiers = page.getByRole("region", { name: "Price tiers" });
  await tiers.getByRole("button", { name: "Add a price tier" }).click();
  await tiers.getByRole("textbox", { name: "Code, row 1" }).fill("FRONT");
  await tiers.getByRole("textbox", { name: "Name, row 1" }).fill("Front line");
  await expectSound("tables of a store");
  await tiers.getByRole("button", { name: "Save price tiers" }).click();
  await page.getByText("Price tiers are saved.").waitFor();
  expect((await store()).price_tiers).toEqual([{ code: "FRONT", name: "Front line" }]);

  const genres = page.getByRole("region", { name: "Genres" });
  const csv = 'genre,store_genre,store_subgenre\r\nElectronic,Dance,Techno\r\n"Rock, hard",Rock,\r\n';
  const file = { name: "genres.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await genres.getByLabel("CSV file of genres").setInputFiles(file);
  await genres.getByText("2 rows read. Save to keep them.").waitFor();
  await genres.getByRole("button", { name: "Save genres" }).click();
  await page.getByText("Genres are saved.").waitFor();
  expect((await store()).genres).toEqual({
    Electronic: { genre: "Dance", subgenre: "Techno" },
    "Rock, hard": { genre: "Rock" },
  });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    genres.getByRole("button", { name: "Download as CSV" }).click(),
  ]);
  expect(await text(await download.createReadStream())).toBe(csv);

  const roles = page.getByRole("region", { name: "Roles" });
  await roles.getByLabel("CSV file of roles").setInputFiles({ ...file, name: "roles.csv" });
  await roles.getByText("The first line has no column role.").waitFor();
  await roles.getByRole("button", { name: "Add a role" }).click();
  await roles.getByRole("textbox", { name: "Partner's words, row 1" }).fill("Tape wizard");
  await roles.getByRole("textbox", { name: "Code of DDEX, row 1" }).fill("Wizard");
  await roles.getByRole("button", { name: "Save roles" }).click();
  await roles
    .getByText(/is no role of DDEX/)
    .first()
    .waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await roles.getByRole("textbox", { name: "Code of DDEX, row 1" }).fill("StudioProducer");
  await roles.getByRole("button", { name: "Save roles" }).click();
  await page.getByText("Roles are saved.").waitFor();
  expect((await store()).roles).toEqual({ "Tape wizard": "StudioProducer" });
  await close();
});

it("a store's release profile is asked for in ERN 3 alone, and how it takes releases over for every store", async () => {
  const { page, open, expectSound, close } = await visit(browser, world, { key: world.operator.key });
  const store = async (store_id: string) => (await must(world.operator, `GET /v1/operator/stores/${store_id}`)).body;
  const choose = async (option: string) => {
    await page.getByRole("combobox", { name: "Releases that another distributor delivered before" }).click();
    await page.getByRole("option", { name: option }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("The settings are saved.").first().waitFor();
  };
  await open("/stores/store_auralis?tab=settings");
  expect(await page.getByLabel("Release profile").count()).toBe(0);
  await choose("The store replaces the former one by itself");
  expect(await store("store_auralis")).toMatchObject({ release_profile: null, migration: "replace" });

  await open("/stores/store_threnody?tab=settings");
  await page.getByLabel("Release profile").fill("CommonReleaseTypes/14/AudioAlbumMusicOnly");
  await expectSound("settings of a store of ERN 3");
  await choose("The former one must be taken down first");
  const changed = { release_profile: "CommonReleaseTypes/14/AudioAlbumMusicOnly", migration: "takedown_first" };
  expect(await store("store_threnody")).toMatchObject(changed);
  await close();
});
