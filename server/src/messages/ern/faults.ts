// The problems of an ERN message in the words of the catalogue: a partner knows tracks and their fields, not the paths
// of DDEX.

import type { MessageProblem } from "../../ddex/ern.ts";
import { INVALID_MESSAGE } from "../../releases/preflight/message-rules.ts";
import type { MessageFault } from "../../releases/preflight/subject.ts";
import type { ReleaseMessage } from "../message.ts";

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
  const index = Number(number) - 1;
  if (name === "SoundRecording" && element === name && rest.length === 0)
    return { field: "tracks", code: INVALID_MESSAGE };
  const below = rest.join("/");
  const row = rowsOf[`${list}/${name}`]?.find((row) => below.startsWith(row.below));
  if (!row) return { field: path, code: INVALID_MESSAGE };
  const code = row.code?.({ message, index, below }) ?? INVALID_MESSAGE;
  return { field: row.field.replace("[]", `[${index}]`), code };
}

type Located = { message: ReleaseMessage; index: number; below: string };
type Row = { below: string; field: string; code?: (located: Located) => string };

/** Which field an element stands for, and which rule reports its problem; the first row that fits. */
const rowsOf: Readonly<Record<string, readonly Row[]>> = {
  "ResourceList/SoundRecording": [
    { below: "SoundRecordingEdition/ResourceId", field: "tracks[].isrc", code: isrcRule },
    { below: "SoundRecordingEdition/PLine", field: "p_line" },
    { below: "DisplayArtist", field: "tracks[].artists", code: artistRule },
    { below: "Contributor", field: "tracks[].contributors" },
    { below: "DisplayTitle", field: "tracks[].title" },
    { below: "LanguageOfPerformance", field: "tracks[].language" },
    { below: "ContainsAI", field: "tracks[].ai" },
    { below: "", field: "tracks[].audio_asset_id" },
  ],
  "ResourceList/Image": [{ below: "", field: "artwork_asset_id" }],
  "ReleaseList/Release": [
    { below: "ReleaseId", field: "upc", code: codeRule },
    { below: "ReleaseType", field: "type" },
    { below: "DisplayArtist", field: "artists", code: artistRule },
    { below: "DisplayTitle", field: "title" },
    { below: "ReleaseLabelReference", field: "label" },
    { below: "PLine", field: "p_line" },
    { below: "CLine", field: "c_line" },
    { below: "Genre", field: "genre" },
    { below: "DisplayGenre", field: "genre" },
    { below: "ReleaseDate", field: "release_date" },
    { below: "OriginalReleaseDate", field: "original_release_date" },
    { below: "ResourceGroup", field: "tracks" },
  ],
  "ReleaseList/TrackRelease": [
    { below: "ReleaseLabelReference", field: "label" },
    { below: "Genre", field: "genre" },
    { below: "DisplayGenre", field: "genre" },
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
