// Makes the caller's release what a message says: creates it, or changes what differs. Each change goes through the action that
// our API uses for it, with the same rules.

import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { createRelease, findLockedRelease } from "../releases/actions.ts";
import { assertCodesMayChange } from "../releases/codes.ts";
import { listContentTracks } from "../releases/queries.ts";
import type { ContentTrack, NewRelease, Release, ReleaseChanges } from "../releases/release.ts";
import { shownRelease } from "../releases/stored-release.ts";
import { parseIsrc } from "../standards/identifier.ts";
import { changeRelease } from "../submissions/actions.ts";
import { createTracks, deleteTrack, updateTrack } from "../tracks/actions.ts";
import { setTracksAside } from "../tracks/queries.ts";
import type { TrackChanges } from "../tracks/track.ts";
import { findWantedFiles } from "./find-files.ts";
import { type ReleaseCode, releaseField, trackField } from "./prepare-message.ts";
import type { MessageIssue, MessageOutcome } from "./received-message.ts";
import type { ReceivedRelease, ReceivedTrack } from "./received-release.ts";

type Given = { found: { id: string } | undefined; code: ReleaseCode | undefined; release: ReceivedRelease };
type Filed = ReceivedTrack & { audio_asset_id: string | undefined };

export async function applyRelease(ctx: Transaction, organization_id: string, given: Given): Promise<MessageOutcome> {
  const { release, found, code } = given;
  const { artwork_asset_id, audio, issues } = await findWantedFiles(ctx, organization_id, release);
  const tracks = release.tracks.map((track, index) => ({ ...track, audio_asset_id: audio[index] }));
  if (!found) {
    const { id, upc } = await create(ctx, organization_id, { code, release, tracks, artwork_asset_id });
    if (!code) issues.unshift(assigned(release, upc));
    return { result: "created", release_id: id, issues };
  }
  const { id } = found;
  const isChanged = await change(ctx, { organization_id, id }, { release, artwork_asset_id });
  const areChanged = await changeTracks(ctx, { organization_id, id }, tracks);
  return { result: isChanged || areChanged ? "updated" : "unchanged", release_id: id, issues };
}

type New = {
  code: ReleaseCode | undefined;
  release: ReceivedRelease;
  tracks: Filed[];
  artwork_asset_id: string | undefined;
};

async function create(ctx: Transaction, organization_id: string, made: New): Promise<Pick<Release, "id" | "upc">> {
  const { code, release, tracks, artwork_asset_id } = made;
  const fields = { ...release.fields, upc: code?.upc ?? null, ean: code?.ean ?? null };
  const { id, upc } = await atPaths(
    (field) => releaseField(release, field),
    () => createRelease(ctx, organization_id, fields),
  );
  if (tracks.length > 0) await addTracks(ctx, { organization_id, id }, tracks);
  if (artwork_asset_id) await changeAt(ctx, { organization_id, id }, { release, changes: { artwork_asset_id } });
  return { id, upc };
}

function assigned(release: ReceivedRelease, upc: string): MessageIssue {
  const issue = `is missing: the release has got the UPC ${upc}; name it in later messages about the release`;
  return { severity: "warning", path: releaseField(release, "upc"), issue };
}

type Home = { organization_id: string; id: string };

function changeAt(
  ctx: Transaction,
  own: Home,
  { release, changes }: { release: ReceivedRelease; changes: ReleaseChanges },
): Promise<unknown> {
  return atPaths(
    (field) => releaseField(release, field),
    () => changeRelease(ctx, own, changes, undefined),
  );
}

async function addTracks(ctx: Transaction, { organization_id, id }: Home, tracks: readonly Filed[]): Promise<void> {
  const given = tracks.map(({ fields, audio_asset_id }) => ({
    ...fields,
    release_id: id,
    ...(audio_asset_id && { audio_asset_id }),
  }));
  const pathOf = (field: string) => {
    const [, place = "", name = ""] = /^tracks\[(\d+)\]\.?(.*)$/s.exec(field) ?? [];
    const track = tracks[Number(place)];
    return track ? trackField(track, name) : field;
  };
  await atPaths(pathOf, () => createTracks(ctx, organization_id, given));
}

/** A message cannot say all that our API knows of an artist; what it does not say stays. */
async function change(
  ctx: Transaction,
  own: Home,
  { release, artwork_asset_id }: { release: ReceivedRelease; artwork_asset_id: string | undefined },
): Promise<boolean> {
  const stored = await findLockedRelease(ctx, own);
  if (!stored) throw new Error(`${own.id} is not there any more.`);
  const { fields } = release;
  const wanted = {
    ...fields,
    artists: withKnownIds(fields.artists, stored.artists),
    ...(artwork_asset_id && { artwork_asset_id }),
  };
  const changes = differences(wanted, shownRelease(stored)) as ReleaseChanges;
  if (Object.keys(changes).length === 0) return false;
  await changeAt(ctx, own, { release, changes });
  return true;
}

