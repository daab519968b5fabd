import type { Context } from "../../platform/context.ts";
import { ApiError, type Issue, notFound } from "../../platform/errors.ts";
import { OutOfDate } from "../../platform/http/idempotency.ts";
import { inTurns } from "../../platform/in-turns.ts";
import type { Owned } from "../../platform/owned.ts";
import { turns } from "../../platform/turns.ts";
import { utcDate } from "../../standards/calendar-date.ts";
import { findRelease } from "../queries.ts";
import type { Release, ReleaseChanges } from "../release.ts";
import { type StoredRelease, shownRelease } from "../stored-release.ts";
import type { PreflightIssue } from "./issue.ts";
import { type Judged, judgeInSteps, readyAtInSteps, type StoreReadiness, submitBlockers, verdictOf } from "./judge.ts";
import {
  findArtwork,
  findContentVersion,
  findStoreTerms,
  findSurroundings,
  findVersionedRelease,
  listActiveStores,
  listTrackFacts,
} from "./queries.ts";
import type { PreflightSubject, StoreTerms } from "./subject.ts";

type Preflight = { ready: boolean; issues: PreflightIssue[]; stores?: StoreReadiness[] };

export async function preflightRelease(
  ctx: Context,
  organization_id: string,
  { release_id, store_id }: { release_id: string; store_id: string | undefined },
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
  const { judged } = await judgeRelease(ctx, organization_id, release, stores);
  if (store_id !== undefined) return verdictOf(judged, stores[0]);
  return { ...verdictOf(judged), stores: await inTurns(readyAtInSteps(judged, stores)) };
}

/** A release as it was judged: what the rules found, what submitting would refuse, and which state of it that was. */
export type Judgement = { version: string; judged: Judged; refused: Issue[] };

type Asked = {
  stores?: readonly StoreTerms[];
  changes?: Omit<ReleaseChanges, "status">;
  /** Skip the rules: check only what submitting would refuse. */
  only_refusals?: boolean;
};

/**
 * For a write that depends on it, before its transaction. Undefined where there is no such release. With changes: as it
 * would be with them.
 */
export async function judgeAhead(
  ctx: Context,
  { organization_id, id: release_id }: Owned,
  { stores = [], changes = {}, only_refusals = false }: Asked = {},
): Promise<Judgement | undefined> {
  // Read the version first: if the release changes while the rest is read, its version will differ.
  const found = await findVersionedRelease(ctx.db, { organization_id, id: release_id });
  if (!found) return undefined;
  const { content_version: version, ...stored } = found;
  return { version, ...(await judgeRelease(ctx, organization_id, { ...stored, ...changes }, stores, only_refusals)) };
}

/** In the transaction, with the release locked: if the release has changed since it was judged, it is judged again. */
export async function holdJudgement(ctx: Context, own: Owned, judgement: Judgement | undefined): Promise<Judgement> {
  const version = await findContentVersion(ctx.db, own);
  if (!judgement || judgement.version !== version) throw new OutOfDate();
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
const largeReleases = turns(2, WAIT_MS);

async function judgeRelease(
  ctx: Context,
  organization_id: string,
  stored: StoredRelease,
  stores: readonly StoreTerms[],
  only_refusals = false,
): Promise<Omit<Judgement, "version">> {
  const work = async () => {
    const subject = await (only_refusals ? loadFiles : loadSubject)(ctx, organization_id, shownRelease(stored));
    const today = utcDate(ctx.clock.now());
    const judged: Judged = only_refusals ? new Map() : await inTurns(judgeInSteps(subject, today, stores));
    return { judged, refused: submitBlockers(subject, today) };
  };
  return stored.tracks.count > MANY_TRACKS ? largeReleases(organization_id)(work) : work();
}

/** What decides whether a release can be submitted: its tracks and files. No rule of these looks at other releases. */
async function loadFiles(ctx: Context, organization_id: string, release: Release): Promise<PreflightSubject> {
  const [tracks, artwork] = await Promise.all([
    listTrackFacts(ctx.db, { organization_id, id: release.id }),
    findArtwork(ctx.db, { organization_id, id: release.artwork_asset_id }),
  ]);
  return { release, tracks, artwork, history: noHistory };
}

const noHistory = { is_upc_used: false, titles_with_artwork: [], recordings: [], artists: [] };

/** What the rules look at, in two statements whatever the number of tracks. */
export async function loadSubject(ctx: Context, organization_id: string, release: Release): Promise<PreflightSubject> {
  const [tracks, surroundings] = await Promise.all([
    listTrackFacts(ctx.db, { organization_id, id: release.id }),
    findSurroundings(ctx.db, organization_id, release),
  ]);
  return { release, tracks, ...surroundings };
}
