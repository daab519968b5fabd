import type { Context } from "../../platform/context.ts";
import { ApiError, type Issue, notFound } from "../../platform/errors.ts";
import { fairSemaphore } from "../../platform/fair-semaphore.ts";
import { OutOfDate } from "../../platform/http/idempotency.ts";
import type { Owned } from "../../platform/owned.ts";
import { yielding } from "../../platform/yielding.ts";
import { utcDate } from "../../standards/calendar-date.ts";
import { WORLD } from "../../standards/territory.ts";
import { findRelease } from "../queries.ts";
import type { Release, ReleaseChanges } from "../release.ts";
import { type StoredRelease, shownRelease } from "../stored-release.ts";
import type { PreflightIssue } from "./issue.ts";
import {
  type Judged,
  judgeInSteps,
  type Purpose,
  readyAtInSteps,
  type StoreReadiness,
  submitBlockers,
  verdictOf,
} from "./judge.ts";
import {
  findContentVersion,
  findStoreTerms,
  findSurroundings,
  findVersionedRelease,
  listActiveStores,
  listTrackFacts,
  NO_CONTENT,
} from "./queries.ts";
import { essentialRules, preflightRules } from "./rules.ts";
import type { MessageFault, PreflightSubject, StoreTerms } from "./subject.ts";

/**
 * Finds the faults of the messages that stores would get of a release, by store. A later rank writes messages, so this
 * function is handed in.
 */
export type MessageJudge = (
  ctx: Context,
  of: { organization_id: string; release: Release },
  stores: readonly StoreTerms[],
) => Promise<ReadonlyMap<string, readonly MessageFault[]>>;

type Preflight = { ready: boolean; issues: PreflightIssue[]; stores?: StoreReadiness[] };

export async function preflightRelease(
  ctx: Context,
  organization_id: string,
  { release_id, store_id, messages }: { release_id: string; store_id: string | undefined; messages: MessageJudge },
): Promise<Preflight> {
  const [release, stores] = await Promise.all([
    findRelease(ctx.db, { organization_id, id: release_id }),
    store_id === undefined ? listActiveStores(ctx.db) : findStoreTerms(ctx.db, store_id),
  ]);
  if (!release) throw notFound("release");
  if (store_id !== undefined && stores.length === 0) {
    const detail = { field: "store_id", issue: `names no store: ${store_id}` };
    throw new ApiError("invalid_request", "The query parameter `store_id` names no store.", [detail]);
  }
  const judgement = await judgeRelease(ctx, organization_id, release, { purpose: "preflight", stores, messages });
  const { judged, stores: terms } = judgement;
  if (store_id !== undefined) return verdictOf(judged, terms.get(store_id));
  return { ...verdictOf(judged), stores: await yielding(readyAtInSteps(judged, [...terms.values()]), ctx.signal) };
}

/**
 * A release as it was judged: what the rules found, what its purpose is refused for, which state of it that was, and for whom.
 * `release`: as it was read, without changes that it was judged with.
 */
export type Judgement = {
  version: string;
  release: Release;
  judged: Judged;
  refused: Issue[];
  stores: ReadonlyMap<string, StoreTerms>;
};

type Asked = {
  /** Left out: to submit it. */
  purpose?: Purpose;
  stores?: readonly StoreTerms[];
  /** Needed where a store gets messages that can be wrong. */
  messages?: MessageJudge;
  /** Only by what is asked of every store: none of these requires more. The artwork is then the release's own. */
  only_essentials?: boolean;
};

/**
 * For a write that depends on it, before its transaction. Undefined where there is no such release. With changes: as it
 * would be with them.
 */
export async function judgeAhead(
  ctx: Context,
  { organization_id, id: release_id }: Owned,
  { changes = {}, ...asked }: Asked & { changes?: Omit<ReleaseChanges, "status"> } = {},
): Promise<Judgement | undefined> {
  // Read the version first: if the release changes while the rest is read, its version will differ.
  const found = await findVersionedRelease(ctx.db, { organization_id, id: release_id });
  if (!found) return undefined;
  const { content_version: version, artwork, ...stored } = found;
  const judged = await judgeRelease(ctx, organization_id, { ...stored, ...changes }, { ...asked, artwork });
  return { version, release: shownRelease(stored), ...judged };
}

