import { getOrganization } from "../organizations/actions.ts";
import { type Context, type Transaction, timestamp, writeWithCommit } from "../platform/context.ts";
import { isUniqueViolation } from "../platform/database/failure.ts";
import { jsonBatches } from "../platform/database/json-batches.ts";
import { ApiError, type Issue, notFound, problem, throwIfAny } from "../platform/errors.ts";
import { sizeIssues } from "../platform/metadata-size.ts";
import type { Owned } from "../platform/owned.ts";
import { yielding } from "../platform/yielding.ts";
import { beginChange } from "../releases/approved-content.ts";
import { assertCodesMayChange, changedCodes } from "../releases/codes.ts";
import { assertNamesMayChange } from "../releases/overlap.ts";
import { parseIsrc } from "../standards/identifier.ts";
import { reviewChange } from "../submissions/actions.ts";
import { findForeignIsrcs, keepIsrcs, takeIsrcs } from "./isrc-pool.ts";
import {
  deleteTrackRow,
  findTrack,
  findTrackRow,
  type Home,
  holdAudio,
  insertTracks,
  keepDeliveredLength,
  listDiscs,
  listTaken,
  listTrackIds,
  lockHomeOf,
  lockHomes,
  type OwnedHome,
  showTracks,
  updateTrackRow,
} from "./queries.ts";
import {
  MAX_TRACK_NUMBER,
  MAX_TRACKS,
  type NewTrack,
  numberTracks,
  openStatuses,
  outsideIssues,
  placeOf,
  type Track,
  type TrackChanges,
  type TrackRow,
  trackMetadata,
} from "./track.ts";
import { changedRow, newRow, rowIssues } from "./track-row.ts";

export async function createTrack(ctx: Transaction, organization_id: string, given: NewTrack): Promise<Track> {
  const [track] = await addTracks(ctx, organization_id, [given], () => "");
  return track as Track;
}

/** All of them or none; each problem is named by its place in `tracks`. */
export async function createTracks(
  ctx: Transaction,
  organization_id: string,
  given: readonly NewTrack[],
): Promise<{ data: Track[] }> {
  return { data: await addTracks(ctx, organization_id, given, (index) => `tracks[${index}]`) };
}

async function addTracks(
  ctx: Transaction,
  organization_id: string,
  given: readonly NewTrack[],
  at: (index: number) => string,
): Promise<Track[]> {
  const surroundings = await findSurroundings(ctx, organization_id, given);
  const numbers = numberTracks(given, surroundings.last);
  const now = timestamp(ctx);
  const rows = given.map((track, index) => newRow(track, numbers[index] ?? 1, now));
  throwIfAny(await yielding(judgeNewTracks(given, rows, surroundings, at), ctx.signal));
  const homes = [...surroundings.homes.values()];
  const isrcs = await findIsrcs(ctx, homes[0]?.isrc_prefix ?? null, given);
  for (const [index, row] of rows.entries()) row.isrc = isrcs[index] ?? null;
  const changes = await Promise.all(homes.map((home) => beginChange(ctx, organization_id, home)));
  // Wait for all statements except one, which is sent together with the commit.
  const [last = "[]", ...others] = await yielding(jsonBatches(rows), ctx.signal);
  for (const batch of others) await insertTracks(ctx.db, { organization_id, rows: batch });
  writeWithCommit(ctx, { table: "tracks", write: insertTracks(ctx.db, { organization_id, rows: last }) });
  for (const change of changes) await reviewChange(ctx, organization_id, change);
  return rows.map((row) => ({
    ...row,
    territory: row.territory ?? surroundings.homes.get(row.release_id)?.territories ?? [],
    duration_ms: surroundings.audio.get(row.audio_asset_id ?? "") ?? null,
  }));
}

type Surroundings = {
  /** Releases by id, locked. */
  homes: Map<string, OwnedHome>;
  /** Durations by asset. */
  audio: Map<string, number | null>;
  /** The last number of each disc, by its place. */
  last: Map<string, number>;
  /** How many tracks a release would have. */
  counts: Map<string, number>;
  taken: Set<string>;
  /** ISRCs that only another organization may assign. */
  foreign: ReadonlySet<string>;
};

