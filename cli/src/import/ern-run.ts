// Carries out the import of ERN messages, so that it can stop anywhere and be run again. All files come first, a few at a time.
// Then each message is sent, in the order in which they were made, once its files are processed. The service takes a message once:
// sent without one of its files, it could not be completed by sending it again. So a message with a missing or unusable file is
// not sent, and the next run tries it again.
//
// Where a message states no SHA-256, the service takes the newest file of that name. Names such as `01.wav` occur in many folders,
// so a file that shares its name is uploaded only just before its own message.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type ReceivedMessage, type Segue, SegueError } from "@segue/sdk";
import type { MessageProblem } from "../../../server/src/ddex/ern.ts";
import type { Progress } from "../progress.ts";
import { newAssetOf, sumOf } from "../upload/media-file.ts";
import { eachOf, onlyOnce, whenProcessed } from "../upload/transfer.ts";
import { setLyrics } from "./ern-lyrics.ts";
import type { AbsentFile, ErnPlan, FailedMessage, PlannedFile, PlannedMessage, PresentFile } from "./ern-plan.ts";
import { type KnownAssets, listKnownAssets } from "./known-assets.ts";
import { makeAsset, type NewFile, UPLOADS_AT_ONCE } from "./run.ts";
import type { ImportState } from "./state.ts";

export type ErnImport = { client: Segue; state: ImportState; plan: ErnPlan; progress: Progress };

export type ImportedMessage = Pick<ReceivedMessage, "release_id" | "result" | "issues"> & {
  file: string;
  title: string | null;
};

export async function runErnImport(run: ErnImport): Promise<{ data: ImportedMessage[]; failed: FailedMessage[] }> {
  const { plan, progress, client, state } = run;
  const unsent = plan.messages.filter(({ digest }) => state.find(entryOf(digest)).sent === undefined);
  const files = unsent.flatMap((message) => message.files);
  const known = files.length > 0 ? await listKnownAssets(client) : undefined;
  const isShared = sharedNames(files);
  const uploads = known && createUploads(run, { known, isShared });
  await eachOf(onceEach(files), UPLOADS_AT_ONCE, async (file) => {
    if (!isShared(file)) await uploads?.find(file);
  });
  progress.end();
  const sayWaiting = onlyOnce(() => progress.say("Waiting until the service has processed the files."));
  const data: ImportedMessage[] = [];
  const failed = [...plan.failed];
  for (const message of plan.messages) {
    const { file, digest, release } = message;
    const wanted = state.find(entryOf(digest)).sent === undefined ? message.files : [];
    const problems = uploads ? await fileProblems(run, { uploads, wanted, sayWaiting }) : [];
    const sent = problems.length > 0 ? problems : await sendMessage(run, message);
    if (Array.isArray(sent)) {
      failed.push({ file, problems: sent });
      continue;
    }
    const issues = await setLyrics(run, message, sent);
    data.push({ ...outcomeOf(sent), issues, file, title: release?.title ?? null });
  }
  return { data, failed };
}

const outcomeOf = ({ release_id, result }: ReceivedMessage) => ({ release_id, result });

const entryOf = (digest: string) => `message ${digest}`;

type Outcome = { asset_id: string } | { issue: string };
type Uploads = { find(file: PlannedFile): Promise<Outcome> };

type Around = { known: KnownAssets; isShared: (file: PlannedFile) => boolean };

/** Each file is uploaded once, however many messages name it, unless files with its name come in between. */
function createUploads(run: ErnImport, { known, isShared }: Around): Uploads {
  const begun = new Map<string, Promise<Outcome>>();
  const making = new Map<string, Promise<string>>();
  /** The same bytes at two places are one asset. */
  const make = (file: NewFile) => {
    const other = making.get(file.entry);
    if (other) run.progress.skipped(file.file.size_bytes);
    const made = other ?? makeAsset(run, file);
    making.set(file.entry, made);
    return made;
  };
  return {
    find(file) {
      if (!("media" in file)) return Promise.resolve(findAbsent(known, file));
      const upload = () => unlessRefused(() => uploadFile(run, { known, make }, file));
      if (isShared(file)) return upload();
      const outcome = begun.get(keyOf(file)) ?? upload();
      begun.set(keyOf(file), outcome);
      return outcome;
    },
  };
}

function keyOf(file: PlannedFile): string {
  const place = "media" in file ? file.media.path : "";
  return JSON.stringify([file.type, place, file.sha256 ?? null, file.name]);
}

function onceEach(files: readonly PlannedFile[]): PlannedFile[] {
  return [...new Map(files.filter((file) => "media" in file).map((file) => [keyOf(file), file])).values()];
}

/** Whether the service could take another file for this one. */
function sharedNames(files: readonly PlannedFile[]): (file: PlannedFile) => boolean {
  const places = new Map<string, Set<string>>();
  for (const file of files) {
    const key = `${file.type} ${file.name}`;
    const place = "media" in file ? file.media.path : "";
    places.set(key, (places.get(key) ?? new Set()).add(place));
  }
  return ({ type, name, sha256 }) => sha256 === undefined && (places.get(`${type} ${name}`)?.size ?? 0) > 1;
}

