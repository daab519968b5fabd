// Carries out an import so that it can stop anywhere and be run again. The releases come first, because a mistake in
// them should not cost an upload. Then come the files, a few at a time, then the tracks of each release at once.
// Artwork is last, because a release takes only processed artwork. Before each step the state says whether an earlier
// run has done it.

import { basename } from "node:path";
import { type NewAsset, type NewRelease, type Release, type ReleaseChanges, type Segue, SegueError } from "@segue/sdk";
import { counted } from "../counted.ts";
import type { Progress } from "../progress.ts";
import { type MediaFile, newAssetOf } from "../upload/media-file.ts";
import { eachOf, onlyOnce, sendFile, whenProcessed } from "../upload/transfer.ts";
import { discAndTrack, type Plan, type PlannedRelease, type PlannedTrack } from "./plan.ts";
import { digestOf, type ImportState, idempotencyKeyOf } from "./state.ts";

export const UPLOADS_AT_ONCE = 3;
const MAX_BULK = 200;
const MAX_BULK_BYTES = 6_291_456;

export type Import = {
  client: Segue;
  state: ImportState;
  plan: Plan;
  files: ReadonlyMap<string, MediaFile>;
  progress: Progress;
};

export type Imported = {
  release_id: string;
  title: string;
  upc: string;
  tracks: number;
  artwork_asset_id: string | null;
};
export type FailedFile = { path: string; asset_id: string; code: string; message: string };

export async function runImport(run: Import): Promise<{ data: Imported[]; failed: FailedFile[] }> {
  const { client, plan, progress } = run;
  const made: { planned: PlannedRelease; release: Release }[] = [];
  for (const planned of plan.releases) made.push({ planned, release: await makeRelease(run, planned) });
  const assets = await makeAssets(run);
  progress.end();
  for (const { planned, release } of made) await makeTracks(run, planned, release.id, assets);
  const failed: FailedFile[] = [];
  const sayWaiting = onlyOnce(() => progress.say("Waiting until the service has processed the files."));
  for (const [path, asset_id] of assets) {
    const { failure } = await whenProcessed(client, asset_id, sayWaiting);
    if (failure) failed.push({ path, asset_id, ...failure });
  }
  const broken = new Set(failed.map(({ path }) => path));
  const data: Imported[] = [];
  for (const { planned, release } of made) {
    const { artwork_path = "", key, tracks } = planned;
    const { id: release_id, title, upc } = release;
    const artwork_asset_id = broken.has(artwork_path) ? null : (assets.get(artwork_path) ?? null);
    if (artwork_asset_id) await setArtwork(run, { key, release_id, artwork_asset_id });
    data.push({ release_id, title, upc, tracks: tracks.length, artwork_asset_id });
  }
  return { data, failed };
}

async function makeRelease(run: Import, { key, body, where }: PlannedRelease): Promise<Release> {
  const { client, state, progress } = run;
  const entry = `release ${key}`;
  const sent = digestOf(body);
  for (;;) {
    const made = state.find(entry);
    const idempotencyKey = idempotencyKeyOf(entry, made.generation, body);
    // The service checks what the plan has not, such as a type.
    const create = () => named(where, client.releases.create(body as NewRelease, { idempotencyKey }));
    const id = made.id ?? (await create()).id;
    const isOther = made.id !== undefined && made.sent !== sent;
    const { get, update } = client.releases;
    // A user may have deleted what an earlier run made.
    const release = await unlessGone(named(where, isOther ? update(id, body as ReleaseChanges) : get(id)));
    if (!release) {
      state.renew(entry, belowRelease(key));
      continue;
    }
    state.record([[entry, { ...made, id, sent }]]);
    if (made.id === undefined) progress.say(`Created ${id}: ${release.title}`);
    return release;
  }
}

/** By path. The same bytes at two paths are one asset, made once. */
async function makeAssets(run: Import): Promise<Map<string, string>> {
  const assets = new Map<string, string>();
  const making = new Map<string, Promise<string>>();
  await eachOf([...run.files.values()], UPLOADS_AT_ONCE, async (file) => {
    const body = await newAssetOf(file);
    const entry = `${file.type} ${body.checksum_sha256}`;
    const other = making.get(entry);
    if (other) run.progress.skipped(file.size_bytes);
    const made = other ?? makeAsset(run, { file, entry, body });
    making.set(entry, made);
    assets.set(file.path, await made);
  });
  return assets;
}

