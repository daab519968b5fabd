// The places of a message and its files at a store: the folders of DDEX's choreography for SFTP and cloud storage, as
// the store wants them. Everything here follows from the message and the settings, so every try puts the same bytes in
// the same places.
//
// Release by release, a message has a folder of its own. Its files come first and the message last: its arrival is the
// signal.
//
//     N_0360002914520_20261115093000123/resources/0360002914520_01_001.flac
//     N_0360002914520_20261115093000123/0360002914520.xml
//
// With batches, the folder is a batch of one release, and the signal is a file of its own. Both have the batch's id,
// which is the time.
//
//     N_20261115093000123/0360002914520/resources/0360002914520_01_001.flac
//     N_20261115093000123/0360002914520/0360002914520.xml
//     N_20261115093000123/BatchComplete_20261115093000123.xml
//
// Two messages never share a folder. The signal of one would otherwise announce the other, whose files may still be on
// their way. So no two messages to one store have the same time (`takeMessageTimes`).

import { Type } from "typebox";
import { type Issue, problem } from "../../platform/errors.ts";
import { OneOf } from "../../platform/schema.ts";
import type { ReleaseMessage, StoreMessage, Ticket } from "../message.ts";
import { filesToSend, icpnOf } from "./files.ts";
import { lyricsFiles } from "./lyrics.ts";
import type { ErnSettings } from "./settings.ts";

/** A path at the store. No part of it leads upwards. */
const StorePath = (options: { default: string; description: string }) =>
  Type.String({ ...options, maxLength: 500, rule: pathRule });

/** Part of the settings of each kind of connector that puts ERN messages into folders. */
export const folderSettings = {
  folder: Type.Optional(
    StorePath({ default: "", description: "The folder at the store that everything is put into; by default the top." }),
  ),
  batches: Type.Optional(
    Type.Boolean({ default: false, description: "Messages come in batches, each with a signal file of its own." }),
  ),
  folder_name: Type.Optional(
    Type.String({
      maxLength: 200,
      rule: folderNameRule,
      description:
        "The folder of a message, or of a batch: text with `{icpn}`, `{message_id}` and `{time}`, " +
        "17 digits that no other message to this store has: the id of a batch. " +
        "By default `N_{icpn}_{time}`, and `N_{time}` for batches.",
      examples: ["{time}"],
    }),
  ),
  signal: Type.Optional(
    OneOf(["manifest", "empty"], {
      default: "manifest",
      description: "The file that marks a batch as complete: a ManifestMessage, or an empty file.",
    }),
  ),
  signal_name: Type.Optional(
    Type.String({
      default: "BatchComplete_{time}.xml",
      maxLength: 200,
      rule: nameRule,
      description: "The name of that file, in the folder of the batch.",
    }),
  ),
  acknowledgements: Type.Optional(
    StorePath({
      default: "acknowledgements",
      description:
        "The folder with the store's answers, inside `folder` unless it begins with a slash. Empty: none are read, and the operator reports what the store says.",
    }),
  ),
  ask_every_s: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 86_400, default: 300, description: "How often answers are looked for." }),
  ),
};

/** As they are kept: what has a default is there. */
export type FolderSettings = {
  folder: string;
  batches: boolean;
  folder_name?: string;
  signal: "manifest" | "empty";
  signal_name: string;
  acknowledgements: string;
  ask_every_s: number;
};

/** A file to be put at the store: from storage, or the text of a message. */
export type Parcel = { path: string; size_bytes: number } & (
  | { blob_key: string; checksum_sha256: string }
  | { text: Buffer }
);

/** Writes the file that says a batch is complete, given the batch's place. */
export type WriteManifest = (batch: { root: string; url: string }) => string;

type Packing = FolderSettings & Pick<ErnSettings, "resend_files" | "lyrics">;

