// The editor of a track: credits by group, AI by part, the recording, other languages. And the audio of a track that was submitted.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { makeRelease, must } from "../../server/test/catalog.ts";
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

const trackOf = async (release_id: string) =>
  (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data[0];

it("a track says its credits by group, its AI by part, and what stores ask of the recording", async () => {
  const release_id = await makeRelease(world, world.label, { title: "Harbour Lights" });
  const { id, title } = await trackOf(release_id);
  await must(world.label, `PATCH /v1/tracks/${id}`, { contributors: [{ name: "Ola Berg", role: "Tape wizard" }] });
  const { page, complaints, open, expectSound, close } = await visit(browser, world, { size: "phone", scheme: "dark" });
  await open(`/releases/${release_id}/edit?step=tracks`);
  await page.getByRole("button", { name: `Edit ${title}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 credit · no writer · no performer · no production").waitFor();
  await dialog.getByRole("combobox", { name: "Parental advisory" }).click();
  await page.getByRole("option", { name: /^Clean/ }).click();

  // A part is opened by a key, and has its fields then.
  await dialog.locator("summary", { hasText: "Credits" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByRole("group", { name: "Other credits" }).getByRole("group", { name: "Other credit 1" }).waitFor();
  const writers = dialog.getByRole("group", { name: "Writers" });
  await writers.getByRole("button", { name: "Add a writer" }).click();
  await writers.getByRole("textbox", { name: "Writer 1: name" }).fill("Ida Holm");
  const role = writers.getByRole("combobox", { name: "Writer 1: role" }).or(writers.getByLabel("Writer 1: role"));
  expect(await role.first().inputValue()).toBe("Composer");
  await role.first().fill("Mixing engineer");
  await writers.getByText("“Mixing engineer” counts under Production.").waitFor();
  await role.first().fill("Lyricist");
  await dialog.locator("summary", { hasText: "2 credits · no performer · no production" }).click();

  await dialog.locator("summary", { hasText: /^AI/ }).click();
  await dialog.getByRole("combobox", { name: "Vocals" }).click();
  await page.getByRole("option", { name: "All of it" }).click();
  await dialog.locator("summary", { hasText: "A part of it" }).waitFor();

  await dialog.locator("summary", { hasText: "Recording" }).click();
  await dialog.getByRole("textbox", { name: "ISWC" }).fill("T-034.524.680-2");
  await dialog.getByRole("textbox", { name: "Recorded in the year" }).fill("2019");
  await dialog.getByText(/Not everything is saved/).waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await dialog.getByRole("textbox", { name: "ISWC" }).fill("t0345246801");
  await dialog.getByText("All changes are saved.").waitFor();

  await dialog.locator("summary", { hasText: "Other languages" }).click();
  await dialog.getByRole("button", { name: "Add a language" }).click();
  const translation = dialog.getByRole("group", { name: "Translation 1" });
  await translation.getByRole("combobox", { name: "Language" }).fill("Japanese");
  await page.getByRole("option", { name: "Japanese (ja)", exact: true }).click();
  await translation.getByRole("textbox", { name: "Title" }).fill("港の灯");
  await expectSound("editor of a track");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(async () => (await trackOf(release_id)).translations?.[0]?.title).toBe("港の灯");
  expect(await trackOf(release_id)).toMatchObject({
    advisory: "clean",
    explicit: false,
    ai: "partial",
    ai_parts: { vocals: "full", instruments: "none", lyrics: "none", composition: "none", post_production: "none" },
    iswc: "T-034.524.680-1",
    recording_year: 2019,
    contributors: [
      { name: "Ola Berg", role: "Tape wizard" },
      { name: "Ida Holm", role: "Lyricist" },
    ],
  });
  await page.getByText("Clean", { exact: false }).first().waitFor();
  await close();
});

it("the audio of a delivered track is replaced after both were compared", async () => {
  const release_id = await makeRelease(world, world.label, { title: "Wrong Master" });
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const { id, title, audio_asset_id: old } = await trackOf(release_id);
  const { page, open, expectSound, close } = await visit(browser, world);
  await open(`/releases/${release_id}/edit?step=tracks`);
  await page.getByRole("button", { name: `Replace audio: ${title}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("figure", { name: "Now" }).waitFor();
  const replace = dialog.getByRole("button", { name: "Replace audio", exact: true });
  expect(await replace.isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Use generated audio" }).click();
  await dialog
    .getByRole("figure", { name: "New" })
    .getByText(/^\d+:\d\d$/)
    .waitFor();
  await dialog.getByText("Nothing goes to stores by itself.").waitFor();
  expect(await replace.isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: /^It is the same recording/ }).focus();
  await page.keyboard.press("Space");
  await expectSound("replacing audio");
  await replace.click();
  await page.getByText("The audio is replaced. Update the delivery to bring it to stores.").waitFor();
  const track = await trackOf(release_id);
  expect(track.id).toBe(id);
  expect(track.audio_asset_id).not.toBe(old);
  await close();
});
