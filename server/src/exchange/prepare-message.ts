// Work on a message before its transaction: it is read, checked and turned into the fields of our API, in turns. All
// problems are reported at once, each at its path in the message.

import { createHash } from "node:crypto";
import { XmlRefused, xmlEncoding } from "../ddex/decode-xml.ts";
import type { ErnReleaseId, MessageHeader, MessageProblem } from "../ddex/ern.ts";
import { type ReadMessage, readMessage } from "../ddex/read-message.ts";
import { instantOf } from "../ddex/read-values.ts";
import { newReleaseProblems, purgeProblems } from "../ddex/rules.ts";
import { ernSchema } from "../ddex/schemas.ts";
import { type FieldPath, releasePaths, trackPaths } from "../messages/ern/field-paths.ts";
import type { SchemaCheck } from "../messages/written-message.ts";
import { ApiError, type Issue, problem, throwIfAny, validationError } from "../platform/errors.ts";
import { fairSemaphore } from "../platform/fair-semaphore.ts";
import { compileValidator } from "../platform/http/validation.ts";
import { append } from "../platform/long-list.ts";
import { once } from "../platform/once.ts";
import type { Signal } from "../platform/signal.ts";
import { yielding } from "../platform/yielding.ts";
import { NewRelease } from "../releases/release.ts";
import { isEan, isUpc } from "../standards/identifier.ts";
import { MAX_ARTISTS, MAX_CONTRIBUTORS, MAX_TRACKS, NewTrack } from "../tracks/track.ts";
import { PUBLISHER } from "./credit-places.ts";
import { type DealTerms, readDeals } from "./deal-terms.ts";
import { MADE_AT_PATH, MAX_ISSUES, type MessageIssue, type messageTypes, RELEASE_PATH } from "./received-message.ts";
import { elementAt, type ReceivedRelease, type ReceivedTrack, toRelease } from "./received-release.ts";
import { isTolerated, toleratedIssue } from "./tolerated.ts";

/** How the message names the release: one of the two is there. */
export type ReleaseCode = { icpn: string; upc: string | null; ean: string | null };

export type PreparedMessage = {
  message_type: (typeof messageTypes)[number];
  header: MessageHeader;
  made_at: string;
  digest: Buffer;
  /** Undefined: the message names no code, and its release gets one. A takedown always names it. */
  code: ReleaseCode | undefined;
  code_path: string;
  /** Undefined: the message is a takedown. */
  release: ReceivedRelease | undefined;
  issues: MessageIssue[];
  /** Where a place, named as ERN 4.3 has it, is in the message. */
  pathIn: (path: string) => string;
};

// A tree of a large message takes up to a hundred megabytes, so few are read at once, and one of each organization.
const AT_ONCE = 2;
const TURN_WITHIN_MS = 30_000;
const SMALL_BYTES = 262_144;
const reading = fairSemaphore(AT_ONCE, TURN_WITHIN_MS);

type Sent = {
  organization_id: string;
  bytes: Buffer;
  now: string;
  schemas: SchemaCheck | undefined;
  signal?: Signal | undefined;
};

/** A refusal is returned: a request that was answered before is answered by its replay, whatever it says. */
export async function prepareMessage(sent: Sent): Promise<PreparedMessage | ApiError> {
  const { organization_id, bytes, signal } = sent;
  try {
    return await (bytes.length <= SMALL_BYTES ? prepare(sent) : reading(organization_id, signal)(() => prepare(sent)));
  } catch (error) {
    if (error instanceof ApiError) return error;
    if (!(error instanceof XmlRefused)) throw error;
    return new ApiError("validation_failed", `The message is not taken: ${error.message}`, [
      { field: `line ${error.line}`, issue: error.issue },
    ]);
  }
}

async function prepare({ organization_id, bytes, now, schemas, signal }: Sent): Promise<PreparedMessage> {
  const { prepared, version } = await yielding(prepareInSteps(bytes, now), signal);
  const key = prepared.digest.toString("hex");
  const sample = { key, document: () => textOfXml(bytes), partner: organization_id, signal };
  const found = await schemas?.check(ernSchema(version), sample);
  throwIfAny((found ?? []).map(({ path, issue }) => problem(path, issue)));
  return prepared;
}

/** Without its declaration, which may name the encoding that it had as bytes. */
function textOfXml(bytes: Buffer): string {
  return new TextDecoder(xmlEncoding(bytes)).decode(bytes).replace(/^<\?xml[^>]*>/, "");
}

function* prepareInSteps(bytes: Buffer, now: string) {
  const read = yield* readMessage(bytes, most);
  // All else that is wrong with it follows from what it is.
  throwIfAny(profileIssues(read));
  // The reader names the places of the message itself.
  if (read.problems.length > 0) throw validationError(read.problems.map(({ path, issue }) => problem(path, issue)));
  try {
    return yield* prepareRead(read, bytes, now);
  } catch (error) {
    throw error instanceof ApiError ? atPlaces(error, read.pathIn) : error;
  }
}

