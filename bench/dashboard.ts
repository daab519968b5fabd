// The dashboard in a real Chromium: what a first visit loads, and how long its main thread is held up while a list of
// 10,000 releases is scrolled and filtered. A task is counted by its processor time, which other processes do not change.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { newId } from "../server/src/platform/ids.ts";
import { chromiumArgs, installedChromium } from "../server/test/installed-chromium.ts";
import { benchPages } from "./dashboard-pages.ts";
import { databaseOf, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const RELEASES = 10_000;
const SCRIPT_MARK_KB = 160;
const TASK_MARK_MS = 50;
const WHEEL_PX = 2_400;
const JUMPS = 40;
const TYPED = "title 42";

const sites_program = fileURLToPath(new URL("../bin/sites.mjs", import.meta.url));

export async function benchDashboard(): Promise<Result[]> {
  execFileSync(process.execPath, [sites_program, "dashboard"]);
  const executablePath = installedChromium();
  if (!executablePath) throw new Error("Chromium is not installed: put it into the PATH.");
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    await fillCatalogue(product);
    const context = await signedIn(browser, product);
    const first = await firstVisit(context, product);
    return [first, ...(await longList(browser, context, product)), ...(await benchPages(browser, product))];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function signedIn(browser: Browser, { url, organization }: Product): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const answer = await context.request.post(`${url}/dashboard/session`, { data: { key: organization.key } });
  if (answer.status() !== 200) throw new Error(await answer.text());
  return context;
}

async function firstVisit(context: BrowserContext, { url }: Product): Promise<Result> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") sizes.push(request.sizes().then((size) => size.responseBodySize));
  });
  await page.goto(`${url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  return {
    what: "scripts of a first visit, gzipped",
    value: `${(bytes / 1_000).toFixed(1)} kB in ${sizes.length} files`,
    mark: { text: `≤ ${SCRIPT_MARK_KB} kB`, isMet: bytes <= SCRIPT_MARK_KB * 1_000 },
  };
}

async function longList(browser: Browser, context: BrowserContext, { url }: Product): Promise<Result[]> {
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(`${url}/dashboard/releases`);
  await page.getByText("loaded, scroll for more").waitFor();
  // The first seconds compile what every page needs; they are no part of scrolling.
  await page.waitForLoadState("networkidle");
  const results = [
    await tasksWhile(browser, page, "scroll to the end of 10,000 releases", () => scrollToEnd(page)),
    await tasksWhile(browser, page, "jump within them", () => jumpAbout(page)),
    await tasksWhile(browser, page, "filter them", () => filter(page)),
  ];
  await page.close();
  return results;
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  const end = page.getByText(`${RELEASES} entries`);
  while ((await end.count()) === 0) {
    await page.mouse.wheel(0, WHEEL_PX);
    await nextFrame(page);
  }
}

async function jumpAbout(page: Page): Promise<void> {
  for (let jump = 0; jump < JUMPS; jump++) {
    const part = ((jump * 37) % JUMPS) / JUMPS;
    await page.evaluate(`window.scrollTo(0, document.documentElement.scrollHeight * ${part})`);
    await nextFrame(page);
  }
  await page.evaluate("window.scrollTo(0, 0)");
}

async function filter(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Search" }).pressSequentially(TYPED, { delay: 80 });
  await page.getByRole("table").getByText("Title 4200", { exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Draft" }).click();
  await page.getByRole("table").getByText("Title 4201", { exact: true }).waitFor({ state: "detached" });
  await page.getByRole("textbox", { name: "Search" }).fill("");
  await page.getByRole("table").getByText("Title 8", { exact: true }).waitFor();
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; dur?: number; tdur?: number; args: object };

async function tasksWhile(browser: Browser, page: Page, what: string, act: () => Promise<void>): Promise<Result> {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = mainThreads(traceEvents);
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith("RunTask") && threads.has(`${pid} ${tid}`));
  const times = tasks.map(({ tdur = 0 }) => tdur / 1_000).sort((a, b) => b - a);
  const longest = times[0] ?? Number.NaN;
  return {
    what: `longest task: ${what}`,
    value: `${longest.toFixed(1)} ms of ${times.length} tasks`,
    spread: `p99.9 ${times[Math.floor(times.length / 1_000)]?.toFixed(1)} ms`,
    mark: { text: `≤ ${TASK_MARK_MS} ms`, isMet: longest <= TASK_MARK_MS },
  };
}

function mainThreads(events: readonly TraceEvent[]): Set<string> {
  const named = events.filter(
    ({ name, args }) => name === "thread_name" && (args as { name?: string }).name === "CrRendererMain",
  );
  return new Set(named.map(({ pid, tid }) => `${pid} ${tid}`));
}

/** Rows as the service writes them. */
async function fillCatalogue(product: Product): Promise<void> {
  const { db, close } = databaseOf(product, 1);
  await db`
    insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, explicit, status, search, created_at, updated_at)
    select ${newId("rel").slice(0, -8)} || lpad(to_hex(n), 8, '0'), ${product.organization.id}, 'Title ' || n,
      '[{"name": "Vera Lux", "role": "main"}]', '2030-03-01', 'Bench', lpad(n::text, 12, '0'), '{WORLD}', false,
      (array['draft', 'submitted', 'delivered', 'rejected'])[n % 4 + 1], 'title ' || n, now() - make_interval(secs => n), now()
    from generate_series(1, ${RELEASES}::int) as n`;
  await db`vacuum analyze releases`;
  await close();
}
