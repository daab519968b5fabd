// A release is submitted with the stores that it goes to when it is approved; one that comes from another distributor is watched
// store by store.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { approve, makeRelease, must } from "../../server/test/catalog.ts";
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

it("a submission says where the release goes when it is approved, and leads to the delivery afterwards", async () => {
  const by = await world.organization({ name: "Patient Label", review: "manual" });
  const release_id = await makeRelease(world, by, { title: "Slow Post" });
  const { page, complaints, open, expectSound, close } = await visit(browser, world, { key: by.key, size: "phone" });
  await open(`/releases/${release_id}/edit?step=check`);
  await page.getByRole("radio", { name: "Deliver it to chosen stores" }).click();
  const submit = page.getByRole("button", { name: /^Submit and deliver/ });
  expect(await submit.isDisabled()).toBe(true);
  const [auralis, hanbit] = [
    page.getByRole("checkbox", { name: "Auralis" }),
    page.getByRole("checkbox", { name: "Hanbit" }),
  ];
  await auralis.click();
  await hanbit.click();
  await page.getByRole("radio", { name: "Only some" }).click();
  expect(await submit.isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Search for a territory" }).fill("germany");
  await page.getByRole("option", { name: "Germany (DE)" }).click();
  await expectSound("last step of the editor");
  await page.getByRole("button", { name: "Submit and deliver to 2 stores" }).click();
  await page.getByText("Hanbit serves none of these territories.", { exact: true }).waitFor();
  await page.locator("[aria-invalid=true]:focus").waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await hanbit.click();
  await submit.click();
  await page.getByText("Submitted. As soon as it is approved, it goes to stores by itself.").waitFor();
  await page.getByText("When it is approved, it goes to Auralis: Germany.").waitFor();
  const { data } = (await must(by, `GET /v1/submissions?release_id=${release_id}`)).body;
  expect(data[0].deliver).toEqual({ store_ids: ["store_auralis"], territory_codes: ["DE"] });

  const { delivery_id } = (await approve(world, data[0].submission_id)).body;
  await open(`/releases/${release_id}?tab=history`);
  await page.getByRole("link", { name: "See its delivery" }).click();
  await page.waitForURL(`**/deliveries/${delivery_id}`);
  await close();
});

it("a release that is approved at once is on its way to all stores that are ready", async () => {
  const release_id = await makeRelease(world, world.label, { title: "Express" });
  const { page, open, close } = await visit(browser, world);
  await open(`/releases/${release_id}/edit?step=check`);
  await page.getByRole("radio", { name: "Deliver it to all stores that are ready" }).click();
  await page.getByRole("button", { name: "Submit and deliver" }).click();
  await page.getByText("Submitted, approved, and on its way to stores.").waitFor();
  await page.waitForURL(/\/deliveries\/\w+_/);
  await close();
});

it("a release from another distributor says at which store the former one may go, and when", async () => {
  const codes = { upc: "196512345675", original_release_date: "2019-05-01" };
  const release_id = await makeRelease(world, world.label, { title: "Old Friend", ...codes });
  const { data } = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body;
  await must(world.label, `PATCH /v1/tracks/${data[0].id}`, { isrc: "QZABC1900001" });
  const { page, open, expectSound, close } = await visit(browser, world, { scheme: "dark" });
  await open("/migrations");
  await page.getByRole("button", { name: "Move a release in" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Release" }).fill("Old Friend");
  await page.getByRole("option", { name: /^Old Friend/ }).click();
  await dialog.getByRole("textbox", { name: "Former distributor" }).fill("Old Harbour");
  await dialog.getByRole("button", { name: "Move it in" }).click();
  await page.getByText("This release is not delivered to any store yet").waitFor();
  await expectSound("a migration without stores");
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const to = { release_id, store_ids: ["store_auralis"], territory_codes: ["DE"] };
  await must(world.label, "POST /v1/deliveries", to);
  for (let times = 0; times < 3; times++) {
    world.clock.advance(10_000);
    await world.runJobs();
  }
  await page.reload();
  const row = page.getByRole("row", { name: /Auralis/ });
  await row.getByText("Overlapping").waitFor();
  await row.getByRole("cell", { name: "Leave it up for now", exact: true }).waitFor();
  await expectSound("a migration");
  await open("/migrations");
  await page.getByRole("row", { name: /Old Friend.*1 overlapping/ }).waitFor();
  await close();
});
