// The pages with the demo's catalogue in them: what the first page asks for, whether anything moves while a page loads, and
// how near the reason of a rejection is.

import { createSegue, type Segue } from "@segue/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { demoReleases } from "../cli/src/demo/catalogue.ts";
import { fillSandbox } from "../cli/src/demo/run.ts";
import { createOrganization, type Server } from "./product.ts";
import type { Result } from "./report.ts";

const REQUESTS_MARK = 25;
const CALLS_MARK = 6;
const SHIFT_MARK = 0.05;
const HEIGHT_MARK = 1_700;
const CLICKS_MARK = 4;
const STORES = 34;

const screens = { desktop: { width: 1_280, height: 800 }, phone: { width: 360, height: 740 } };
const silent = { sent() {}, skipped() {}, say() {}, end() {} };

export async function benchPages(browser: Browser, { sandbox_url: url, operator_key }: Server): Promise<Result[]> {
  const upc_range = { first: "40000000000", last: "49999999999" };
  const { key } = await createOrganization(url, operator_key, upc_range);
  const client = createSegue({ url, apiKey: key });
  const operator = createSegue({ url, apiKey: operator_key });
  await fillSandbox({ url, client, operator, releases: demoReleases, progress: silent });
  const visitor = { browser, url, keys: { organization: key, operator: operator_key } };
  return [
    ...(await countFirstVisit(visitor)),
    await worstShift(visitor, await addressesOf(client, operator)),
    await deliveryHeight(visitor, client),
    await clicksToResubmit(visitor),
  ];
}

type Kind = "organization" | "operator";
type Visitor = { browser: Browser; url: string; keys: Record<Kind, string> };

async function signedIn(visitor: Visitor, kind: Kind, screen: keyof typeof screens = "desktop") {
  const context = await visitor.browser.newContext({ viewport: screens[screen] });
  const data = { key: visitor.keys[kind] };
  const answer = await context.request.post(`${visitor.url}/dashboard/session`, { data });
  if (answer.status() !== 200) throw new Error(await answer.text());
  return context;
}

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  return page;
}

/** Pictures of releases count as requests, and not as calls. */
async function countFirstVisit(visitor: Visitor): Promise<Result[]> {
  const context = await signedIn(visitor, "organization");
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const page = await open(context, `${visitor.url}/dashboard`);
  await page.getByText("Moth Season").first().waitFor();
  await page.waitForLoadState("networkidle");
  await context.close();
  const calls = asked.filter((path) => path.startsWith("/v1/") && !path.startsWith("/v1/thumbnails/"));
  const pictures = asked.filter((path) => path.startsWith("/v1/thumbnails/"));
  return [
    {
      what: "requests of a first visit",
      value: `${asked.length}, ${pictures.length} of them pictures`,
      mark: { text: `≤ ${REQUESTS_MARK}`, isMet: asked.length <= REQUESTS_MARK },
    },
    {
      what: "calls of the API by the overview",
      value: String(calls.length),
      mark: { text: `≤ ${CALLS_MARK}`, isMet: calls.length <= CALLS_MARK },
    },
  ];
}

/** Every page of both kinds, with things that are there. */
async function addressesOf(client: Segue, operator: Segue): Promise<Record<Kind, string[]>> {
  const first = <Item>({ data }: { data: readonly Item[] }) => data[0] as Item;
  const release = first(await client.releases.list({ q: "Moth Season" }));
  const delivery = first(await client.deliveries.list({ release_id: release.id }));
  const own = ["", "/releases", `/releases/${release.id}`, `/releases/${release.id}/edit`, "/releases/new"];
  own.push("/deliveries", "/deliveries/new", `/deliveries/${delivery.id}`, "/earnings", "/earnings?by=territory");
  own.push(`/statements/${first(await client.statements.list()).id}`, "/balance", "/payouts");
  own.push(`/payouts/${first(await client.payouts.list()).id}`, "/webhooks");
  own.push(`/webhooks/${first(await client.webhooks.list()).id}`, "/events");
  own.push(`/events/${first(await client.events.list()).id}`, "/developers", "/request-log", "/changelog");
  own.push("/members", "/audit-log");
  const organization = await client.organization.get();
  const submission = first(await operator.operator.submissions.list());
  const all = [
    "",
    "/review",
    `/review/${submission.submission_id}`,
    "/deliveries",
    "/stores",
    "/stores/store_flagstone",
  ];
  all.push("/sales-reports", "/statements", "/payouts", "/organizations", `/organizations/${organization.id}`);
  all.push("/staff", "/people", "/mails", "/jobs", "/audit-log", "/changelog");
  return { organization: own, operator: all };
}