type Artists = NewRelease["artists"];

function withKnownIds(given: Artists, known: Artists): Artists {
  return given.map((artist) => {
    const same = known.find(({ name, role }) => name === artist.name && role === artist.role);
    return same ? { ...same, ...artist } : artist;
  });
}

function differences(wanted: object, present: object): object {
  const kept = present as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value ?? null, kept[name] ?? null)),
  );
}

async function changeTracks(ctx: Transaction, own: Home, given: readonly Filed[]): Promise<boolean> {
  const present = await listContentTracks(ctx.db, own);
  const pairs = pairUp(given, present);
  const kept = new Set(pairs.map(({ track }) => track?.id));
  const gone = present.filter(({ id }) => !kept.has(id));
  const { organization_id } = own;
  const added = pairs.flatMap(({ wanted, track }) => (track ? [] : [wanted]));
  await assertSameCodes(ctx, own, { gone, added });
  for (const { id } of gone) await deleteTrack(ctx, { organization_id, id });
  const changed = pairs.flatMap(({ wanted, track }) => (track ? changesOf(wanted, track) : []));
  const moved = changed.filter(
    ({ changes }) => changes.track_number !== undefined || changes.disc_number !== undefined,
  );
  if (moved.length > 0)
    await setTracksAside(
      ctx.db,
      organization_id,
      moved.map(({ id }) => id),
    );
  for (const { wanted, id, changes } of changed)
    await atPaths(
      (field) => trackField(wanted, field),
      () => updateTrack(ctx, { organization_id, id }, changes),
    );
  if (added.length > 0) await addTracks(ctx, own, added);
  return gone.length + changed.length + added.length > 0;
}

/** A message knows a track by its ISRC: one with another ISRC, at the place of one that goes, is that track with another code. */
async function assertSameCodes(
  ctx: Transaction,
  { organization_id, id: release_id }: Home,
  { gone, added }: { gone: readonly ContentTrack[]; added: readonly Filed[] },
): Promise<void> {
  const coded = new Set(gone.filter(({ isrc }) => isrc !== null).map(placeIn));
  const wanted = added.find(({ fields }) => fields.isrc && coded.has(placeIn(fields)));
  if (!wanted) return;
  await atPaths(
    (field) => trackField(wanted, field),
    () => assertCodesMayChange(ctx, organization_id, { change: { release_id }, fields: ["isrc"] }),
  );
}

const placeIn = ({ disc_number, track_number }: { disc_number: number; track_number: number }) =>
  `${disc_number}-${track_number}`;

type Pair = { wanted: Filed; track: ContentTrack | undefined };

/** By ISRC, then by place where the present track has none. A recording that is there twice keeps its places. */
function pairUp(given: readonly Filed[], present: readonly ContentTrack[]): Pair[] {
  const free = new Set(present);
  const take = (fits: (track: ContentTrack) => boolean): ContentTrack | undefined => {
    for (const track of free) {
      if (!fits(track)) continue;
      free.delete(track);
      return track;
    }
    return undefined;
  };
  const isrcs = given.map(({ fields }) => (fields.isrc ? parseIsrc(fields.isrc) : undefined));
  const inPlace = (wanted: Filed) => (track: ContentTrack) =>
    track.disc_number === wanted.fields.disc_number && track.track_number === wanted.fields.track_number;
  const first = given.map((wanted, index) =>
    take((track) => inPlace(wanted)(track) && (track.isrc ?? undefined) === isrcs[index]),
  );
  const second = given.map(
    (_, index) => first[index] ?? (isrcs[index] && take(({ isrc }) => isrc === isrcs[index])) ?? undefined,
  );
  return given.map((wanted, index) => {
    const track = second[index] || take((track) => inPlace(wanted)(track) && (!track.isrc || !isrcs[index]));
    return { wanted, track };
  });
}

function changesOf(wanted: Filed, track: ContentTrack): { wanted: Filed; id: string; changes: TrackChanges }[] {
  const { fields, audio_asset_id } = wanted;
  const isrc = fields.isrc ? parseIsrc(fields.isrc) : undefined;
  const artists = fields.artists ? withKnownIds(fields.artists, track.artists ?? []) : null;
  // The same share of the whole says nothing against the parts that are known.
  const ai_parts = fields.ai_parts ?? (fields.ai === track.ai ? track.ai_parts : null);
  const all = { ...fields, ai_parts, artists, isrc: isrc ?? track.isrc, ...(audio_asset_id && { audio_asset_id }) };
  const changes = differences(all, track) as TrackChanges;
  return Object.keys(changes).length > 0 ? [{ wanted, id: track.id, changes }] : [];
}

/** Reports an action's refusal at its place in the message. */
async function atPaths<T>(pathOf: (field: string) => string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const details = error.details.map(({ field, issue }) => ({ field: pathOf(field), issue }));
    const [first] = details;
    const message = first ? `${first.field}: ${first.issue}.` : error.message;
    throw new ApiError(error.code, message, details, error.headers);
  }
}
