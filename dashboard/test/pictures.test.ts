// The README's pictures are the dashboard itself, with the demo's catalogue in it. They are taken anew with PICTURES=take,
// or if they have another size: `PICTURES=take npx vitest run dashboard/test/pictures.test.ts`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createSegue } from "@segue/sdk";
import { expect, it } from "vitest";
import { demoReleases } from "../../cli/src/demo/catalogue.ts";
import { fillSandbox } from "../../cli/src/demo/run.ts";
import { openBrowser, sizes } from "../../server/test/browser.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { visit } from "./dashboard.ts";

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const pictures = ["docs/images/overview.png", "docs/images/release.png"] as const;
const silent = { sent() {}, skipped() {}, say() {}, end() {} };

/** A PNG file begins with its size. */
function isOfSize(picture: string): boolean {
  const bytes = readFileSync(pathOf(picture));
  const { width, height } = sizes.desktop;
  return bytes.readUInt32BE(16) === width && bytes.readUInt32BE(20) === height;
}

async function takePictures(world: World): Promise<void> {
  const client = createSegue({ url: world.url, apiKey: world.label.key });
  const operator = createSegue({ url: world.url, apiKey: world.operator.key });
  await world.work();
  await fillSandbox({ url: world.url, client, operator, releases: demoReleases, progress: silent });
  const browser = await openBrowser();
  const { page, open, close } = await visit(browser, world);
  const take = async (picture: (typeof pictures)[number]) => {
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: pathOf(picture) });
  };
  await open("/");
  await page.getByRole("table", { name: /Gross earnings by month/ }).waitFor({ state: "attached" });
  await take("docs/images/overview.png");
  const [release] = (await client.releases.list({ q: "Moth Season" })).data;
  await open(`/releases/${release?.id}`);
  await page.getByText(/^Live at \d+ of/).waitFor();
  await take("docs/images/release.png");
  await close();
  await browser.close();
}

it("the README shows the dashboard, at the size of a desktop", async () => {
  const readme = readFileSync(pathOf("README.md"), "utf8");
  for (const picture of pictures) expect(readme).toContain(`](${picture})`);
  if (process.env.PICTURES !== "take" && pictures.every(isOfSize)) return;
  const world = await createWorld({ environment: "sandbox" });
  try {
    await takePictures(world);
  } finally {
    await world.close();
  }
  for (const picture of pictures) expect(isOfSize(picture), picture).toBe(true);
});
