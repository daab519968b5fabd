// What can be done with a message before its transaction: it is read, checked and turned into the fields of our API, in turns.
// Whatever is wrong is told all at once, each at its path in the message.

import { createHash } from "node:crypto";
import { XmlRefused } from "../ddex/decode-xml.ts";
import type { ErnReleaseId, MessageHeader } from "../ddex/ern.ts";
import { type ReadMessage, readMessage } from "../ddex/read-message.ts";
import { instantOf } from "../ddex/read-values.ts";
import { newReleaseProblems, purgeProblems } from "../ddex/rules.ts";
import { ernSchema } from "../ddex/schemas.ts";
import { ApiError, type Issue, problem, throwIfAny, validationError } from "../platform/errors.ts";
import { compileValidator } from "../platform/http/validation.ts";
import { inTurns } from "../platform/in-turns.ts";
import { lazily } from "../platform/lazily.ts";
import { turns } from "../platform/turns.ts";
import { NewRelease } from "../releases/release.ts";
import { isEan, isUpc } from "../standards/identifier.ts";
import type { SchemaCheck } from "../stores/connector.ts";
import { MAX_TRACKS, NewTrack } from "../tracks/track.ts";
import { type DealTerms, readDeals } from "./deal-terms.ts";
import { MAX_ISSUES, type MessageIssue, type messageTypes } from "./received-message.ts";
import {
  RELEASE_PATH,
  type ReceivedRelease,
  type ReceivedTrack,
  releasePaths,
  toRelease,
  trackPaths,
} from "./received-release.ts";
import { isTolerated, pathIn } from "./tolerated.ts";

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

type Sent = { organization_id: string; bytes: Buffer; now: string; schemas: SchemaCheck | undefined };

/** A refusal is returned: a request that was answered before is answered by its replay, whatever it says. */
export async function prepareMessage(sent: Sent): Promise<PreparedMessage | ApiError> {
  const { organization_id, bytes } = sent;
  try {
    return await (bytes.length <= SMALL_BYTES ? prepare(sent) : reading(organization_id)(() => prepare(sent)));
  } catch (error) {
    if (error instanceof ApiError) return error;
    if (!(error instanceof XmlRefused)) throw error;
    return new ApiError("validation_failed", `The message is not taken: ${error.message}`, [
      { field: `line ${error.line}`, issue: error.issue },
    ]);
  }
}

async function prepare({ organization_id, bytes, now, schemas }: Sent): Promise<PreparedMessage> {
  const { prepared, version } = await inTurns(prepareInSteps(bytes, now));
  const key = prepared.digest.toString("hex");
  const sample = { key, document: () => textOfXml(bytes), partner: organization_id };
  const found = await schemas?.check(ernSchema(version), sample);
  throwIfAny((found ?? []).map(({ path, issue }) => problem(path, issue)));
  return prepared;
}

/** Without its declaration, which may name the encoding that it had as bytes. */
function textOfXml(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding = first === 0xfe && second === 0xff ? "utf-16be" : first === 0xff ? "utf-16le" : "utf-8";
  return new TextDecoder(encoding).decode(bytes).replace(/^<\?xml[^>]*>/, "");
}

function* prepareInSteps(bytes: Buffer, now: string) {
  const read = yield* readMessage(bytes);
  throwIfAny([...read.problems.map(({ path, issue }) => problem(path, issue)), ...sizeIssues(read)]);
  const { message_type, message, version } = read;
  const isPurge = message_type === "PurgeReleaseMessage";
  const code_path = isPurge ? "PurgedRelease/ReleaseId/ICPN" : `${RELEASE_PATH}/ReleaseId/ICPN`;
  const code = codeOf(isPurge ? message.release_id : message.releases[0]?.release_id);
  const deals = isPurge ? undefined : yield* readDeals(message, now);
  const [warnings, problems] = ruleIssues(read, deals);
  // The rules say what is wrong with a code that is there.
  if (typeof code === "string" && problems.every(({ field }) => field !== code_path))
    problems.push(problem(code_path, code));
  yield;
  const release = isPurge || !deals || deals.isTakedown ? undefined : yield* toRelease(message, deals);
  if (release) problems.push(...release.problems, ...(yield* fieldIssues(release, version)));
  if (problems.length > 0 || typeof code === "string") throw validationError(firstOfEach(problems));
  const digest = createHash("sha256").update(bytes).digest();
  const made_at = instantOf(message.header.created_at) ?? now;
  const issues = [...(release?.issues ?? []), ...warnings].slice(0, MAX_ISSUES);
  const { header } = message;
  const prepared: PreparedMessage = { message_type, header, made_at, digest, code, code_path, release, issues };
  return { prepared, version };
}

/** Warnings, and what refuses the message. */
function ruleIssues(read: ReadMessage, deals: DealTerms | undefined): [MessageIssue[], Issue[]] {
  const { message_type, message, version } = read;
  const found =
    message_type === "PurgeReleaseMessage"
      ? purgeProblems(message)
      : newReleaseProblems(message, { has_deals: !deals?.isTakedown });
  const warnings = found
    .filter(isTolerated)
    .map(({ path, issue }): MessageIssue => ({ severity: "warning", path: pathIn(version, path), issue }));
  const refused = found.filter((one) => !isTolerated(one));
  const problems = refused.map(({ path, issue }) =>
    problem(path, issue, path.endsWith("/ISRC") ? "invalid_isrc_format" : undefined),
  );
  return [warnings, [...profileIssues(read), ...problems]];
}

/** The rules and our API's schemas often say the same of one value. */
function firstOfEach(problems: readonly Issue[]): Issue[] {
  return [...new Map([...problems].reverse().map((issue) => [issue.field, issue])).values()].reverse();
}

// What a message may have at most, so that judging it takes no longer than a few milliseconds.
const MAX_RESOURCES = 2 * MAX_TRACKS;
const MAX_PARTIES = 20_000;
const MAX_DEALS = 20_000;

function sizeIssues({ message_type, message }: ReadMessage): Issue[] {
  if (message_type === "PurgeReleaseMessage") return [];
  const { recordings, images, track_releases, releases, parties, deals } = message;
  const references = deals.reduce((sum, entry) => sum + entry.deals.length + entry.release_references.length, 0);
  const counts: [string, number, number][] = [
    ["ResourceList", recordings.length + images.length, MAX_RESOURCES],
    ["ReleaseList", releases.length + track_releases.length, MAX_RESOURCES],
    ["PartyList", parties.length, MAX_PARTIES],
    ["DealList", references, MAX_DEALS],
  ];
  return counts.flatMap(([path, count, most]) =>
    count > most ? [problem(path, `must have at most ${most} entries, and has ${count}`)] : [],
  );
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

// Made at the first message: most processes receive none.
const findInRelease = lazily(() => compileValidator(NewRelease));
const findInTrack = lazily(() => compileValidator(NewTrack));

/** What the schemas of our API say of the fields. */
function* fieldIssues({ fields, tracks }: ReceivedRelease, version: string): Generator<undefined, Issue[], undefined> {
  const inRelease = (issue: Issue) => ({ ...issue, field: pathIn(version, releaseField(issue.field)) });
  const found = findInRelease()(fields).map(inRelease);
  for (const track of tracks) {
    // It has no id yet.
    const issues = findInTrack()({ ...track.fields, release_id: "rel_0" });
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
