// Fills an organization of the sandbox with a catalogue that looks like a year's work.
//
// The procedure. The command looks at what is there, makes what is missing, and leaves everything else alone. A release is
// found by its catalogue number, a delivery by its release, an endpoint by its address, a statement by its month, a payout by
// its amount, a sales report by its store and month, a payee by its
// external id, a contract by its name, and a person by its email. So a second run changes nothing, and a run after an interruption goes on where the first one ended.
//
// Two runs at once must not make everything twice. So the Idempotency-Key of each request follows from what it is for and
// from the releases that were there at the beginning: both runs send the same keys, and the service acts once. A release
// that was deleted is made again, because by then the beginning is another.
//
// Releases go their ways side by side, because most of the time goes into covers and into waiting for stores. Reviews come
// after all of them: the operator sets the organization to manual review for a moment, and every change of a release would
// then ask for a review too.

import {
  type EventTypeName,
  type Organization,
  type Release,
  type ReviewMode,
  type Segue,
  SegueError,
} from "@segue/sdk";
import { greatest } from "../../../server/src/platform/long-list.ts";
import { counted } from "../counted.ts";
import { idempotencyKeyOf } from "../import/state.ts";
import { eachOf } from "../upload/transfer.ts";
import { type DemoRelease, demoStores, needsOperator } from "./catalogue.ts";
import { sendRelease, submitDraft } from "./delivery.ts";
import type { Demo, DemoParts } from "./demo-parts.ts";
import { catalogNumber, listCovers, makeDraft, makeRecordings } from "./draft.ts";
import { hasPayouts, MONEY_STEPS, makePayouts, makeStatements } from "./money.ts";
import { type DemoPayees, makePayeePayout, makePayees, PAYEE_STEPS } from "./payees.ts";
import { type DemoPeople, makePeople, PEOPLE_STEPS } from "./people.ts";
import { isReported, makeReports, REPORT_MONTHS, REPORT_STEPS } from "./reports.ts";

export type Filled = {
  organization: { id: string; name: string };
  /** How many requests changed something. */
  changes: number;
  /** Releases that need the operator's key. */
  left_out: number;
  payees: DemoPayees;
  people: DemoPeople;
  data: Pick<Release, "id" | "catalog_number" | "title" | "status">[];
};

const AT_ONCE = 8;
const PAGE = 100;

/** Each release counts as a draft and as a story. */
export function stepsOf(releases: readonly DemoRelease[]): number {
  return releases.length * 2 + MONEY_STEPS + PAYEE_STEPS + REPORT_STEPS + PEOPLE_STEPS;
}

export async function fillSandbox(parts: DemoParts): Promise<Filled> {
  const { client, progress } = parts;
  const organization = await client.organization.get();
  const { id: org_id, name } = organization;
  const operator = parts.operator && (await isOperatorHere(parts.operator, org_id)) ? parts.operator : undefined;
  const releases = parts.releases.filter((release) => operator || !needsOperator(release));
  const demo = await openDemo({ ...parts, releases }, organization);
  await makeEndpoints(demo, parts.url);
  if (operator) await makeStores(demo, operator);
  const review = operator && reviewOf(demo, operator, org_id);
  // An interrupted run may have left it so.
  if (organization.review === "manual" && !(await hasPayouts(demo))) await review?.("automatic");
  await eachOf(releases, AT_ONCE, async (row) => {
    await goThrough(demo, row);
    const name = catalogNumber(row);
    if (demo.changed.includes(name)) progress.say(`${name} ${row.title}: ${storyText(row)}`);
  });
  if (operator && review) await makeReviews(demo, { operator, review, releases });
  const payees = await makeMoney(demo, { operator, organization, releases });
  // They come last, so that no mail tells them of the steps before.
  const people = await makePeople(demo, { url: parts.url, organization, operator });
  return {
    organization: { id: org_id, name },
    changes: demo.changed.length,
    left_out: parts.releases.length - releases.length,
    payees,
    people,
    data: shownReleases(await findReleases(client)),
  };
}

type MoneyParts = { operator: Segue | undefined; organization: Organization; releases: readonly DemoRelease[] };

async function makeMoney(demo: Demo, { operator, ...parts }: MoneyParts): Promise<DemoPayees> {
  // They come before the statements, which are shared by the contracts of that moment.
  const payees = await makePayees(demo, await findReleases(demo.client));
  const reporting = operator && { operator, ...parts };
  const is_reported = reporting !== undefined && (await isReported(demo, reporting));
  await makeStatements(demo, parts.releases, is_reported ? REPORT_MONTHS : 0);
  if (is_reported) await makeReports(demo, reporting);
  else demo.progress.sent(REPORT_STEPS);
  await makePayouts(demo);
  await makePayeePayout(demo, payees);
  return payees;
}