/** In the transaction, with the release locked: if the release has changed since it was judged, it is judged again. */
export async function holdJudgement(ctx: Context, own: Owned, judgement: Judgement | undefined): Promise<Judgement> {
  return heldAt(await findContentVersion(ctx.db, own), judgement);
}

/** The same where another statement under the lock has read the version. The content is then the judged one, and is not read again. */
export function heldAt(version: string, judgement: Judgement | undefined): Judgement {
  if (version === NO_CONTENT) throw notFound("release");
  if (judgement?.version !== version) throw new OutOfDate();
  return judgement;
}

/** In the transaction, with the release locked: what was looked at before is still what is there. */
export async function assertUnchanged(ctx: Context, own: Owned, version: string): Promise<void> {
  if ((await findContentVersion(ctx.db, own)) === version) return;
  throw new ApiError(
    "invalid_state",
    "The release has changed since you read it: read the submission again, then decide.",
  );
}

// Judging a release of hundreds of tracks may hold tens of megabytes, so only a few run at a time, organizations in turn.
const MANY_TRACKS = 100;
const WAIT_MS = 20_000;
const largeReleases = fairSemaphore(2, WAIT_MS);

type AskedOfRelease = Asked & Partial<Pick<PreflightSubject, "artwork">>;

async function judgeRelease(
  ctx: Context,
  organization_id: string,
  stored: StoredRelease,
  { purpose = "submission", stores = [], messages, only_essentials = false, artwork = null }: AskedOfRelease,
): Promise<Omit<Judgement, "version" | "release">> {
  const release = shownRelease(stored);
  const work = async () => {
    const subject = only_essentials
      ? await withTracks(ctx, organization_id, { release, artwork })
      : await loadSubject(ctx, organization_id, release);
    const today = utcDate(ctx.clock.now());
    const refused = submitBlockers(subject, today, purpose);
    const faults = await messages?.(ctx, { organization_id, release }, stores);
    const terms = stores.map((store) => withFaults(store, faults?.get(store.store_id) ?? [], refused));
    const rules = only_essentials ? essentialRules : preflightRules;
    const judged = await yielding(judgeInSteps(subject, today, terms, rules), ctx.signal);
    return { judged, refused, stores: new Map(terms.map((store) => [store.store_id, store])) };
  };
  return stored.tracks.count > MANY_TRACKS ? largeReleases(organization_id, ctx.signal)(work) : work();
}

/** Skips faults of fields that are refused already: a track without audio is a recording without a length, too. */
function withFaults(store: StoreTerms, faults: readonly MessageFault[], refused: readonly Issue[]): StoreTerms {
  if (faults.length === 0) return store;
  const refused_fields = new Set(refused.map(({ field }) => field));
  return { ...store, faults: faults.filter(({ field }) => !refused_fields.has(field)) };
}

/** Loads the tracks for the essential rules. None of them looks at other releases or at the licence. */
async function withTracks(
  ctx: Context,
  organization_id: string,
  { release, artwork }: Pick<PreflightSubject, "artwork"> & { release: Release },
): Promise<PreflightSubject> {
  const tracks = await listTrackFacts(ctx.db, { organization_id, id: release.id });
  return { release, tracks, artwork, history: noHistory, licensed_territories: [WORLD], is_live: ctx.is_live };
}

const noHistory = { is_upc_used: false, titles_with_artwork: [], recordings: [], artists: [] };

/** Loads the subject of the rules, in two statements whatever the number of tracks. */
export async function loadSubject(ctx: Context, organization_id: string, release: Release): Promise<PreflightSubject> {
  const [tracks, surroundings] = await Promise.all([
    listTrackFacts(ctx.db, { organization_id, id: release.id }),
    findSurroundings(ctx.db, organization_id, release),
  ]);
  return { release, tracks, ...surroundings, is_live: ctx.is_live };
}
