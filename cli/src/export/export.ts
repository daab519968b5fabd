// `segue export`: all that an organization has here, as files. Each is written whole or not at all, and a second run fetches only what is missing.
//
//   catalog.csv                       what `segue import` reads
//   releases/REL/resources/           audio, artwork and lyrics, named as in the message
//   releases/REL/UPC.xml              its ERN message
//   statements/STM.csv  payouts.csv   the money

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Asset,
  type Payout,
  type Release,
  type Segue,
  SegueConnectionError,
  SegueError,
  type Track,
} from "@segue/sdk";
import { append } from "../../../server/src/platform/long-list.ts";
import { counted } from "../counted.ts";
import { endedBySignal } from "../interruption.ts";
import { pagesOf } from "../invocation.ts";
import { printable } from "../output.ts";
import { createProgress, type Progress } from "../progress.ts";
import { command } from "../row.ts";
import { catalogCsv, type ExportedRelease, type ExportedTrack } from "./catalog-csv.ts";
import { fetchWhole, writeWhole } from "./whole-file.ts";

const STOPPED = "Stopped. Whole files stay: run the same command again to continue.";
const ALL = Number.MAX_SAFE_INTEGER;

type Export = { client: Segue; folder: string; progress: Progress; notes: string[] };

export const exportCommand = command(
  "export <folder>",
  "write your catalogue with its files, statements and payouts into a folder; run it again to continue after an interruption",
  {
    as: "organization",
    arguments: { folder: { meaning: "where to; it is made if it does not exist" } },
    examples: ["export backup/", "import backup/catalog.csv --dry-run"],
    async run({ connect, output }, { folder }) {
      const { client } = connect();
      const progress = createProgress(0, output.is_json);
      const run: Export = { client, folder, progress, notes: [] };
      const exportAll = async () => ({
        ...(await exportCatalog(run)),
        statements: await exportStatements(run),
        payouts: await exportPayouts(run),
      });
      const counts = await endedBySignal(STOPPED, exportAll, progress.say).finally(progress.end);
      output.report({ folder, ...counts, notes: run.notes }, [
        ...run.notes.map((note) => printable(`Note: ${note}`)),
        `Wrote ${counted(counts.releases, "release")}, ${counted(counts.files, "file")}, ` +
          `${counted(counts.statements, "statement")} and ${counted(counts.payouts, "payout")} to ${folder}.`,
      ]);
    },
  },
);

async function exportCatalog(run: Export): Promise<{ releases: number; files: number }> {
  const { client, folder } = run;
  const { data: releases } = await pagesOf(ALL, (page) => client.releases.list(page));
  const rows: { of: ExportedRelease; track: ExportedTrack }[] = [];
  let files = 0;
  for (const release of releases.toReversed()) {
    const exported = await exportRelease(run, release);
    append(rows, exported.rows);
    files += exported.files;
  }
  await writeWhole(join(folder, "catalog.csv"), catalogCsv(rows));
  return { releases: releases.length, files };
}

async function exportRelease(run: Export, release: Release) {
  const { client, progress, notes } = run;
  const { data } = await pagesOf(ALL, (page) => client.tracks.list({ release_id: release.id, ...page }));
  const tracks = data.sort((a, b) => a.disc_number - b.disc_number || a.track_number - b.track_number);
  const known = new Map<string, string | null>();
  const fileOf = async (asset_id: string | null, place: string) => {
    if (asset_id === null) return null;
    const path = known.get(asset_id) ?? (await exportFile(run, { release, asset_id, place }));
    known.set(asset_id, path);
    return path;
  };
  const artwork_file = await fileOf(release.artwork_asset_id, "");
  const of: ExportedRelease = { release, tracks, artwork_file };
  const rows: { of: ExportedRelease; track: ExportedTrack }[] = [];
  for (const track of tracks) {
    const audio_file = await fileOf(track.audio_asset_id, placeOf(track));
    const lyrics = await exportLyrics(run, release, track);
    if (audio_file) rows.push({ of, track: { track, audio_file, ...lyrics } });
    else notes.push(`${release.id}: the track "${track.title}" has no audio, so it is not in catalog.csv`);
  }
  if (tracks.length === 0) notes.push(`${release.id} "${release.title}" has no tracks, so it is not in catalog.csv`);
  if (tracks.length > 0) await exportMessage(run, release);
  progress.say(`Wrote ${release.id}: ${release.title}`);
  return { rows, files: [...known.values()].filter((path) => path !== null).length };
}

