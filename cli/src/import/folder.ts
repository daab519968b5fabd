// Makes a plan from names. A folder with audio is a release, and its folders `CD 1`, `Disc 2` are its discs. A folder
// of such folders holds several releases. `Artist - Title` names a folder, `01 - Title.wav` or `1-02 Title.flac` a
// track.

import { join, relative } from "node:path";
import { append } from "../../../server/src/platform/long-list.ts";
import { readCredits } from "../commands/credit.ts";
import { given } from "../invocation.ts";
import { unfitAudio } from "../upload/media-file.ts";
import { inOrder, type Plan, type PlannedRelease, type PlannedTrack, type Problem, type ReleaseBody } from "./plan.ts";

/** The content of a folder. `path` is the path that the user gave. */
export type Folder = { path: string; name: string; files: string[]; folders: Folder[] };

/** Metadata that names cannot hold. */
export type FolderOptions = Pick<ReleaseBody, "label" | "territories" | "genre" | "language"> & {
  date: string;
  artist?: string | undefined;
  title?: string | undefined;
};

const AUDIO = /\.(wav|wave|flac)$/i;
const ARTWORK = /^(cover|front|folder)\.(jpe?g|png)$/i;
const DISC = /^(?:cd|dis[ck])[ _-]*(\d{1,2})$/i;

export function planFolder(root: Folder, options: FolderOptions): Plan {
  const plan: Plan = { releases: [], problems: [], notes: [] };
  const visit = (folder: Folder) => {
    const discs = folder.folders.filter(({ name }) => DISC.test(name));
    const isRelease = folder.files.some((name) => AUDIO.test(name)) || discs.length > 0;
    if (!isRelease) tellUnfit(plan, folder);
    if (isRelease) planRelease(plan, folder, discs, { root, options });
    folder.folders.filter((child) => !discs.includes(child)).forEach(visit);
  };
  visit(root);
  if (plan.releases.length === 0 && plan.problems.length === 0)
    plan.problems.push({ where: root.path, issue: "holds no WAV or FLAC files" });
  if (plan.releases.length > 1 && options.title !== undefined)
    plan.problems.push({ where: root.path, issue: "holds several releases; --title can name only one" });
  return plan;
}

type Around = { root: Folder; options: FolderOptions };

function planRelease(plan: Plan, folder: Folder, discs: readonly Folder[], { root, options }: Around): void {
  const { artist, title } = nameOf(folder, options);
  if (artist === undefined)
    plan.problems.push({ where: folder.path, issue: "names no artist: call it `Artist - Title`, or give --artist" });
  const { label, territories, genre, language, date } = options;
  const named = given({ label, territories, genre, language });
  const body = { title, artists: readCredits(artist ?? ""), release_date: date, ...named };
  const artwork = folder.files.find((name) => ARTWORK.test(name));
  if (artwork === undefined)
    plan.notes.push({ where: folder.path, issue: "has no artwork (cover, front or folder; .jpg, .jpeg or .png)" });
  const release: PlannedRelease = {
    where: folder.path,
    key: relative(root.path, folder.path) || ".",
    artwork_path: artwork === undefined ? undefined : join(folder.path, artwork),
    body,
    tracks: [],
  };
  for (const { disc, place } of [{ disc: undefined, place: folder }, ...discs.map((disc) => ({ disc, place: disc }))]) {
    const disc_number = disc === undefined ? undefined : Number(DISC.exec(disc.name)?.[1]);
    append(release.tracks, planTracks(plan, place, { disc_number, artist: artist ?? "" }));
  }
  numberTheOnlyOne(plan.problems, release.tracks);
  release.tracks = inOrder(release.tracks);
  plan.releases.push(release);
}

function nameOf({ name }: Folder, { artist, title }: FolderOptions): { artist: string | undefined; title: string } {
  const whole = name.normalize("NFC").trim();
  const cut = whole.indexOf(" - ");
  if (cut < 0) return { artist, title: title ?? whole };
  return { artist: artist ?? whole.slice(0, cut).trim(), title: title ?? whole.slice(cut + 3).trim() };
}

function planTracks(
  plan: Plan,
  folder: Folder,
  { disc_number, artist }: { disc_number: number | undefined; artist: string },
): PlannedTrack[] {
  tellUnfit(plan, folder);
  return folder.files
    .filter((name) => AUDIO.test(name))
    .map((name) => {
      const read = readTrackName(name, artist);
      const path = join(folder.path, name);
      return {
        where: path,
        disc_number: disc_number ?? read.disc_number,
        track_number: read.track_number,
        audio_path: path,
        body: { title: read.title },
      };
    });
}

/**
 * Handles audio that stores do not take. If a track exists only in such a format, it is a problem, because the release
 * would lack it. If it also exists as WAV or FLAC, or has no number beside tracks that have one, it is left out.
 */
function tellUnfit(plan: Plan, { path, files }: Folder): void {
  const tracks = files.filter((name) => AUDIO.test(name));
  const stems = new Set(tracks.map(stemOf));
  for (const name of files) {
    const issue = unfitAudio(name);
    if (issue === undefined) continue;
    const where = join(path, name);
    const isTrack = tracks.length === 0 || readTrackName(name, "").track_number > 0;
    if (isTrack && !stems.has(stemOf(name))) plan.problems.push({ where, issue });
    else plan.notes.push({ where, issue: "is neither WAV nor FLAC: left out" });
  }
}

function stemOf(file: string): string {
  return file
    .normalize("NFC")
    .replace(/\.[^.]+$/, "")
    .toLowerCase();
}

/** Track 0 means no number. */
export function readTrackName(
  file: string,
  artist: string,
): { disc_number: number; track_number: number; title: string } {
  const stem = file.normalize("NFC").replace(/\.[^.]+$/, "");
  const name = stem.includes(" ") ? stem : stem.replaceAll("_", " ");
  const [, disc = "1", track = "0", rest = name] =
    /^(?:(\d{1,2})-(?=\d))?(\d{1,3})(?:\s*[-._]\s*|\s+)(.+)$/s.exec(name) ?? [];
  const title = artist !== "" && rest.startsWith(`${artist} - `) ? rest.slice(artist.length + 3) : rest;
  return { disc_number: Number(disc), track_number: Number(track), title: title.trim() };
}

/** A single track needs no number. With several, asking is better than guessing their order. */
function numberTheOnlyOne(problems: Problem[], tracks: PlannedTrack[]): void {
  const [only] = tracks;
  if (tracks.length === 1 && only?.track_number === 0) only.track_number = 1;
  for (const { where, track_number } of tracks)
    if (track_number === 0) problems.push({ where, issue: "has no track number: call it like `01 - Title.wav`" });
}
