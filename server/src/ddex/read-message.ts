// An ERN message as values, whichever of those that we read it is.

import { XmlRefused } from "./decode-xml.ts";
import type { MessageProblem, NewReleaseMessage, PurgeReleaseMessage } from "./ern.ts";
import { ern3Path } from "./ern3-paths.ts";
import { readErn3NewRelease } from "./read-ern3.ts";
import { readNewRelease } from "./read-new-release.ts";
import { Problems, readHeader, readReleaseId } from "./read-values.ts";
import { type MostOfNames, readXml, type XmlElement } from "./read-xml.ts";
import { versionsByNamespace, versionsRead } from "./versions.ts";
import { childOf, textAt } from "./xml-tree.ts";

type About = {
  version: string;
  profile: string | null;
  problems: readonly MessageProblem[];
  warnings: readonly MessageProblem[];
  /** Where a value of this place stands in the message itself. Values, rules and fields name places as ERN 4.3 does. */
  pathIn: (path: string) => string;
};

export type ReadMessage =
  | (About & { message_type: "NewReleaseMessage"; message: NewReleaseMessage })
  | (About & { message_type: "PurgeReleaseMessage"; message: PurgeReleaseMessage });

/**
 * Throws XmlRefused where it is no XML or none of these messages, or has more elements of a name than the caller takes; every other
 * problem is in `problems`.
 */
export function* readMessage(bytes: Uint8Array, most?: MostOfNames): Generator<undefined, ReadMessage, undefined> {
  const { root, namespace } = yield* readXml(bytes, most);
  if (root.name !== "NewReleaseMessage" && root.name !== "PurgeReleaseMessage") {
    throw new XmlRefused(`is a ${root.name}, not a NewReleaseMessage or PurgeReleaseMessage`, 1);
  }
  const version = versionOf(namespace);
  const problems = new Problems();
  const profile = root.attributes.ReleaseProfileVersionId ?? null;
  const pathIn = (path: string) => ern4Path(version, path);
  const about = { version, profile, problems: problems.list, warnings: [], pathIn };
  if (version.startsWith("3.")) return yield* readErn3(root, problems, about);
  if (!root.attributes.AvsVersionId) problems.add(root, "@AvsVersionId", "is missing");
  if (!root.attributes.LanguageAndScriptCode) problems.add(root, "@LanguageAndScriptCode", "is missing");
  if (root.name === "PurgeReleaseMessage") {
    return { ...about, message_type: root.name, message: readPurgeRelease(root, problems) };
  }
  return { ...about, message_type: root.name, message: yield* readNewRelease(root, problems) };
}

function* readErn3(root: XmlElement, problems: Problems, about: About): Generator<undefined, ReadMessage, undefined> {
  if (root.name === "PurgeReleaseMessage") {
    return { ...about, message_type: root.name, message: readPurgeRelease(root, problems) };
  }
  const { message, places, warnings } = yield* readErn3NewRelease(root, problems);
  const pathIn = (path: string) => ern3Path(path, places);
  return { ...about, message_type: "NewReleaseMessage", message, warnings: warnings.list, pathIn };
}

/** Since 4.3.1 an element is DisplayGenre that was Genre. Before 4.3 a recording had no editions. */
function ern4Path(version: string, path: string): string {
  const name = version === "4.3.1" || version === "4.3.2" ? "DisplayGenre" : "Genre";
  const named = path.replace(/\/(Display)?Genre(?=$|\/SubGenre$)/, `/${name}`);
  return version < "4.3" ? named.replace("/SoundRecordingEdition/", "/") : named;
}

function versionOf(namespace: string): string {
  const version = versionsByNamespace[/^https?:\/\/ddex\.net\/xml\/ern\/(\d{2,4})$/.exec(namespace)?.[1] ?? ""];
  if (version !== undefined) return version;
  throw new XmlRefused(`is of the namespace "${namespace.slice(0, 100)}", not of ERN ${versionsRead.join(", ")}`, 1);
}

function readPurgeRelease(root: XmlElement, problems: Problems): PurgeReleaseMessage {
  const purged = childOf(root, "PurgedRelease");
  if (!purged) problems.add(root, "PurgedRelease", "is missing");
  return {
    header: readHeader(root, problems),
    language: root.attributes.LanguageAndScriptCode ?? "",
    release_id: readReleaseId(childOf(purged, "ReleaseId")),
    title: textAt(purged, "Title", "TitleText") ?? null,
  };
}