/** For the browser: the sum of all shifts that no one caused by a click. */
const watchShifts = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });`;

async function worstShift(visitor: Visitor, addresses: Record<Kind, string[]>): Promise<Result> {
  let worst = { shift: 0, where: "none" };
  let pages = 0;
  for (const kind of ["organization", "operator"] as const)
    for (const screen of ["desktop", "phone"] as const) {
      const context = await signedIn(visitor, kind, screen);
      await context.addInitScript(watchShifts);
      for (const address of addresses[kind]) {
        const page = await open(context, `${visitor.url}/dashboard${address}`);
        const shift = await page.evaluate<number>("window.shifted");
        await page.close();
        pages += 1;
        const where = `${kind}, ${screen}: ${address || "/"}`.replaceAll(/\/[a-z]+_0[0-9a-z]+/g, "/…");
        if (shift > worst.shift) worst = { shift, where };
      }
      await context.close();
    }
  return {
    what: `greatest layout shift of ${pages} visits`,
    value: worst.shift.toFixed(3),
    spread: worst.where,
    mark: { text: `≤ ${SHIFT_MARK}`, isMet: worst.shift <= SHIFT_MARK },
  };
}

/** A release that is delivered nowhere yet goes to many stores, some of which refuse it. */
async function deliveryHeight(visitor: Visitor, client: Segue): Promise<Result> {
  const [release] = (await client.releases.list({ q: "Second Sunday" })).data;
  const { data: stores } = await client.stores.list({ limit: 100 });
  const active = stores.filter(({ status }) => status === "active").map(({ store_id }) => store_id);
  const store_ids = ["store_rejecta", ...active.filter((id) => id !== "store_rejecta")].slice(0, STORES);
  const { id } = await client.deliveries.create({
    release_id: release?.id ?? "",
    store_ids,
    territory_codes: ["WORLDWIDE"],
  });
  const at = async () => (await client.deliveries.get(id)).stores.find(({ store_id }) => store_id === store_ids[0]);
  while ((await at())?.status !== "rejected") await new Promise((resolve) => setTimeout(resolve, 500));
  const context = await signedIn(visitor, "organization");
  const page = await open(context, `${visitor.url}/dashboard/deliveries/${id}`);
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  const reason = await page
    .getByText((await at())?.rejection_reason ?? "")
    .first()
    .boundingBox();
  const isInSight = reason !== null && reason.y + reason.height <= screens.desktop.height;
  await context.close();
  return {
    what: `a delivery to ${store_ids.length} stores`,
    value: `${height} px, its reason ${isInSight ? "in sight" : "out of sight"}`,
    mark: { text: `≤ ${HEIGHT_MARK} px, in sight`, isMet: height <= HEIGHT_MARK && isInSight },
  };
}

/** From the overview to a release that is sent again, each click on something that is in sight already. */
async function clicksToResubmit(visitor: Visitor): Promise<Result> {
  const context = await signedIn(visitor, "organization");
  const page = await open(context, `${visitor.url}/dashboard`);
  const targets = [
    page.getByRole("link", { name: /Moth Season/ }).first(),
    page.getByRole("button", { name: "Resubmit", exact: true }).first(),
    page.getByRole("dialog").getByRole("button", { name: /^Resubmit/ }),
  ];
  let scrolled = false;
  for (const target of targets) {
    await target.waitFor();
    const box = await target.boundingBox();
    scrolled ||= box === null || box.y < 0 || box.y + box.height > screens.desktop.height;
    await target.click();
  }
  await page.getByText("The release is sent again").waitFor();
  await context.close();
  return {
    what: "clicks from the overview to a resubmitted release",
    value: `${targets.length}, ${scrolled ? "scrolling" : "without scrolling"}`,
    mark: { text: `≤ ${CLICKS_MARK}, without scrolling`, isMet: targets.length <= CLICKS_MARK && !scrolled },
  };
}
