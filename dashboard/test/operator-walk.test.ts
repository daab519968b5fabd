// A month of the operator by the browser alone: review, reject, approve, report, close, hold, pay. No dead end.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../server/test/browser.ts";
import { must } from "../../server/test/catalog.ts";
import { createWorld, type Member, type World } from "../../server/test/world.ts";
import { type Visit, visit } from "./dashboard.ts";
import { addManualStore, deliver, makeRealRelease, submit } from "./operator-seed.ts";

let world: World;
let browser: Browser;
let partner: Member;
let desk: Visit;
let page: Page;
let release_id: string;
let isrc: string;

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  partner = await world.organization({ name: "Harbour Lights", review: "manual", isrc_prefix: "QZHBL" });
  await addManualStore(world, "store_by_hand", "Plattenladen");
  release_id = await makeRealRelease(partner, "Midnight Ferry");
  isrc = (await must(partner, `GET /v1/tracks?release_id=${release_id}`)).body.data[0].isrc;
  await submit(partner, release_id);
  browser = await openBrowser();
  desk = await visit(browser, world, { key: world.operator.key });
  page = desk.page;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const menu = async (name: string) => {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
};
const statusOf = async (path: string) => (await must(partner, `GET ${path}`)).body.status;

async function openSubmission(): Promise<void> {
  await page.getByRole("link", { name: "Midnight Ferry" }).click();
  await page.getByRole("heading", { level: 1, name: "Midnight Ferry" }).waitFor();
}

test("a submission is seen, heard and rejected with what to correct", async () => {
  await desk.open("/");
  await page.getByRole("link", { name: "Submissions to review" }).click();
  await openSubmission();
  await page.getByRole("img", { name: "Artwork of Midnight Ferry" }).waitFor();
  await page.getByRole("button", { name: "Play Midnight Ferry" }).click();
  await page.getByRole("region", { name: "Player" }).waitFor();
  await page.getByRole("img", { name: "Waveform of Midnight Ferry" }).waitFor();
  await page.getByText("1 of 1", { exact: true }).waitFor();
  // The bar with the decision stays in sight, however long the submission is.
  const bar = await page.getByRole("button", { name: "Approve" }).boundingBox();
  expect(bar?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  await desk.expectSound("a submission");
  await page.getByRole("button", { name: "Close the player" }).click();
  await page.getByRole("button", { name: "Reject…" }).click();
  await page.getByLabel("Reason").fill("The artwork shows a price.");
  await page.getByRole("button", { name: "Add an issue" }).click();
  await page.getByRole("combobox", { name: "Field 1" }).fill("artwork_asset_id");
  await page.getByRole("textbox", { name: "Issue 1" }).fill("shows a price");
  await page.getByRole("button", { name: "Reject the release" }).click();
  await page.getByRole("heading", { name: "Nothing waits for review" }).waitFor();
  const [submission] = (await must(partner, `GET /v1/submissions?release_id=${release_id}`)).body.data;
  expect(submission).toMatchObject({ review_status: "rejected", reason: "The artwork shows a price." });
  expect(submission.issues).toContainEqual(
    expect.objectContaining({ field: "artwork_asset_id", issue: "shows a price" }),
  );
});

test("the next submission shows what has changed since, is approved and delivered", async () => {
  await must(partner, `PATCH /v1/releases/${release_id}`, { catalog_number: "NJ-12" });
  await submit(partner, release_id);
  await menu("Review");
  await openSubmission();
  await page.getByText(/^Rejected on .+: The artwork shows a price\.$/).waitFor();
  const changed = page.getByRole("table", { name: "Changes" }).getByRole("row", { name: /^Catalogue number/ });
  expect(await changed.textContent()).toBe("Catalogue numberReleaseNoneNJ-12");
  await desk.expectSound("a submission that has changed");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Nothing waits for review" }).waitFor();
  const delivery_id = await deliver(partner, release_id, "store_by_hand");
  await world.runJobs();
  await menu("Deliveries");
  await page.getByRole("button", { name: "Midnight Ferry" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Enter its answer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Enter the answer" }).click();
  await expect.poll(() => statusOf(`/v1/deliveries/${delivery_id}`)).toBe("delivered");
});

test("the store's report comes in and the month is closed", async () => {
  await desk.open("/sales-reports");
  const text = `isrc,territory,play_count,unit_rate,currency\n${isrc},DE,1000,0.5,EUR\n`;
  const file = { name: "report.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("Report file").setInputFiles(file);
  await page.getByLabel("Store", { exact: false }).first().selectOption("store_by_hand");
  await page.getByRole("button", { name: "Import report.csv" }).click();
  await page.getByRole("heading", { level: 1, name: /^Plattenladen/ }).waitFor();
  await menu("Statements");
  await page.getByRole("button", { name: /^Close / }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Close \w+ \d/ })
    .click();
  await page.getByRole("table", { name: "Statements" }).getByText("€425.00").waitFor();
});

test("the payout is held, released and paid", async () => {
  const { body: payout } = await must(partner, "POST /v1/payouts", { currency: "EUR", amount: "100.00" });
  await menu("Payouts");
  await page.getByRole("button", { name: "€100.00" }).click();
  const drawer = page.getByRole("dialog", { name: "Payout of €100.00" });
  await drawer.getByLabel("What to do").selectOption("hold");
  await drawer.getByLabel("Reason").fill("We verify who is paid.");
  await drawer.getByLabel("What the partner has to do").fill("Send proof of address.");
  await drawer.getByRole("button", { name: "Put on hold" }).click();
  await drawer.getByRole("button", { name: "Release the hold" }).click();
  await drawer.getByLabel("What to do").selectOption("pay");
  await drawer.getByLabel("Bank reference").fill("SEPA 42");
  await drawer.getByRole("button", { name: "Mark as paid" }).click();
  await drawer.getByText("SEPA 42").waitFor();
  expect(await statusOf(`/v1/payouts/${payout.id}`)).toBe("paid");
  await desk.open("/");
  await page.getByText("Nothing waits").first().waitFor();
  await desk.expectFits("the end of the month");
});
