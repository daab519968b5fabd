// The first ten minutes of a newcomer, in the browser alone: from the link in the terminal to a payout, without a dead end.
// The service is a real one, started for the first time: its clock, its stores and its webhooks are not moved by the test.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foreignRequests, openBrowser, sizes, type WatchedPage, watchedPage } from "../../server/test/browser.ts";
import { png, sine, wav } from "../../server/test/media.ts";
import { prepareFolder } from "../../server/test/prepared-folder.ts";
import { type Receiver, startReceiver } from "../../server/test/receiver.ts";
import { type ServiceProcess, startService } from "../../server/test/service-process.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-newcomer-"));
let service: ServiceProcess;
let browser: Browser;
let receiver: Receiver;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  await prepareFolder(join(folder, "data"));
  service = startService({
    SEGUE_DATA_DIR: join(folder, "data"),
    // The link is for a terminal alone.
    NODE_OPTIONS: "--import=data:text/javascript,process.stdout.isTTY=true",
  });
  [browser, receiver] = await Promise.all([openBrowser(), startReceiver(), service.ready]);
  const context = await browser.newContext({ viewport: sizes.desktop, reducedMotion: "reduce", locale: "en-GB" });
  watched = await watchedPage(context);
  page = watched.page;
});
afterAll(async () => {
  await browser?.close();
  await receiver?.close();
  service.child.kill("SIGTERM");
  await service.exit;
  rmSync(folder, { recursive: true, force: true });
});

const menu = async (name: string) => {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
};
const button = (name: string | RegExp) => page.getByRole("button", { name });
const storeRow = (name: string) => page.getByRole("rowgroup", { name, exact: true });

function fileNamed(name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

/** A date that any store takes. */
const in_two_months = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

test("the link of the first start leads into the sandbox's demo organization", async () => {
  const link = /http\S+#token=\S+/.exec(service.output())?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.getByText("0 of 5 done").waitFor();
  expect(page.url()).not.toContain("token");
});

test("an endpoint is added, so that what follows is heard", async () => {
  await page.getByRole("link", { name: "Add a webhook" }).click();
  await button("New endpoint").click();
  await page.getByRole("textbox", { name: "URL" }).fill(receiver.url);
  await page.getByRole("checkbox", { name: "delivery.completed" }).check();
  await button("Add endpoint").click();
  await button("I have it").click();
  await page.getByRole("heading", { name: "Last 24 hours" }).waitFor();
});

test("a release is created, filled with own files and submitted", async () => {
  await menu("Overview");
  await page.getByRole("link", { name: "Create a release" }).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("night drive");
  await page.getByRole("textbox", { name: "Artist 1: name" }).fill("Vera Lux");
  await page.getByLabel("Release date").first().fill(in_two_months);
  await button("Create draft").click();
  const cover = fileNamed("cover.png", await png({ width: 3000, height: 3000 }));
  await page.getByLabel("Choose a picture").setInputFiles(cover);
  await page.getByText(/cover.png: 3000 × 3000 pixels/).waitFor();
  await page.getByRole("link", { name: "Next: tracks and audio" }).click();
  const sound = fileNamed("night drive.wav", wav({ sound: sine({ seconds: 1 }), bit_depth: 16 }));
  await page.getByLabel("Choose audio files").setInputFiles(sound);
  await button("Play night drive").waitFor();
  await page.getByRole("link", { name: "Next: check and submit" }).click();
  await button("Submit").click();
  await page.getByText("Submitted and approved. Deliver it to stores next.").waitFor();
});

test("it is delivered to five stores, one of which rejects it; it is corrected, sent again and delivered", async () => {
  await page.getByRole("link", { name: "Deliver", exact: true }).click();
  for (const name of ["Auralis", "Rejecta", "Northwave", "Meridian", "Harborline"])
    await page.getByRole("checkbox", { name, exact: true }).check();
  await button("Deliver to 5 stores").click();
  const rejecta = storeRow("Rejecta");
  await rejecta.getByText("Rejecta rejected it").waitFor();
  await rejecta.getByRole("link", { name: /^(Fix|Correct)/ }).click();
  await button("Use “Night Drive”").first().click();
  await page.getByRole("heading", { level: 1, name: "Night Drive", exact: true }).waitFor();
  await page.goBack();
  await rejecta.getByRole("button", { name: "Resubmit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resubmit" }).click();
  await rejecta.getByText("Delivered").first().waitFor();
  await page.getByText("Live at all 5 stores").waitFor();
});

test("the webhook has come, and its event is found", async () => {
  await expect.poll(() => receiver.events().map(({ event }) => event.event_type)).toContain("delivery.completed");
  await menu("Events");
  await page
    .getByRole("link", { name: /delivery\.completed/ })
    .first()
    .click();
  await page.getByText("200 · delivered").waitFor();
});

test("a month's statement is made and its money is asked for", async () => {
  await menu("Earnings");
  await button("Simulate a statement").first().click();
  await button("Simulate the statement").click();
  await page.getByRole("heading", { level: 1, name: /^Statement of / }).waitFor();
  await menu("Payouts");
  await button("Request a payout in EUR").click();
  await button("Request the payout").click();
  await page.getByRole("heading", { level: 1, name: /^Payout of €/ }).waitFor();
  await menu("Overview");
  await page.getByRole("link", { name: "Night Drive" }).first().waitFor();
  const { sandbox_url } = await service.ready;
  expect(watched.complaints).toEqual([]);
  expect(foreignRequests(watched, sandbox_url)).toEqual([]);
});