/** Reads all that the checks need, in one round trip. The releases are locked first, so what is read afterwards stays valid. */
async function findSurroundings(
  ctx: Transaction,
  organization_id: string,
  given: readonly NewTrack[],
): Promise<Surroundings> {
  const release_ids = [...new Set(given.map(({ release_id }) => release_id))];
  const places = given.flatMap(({ release_id, disc_number, track_number }) =>
    track_number ? [{ release_id, disc_number: disc_number ?? 1, track_number }] : [],
  );
  const [homes, audio, discs, taken, foreign] = await Promise.all([
    lockHomes(ctx.db, organization_id, release_ids),
    holdAudio(ctx.db, organization_id, [...new Set(given.flatMap(({ audio_asset_id }) => audio_asset_id ?? []))]),
    listDiscs(ctx.db, organization_id, release_ids),
    listTaken(ctx.db, organization_id, places),
    findForeignIsrcs(ctx, organization_id, namedIsrcs(given)),
  ]);
  const counts = new Map<string, number>();
  for (const { release_id, count } of [...discs, ...given.map(({ release_id }) => ({ release_id, count: 1 }))])
    counts.set(release_id, (counts.get(release_id) ?? 0) + count);
  return {
    homes: new Map(homes.map((home) => [home.id, home])),
    audio: new Map(audio.map(({ id, duration_ms }) => [id, duration_ms])),
    last: new Map(discs.map(({ release_id, disc_number, last }) => [placeOf(release_id, disc_number, 0), last])),
    counts,
    taken: new Set(
      taken.map(({ release_id, disc_number, track_number }) => placeOf(release_id, disc_number, track_number)),
    ),
    foreign,
  };
}

/** One after the other, in turns: each is measured as JSON, and together they may have megabytes. */
function* judgeNewTracks(
  given: readonly NewTrack[],
  rows: readonly TrackRow[],
  surroundings: Surroundings,
  at: (index: number) => string,
): Generator<undefined, Issue[], undefined> {
  const found: Issue[] = [];
  for (const [index, row] of rows.entries()) {
    for (const issue of newTrackIssues(given[index] as NewTrack, row, surroundings))
      found.push({ ...issue, field: [at(index), issue.field].filter(Boolean).join(".") });
    yield;
  }
  return found;
}

function newTrackIssues(track: NewTrack, row: TrackRow, around: Surroundings): Issue[] {
  const home = around.homes.get(track.release_id);
  if (!home) return [problem("release_id", "names no release of yours")];
  const issues = outsideIssues(track.territory, home.territories, home.licensed_territories);
  if (track.audio_asset_id && !around.audio.has(track.audio_asset_id)) issues.push(noAudio);
  if (track.track_number && around.taken.has(placeOf(home.id, row.disc_number, row.track_number)))
    issues.push(takenNumber);
  if (row.track_number > MAX_TRACK_NUMBER)
    issues.push(problem("track_number", "must be given: the last track of the disc has the highest number already"));
  if (!openStatuses.includes(home.status)) issues.push(refused(`names a release that is ${home.status}: ${closed}`));
  if ((around.counts.get(home.id) ?? 0) > MAX_TRACKS)
    issues.push(refused(`names a release that would have more than ${MAX_TRACKS} tracks`));
  if (track.isrc && around.foreign.has(parseIsrc(track.isrc) ?? "")) issues.push(foreignIsrc);
  return [...issues, ...rowIssues(row, row.created_at), ...sizeIssues("", trackMetadata(row))];
}

const refused = (issue: string): Issue => problem("release_id", issue, "invalid_state");
export const noAudio = problem("audio_asset_id", "names no audio asset of yours");
const foreignIsrc = problem(
  "isrc",
  "is a free number of another organization's prefix; leave it out, or name your own",
);
const takenNumber = problem("track_number", "is taken by another track of the disc");

const closed = "tracks are added, removed or given other audio only while it is draft or rejected";

function namedIsrcs(given: readonly NewTrack[]): string[] {
  return given.flatMap(({ isrc }) => (isrc ? (parseIsrc(isrc) ?? []) : []));
}