/** In the order in which they must arrive: files, message, and the signal file of a batch. */
export function packMessage(
  message: StoreMessage,
  { document, settings, manifest }: { document: string; settings: Packing; manifest: WriteManifest },
): Parcel[] {
  const { release } = message.kind === "takedown" ? message.taken : message;
  const icpn = icpnOf(release);
  const names = { icpn, time: timeOf(message), message_id: message.message_id };
  const root = fill(settings.folder_name ?? defaultName(settings), names);
  const top = joined(settings.folder, root);
  const place = settings.batches ? `${top}/${icpn}` : top;
  const files =
    message.kind === "takedown"
      ? []
      : [...filesIn(message, settings, place), ...lyricsIn(message, settings, { place, document })];
  const parcels = [...files, textParcel(`${place}/${icpn}.xml`, document)];
  if (!settings.batches) return parcels;
  const signal = settings.signal === "empty" ? "" : manifest({ root, url: `${icpn}/${icpn}.xml` });
  return [...parcels, textParcel(`${top}/${fill(settings.signal_name, names)}`, signal)];
}

function filesIn(message: ReleaseMessage, settings: Packing, place: string): Parcel[] {
  return filesToSend(message, settings).map(({ file: { size_bytes, blob_key, checksum_sha256 }, uri }) => ({
    path: `${place}/${uri}`,
    size_bytes,
    blob_key,
    checksum_sha256,
  }));
}

/** Those that the document names: a version may have no texts. */
function lyricsIn(
  message: ReleaseMessage,
  settings: Packing,
  { place, document }: { place: string; document: string },
) {
  const named = [...lyricsFiles(message, settings)].filter(({ uri }) => document.includes(`<URI>${uri}</URI>`));
  return named.map(({ uri, bytes }) => textParcel(`${place}/${uri}`, bytes));
}

function textParcel(path: string, words: string | Buffer): Parcel {
  const text = Buffer.from(words);
  return { path, size_bytes: text.length, text };
}

/** The folder of answers to messages; undefined if none are read. */
export function acknowledgementFolder({ folder, acknowledgements }: FolderSettings): string | undefined {
  if (acknowledgements === "") return undefined;
  return acknowledgements.startsWith("/") ? acknowledgements : joined(folder, acknowledgements);
}

/** A takedown as a PurgeReleaseMessage cannot be in a batch: a manifest lists new releases only. */
export function folderRule({ batches, takedown_style }: { batches?: unknown; takedown_style?: unknown }): Issue[] {
  if (batches !== true || takedown_style !== "purge") return [];
  return [problem("takedown_style", "cannot be purge at a store with batches: choose no_deals or ended_deals")];
}

const defaultName = ({ batches }: FolderSettings) => (batches ? "N_{time}" : "N_{icpn}_{time}");

/** YYYYMMDDhhmmssnnn, in UTC. Stores take messages in this order. No other message to the store has the same. */
function timeOf({ created_at }: Ticket): string {
  return created_at.replace(/\D/g, "").padEnd(17, "0").slice(0, 17);
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder.replace(/(?<!\/)\/+$/, "")}/${name}`;
}

type Names = { icpn: string; time: string; message_id: string };

function fill(template: string, names: Names): string {
  return template.replace(/\{(icpn|time|message_id)\}/g, (_, name: keyof Names) => names[name]);
}

function pathRule(path: string): Issue[] {
  if (path === "" || path === "/") return [];
  const parts = path.replace(/^\//, "").replace(/\/$/, "").split("/");
  const isPlain = parts.every((part) => isName(part));
  return isPlain ? [] : [problem("", "must be a path of plain names, such as incoming/segue, without . and ..")];
}

function nameRule(template: string): Issue[] {
  const name = fill(template, { icpn: "1", time: "1", message_id: "1" });
  const isPlain = isName(name) && !/[{}]/.test(name);
  return isPlain ? [] : [problem("", "must be one plain name; {icpn}, {time} and {message_id} are filled in")];
}

function folderNameRule(template: string): Issue[] {
  const has = (name: string) => template.includes(`{${name}}`);
  if (has("message_id") || has("time")) return nameRule(template);
  return [
    problem("", "must have {time} or {message_id}: two messages about one release would share a folder otherwise"),
  ];
}

/** Letters, digits and a few signs that no server and no shell reads as anything else. */
function isName(text: string): boolean {
  return /^[\w.\- ]+$/.test(text.replace(/[{}]/g, "")) && text !== "." && text !== "..";
}