/** Their paths from the folder, as the message names them. */
async function exportLyrics({ folder }: Export, release: Release, track: Track) {
  const write = async (text: string | null, extension: string) => {
    if (text === null) return null;
    const path = resourceOf(release, `${placeOf(track)}.${extension}`);
    await writeWhole(join(folder, path), text);
    return path;
  };
  return { lyrics_file: await write(track.lyrics, "txt"), lyrics_synced_file: await write(track.lyrics_synced, "lrc") };
}

function resourceOf({ id, ean, upc }: Release, name: string): string {
  return join("releases", id, "resources", `${ean ?? upc}${name}`);
}

function placeOf({ disc_number, track_number }: Track): string {
  return `_${String(disc_number).padStart(2, "0")}_${String(track_number).padStart(3, "0")}`;
}

type WantedFile = { release: Release; asset_id: string; place: string };

/** Its path from the folder, or null if the service has no bytes of it. */
async function exportFile(run: Export, { release, asset_id, place }: WantedFile): Promise<string | null> {
  const { client, folder, notes } = run;
  const asset = await client.assets.get(asset_id);
  if (asset.status !== "ready" || asset.checksum_sha256 === null) {
    notes.push(`${release.id}: ${asset.filename} is ${asset.status}, so it has no file`);
    return null;
  }
  const path = resourceOf(release, `${place}.${extensionOf(asset)}`);
  await fetchWhole(join(folder, path), asset.checksum_sha256, () =>
    arriving(asset.filename, () => fetch(asset.download_url ?? "")),
  );
  return path;
}

const extensions: Readonly<Record<string, string>> = { jpeg: "jpg", tiff: "tif" };

function extensionOf({ audio, image }: Asset): string {
  const format = audio?.format ?? image?.format ?? "bin";
  return extensions[format] ?? format;
}

/** As it arrives: a file may be larger than memory. A connection that ends too early is no mistake of this program. */
async function* arriving(name: string, ask: () => Promise<Response>): AsyncGenerator<Uint8Array> {
  try {
    const reply = await ask();
    if (!reply.ok || !reply.body) throw new Error(`the answer was ${reply.status}`);
    yield* reply.body;
  } catch (cause) {
    if (cause instanceof SegueError || cause instanceof SegueConnectionError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `${name} did not arrive whole (${why}). Run the same command again to continue.`;
    throw new SegueConnectionError("unreachable", message, { cause });
  }
}

/** A draft may lack something that a message needs: then it has none. */
async function exportMessage({ client, folder, notes }: Export, { id, ean, upc }: Release): Promise<void> {
  try {
    const message = await client.releases.export(id);
    await writeWhole(join(folder, "releases", id, `${ean ?? upc}.xml`), await message.text());
  } catch (error) {
    if (!(error instanceof SegueError) || error.status >= 500) throw error;
    notes.push(`${id} has no ERN message: ${error.message}`);
  }
}

/** A statement never changes: one that is there is whole. */
async function exportStatements({ client, folder }: Export): Promise<number> {
  const { data } = await pagesOf(ALL, (page) => client.statements.list(page));
  for (const { id } of data) {
    const path = join(folder, "statements", `${id}.csv`);
    if (!existsSync(path))
      await writeWhole(
        path,
        arriving(id, () => client.statements.lineItemsCsv(id)),
      );
  }
  return data.length;
}

const payoutColumns = [
  "id",
  "status",
  "amount",
  "currency",
  "created_at",
  "paid_at",
] as const satisfies (keyof Payout)[];

async function exportPayouts({ client, folder }: Export): Promise<number> {
  const { data } = await pagesOf(ALL, (page) => client.payouts.list(page));
  const lines = data.toReversed().map((payout) => payoutColumns.map((name) => payout[name] ?? "").join(","));
  await writeWhole(join(folder, "payouts.csv"), `${[payoutColumns.join(","), ...lines].join("\n")}\n`);
  return data.length;
}