/** The ISRC of each track, as it is shown: its own, else one of the organization's prefix, else none. */
async function findIsrcs(
  ctx: Transaction,
  isrc_prefix: string | null,
  given: readonly NewTrack[],
): Promise<(string | undefined)[]> {
  const own = given.map(({ isrc }) => (isrc ? parseIsrc(isrc) : undefined));
  const named = namedIsrcs(given);
  const missing = own.length - named.length;
  // Named ISRCs first, so that no track is assigned an ISRC that another track of the request names.
  await keepIsrcs(ctx, named);
  const assigned = isrc_prefix && missing > 0 ? await takeIsrcs(ctx, isrc_prefix, missing) : [];
  const next = assigned.values();
  return own.map((isrc) => isrc ?? next.next().value);
}

export async function getTrack(ctx: Context, own: Owned): Promise<Track> {
  const track = await findTrack(ctx.db, own);
  if (!track) throw notFound("track");
  return track;
}

/** In the order of the release, up to the size of one answer. */
export async function showTracksOf(ctx: Context, own: Owned): Promise<{ rows: Track[]; has_more: boolean }> {
  return showTracks(ctx.db, own.organization_id, await listTrackIds(ctx.db, own));
}

export async function updateTrack(
  ctx: Transaction,
  { organization_id, id }: Owned,
  changes: TrackChanges,
): Promise<Track> {
  const [home, before, audio, organization] = await Promise.all([
    lockHomeOf(ctx.db, { organization_id, id }),
    findTrackRow(ctx.db, { organization_id, id }),
    holdAudio(ctx.db, organization_id, changes.audio_asset_id ? [changes.audio_asset_id] : []),
    getOrganization(ctx, organization_id),
  ]);
  if (!home || !before) throw notFound("track");
  if (Object.keys(changes).length === 0) return getTrack(ctx, { organization_id, id });
  const issues = outsideIssues(changes.territory, home.territories, organization.licensed_territories);
  if (changes.audio_asset_id && audio.length === 0) issues.push(noAudio);
  throwIfAny(issues);
  const row = changedRow(before, changes, timestamp(ctx));
  throwIfAny([...rowIssues(row, row.updated_at), ...sizeIssues("", trackMetadata(row), before)]);
  if (row.audio_asset_id !== before.audio_asset_id) {
    assertOpen(home);
    await keepDeliveredLength(ctx.db, { organization_id, id });
  }
  const change = await beginChange(ctx, organization_id, home);
  await assertCodesMayChange(ctx, organization_id, { change, fields: changedCodes(["isrc"], before, row) });
  await assertNamesMayChange(ctx, organization_id, { change, before, after: row });
  if (row.isrc !== null && row.isrc !== before.isrc) await nameIsrc(ctx, { organization_id, isrc: row.isrc });
  await refusingTakenNumber(updateTrackRow(ctx.db, organization_id, row));
  await reviewChange(ctx, organization_id, change);
  return getTrack(ctx, { organization_id, id });
}

async function nameIsrc(
  ctx: Transaction,
  { organization_id, isrc }: { organization_id: string; isrc: string },
): Promise<void> {
  const foreign = await findForeignIsrcs(ctx, organization_id, [isrc]);
  if (foreign.has(isrc)) throwIfAny([foreignIsrc]);
  await keepIsrcs(ctx, [isrc]);
}

function assertOpen({ status }: Home): void {
  if (!openStatuses.includes(status)) throw new ApiError("invalid_state", `The release is ${status}: ${closed}.`);
}

async function refusingTakenNumber(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (isUniqueViolation(error, "tracks_number")) throwIfAny([takenNumber]);
    throw error;
  }
}

export async function deleteTrack(ctx: Transaction, { organization_id, id }: Owned): Promise<void> {
  const home = await lockHomeOf(ctx.db, { organization_id, id });
  if (!home) throw notFound("track");
  assertOpen(home);
  const change = await beginChange(ctx, organization_id, home);
  if (!(await deleteTrackRow(ctx.db, { organization_id, id }))) throw notFound("track");
  await reviewChange(ctx, organization_id, change);
}
