// What can be done with a message before its transaction: it is read, checked and turned into the fields of our API, in turns.
// Whatever is wrong is told all at once, each at its path in the message.

import { createHash } from "node:crypto";
import { XmlRefused } from "../ddex/decode-xml.ts";
import type { ErnReleaseId, MessageHeader } from "../ddex/ern.ts";
import { type ReadMessage, readMessage } from "../ddex/read-message.ts";
import { instantOf } from "../ddex/read-values.ts";
import { ApiError, type Issue, problem, validationError } from "../platform/errors.ts";
import { compileValidator } from "../platform/http/validation.ts";
import { inTurns } from "../platform/in-turns.ts";
import { turns } from "../platform/turns.ts";
import { NewRelease } from "../releases/release.ts";
import { isEan, isUpc } from "../standards/identifier.ts";
import { NewTrack } from "../tracks/track.ts";
import { readDeals } from "./deal-terms.ts";
import { MAX_ISSUES, type MessageIssue, type messageTypes } from "./received-message.ts";
import {
  RELEASE_PATH,
  type ReceivedRelease,
  type ReceivedTrack,
  releasePaths,
  toRelease,
  trackPaths,
} from "./received-release.ts";

/** How the message names the release: one of the two is there. */
export type ReleaseCode = { icpn: string; upc: string | null; ean: string | null };

export type PreparedMessage = {
  message_type: (typeof messageTypes)[number];
  header: MessageHeader;
  made_at: string;
  digest: Buffer;
  code: ReleaseCode;
  code_path: string;
  /** Undefined: the message is a takedown. */
  release: ReceivedRelease | undefined;
  issues: MessageIssue[];
};

// A tree of a large message takes up to a hundred megabytes, so few are read at once, and one of each organization.
const AT_ONCE = 2;
const TURN_WITHIN_MS = 30_000;
const SMALL_BYTES = 262_144;
const reading = turns(AT_ONCE, TURN_WITHIN_MS);

/** A refusal is returned: a request that was answered before is answered by its replay, whatever it says. */
export async function prepareMessage(
  organization_id: string,
  bytes: Buffer,
  now: string,
): Promise<PreparedMessage | ApiError> {
  const prepare = () => inTurns(prepareInSteps(bytes, now));
  try {
    return await (bytes.length <= SMALL_BYTES ? prepare() : reading(organization_id)(prepare));
  } catch (error) {
    if (error instanceof ApiError) return error;
    if (!(error instanceof XmlRefused)) throw error;
    return new ApiError("validation_failed", `The message is not taken: ${error.message}`, [
      { field: `line ${error.line}`, issue: error.issue },
    ]);
  }
}

function* prepareInSteps(bytes: Buffer, now: string): Generator<undefined, PreparedMessage, undefined> {
  const read = yield* readMessage(bytes);
  const { message_type, message } = read;
  const problems: Issue[] = read.problems.map(({ path, issue }) => problem(path, issue));
  problems.push(...profileIssues(read));
  const code_path =
    message_type === "PurgeReleaseMessage" ? "PurgedRelease/ReleaseId/ICPN" : `${RELEASE_PATH}/ReleaseId/ICPN`;
  const release_id = message_type === "PurgeReleaseMessage" ? message.release_id : message.releases[0]?.release_id;
  const code = codeOf(release_id);
  if (typeof code === "string") problems.push(problem(code_path, code));
  let release: ReceivedRelease | undefined;
  if (message_type === "NewReleaseMessage") {
    const deals = yield* readDeals(message, now);
    if (!deals.isTakedown) {
      release = yield* toRelease(message, deals);
      problems.push(...release.problems, ...(yield* fieldIssues(release)));
      if (!deals.territories) problems.push(problem("DealList", "names no territory that we know"));
    }
  }
  if (problems.length > 0 || typeof code === "string") throw validationError(problems);
  return {
    message_type,
    header: message.header,
    made_at: instantOf(message.header.created_at) ?? now,
    digest: createHash("sha256").update(bytes).digest(),
    code,
    code_path,
    release,
    issues: release?.issues.slice(0, MAX_ISSUES) ?? [],
  };
}

function profileIssues({ message_type, profile }: ReadMessage): Issue[] {
  const isAudio = profile === null || /audio|djmix|classical/i.test(profile);
  return message_type === "PurgeReleaseMessage" || isAudio
    ? []
    : [problem("@ReleaseProfileVersionId", `must be an audio profile such as Audio: ${profile.slice(0, 50)}`)];
}

/** A 13- or 14-digit code with leading zeros is a UPC, another one of 13 digits an EAN. A text says what is wrong. */
function codeOf(release_id: ErnReleaseId | undefined): ReleaseCode | string {
  const icpn = release_id?.icpn;
  if (!icpn) return "is missing: a release is known by its UPC or EAN";
  const digits = icpn.replace(/^0{1,2}(?=\d{12}$)/, "").replace(/^0(?=\d{13}$)/, "");
  if (isUpc(digits)) return { icpn: digits, upc: digits, ean: null };
  if (isEan(digits)) return { icpn: digits, upc: null, ean: digits };
  return `must be a UPC or EAN with a correct check digit: ${icpn.slice(0, 20)}`;
}

const findInRelease = compileValidator(NewRelease);
const findInTrack = compileValidator(NewTrack);

/** What the schemas of our API say of the fields. */
function* fieldIssues({ fields, tracks }: ReceivedRelease): Generator<undefined, Issue[], undefined> {
  const found = findInRelease(fields).map((issue) => ({ ...issue, field: releaseField(issue.field) }));
  for (const track of tracks) {
    // It has no id yet.
    const issues = findInTrack({ ...track.fields, release_id: "rel_0" });
    found.push(...issues.map((issue) => ({ ...issue, field: trackField(track, issue.field) })));
    yield;
  }
  return found;
}

/** `artists[0].name` of a release is told at its DisplayArtist. */
export function releaseField(field: string): string {
  return fieldPath(RELEASE_PATH, releasePaths, field);
}

export function trackField({ path }: Pick<ReceivedTrack, "path">, field: string): string {
  return fieldPath(path, trackPaths, field);
}

function fieldPath(element: string, paths: Readonly<Record<string, string>>, field: string): string {
  const name = /^[a-z_]+/.exec(field)?.[0] ?? "";
  if (name === "territories" || name === "territory" || name === "start_at") return "DealList";
  return paths[name] === undefined ? element : `${element}/${paths[name]}`;
}
