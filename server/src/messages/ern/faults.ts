// The problems of an ERN message in the words of the catalogue: a partner knows tracks and their fields, not the paths
// of DDEX.

import type { MessageProblem } from "../../ddex/ern.ts";
import { INVALID_MESSAGE } from "../../releases/preflight/message-rules.ts";
import type { MessageFault } from "../../releases/preflight/subject.ts";
import type { ReleaseMessage } from "../message.ts";
import { type FieldPath, releasePaths, trackPaths } from "./field-paths.ts";

// As many as an answer lists of one rule.
const MAX_FAULTS = 1_000;

/** `problems`: of the rules or of the schema. A path that stands for no field of the catalogue is kept as it is. */
export function catalogueFaults(problems: readonly MessageProblem[], message: ReleaseMessage): MessageFault[] {
  return problems.slice(0, MAX_FAULTS).map(({ path, issue }) => {
    const element = path.slice(path.lastIndexOf("/") + 1);
    return { ...placeOf(path, message), issue: `makes the message to the store invalid: ${element} ${issue}` };
  });
}

function placeOf(path: string, message: ReleaseMessage): Pick<MessageFault, "code" | "field"> {
  const [list = "", element = "", ...rest] = path.replace(/^\/ern:\w+\//, "").split("/");
  // The schema counts only where there are several.
  const [, name = "", number = "1"] = /^(\w+)(?:\[(\d+)\])?$/.exec(element) ?? [];
  const place = Number(number) - 1;
  // In ERN 3 the releases of tracks follow the release itself.
  const isTrackRelease = name === "Release" && place > 0;
  const index = isTrackRelease ? place - 1 : place;
  if (name === "SoundRecording" && element === name && rest.length === 0)
    return { field: "tracks", code: INVALID_MESSAGE };
  const below = rest.join("/").replace(/^(SoundRecording|Image|Release)DetailsByTerritory\//, "");
  const row = rowsOf[`${list}/${isTrackRelease ? "TrackRelease" : name}`]?.find((row) => below.startsWith(row.below));
  if (!row) return { field: path, code: INVALID_MESSAGE };
  const code = row.code?.({ message, index, below }) ?? INVALID_MESSAGE;
  return { field: row.field.replace("[]", `[${index}]`), code };
}

type Located = { message: ReleaseMessage; index: number; below: string };
type Row = { below: string; field: string; code?: (located: Located) => string };

/** The rule that tells what is wrong with a field. Any other field: that the message is invalid. */
const codes: Readonly<Record<string, Row["code"]>> = { isrc: isrcRule, artists: artistRule, upc: codeRule };

function rowsFor(paths: readonly FieldPath[], prefix = ""): Row[] {
  return paths.flatMap(({ field, path, also = [] }) =>
    [path, ...also].map((below): Row => {
      const code = codes[field];
      return { below, field: `${prefix}${field}`, ...(code && { code }) };
    }),
  );
}

/** The fields of the elements in each place; the first row that fits. */
const rowsOf: Readonly<Record<string, readonly Row[]>> = {
  "ResourceList/SoundRecording": [
    { below: "SoundRecordingEdition/PLine", field: "p_line" },
    { below: "PLine", field: "p_line" },
    ...rowsFor(trackPaths, "tracks[]."),
  ],
  "ResourceList/Image": [{ below: "", field: "artwork_asset_id" }],
  "ReleaseList/Release": [...rowsFor(releasePaths), { below: "ResourceGroup", field: "tracks" }],
  "ReleaseList/TrackRelease": [
    ...rowsFor(releasePaths.filter(({ field }) => field === "label" || field === "genre")),
    { below: "", field: "tracks[]" },
  ],
  "PartyList/Party": [{ below: "", field: "artists" }],
};

function isrcRule({ message, index }: Located): string {
  return message.tracks[index]?.isrc === null ? "isrc_missing" : "isrc_format";
}

/** The rules have only this problem for one artist among several. */
function artistRule({ below }: Located): string {
  return /^DisplayArtist\[\d+\]$/.test(below) ? "primary_also_featured" : INVALID_MESSAGE;
}

/** The rule looks at the UPC, which an EAN takes the place of. */
function codeRule({ message }: Located): string {
  return message.release.ean === null ? "upc_check_digit" : INVALID_MESSAGE;
}