/** The same refusal, with the places as the message has them. */
export function atPlaces({ code, message, details, headers }: ApiError, pathIn: (path: string) => string): ApiError {
  const placed = details.map(({ field, issue }) => ({ field: pathIn(field), issue }));
  const [before, after] = [details[0]?.field ?? "", placed[0]?.field ?? ""];
  return new ApiError(code, before === "" ? message : message.replace(before, () => after), placed, headers);
}

function* prepareRead(read: ReadMessage, bytes: Buffer, now: string) {
  throwIfAny(yield* creditIssues(read));
  const { message_type, message, version, pathIn } = read;
  const made_at = instantOf(message.header.created_at) ?? now;
  const isPurge = message_type === "PurgeReleaseMessage";
  const code_path = isPurge ? "PurgedRelease/ReleaseId/ICPN" : `${RELEASE_PATH}/ReleaseId/ICPN`;
  const code = codeOf(isPurge ? message.release_id : message.releases[0]?.release_id);
  const deals = isPurge ? undefined : yield* readDeals(message, now);
  const [warnings, problems] = yield* ruleIssues(read, deals);
  append(problems, aheadIssues(made_at, now));
  if (deals?.isUnclear)
    problems.push(
      problem("DealList", "takes the release down in some territories and offers it in none: name those that stay"),
    );
  const isTakedown = isPurge || !deals || deals.isTakedown;
  const wrong = code ?? (isTakedown ? "is missing: a takedown names its release by UPC or EAN" : undefined);
  // The rules say what is wrong with a code that is there.
  if (typeof wrong === "string" && problems.every(({ field }) => field !== code_path))
    problems.push(problem(code_path, wrong));
  yield;
  const release = isTakedown ? undefined : yield* toRelease(message, deals);
  const fields = release ? [...release.problems, ...(yield* fieldIssues(release))] : [];
  if (problems.length + fields.length > 0 || typeof code === "string")
    throw validationError(firstOfEach([...problems, ...fields]));
  const digest = createHash("sha256").update(bytes).digest();
  const placed = [...(release?.issues ?? []), ...warnings].map((issue) => ({ ...issue, path: pathIn(issue.path) }));
  const issues = [...read.warnings.map(asWarning), ...placed].slice(0, MAX_ISSUES);
  const { header } = message;
  const prepared: PreparedMessage = { message_type, header, made_at, digest, code, code_path, release, issues, pathIn };
  return { prepared, version };
}

function asWarning({ path, issue }: MessageProblem): MessageIssue {
  return { severity: "warning", path, issue };
}

/** Warnings, and what refuses the message: no more of either than an answer shows. */
function* ruleIssues(
  read: ReadMessage,
  deals: DealTerms | undefined,
): Generator<undefined, [MessageIssue[], Issue[]], undefined> {
  const { message_type, message } = read;
  const found =
    message_type === "PurgeReleaseMessage"
      ? purgeProblems(message)
      : yield* newReleaseProblems(message, { has_deals: !deals?.isTakedown });
  const warnings: MessageIssue[] = [];
  const problems: Issue[] = [];
  for (const [index, { path, issue }] of found.entries()) {
    if (isTolerated({ path, issue })) {
      if (warnings.length < MAX_ISSUES)
        warnings.push({ severity: "warning", path, issue: toleratedIssue({ path, issue }) });
    } else problems.push(problem(path, issue, path.endsWith("/ISRC") ? "invalid_isrc_format" : undefined));
    if (problems.length >= MAX_PROBLEMS) break;
    if (index % JUDGED_AT_ONCE === 0) yield;
  }
  return [warnings, problems];
}

/** A message with more is wrong throughout: what is left would only repeat it. */
const MAX_PROBLEMS = 1_000;
const JUDGED_AT_ONCE = 100;

/** The rules and our API's schemas often say the same of one value. */
function firstOfEach(problems: readonly Issue[]): Issue[] {
  return [...new Map([...problems].reverse().map((issue) => [issue.field, issue])).values()].reverse();
}