export type NewFile = { file: MediaFile; entry: string; body: NewAsset };
type AssetMaker = Pick<Import, "client" | "state" | "progress">;

export async function makeAsset({ client, state, progress }: AssetMaker, wanted: NewFile): Promise<string> {
  const { file, entry, body } = wanted;
  for (;;) {
    const made = state.find(entry);
    const idempotencyKey = idempotencyKeyOf(entry, made.generation, body);
    const id = made.id ?? (await named(file.path, client.assets.create(body, { idempotencyKey }))).id;
    const asset = await unlessGone(client.assets.get(id));
    // The service waits a day for the bytes.
    if (!asset || asset.failure?.code === "upload_expired") {
      state.renew(entry);
      continue;
    }
    state.record([[entry, { ...made, id }]]);
    if (asset.status !== "awaiting_upload") progress.skipped(file.size_bytes);
    else {
      await sendFile({ client, file, asset, progress });
      progress.say(`Uploaded ${basename(file.path)}`);
    }
    return id;
  }
}

async function makeTracks(
  { client, state, progress }: Import,
  { key, tracks }: PlannedRelease,
  release_id: string,
  assets: ReadonlyMap<string, string>,
): Promise<void> {
  const wanted = tracks.map((track) => {
    const { disc_number, track_number, audio_path, where } = track;
    const body = { ...track.body, disc_number, track_number, audio_asset_id: assets.get(audio_path) };
    const entry = `${belowRelease(key)}${discAndTrack(track)}`;
    return { where, entry, body, made: state.find(entry), sent: digestOf(body) };
  });
  for (const { made, sent, entry, body, where } of wanted) {
    if (made.id === undefined || made.sent === sent) continue;
    await named(where, client.tracks.update(made.id, body));
    state.record([[entry, { ...made, sent }]]);
  }
  const missing = wanted.filter(({ made }) => made.id === undefined);
  for (const some of batchesOf(missing)) {
    const bulk = { tracks: some.map(({ body }) => ({ release_id, ...body })) };
    const idempotencyKey = idempotencyKeyOf("tracks", bulk);
    const { data } = await atTheirLines(some, client.tracks.createMany(bulk, { idempotencyKey }));
    const ids = data.map(({ id }) => id);
    state.record(
      some.map(({ entry, sent }, index) => [entry, { id: ids[index] as string, sent, generation: 0 }] as const),
    );
  }
  if (missing.length > 0) progress.say(`Created ${counted(missing.length, "track")} of ${release_id}`);
}

/** As many at once as one request may have. Lyrics may be long. */
function batchesOf<Wanted extends { body: object }>(wanted: readonly Wanted[]): Wanted[][] {
  const batches: Wanted[][] = [];
  let bytes = 0;
  for (const one of wanted) {
    const size_bytes = Buffer.byteLength(JSON.stringify(one.body));
    const last = batches.at(-1);
    const isFull = last === undefined || last.length === MAX_BULK || bytes + size_bytes > MAX_BULK_BYTES;
    if (isFull) batches.push([one]);
    else last.push(one);
    bytes = (isFull ? 0 : bytes) + size_bytes;
  }
  return batches;
}

type Artwork = { key: string; release_id: string; artwork_asset_id: string };

async function setArtwork({ client, state }: Import, { key, release_id, artwork_asset_id }: Artwork): Promise<void> {
  const entry = `${belowRelease(key)}artwork`;
  if (state.find(entry).sent === artwork_asset_id) return;
  await client.releases.update(release_id, { artwork_asset_id });
  state.record([[entry, { sent: artwork_asset_id, generation: 0 }]]);
}

/** The state keys of the parts of a release begin with this. */
function belowRelease(key: string): string {
  return `on ${JSON.stringify(key)} `;
}

async function unlessGone<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SegueError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Says which part of the source was refused. */
async function named<Answer>(where: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof SegueError)) throw error;
    throw new SegueError({ ...error, message: `${where}: ${error.message}` });
  }
}

/** Translates a field such as `tracks[3].isrc` to its place in the source, `catalog.csv:5 isrc`. */
async function atTheirLines<Answer>(
  tracks: readonly Pick<PlannedTrack, "where">[],
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof SegueError)) throw error;
    const details = error.details.map(({ field, issue }) => {
      const [, index, name] = /^tracks\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
      const where = tracks[Number(index)]?.where;
      return { field: where === undefined ? field : `${where} ${name}`.trim(), issue };
    });
    throw new SegueError({ ...error, message: error.message, details });
  }
}
