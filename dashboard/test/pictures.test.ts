// The pictures of the README and of docs/dashboard.md are the dashboard itself, with the demo's catalogue in it. They are taken
// anew with PICTURES=take, or if they have another size: `PICTURES=take npx vitest run dashboard/test/pictures.test.ts`.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createSegue, type Segue } from "@segue/sdk";
import { expect, it } from "vitest";
import { demoReleases } from "../../cli/src/demo/catalogue.ts";
import { fillSandbox } from "../../cli/src/demo/run.ts";
import { openBrowser, sizes } from "../../server/test/browser.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { visit } from "./dashboard.ts";

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const silent = { sent() {}, skipped() {}, say() {}, end() {} };

type Picture = {
  file: string;
  /** After /dashboard; words in braces are ids. */
  path: string;
  /** On the page once it is whole. */
  shows: RegExp;
  isOperators?: true;
  size?: keyof typeof sizes;
  scheme?: "dark";
};

const pictures: readonly Picture[] = [
  { file: "overview", path: "/", shows: /Needs attention/ },
  { file: "releases", path: "/releases", shows: /Live at/ },
  { file: "release", path: "/releases/{release}", shows: /Live at \d+ of/ },
  { file: "tracks", path: "/releases/{draft}/edit?step=tracks", shows: /Tracks/ },
  { file: "delivery", path: "/deliveries/{delivery}", shows: /Over time/ },
  { file: "earnings", path: "/earnings", shows: /gross, before fees and tax/ },
  { file: "statement", path: "/statements/{statement}", shows: /By release/ },
  { file: "endpoint", path: "/webhooks/{webhook}", shows: /p95/ },
  { file: "request-log", path: "/request-log", shows: /Took/ },
  { file: "inbox", path: "/", shows: /Submissions to review/, isOperators: true },
  { file: "review", path: "/review/{submission}", shows: /Approve/, isOperators: true },
  { file: "overview-phone", path: "/", shows: /Needs attention/, size: "phone", scheme: "dark" },
];

const fileOf = (name: string) => `docs/images/${name}.png`;

/** A PNG file begins with its size. */
function isOfSize({ file, size = "desktop" }: Picture): boolean {
  if (!existsSync(pathOf(fileOf(file)))) return false;
  const bytes = readFileSync(pathOf(fileOf(file)));
  const { width, height } = sizes[size];
  return bytes.readUInt32BE(16) === width && bytes.readUInt32BE(20) === height;
}

/** What the pictures show, by its word in their paths. */
async function findIds(client: Segue, operator: Segue): Promise<Record<string, string | undefined>> {
  const [release] = (await client.releases.list({ q: "Moth Season" })).data;
  const [draft] = (await client.releases.list({ q: "Lantern Songs" })).data;
  const [delivery] = (await client.deliveries.list({ release_id: release?.id ?? "" })).data;
  const [statement] = (await client.statements.list()).data;
  const [webhook] = (await client.webhooks.list()).data;
  const [submission] = (await operator.operator.submissions.list({ review_status: "pending_review" })).data;
  return {
    release: release?.id,
    draft: draft?.id,
    delivery: delivery?.id,
    statement: statement?.id,
    webhook: webhook?.id,
    submission: submission?.submission_id,
  };
}

async function takePictures(world: World): Promise<void> {
  const client = createSegue({ url: world.url, apiKey: world.label.key });
  const operator = createSegue({ url: world.url, apiKey: world.operator.key });
  await world.work();
  await fillSandbox({ url: world.url, client, operator, releases: demoReleases, progress: silent });
  const ids = await findIds(client, operator);
  const browser = await openBrowser();
  for (const { file, path, shows, isOperators, size = "desktop", scheme = "light" } of pictures) {
    const key = isOperators ? world.operator.key : world.label.key;
    const { page, open, close } = await visit(browser, world, { key, size, scheme });
    await open(path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? ""));
    await page.getByText(shows).first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: pathOf(fileOf(file)) });
    await close();
  }
  await browser.close();
}

it("the README and the guide show the dashboard as it is, at the sizes of its screens", async () => {
  const readme = readFileSync(pathOf("README.md"), "utf8");
  for (const file of ["release", "overview"]) expect(readme).toContain(`](${fileOf(file)})`);
  const guide = readFileSync(pathOf("docs/dashboard.md"), "utf8");
  for (const { file } of pictures) expect(guide, file).toContain(`](images/${file}.png)`);
  if (process.env.PICTURES !== "take" && pictures.every(isOfSize)) return;
  const world = await createWorld({ environment: "sandbox" });
  try {
    await takePictures(world);
  } finally {
    await world.close();
  }
  for (const picture of pictures) expect(isOfSize(picture), picture.file).toBe(true);
});