// The most that a message may have of an element. The reader stops at the first that is too many, before anything is
// built of them.
const MAX_RESOURCES = 2 * MAX_TRACKS;
const MAX_CREDITS = MAX_TRACKS * MAX_ARTISTS;
const MAX_PARTIES = 20_000;
const MAX_DEALS = 20_000;
const most = new Map([
  ...["SoundRecording", "Image", "Text", "Release", "TrackRelease", "ReleaseVisibility"].map(
    (name) => [name, MAX_RESOURCES] as const,
  ),
  ...["ResourceGroup", "ResourceGroupContentItem"].map((name) => [name, MAX_RESOURCES] as const),
  ...["LinkedReleaseResourceReference", "ReleaseLabelReference"].map((name) => [name, 2 * MAX_RESOURCES] as const),
  ...["DisplayArtist", "Contributor", "ArtisticRole", "Role"].map((name) => [name, MAX_CREDITS] as const),
  ...["ArtistRole", "ResourceContributor", "ResourceContributorRole"].map((name) => [name, MAX_CREDITS] as const),
  ...["IndirectResourceContributor", "IndirectResourceContributorRole"].map((name) => [name, MAX_CREDITS] as const),
  ["Party", MAX_PARTIES],
  ...["ReleaseDeal", "Deal", "DealReleaseReference"].map((name) => [name, MAX_DEALS] as const),
]);

/** A recording may be named in many places, and each place becomes a track with all of its credits. */
function* creditIssues({ message_type, message }: ReadMessage): Generator<undefined, Issue[], undefined> {
  if (message_type === "PurgeReleaseMessage") return [];
  const found: Issue[] = [];
  for (const [index, { display_artists, contributors }] of message.recordings.entries()) {
    const credits = contributors.reduce(
      (sum, { roles }) => sum + roles.filter(({ value }) => value !== PUBLISHER).length,
      0,
    );
    const element = elementAt("SoundRecording", index);
    if (display_artists.length > MAX_ARTISTS)
      found.push(tooMany(`${element}/DisplayArtist`, MAX_ARTISTS, display_artists.length));
    if (credits > MAX_CONTRIBUTORS) found.push(tooMany(`${element}/Contributor`, MAX_CONTRIBUTORS, credits));
    yield;
  }
  return found;
}

function tooMany(path: string, limit: number, count: number): Issue {
  return problem(path, `must have at most ${limit} entries, and has ${count}`);
}

const DAY_MS = 86_400_000;

/** No message is newer than one that is dated far ahead, so such a date would keep every later message out. A day is for clocks that differ. */
function aheadIssues(made_at: string, now: string): Issue[] {
  if (Date.parse(made_at) - Date.parse(now) <= DAY_MS) return [];
  return [problem(MADE_AT_PATH, `must not be more than a day ahead: it is ${now} here`)];
}

function profileIssues({ message_type, profile }: ReadMessage): Issue[] {
  const isAudio = profile === null || /audio|djmix|classical/i.test(profile);
  return message_type === "PurgeReleaseMessage" || isAudio
    ? []
    : [problem("@ReleaseProfileVersionId", `must be an audio profile such as Audio: ${profile.slice(0, 50)}`)];
}

/** A 13- or 14-digit code with leading zeros is a UPC, another one of 13 digits an EAN. A text says what is wrong. */
function codeOf(release_id: ErnReleaseId | undefined): ReleaseCode | string | undefined {
  const icpn = release_id?.icpn;
  if (!icpn) return undefined;
  const digits = icpn.replace(/^0{1,2}(?=\d{12}$)/, "").replace(/^0(?=\d{13}$)/, "");
  if (isUpc(digits)) return { icpn: digits, upc: digits, ean: null };
  if (isEan(digits)) return { icpn: digits, upc: null, ean: digits };
  return `must be a UPC or EAN with a correct check digit: ${icpn.slice(0, 20)}`;
}

// Made at the first message: most processes receive none.
const findInRelease = once(() => compileValidator(NewRelease));
const findInTrack = once(() => compileValidator(NewTrack));

/** Checks the fields against the schemas of our API. */
function* fieldIssues(release: ReceivedRelease): Generator<undefined, Issue[], undefined> {
  const inRelease = (issue: Issue) => ({ ...issue, field: releaseField(release, issue.field) });
  const found = findInRelease()(release.fields).map(inRelease);
  for (const track of release.tracks) {
    // It has no id yet.
    for (const issue of findInTrack()({ ...track.fields, release_id: "rel_0" }))
      found.push({ ...issue, field: trackField(track, issue.field) });
    yield;
  }
  return found;
}

/** `artists[0].name` of a release is reported at its DisplayArtist. */
export function releaseField({ placeOf }: Pick<ReceivedRelease, "placeOf">, field: string): string {
  return placeOf(field) ?? fieldPath(RELEASE_PATH, releasePaths, field);
}

export function trackField({ path, placeOf }: Pick<ReceivedTrack, "path" | "placeOf">, field: string): string {
  return placeOf(field) ?? fieldPath(path, trackPaths, field);
}

function fieldPath(element: string, paths: readonly FieldPath[], field: string): string {
  const name = /^[a-z_]+/.exec(field)?.[0] ?? "";
  if (name === "territories" || name === "territory" || name === "start_at") return "DealList";
  const found = paths.find((row) => row.field === name);
  return found ? `${element}/${found.path}` : element;
}