function findAbsent(known: KnownAssets, file: AbsentFile): Outcome {
  const { type, sha256, name } = file;
  const found = sha256 === undefined ? known.newestNamed(type, name) : known.withHash(type, sha256);
  const isThere = found && found.status !== "awaiting_upload";
  return isThere ? { asset_id: found.id } : { issue: file.absent };
}

type Making = { known: KnownAssets; make(file: NewFile): Promise<string> };

async function uploadFile(run: ErnImport, { known, make }: Making, file: PresentFile): Promise<Outcome> {
  const { media, type, name, sha256 } = file;
  const { progress } = run;
  // Under the name by which the message will find it.
  const body = { ...(await newAssetOf(media)), filename: name };
  const { checksum_sha256 } = body;
  if (sha256 !== undefined && checksum_sha256 !== sha256) {
    progress.skipped(media.size_bytes);
    return { issue: "has another SHA-256 than the message states" };
  }
  const otherSum = await findOtherSum(file);
  if (otherSum !== undefined) {
    progress.skipped(media.size_bytes);
    return { issue: otherSum };
  }
  const newest = known.newestNamed(type, name);
  const there = sha256 === undefined ? newest : known.withHash(type, sha256);
  if (there?.checksum_sha256 === checksum_sha256 && there.status !== "awaiting_upload") {
    progress.skipped(media.size_bytes);
    return { asset_id: there.id };
  }
  const asset_id =
    sha256 === undefined
      ? await makeNewest(run, { file: media, entry: `${type} ${checksum_sha256} ${name}`, body }, newest?.id)
      : await make({ file: media, entry: `${type} ${checksum_sha256}`, body });
  known.add({ id: asset_id, type, filename: name, checksum_sha256, status: "processing" });
  return { asset_id };
}

/** As DDEX names them, and Node. */
const sums: Readonly<Record<string, string>> = { MD5: "md5", SHA1: "sha1", "SHA-384": "sha384", "SHA-512": "sha512" };

/** A sum of a kind that is not in the table is not compared. */
async function findOtherSum({ media, sum }: PresentFile): Promise<string | undefined> {
  const algorithm = sum && sums[sum.algorithm.toUpperCase()];
  if (!algorithm || (await sumOf(media.path, algorithm)) === sum.value) return undefined;
  return `has another ${sum.algorithm} sum than the message states`;
}

/** The service takes the newest file of a name, so an earlier upload serves only while no other has followed. */
function makeNewest(run: ErnImport, file: NewFile, newest_id: string | undefined): Promise<string> {
  const made = run.state.find(file.entry).id;
  if (made !== undefined && newest_id !== undefined && newest_id !== made) run.state.renew(file.entry);
  return makeAsset(run, file);
}

type Waiting = { uploads: Uploads; wanted: readonly PlannedFile[]; sayWaiting: () => void };

async function fileProblems(
  { client }: ErnImport,
  { uploads, wanted, sayWaiting }: Waiting,
): Promise<MessageProblem[]> {
  const problems: MessageProblem[] = [];
  for (const file of wanted) {
    const outcome = await uploads.find(file);
    const issue = "issue" in outcome ? outcome.issue : await failureOf(client, outcome.asset_id, sayWaiting);
    if (issue !== undefined) problems.push({ path: file.path, issue: `${file.uri} ${issue}` });
  }
  return problems;
}

async function failureOf(client: Segue, asset_id: string, sayWaiting: () => void): Promise<string | undefined> {
  const { failure } = await whenProcessed(client, asset_id, sayWaiting);
  return failure ? `cannot be used: ${failure.code}: ${failure.message}` : undefined;
}

async function sendMessage(run: ErnImport, message: PlannedMessage): Promise<ReceivedMessage | MessageProblem[]> {
  const { client, state, progress } = run;
  const { file, digest } = message;
  const bytes = await readFile(file);
  if (createHash("sha256").update(bytes).digest("hex") !== digest)
    return [{ path: "", issue: "has changed during the import" }];
  try {
    const answer = await client.ddex.messages.create(bytes, { contentType: "application/xml" });
    if (state.find(entryOf(digest)).sent === undefined) {
      state.record([[entryOf(digest), { sent: answer.result, generation: 0 }]]);
      progress.say(`${file}: ${answer.result}${answer.release_id ? ` ${answer.release_id}` : ""}`);
    }
    return answer;
  } catch (error) {
    const { code, message: sentence, details } = refusalIn(error);
    const problems = details.map(({ field, issue }) => ({ path: field, issue }));
    return problems.length > 0 ? problems : [{ path: "", issue: `${code}: ${sentence}` }];
  }
}

async function unlessRefused(upload: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await upload();
  } catch (error) {
    const { code, message } = refusalIn(error);
    return { issue: `was not taken: ${code}: ${message}` };
  }
}

const FOR_ALL = [401, 403, 429, 503];

/** The answer to one request. An error that every further request would get too ends the import: it is thrown again. */
function refusalIn(error: unknown): SegueError {
  if (error instanceof SegueError && !FOR_ALL.includes(error.status)) return error;
  throw error;
}
