// A draft of the demo: the release, its tracks and its cover. A draft that an earlier run began is found and completed.

import type { Asset, NewTrack, Release } from "@segue/sdk";
import type { DemoRelease } from "./catalogue.ts";
import { drawCover } from "./cover.ts";
import type { Demo } from "./demo-parts.ts";

const LANGUAGE = "en";
/** Some releases have it, so that a member who is limited to a label sees a part. */
export const SECOND_LABEL = "Demo Editions";
/** A release can be submitted only before its date, so one of the past gets a date in the past afterwards. */
const DAYS_AHEAD = 30;
const PAGE = 100;
const DAY_MS = 86_400_000;

/** The label's own number, by which a later run finds the release. */
export function catalogNumber({ number }: Pick<DemoRelease, "number">): string {
  return `DEMO-${String(number).padStart(3, "0")}`;
}

export function isrcOf({ number }: Pick<DemoRelease, "number">, track_number: number): string {
  return `QZ-DEM-26-${String(number * 100 + track_number).padStart(5, "0")}`;
}

export function dateOf({ began_at }: Pick<Demo, "began_at">, days: number): string {
  return new Date(began_at.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

export async function makeDraft(demo: Demo, row: DemoRelease): Promise<Release> {
  const release = demo.found.get(catalogNumber(row)) ?? (await createRelease(demo, row));
  if (release.status !== "draft") return release;
  const [cover] = await Promise.all([makeCover(demo, row, release), makeTracks(demo, row, release)]);
  if (!cover) return release;
  return demo.client.releases.update(
    release.id,
    { artwork_asset_id: cover },
    demo.write(catalogNumber(row), "artwork", cover),
  );
}

function createRelease(demo: Demo, row: DemoRelease): Promise<Release> {
  const { title, artist, genre, days, type, at_first } = row;
  const label = row.number % 5 === 0 ? SECOND_LABEL : demo.label;
  const line = `${demo.began_at.getUTCFullYear()} ${label}`;
  const body = {
    title,
    artists: [{ name: artist, role: "main" as const }],
    release_date: dateOf(demo, days < 0 ? DAYS_AHEAD : days),
    genre,
    label,
    language: LANGUAGE,
    p_line: line,
    c_line: line,
    catalog_number: catalogNumber(row),
    ...(type && { type }),
    ...at_first,
  };
  return demo.client.releases.create(body, demo.write(catalogNumber(row), "release"));
}

/** All that the release says differently at first. */
export function corrections({ title, genre, at_first = {} }: DemoRelease): object {
  const right = { title, genre, language: LANGUAGE };
  return Object.fromEntries(Object.entries(right).filter(([name]) => name in at_first));
}

/** All in one request, so a release has all of its tracks or none. */
async function makeTracks(demo: Demo, row: DemoRelease, { id }: Release): Promise<void> {
  if (row.tracks.length === 0) return;
  const { data } = await demo.client.tracks.list({ release_id: id, limit: 1 });
  if (data.length > 0) return;
  const recordings = await demo.recordings();
  const tracks = row.tracks.map(({ title, artist }, index): NewTrack => {
    const audio_asset_id = recordings[(row.number + index) % recordings.length];
    const artists = artist ? { artists: [{ name: artist, role: "main" as const }] } : {};
    return { release_id: id, title, isrc: isrcOf(row, index + 1), track_number: index + 1, audio_asset_id, ...artists };
  });
  await demo.client.tracks.createMany({ tracks }, demo.write(catalogNumber(row), "tracks", tracks));
}

/** The asset that the release still lacks. */
async function makeCover(demo: Demo, row: DemoRelease, release: Release): Promise<string | undefined> {
  if (row.has_no_cover || release.artwork_asset_id !== null) return undefined;
  const filename = `${catalogNumber(row).toLowerCase()}.jpg`;
  const { client } = demo;
  const known = (await demo.covers()).get(filename);
  const asset = known ?? (await sendCover(demo, row, filename));
  return (await client.assets.untilReady(asset.id)).id;
}

async function sendCover({ client, write, cover_pixels }: Demo, row: DemoRelease, filename: string): Promise<Asset> {
  const bytes = await drawCover(row.title, cover_pixels);
  const about = { type: "artwork" as const, filename, content_type: "image/jpeg" };
  return client.assets.upload(new Blob([bytes]), about, write(catalogNumber(row), "cover"));
}

/** Covers whose bytes arrived in an earlier run, by the names of their files. */
export async function listCovers({ client, found }: Pick<Demo, "client" | "found">): Promise<Map<string, Asset>> {
  const covers = new Map<string, Asset>();
  if (found.size === 0) return covers;
  for await (const asset of client.assets.list({ type: "artwork", limit: PAGE }))
    if (asset.status === "processing" || asset.status === "ready") covers.set(asset.filename, asset);
  return covers;
}

/**
 * A few recordings for all tracks: each takes 9 MB. No release has two tracks with the same one. Those that an earlier run
 * made are found on its tracks.
 */
export async function makeRecordings(demo: Demo, count: number): Promise<string[]> {
  const ids = new Set<string>();
  for (const { id } of demo.found.values()) {
    if (ids.size >= count) break;
    const { data } = await demo.client.tracks.list({ release_id: id, limit: PAGE });
    for (const { audio_asset_id } of data) if (audio_asset_id !== null) ids.add(audio_asset_id);
  }
  for (let index = ids.size; index < count; index++) {
    const { id } = await demo.client.sandbox.assets.create({ type: "audio" }, demo.write("recording", index));
    ids.add(id);
  }
  return [...ids];
}
