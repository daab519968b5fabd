// The terms of a delivery: only for stores that have them, shown on the delivery, and changed by an update.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { submittedRelease } from "../../server/test/fetching-store.ts";
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

it("terms are asked for at stores that have them, refused at their field, and shown", async () => {
  world.clock.moveTo("2027-01-10T09:00:00.000Z");
  const release_id = await submittedRelease(world);
  const { page, complaints, open, expectSound, close } = await visit(browser, world, { size: "phone" });
  await open(`/deliveries/new?release_id=${release_id}`);
  await page.getByRole("checkbox", { name: "Northwave" }).click();
  expect(await page.getByRole("heading", { name: "4. Terms" }).count()).toBe(0);
  await page.getByRole("checkbox", { name: "Northwave" }).click();
  await page.getByRole("checkbox", { name: "Prelude" }).click();
  const terms = page.getByRole("group", { name: "Prelude" });
  await terms.getByLabel("Pre-order from").fill("2027-03-01");
  await terms.getByRole("combobox", { name: "Price tier" }).click();
  await page.getByRole("option", { name: /\(FRONT\)$/ }).click();
  await expectSound("terms of a new delivery");
  await page.getByRole("button", { name: "Deliver", exact: true }).click();
  await page.getByText("That did not work").waitFor();
  await terms.locator("[aria-invalid=true]").waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("422")]);
  await terms.getByLabel("Pre-order from").fill("2027-02-01");
  await page.getByRole("button", { name: "Deliver", exact: true }).click();
  await page.waitForURL(/\/deliveries\/\w+_/);
  const { data } = (await must(world.label, `GET /v1/deliveries?release_id=${release_id}`)).body;
  expect(data[0].stores[0].terms).toMatchObject({ preorder_on: "2027-02-01", price_tier: "FRONT" });

  for (let times = 0; times < 3; times++) {
    world.clock.advance(10_000);
    await world.runJobs();
  }
  await open(`/deliveries/${data[0].id}#store_prelude`);
  await page.getByText(/^Terms: Pre-order from .*2027, price tier FRONT$/).waitFor();
  await page.getByRole("button", { name: "Send update" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Change the terms too" }).click();
  expect(await dialog.getByLabel("Pre-order from").inputValue()).toBe("2027-02-01");
  await dialog.getByLabel("Pre-order from").fill("");
  await dialog.getByRole("button", { name: "Send update" }).click();
  await page.getByText("The update is on its way").waitFor();
  const after = (await must(world.label, `GET /v1/deliveries/${data[0].id}`)).body;
  expect(after.stores[0].terms).toMatchObject({ preorder_on: null, price_tier: "FRONT" });
  await close();
});