async function openDemo(parts: DemoParts, { id: org_id, label }: Organization): Promise<Demo> {
  const { client, progress, cover_pixels, releases } = parts;
  const found = await findReleases(client);
  const first_at = [...found.values()].map(({ created_at }) => created_at).sort()[0];
  const beginning = [org_id, ...[...found.values()].map(({ id }) => id).sort()];
  const changed: string[] = [];
  const most_tracks = greatest(releases.map(({ tracks }) => tracks.length));
  const demo: Demo = {
    client,
    progress,
    cover_pixels,
    label,
    began_at: first_at === undefined ? new Date() : new Date(first_at),
    found,
    changed,
    write(name, ...what) {
      changed.push(name);
      return { idempotencyKey: idempotencyKeyOf("segue demo", beginning, name, ...what) };
    },
    recordings: once(() => makeRecordings(demo, most_tracks)),
    covers: once(() => listCovers(demo)),
  };
  return demo;
}

/** The key may be of another service than the organization's. */
async function isOperatorHere({ operator }: Segue, org_id: string): Promise<boolean> {
  try {
    await operator.organizations.get(org_id);
    return true;
  } catch (error) {
    if (error instanceof SegueError && (error.status === 401 || error.status === 404)) return false;
    throw error;
  }
}

async function findReleases(client: Segue): Promise<Map<string, Release>> {
  const found = new Map<string, Release>();
  for await (const release of client.releases.list({ limit: PAGE }))
    if (release.catalog_number?.startsWith("DEMO-")) found.set(release.catalog_number, release);
  return found;
}

const endpoints: readonly { path: string; description: string; event_type: EventTypeName[] }[] = [
  {
    path: "/sandbox/receiver",
    description: "Demo: takes every event",
    event_type: [
      "release.status.changed",
      "submission.reviewed",
      "delivery.store.updated",
      "delivery.completed",
      "delivery.taken_down",
      "statement.available",
      "payout.status.changed",
    ],
  },
  {
    path: "/sandbox/receiver/failing",
    description: "Demo: refuses every event",
    event_type: ["delivery.completed", "payout.status.changed"],
  },
];

/** The sandbox itself has these receivers. Where webhooks may not reach this machine, the demo has no endpoints. */
async function makeEndpoints({ client, write, progress }: Demo, base: string): Promise<void> {
  const known = new Set<string>();
  for await (const { url } of client.webhooks.list({ limit: PAGE })) known.add(url);
  for (const { path, ...endpoint } of endpoints) {
    const url = `${base}${path}`;
    if (known.has(url)) continue;
    try {
      await client.webhooks.create({ url, ...endpoint }, write("webhook", url));
    } catch (error) {
      if (!(error instanceof SegueError && error.code === "webhook_url_not_allowed")) throw error;
      progress.say(`No endpoint ${url}: ${error.message}`);
    }
  }
}

async function makeStores({ write }: Demo, { operator }: Segue): Promise<void> {
  const known = new Set<string>();
  for await (const { store_id } of operator.stores.list({ limit: PAGE })) known.add(store_id);
  for (const store of demoStores)
    if (!known.has(store.store_id)) await operator.stores.create(store, write("store", store.store_id));
}

async function goThrough(demo: Demo, row: DemoRelease): Promise<void> {
  const release = await makeDraft(demo, row);
  demo.progress.sent(1);
  const { story } = row;
  if (story.is === "submitted" || story.is === "delivered") await submitDraft(demo, row, release);
  if (story.is === "delivered") await sendRelease(demo, { row, release, story });
  demo.progress.sent(1);
}

function reviewOf({ write }: Demo, { operator }: Segue, org_id: string) {
  return async (review: ReviewMode): Promise<void> => {
    await operator.organizations.update(org_id, { review }, write("review", review, crypto.randomUUID()));
  };
}

type Reviewing = { operator: Segue; review: (review: ReviewMode) => Promise<void>; releases: readonly DemoRelease[] };

async function makeReviews(demo: Demo, { operator, review, releases }: Reviewing): Promise<void> {
  const rows = releases.filter(({ story }) => story.is === "waiting for review" || story.is === "refused");
  const present = await findReleases(demo.client);
  const drafts = rows.filter((row) => present.get(catalogNumber(row))?.status === "draft");
  if (drafts.length > 0) {
    await review("manual");
    for (const row of drafts) await submitDraft(demo, row, present.get(catalogNumber(row)) as Release);
    await review("automatic");
  }
  for (const row of rows) await refuse(demo, operator, row, present.get(catalogNumber(row)));
}

/** Only the first submission is refused. A later one is the partner's own. */
async function refuse(demo: Demo, { operator }: Segue, row: DemoRelease, release: Release | undefined): Promise<void> {
  if (row.story.is !== "refused" || !release) return;
  const { data } = await demo.client.submissions.list({ release_id: release.id, limit: 2 });
  const [first] = data;
  if (data.length !== 1 || first?.review_status !== "pending_review") return;
  await operator.submissions.reject(first.submission_id, row.story.rejection, demo.write(catalogNumber(row), "refuse"));
}

function storyText({ story }: DemoRelease): string {
  if (story.is !== "delivered") return story.is;
  const { answer, next } = story;
  return [`sent to ${counted(story.store_ids.length, "store")}`, answer?.status, next && `then ${next}`]
    .filter(Boolean)
    .join(", ");
}

function shownReleases(found: ReadonlyMap<string, Release>): Filled["data"] {
  const inOrder = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.map(([, { id, catalog_number, title, status }]) => ({ id, catalog_number, title, status }));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
