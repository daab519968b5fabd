// `segue demo` against a sandbox that works: what it makes, and that nothing is made twice, however it ends.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSegue, type Segue } from "@segue/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliveryStatuses, storeStatuses } from "../../../server/src/deliveries/delivery.ts";
import { releaseStatuses, reviewStatuses } from "../../../server/src/releases/release.ts";
import { scopes } from "../../../server/src/rights/scope.ts";
import { announceRunning, withdrawRunning } from "../../../server/src/running.ts";
import { must } from "../../../server/test/catalog.ts";
import { atScale } from "../../../server/test/faults/scale.ts";
import { createWorld, type Member, type World } from "../../../server/test/world.ts";
import { countLine } from "../progress.ts";
import { type DemoRelease, demoReleases, needsOperator } from "./catalogue.ts";
import { coverSvg } from "./cover.ts";
import { demoDestination, operatorOf } from "./key.ts";
import { type Filled, fillSandbox } from "./run.ts";

/** One release of each story, with two tracks and two stores at most: every recording and every store costs time. */
const each_story = [4, 7, 9, 10, 11, 12, 14, 17, 18, 19, 20, 21, 23, 25, 28, 30];
const brief = demoReleases.map(shortened);
const share = atScale({ short: brief.filter(({ number }) => each_story.includes(number)), full: demoReleases });

function shortened(release: DemoRelease): DemoRelease {
  const { story } = release;
  const tracks = release.tracks.slice(0, 2);
  if (story.is !== "delivered" || story.store_ids.length <= 2) return { ...release, tracks };
  // The last store is the one that a story is about.
  return {
    ...release,
    tracks,
    story: { ...story, store_ids: [...story.store_ids.slice(0, 1), ...story.store_ids.slice(-1)] },
  };
}

const secret = Buffer.alloc(32, 7);
const silent = { sent() {}, skipped() {}, say() {}, end() {} };
let world: World;
let operator: Segue;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", secret, webhook_retry_s: [1] });
  operator = createSegue({ url: world.url, apiKey: world.operator.key });
});
afterAll(() => world.close());

type Options = { releases?: typeof demoReleases; fetch?: typeof fetch; has_operator?: boolean };

async function fill(
  member: Member,
  { releases = share, has_operator = true, ...options }: Options = {},
): Promise<Filled> {
  const client = createSegue({ url: world.url, apiKey: member.key, retries: 0, ...options });
  const filling = fillSandbox({
    url: world.url,
    client,
    operator: has_operator ? operator : undefined,
    releases,
    progress: silent,
    cover_pixels: 64,
  });
  await passTimeUntil(filling);
  return filling;
}

