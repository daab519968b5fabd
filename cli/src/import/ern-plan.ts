// Plans the import of a folder of ERN messages. Each message is judged as the service will judge it, and the files it names are looked
// for beside it. A problem concerns its own message only: a catalogue does not wait for one release.

import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { AssetType } from "@segue/sdk";
import type { MessageProblem } from "../../../server/src/ddex/ern.ts";
import { MAX_XML_BYTES } from "../../../server/src/ddex/read-xml.ts";
import { type PreparedMessage, prepareMessage } from "../../../server/src/exchange/prepare-message.ts";
import type { LyricsText, WantedFile } from "../../../server/src/exchange/received-release.ts";
import { ApiError } from "../../../server/src/platform/errors.ts";
import { findMediaFile, type MediaFile, unfitAudio } from "../upload/media-file.ts";
import { exists, LEADS_OUT, leadsOut } from "./leads-out.ts";

/** `absent`: there is no such file here. The message can be sent all the same if the organization has the file. */
export type PlannedFile = PresentFile | AbsentFile;
export type AbsentFile = Wanted & { absent: string };
export type PresentFile = Wanted & { media: MediaFile };
type Wanted = WantedFile & { type: AssetType };

export type PlannedMessage = {
  /** As the user sees it. */
  file: string;
  /** The SHA-256 of the message. */
  digest: string;
  made_at: string;
  /** Null for a takedown, which needs no files. */
  release: { title: string; artist: string; icpn: string | null; tracks: number } | null;
  files: PlannedFile[];
  lyrics: PlannedLyrics[];
};

/** A text of the track at this place, and the file that has it. */
export type PlannedLyrics = Pick<LyricsText, "field"> & { disc_number: number; track_number: number; file: string };

export type FailedMessage = { file: string; problems: MessageProblem[] };

export type ErnPlan = { messages: PlannedMessage[]; failed: FailedMessage[] };

/** In the order in which they were made: an older message after a newer one would change nothing. */
export async function planErn(root: string, paths: readonly string[]): Promise<ErnPlan> {
  const plan: ErnPlan = { messages: [], failed: [] };
  for (const file of paths) {
    const planned = await planMessage(root, file);
    if ("problems" in planned) plan.failed.push(planned);
    else plan.messages.push(planned);
  }
  plan.messages.sort((a, b) => compare(a.made_at, b.made_at) || compare(a.file, b.file));
  return plan;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function planMessage(root: string, file: string): Promise<PlannedMessage | FailedMessage> {
  if (leadsOut(root, file)) return { file, problems: [{ path: "", issue: LEADS_OUT }] };
  if (statSync(file).size > MAX_XML_BYTES) return { file, problems: [{ path: "", issue: "is longer than 16 MiB" }] };
  // The organization only says whose turn it is, and here is just one.
  const sent = { organization_id: "", bytes: readFileSync(file), now: new Date().toISOString(), schemas: undefined };
  const prepared = await prepareMessage(sent);
  if (prepared instanceof ApiError) {
    const { details, message } = prepared;
    const problems = details.map(({ field, issue }) => ({ path: field, issue }));
    return { file, problems: problems.length > 0 ? problems : [{ path: "", issue: message }] };
  }
  const found = wantedFiles(prepared).map((wanted) => findFile(root, dirname(file), wanted));
  const files = found.flatMap((one) => ("issue" in one ? [] : one));
  const problems = [...found.flatMap((one) => ("issue" in one ? one : [])), ...sharedNames(files)];
  if (problems.length > 0) return { file, problems };
  const digest = prepared.digest.toString("hex");
  const lyrics = lyricsOf(prepared, (uri) => placeOf(root, dirname(file), uri));
  return { file, digest, made_at: prepared.made_at, release: aboutOf(prepared), files, lyrics };
}

type Place = { place: string | undefined; is_outside: boolean };

/** Those that are here. The service says that it takes none from messages, so others are not told twice. */
function lyricsOf({ release }: PreparedMessage, find: (uri: string) => Place): PlannedLyrics[] {
  return (release?.tracks ?? []).flatMap(({ fields: { disc_number, track_number }, texts }) =>
    texts.flatMap(({ uri, field }) => {
      const { place, is_outside } = find(uri);
      return place === undefined || is_outside ? [] : [{ disc_number, track_number, field, file: place }];
    }),
  );
}

function aboutOf({ release, code }: PreparedMessage): PlannedMessage["release"] {
  if (!release) return null;
  const { fields, tracks } = release;
  const artist = fields.artists.map(({ name }) => name).join(", ");
  return { title: fields.title, artist, icpn: code?.icpn ?? null, tracks: tracks.length };
}

function wantedFiles({ release }: PreparedMessage): Wanted[] {
  if (!release) return [];
  const audio = release.tracks.flatMap(({ file }) => (file ? { ...file, type: "audio" as const } : []));
  return release.artwork ? [{ ...release.artwork, type: "artwork" }, ...audio] : audio;
}

function findFile(root: string, folder: string, wanted: Wanted): PlannedFile | MessageProblem {
  const { uri, type, path } = wanted;
  const problem = (issue: string) => ({ path, issue: `${uri} ${issue}` });
  if (/^[a-z][a-z0-9+.-]+:/i.test(uri)) return problem("is an address, not a path from the message's folder");
  const { place, is_outside } = placeOf(root, folder, uri);
  if (is_outside) return problem(LEADS_OUT);
  if (place === undefined) return { ...wanted, absent: "does not exist" };
  const media = findMediaFile(place, type);
  const unfit = type === "audio" ? unfitAudio(place) : undefined;
  if (unfit !== undefined) return problem(unfit);
  return "issue" in media ? problem(media.issue) : { ...wanted, media };
}

function placeOf(root: string, folder: string, uri: string): Place {
  const places = spellingsOf(uri).map((spelling) => (isAbsolute(spelling) ? spelling : join(folder, spelling)));
  const place = places.find(exists);
  const is_outside = place === undefined ? places.some((one) => leadsOut(root, one)) : leadsOut(root, place);
  return { place, is_outside };
}

/** A URI may write blanks and other letters as `%20`, and a disk may keep accents apart from their letters. */
function spellingsOf(uri: string): string[] {
  let decoded = uri;
  try {
    decoded = decodeURIComponent(uri);
  } catch {
    // A lone percent sign belongs to the name.
  }
  return [...new Set([uri, decoded, decoded.normalize("NFC"), decoded.normalize("NFD")])];
}

/** Without a stated hash the service goes by the name alone. */
function sharedNames(files: readonly PlannedFile[]): MessageProblem[] {
  const first = new Map<string, string>();
  return files.flatMap(({ sha256, type, name, uri, path }) => {
    if (sha256 !== undefined) return [];
    const key = `${type} ${name}`;
    const other = first.get(key) ?? uri;
    first.set(key, other);
    const issue = `${uri} has the same name as ${other}, and the message states no SHA-256 to tell them apart`;
    return other === uri ? [] : [{ path, issue }];
  });
}
