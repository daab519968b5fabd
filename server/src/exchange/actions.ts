// DDEX messages of partners. A message happens once: its row is written first, so that the same message sent eight times at once
// waits for the one that came first, and is then a repetition. An older message than the newest one of its release changes
// nothing, unless it takes the release down: a takedown is never too late. Everything else is done by the actions of releases, tracks and deliveries, in the same transaction.

import { takeDownRelease } from "../deliveries/take-down-release.ts";
import { type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, problem, validationError } from "../platform/errors.ts";
import { applyRelease } from "./apply-release.ts";
import { atPlaces, type PreparedMessage } from "./prepare-message.ts";
import {
  concludeReceived,
  findNewestMade,
  findReceived,
  insertReceived,
  listOfCode,
  lockCode,
  type MessageKey,
} from "./queries.ts";
import {
  MADE_AT_PATH,
  MAX_ISSUES,
  type MessageIssue,
  type MessageOutcome,
  type ReceivedMessage,
} from "./received-message.ts";

export async function receiveMessage(
  ctx: Transaction,
  organization_id: string,
  prepared: PreparedMessage | ApiError,
): Promise<ReceivedMessage> {
  if (prepared instanceof ApiError) throw prepared;
  const { header, message_type, made_at, digest } = prepared;
  const { message_id, sender } = header;
  const key: MessageKey = { organization_id, sender_party_id: sender.party_id, message_id };
  const row = { ...key, message_type, digest, made_at, received_at: timestamp(ctx) };
  const isFirst = await insertReceived(ctx.db, row);
  const outcome = isFirst ? await takeAtPlaces(ctx, organization_id, prepared) : await repeat(ctx, key, digest);
  if (isFirst) await concludeReceived(ctx.db, key, outcome);
  const issues = [...prepared.issues, ...outcome.issues].slice(0, MAX_ISSUES);
  return { message_id, message_type, result: outcome.result, release_id: outcome.release_id, issues };
}

async function repeat(ctx: Transaction, key: MessageKey, digest: Buffer): Promise<MessageOutcome> {
  const known = await findReceived(ctx.db, key);
  if (known && !digest.equals(known.digest)) {
    const issue = "was used for another message already: every message needs an id of its own";
    throw validationError([problem("MessageHeader/MessageId", issue)]);
  }
  const issue = info("MessageHeader/MessageId", "was received before, and nothing was done again");
  return { result: "unchanged", release_id: known?.release_id ?? null, issues: [issue] };
}

/** Its issues and refusals name the places of the message itself. */
async function takeAtPlaces(
  ctx: Transaction,
  organization_id: string,
  prepared: PreparedMessage,
): Promise<MessageOutcome> {
  const { pathIn } = prepared;
  try {
    const outcome = await take(ctx, organization_id, prepared);
    return { ...outcome, issues: outcome.issues.map((issue) => ({ ...issue, path: pathIn(issue.path) })) };
  } catch (error) {
    throw error instanceof ApiError ? atPlaces(error, pathIn) : error;
  }
}

async function take(ctx: Transaction, organization_id: string, prepared: PreparedMessage): Promise<MessageOutcome> {
  const { code, code_path, release, made_at } = prepared;
  if (!code) return release ? applyRelease(ctx, organization_id, { found: undefined, code, release }) : nothing;
  await lockCode(ctx.db, organization_id, code);
  const [found, second] = await listOfCode(ctx.db, organization_id, code);
  if (found && second && second.status !== "draft") {
    const issue = `is the code of several releases of yours that are no drafts: ${found.id}, ${second.id}`;
    throw validationError([problem(code_path, issue)]);
  }
  const newest = found && (await findNewestMade(ctx.db, found.id));
  if (release && newest !== undefined && newest > made_at) {
    const issue = warning(MADE_AT_PATH, `is older than the message of ${newest}, which stays`);
    return { result: "unchanged", release_id: found?.id ?? null, issues: [issue] };
  }
  if (release) return applyRelease(ctx, organization_id, { found, code, release });
  if (!found) {
    return { result: "unchanged", release_id: null, issues: [warning(code_path, "is of no release of yours")] };
  }
  return takeDown(ctx, organization_id, { id: found.id, code_path });
}

const nothing: MessageOutcome = { result: "unchanged", release_id: null, issues: [] };

async function takeDown(
  ctx: Transaction,
  organization_id: string,
  { id, code_path }: { id: string; code_path: string },
): Promise<MessageOutcome> {
  const { asked, cancelled, busy } = await takeDownRelease(
    ctx,
    { organization_id, id },
    "A DDEX message asked for it.",
  );
  const issues = busy.map(({ delivery_id, store_id, status }) =>
    warning(code_path, `${store_id} is ${status} in ${delivery_id}; send a takedown again when it has answered`),
  );
  return { result: asked + cancelled > 0 ? "takedown_requested" : "unchanged", release_id: id, issues };
}

function warning(path: string, issue: string): MessageIssue {
  return { severity: "warning", path, issue };
}

function info(path: string, issue: string): MessageIssue {
  return { severity: "info", path, issue };
}