/** The stores answer by the world's clock, which goes faster meanwhile than the machine's. */
async function passTimeUntil(done: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  done.then(end, end);
  while (!isDone) {
    await world.runJobs();
    world.clock.advance(4_000);
    await sleep(200);
  }
  await world.runJobs();
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers.
type Rows = any[];

/** All that the organization has. */
async function everything(member: Member): Promise<Record<string, Rows>> {
  const nouns = [
    "releases",
    "tracks",
    "assets",
    "deliveries",
    "submissions",
    "webhooks",
    "statements",
    "payouts",
    "payees",
    "contracts",
    "payee-statements",
  ];
  const lists = nouns.map(async (noun) => {
    const rows: Rows = [];
    for (let cursor = ""; ; ) {
      const { body } = await member.call(`GET /v1/${noun}?limit=100${cursor}`);
      rows.push(...body.data);
      if (!body.has_more) return [noun, rows] as const;
      cursor = `&cursor=${body.next_cursor}`;
    }
  });
  return Object.fromEntries(await Promise.all(lists));
}

const idsAndTimes = (all: Record<string, Rows>) =>
  Object.entries(all).flatMap(([noun, rows]) =>
    // The service goes on with events of the failing endpoint, and with the store that stalls.
    rows.map(({ id, submission_id, status, updated_at }) => [noun, id ?? submission_id, status, updated_at].join(" ")),
  );

describe("a whole run", { timeout: 300_000 }, () => {
  let member: Member;
  let filled: Filled;
  let all: Record<string, Rows>;
  beforeAll(async () => {
    member = await world.organization();
    filled = await fill(member);
    all = await everything(member);
  }, 300_000);

  test("has releases in every status, with deliveries and stores in every status that lasts", () => {
    expect(filled.data).toHaveLength(share.length);
    const of = (rows: Rows, field = "status") => new Set(rows.map((row) => row[field]));
    expect(of(all.releases ?? [])).toEqual(new Set(releaseStatuses));
    expect(of(all.deliveries ?? [])).toEqual(new Set(deliveryStatuses));
    expect(of(all.submissions ?? [], "review_status")).toEqual(
      new Set(reviewStatuses.filter((status) => status !== "withdrawn")),
    );
    const stores = (all.deliveries ?? []).flatMap((delivery) => delivery.stores as Rows);
    // A store is `sending` for a moment only.
    expect(of(stores)).toEqual(new Set(storeStatuses.filter((status) => status !== "sending")));
    expect(of(stores.flatMap(({ history }) => history))).toEqual(new Set(storeStatuses));
  });

  test("has money: six months of statements, a payout paid, one pending and one on hold", () => {
    expect(new Set(all.statements?.map(({ period_start }) => period_start)).size).toBe(6);
    const own = all.payouts?.filter(({ payee_id }) => payee_id === null) ?? [];
    expect(own.map(({ status }) => status).sort()).toEqual(["on_hold", "paid", "pending"]);
  });

  test("has eight payees, named after artists of its catalogue, four contracts and an advance that is recouped in part", () => {
    expect(filled.payees).toEqual({ count: 8, left: null });
    const artists = new Set(demoReleases.map(({ artist }) => artist));
    expect(all.payees?.filter(({ name, status }) => artists.has(name) && status === "active")).toHaveLength(8);
    expect(new Set(all.payees?.map(({ paid_by }) => paid_by))).toEqual(new Set(["operator", "organization"]));
    expect(all.payees?.filter(({ payment }) => payment !== null)).toHaveLength(2);
    expect(all.payees?.filter(({ tax }) => tax.withholding_territories?.includes("US"))).toHaveLength(1);
    expect(all.contracts?.map(({ status }) => status).sort()).toEqual(["active", "active", "active", "ended"]);
    expect(all.contracts?.map(({ applies_to }) => Object.keys(applies_to)[0]).sort()).toEqual([
      "all",
      "label",
      "release_ids",
      "track_ids",
    ]);
    const advances = all.contracts?.flatMap(({ recoupment }) => recoupment as Rows) ?? [];
    const [advance] = advances.filter(({ currency }) => currency === "EUR");
    expect(Number(advance.recouped)).toBeGreaterThan(0);
    expect(Number(advance.outstanding)).toBeGreaterThan(0);
  });

  test("every month is shared: each payee has statements, and a payout of one waits, since its account is new", () => {
    const shared = all["payee-statements"] ?? [];
    expect(new Set(shared.map(({ period_start }) => period_start)).size).toBe(6);
    expect(new Set(shared.map(({ payee_id }) => payee_id)).size).toBe(8);
    expect(shared.some(({ tax_amount }) => Number(tax_amount) > 0)).toBe(true);
    const paid = all.payouts?.filter(({ payee_id }) => payee_id !== null);
    expect(paid).toMatchObject([{ status: "on_hold", hold: { code: "identity_verification" } }]);
  });

  test("has two months from sales reports in three formats, closed in one currency by recorded rates", async () => {
    const { data } = (await must(world.operator, "GET /v1/operator/sales-reports")).body;
    const formats = data.map(({ format_id, period }: Rows[number]) => `${period} ${format_id}`).sort();
    const [first, second] = [...new Set<string>(data.map(({ period }: Rows[number]) => period))].sort();
    const of = (period = "") => ["format_fuga", "format_tunecore", null].map((format) => `${period} ${format}`);
    expect(formats).toEqual([...of(first), ...of(second)]);
    expect(data.flatMap(({ unmatched }: Rows[number]) => unmatched)).toEqual(Array(6).fill(0));
    expect((await member.call("GET /v1/organization")).body.payout_currency).toBe("EUR");
    const last = all.statements?.filter(({ period_start }) => period_start.startsWith(second)) ?? [];
    expect(last).toMatchObject([{ currency: "EUR", exchange_rates: [{ from: "USD", source: "period" }] }]);
    const { body } = await member.call(`GET /v1/statements/${last[0].id}/line-items?limit=100`);
    const stores = new Set(body.data.map(({ store_id }: Rows[number]) => store_id));
    expect([...stores]).toEqual(expect.arrayContaining(["store_tidewater", "store_parsival", "store_auralis"]));
  });

  test("has an endpoint that takes events and one that refuses them", async () => {
    expect(all.webhooks?.map(({ status }) => status)).toEqual(["verified", "verified"]);
    const delivered = await member.call("GET /v1/events?status=delivered&event_type=statement.available");
    expect(delivered.body.data.length).toBeGreaterThan(0);
    expect(all.webhooks?.some(({ failing_since }) => failing_since !== null)).toBe(true);
  });

  test("has people who sign in with the password that is shown: an owner, an editor of one label, finance, and staff", async () => {
    const { password, accepted, left } = filled.people;
    expect(left).toEqual([]);
    expect(accepted.map(({ email }) => email)).toEqual([
      "owner@another-label.example.com",
      "editor@another-label.example.com",
      "finance@another-label.example.com",
      "reviewer@operator.example.com",
      "finance@operator.example.com",
    ]);
    const sessions = accepted.map(async ({ email }) => {
      const { status, body } = await world.stranger.call("POST /dashboard/session", { body: { email, password } });
      return [status, body.session?.person.name, body.session?.role ?? body.session?.staff_role];
    });
    expect(await Promise.all(sessions)).toEqual([
      [200, "Demo owner", "owner"],
      [200, "Demo editor", "editor"],
      [200, "Demo finance", "finance"],
      [200, "Demo reviewer", "reviewer"],
      [200, "Demo finance", "finance"],
    ]);
    const { body } = await member.call("GET /v1/members?role=editor");
    const seen = all.releases?.filter(({ label }) => body.data[0].labels.includes(label)) ?? [];
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(share.length);
  });

  test("leaves the organization with automatic review, so that a newcomer's release goes through", async () => {
    expect((await member.call("GET /v1/organization")).body.review).toBe("automatic");
  });

  test("a second run changes nothing", async () => {
    const before = idsAndTimes(await everything(member));
    const people = { password: null, accepted: [], left: [] };
    expect(await fill(member)).toMatchObject({ changes: 0, left_out: 0, people });
    expect(idsAndTimes(await everything(member))).toEqual(before);
  });

  test("what the partner did since stays done", async () => {
    const rejected = all.deliveries?.find(({ status }) => status === "rejected");
    const { body } = await member.call(`POST /v1/deliveries/${rejected.id}/resubmit`);
    expect(body.status).toBe("in_progress");
    expect(await fill(member)).toMatchObject({ changes: 0 });
  });
});

/** Each run goes on where the one before was cut, and makes this many more changes before it is. */
const CUT_EVERY = atScale({ short: 11, full: 3 });

test("an interrupted run is completed by the next one, wherever it ended", { timeout: 300_000 }, async () => {
  const member = await world.organization();
  const releases = brief.filter(({ number }) => [4, 7, 11, 25, 30].includes(number));
  let runs = 0;
  for (let may_write = 1; ; may_write += CUT_EVERY) {
    const { is_cut, fetch } = cutAfter(may_write);
    const done = await fill(member, { releases, fetch }).catch((error: unknown) => error);
    runs++;
    if (!is_cut()) {
      expect(done).toMatchObject({ left_out: 0 });
      break;
    }
  }
  expect(runs).toBeGreaterThan(2);
  const all = await everything(member);
  const { releases: made, tracks, deliveries, statements, payouts, payees, contracts, webhooks } = all;
  expect(made?.map(({ catalog_number }) => catalog_number).sort()).toEqual([
    "DEMO-004",
    "DEMO-007",
    "DEMO-011",
    "DEMO-025",
    "DEMO-030",
  ]);
  expect([tracks, deliveries, statements, payouts, webhooks].map((rows) => rows?.length)).toEqual([5, 3, 12, 4, 2]);
  expect([payees, contracts].map((rows) => rows?.length)).toEqual([8, 4]);
  expect(contracts?.map(({ status }) => status).sort()).toEqual(["active", "active", "active", "ended"]);
  expect(deliveries?.map(({ status }) => status).sort()).toEqual(["delivered", "delivered", "delivered"]);
  expect(made?.map(({ status }) => status).sort()).toEqual([
    "delivered",
    "delivered",
    "delivered",
    "draft",
    "rejected",
  ]);
  expect((await member.call("GET /v1/organization")).body.review).toBe("automatic");
  expect(await fill(member, { releases })).toMatchObject({ changes: 0 });
});

/** A process that dies: the last request arrives, its answer is lost, and none follows. */
function cutAfter(writes: number): { is_cut: () => boolean; fetch: typeof fetch } {
  let left = writes;
  return {
    is_cut: () => left < 0,
    async fetch(input, init) {
      if (left < 0) throw new TypeError("cut");
      if (init?.method !== "GET") left--;
      const reply = await fetch(input, init);
      if (left < 0) throw new TypeError("cut");
      return reply;
    },
  };
}

/** A draft without a cover is made quickly. */
const unsent = { has_no_cover: true, story: { is: "draft" } } as const;

test("two runs at once make everything once", { timeout: 120_000 }, async () => {
  const member = await world.organization();
  const releases = demoReleases.filter(({ number }) => number === 2 || number === 30);
  const catalogue = releases.map((release) => ({ ...release, ...unsent }));
  await Promise.allSettled([fill(member, { releases: catalogue }), fill(member, { releases: catalogue })]);
  const { releases: made, tracks } = await everything(member);
  expect([made?.length, tracks?.length]).toEqual([2, 1]);
});

test("without the operator's key it leaves out what needs it, and says how many", { timeout: 120_000 }, async () => {
  const member = await world.organization();
  const [without, with_review] = demoReleases.filter(({ number }) => number === 4 || number === 23);
  const releases = [{ ...without, ...unsent }, with_review] as typeof demoReleases;
  const filled = await fill(member, { releases, has_operator: false });
  expect(filled).toMatchObject({ left_out: 1, data: [{ catalog_number: "DEMO-004", status: "draft" }] });
});

test("it needs no login: the key of the demo organization follows from the service's secret", async () => {
  const folder = mkdtempSync(join(tmpdir(), "segue-demo-"));
  try {
    writeFileSync(join(folder, "secret"), `${secret.toString("base64")}\n`);
    await announceRunning(folder, { pid: process.pid, production_url: world.url, sandbox_url: world.url });
    const variables = { SEGUE_DATA_DIR: folder, XDG_CONFIG_HOME: folder };
    const { url, credential } = await demoDestination(variables);
    expect(url).toBe(world.url);
    expect((await world.as(credential).call("GET /v1/organization")).body.name).toBe("Demo Records");
    expect(operatorOf(variables)).toBeUndefined();
    const own = { ...variables, SEGUE_API_KEY: world.label.key };
    expect((await demoDestination(own)).credential).toBe(world.label.key);
    await expect(demoDestination({ ...variables, SEGUE_API_KEY: "sk_live_x" })).rejects.toThrow("production key");
  } finally {
    await withdrawRunning(folder, process.pid);
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the catalogue has 30 releases, all different, and a cover for each that shows no other's picture", () => {
  expect(demoReleases).toHaveLength(30);
  expect(new Set(demoReleases.map(({ title }) => title)).size).toBe(30);
  expect(new Set(demoReleases.map((release) => coverSvg(release.title, 300))).size).toBe(30);
  expect(demoReleases.filter(needsOperator).length).toBeLessThan(10);
  expect(countLine({ total_bytes: 60, sent: 30, skipped: 0, elapsed_ms: 9_000 })).toBe(
    "[============            ] 50 %  0:09",
  );
});

test("an invitation that an interrupted run left is accepted by the next one; a key without the scopes makes neither people nor payees", async () => {
  const narrow = await world.organization({ name: "Narrow" });
  const others = scopes.filter((scope) => !/^(members|payees):/.test(scope));
  const releases = demoReleases.filter(({ number }) => number === 4).map((release) => ({ ...release, ...unsent }));
  const key = await world.keyFor(narrow.id, { scopes: others });
  const without = await fill({ ...world.as(key), id: narrow.id }, { releases, has_operator: false });
  expect(without.payees).toEqual({ count: 0, left: expect.stringContaining("payees:") });
  expect((await must(narrow, "GET /v1/payees")).body.data).toEqual([]);
  expect(without.people.accepted).toEqual([]);
  expect(without.people.left.map(({ reason }) => reason)).toEqual(Array(3).fill(expect.stringContaining("members:")));
  await must(narrow, "POST /v1/members", { email: "owner@narrow.example.com", role: "owner" });
  const { people } = await fill(narrow, { releases, has_operator: false });
  expect([people.accepted.length, people.left]).toEqual([3, []]);
});
