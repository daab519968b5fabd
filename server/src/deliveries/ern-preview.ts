// The ERN message of a release as it is now: as a store would get it, for partners to look at, and as a partner takes it along. Nothing
// is kept or sent.

import { findMd5Sums } from "../assets/checksum-queries.ts";
import type { ErnVersion } from "../ddex/ern.ts";
import { noVocabulary } from "../ddex/vocabulary.ts";
import { defaultCapabilities } from "../messages/capabilities.ts";
import { writeErn } from "../messages/ern/document.ts";
import { type ErnSettings, settingsOf } from "../messages/ern/settings.ts";
import type { ReleaseMessage } from "../messages/message.ts";
import { getOrganization } from "../organizations/actions.ts";
import { type Context, timestamp } from "../platform/context.ts";
import { ApiError, notFound, problem, throwIfAny } from "../platform/errors.ts";
import type { Owned } from "../platform/owned.ts";
import { yielding } from "../platform/yielding.ts";
import { findContent } from "../releases/approved-content.ts";
import { territoryCodes, WORLD } from "../standards/territory.ts";
import type { ConnectorParts } from "../stores/actions.ts";
import { findStoreAtWork, findStores } from "../stores/queries.ts";
import { messageBody } from "./build-message.ts";
import { overlap } from "./reach.ts";
import { listReleaseFiles } from "./sent/message-queries.ts";

type Asked = { store_id?: string; version?: ErnVersion };

export async function previewErn(
  ctx: Context,
  parts: ConnectorParts,
  owned: Owned,
  { store_id, version }: Asked,
): Promise<string> {
  const store = await findTerms(ctx, store_id);
  return writeAlone(ctx, parts, owned, { store, version, message_id: `${owned.id}-preview` });
}

/** All that a message can say, with all lyrics. Each has an id of its own, so that another service takes a later one, too. */
export function exportErn(ctx: Context, parts: ConnectorParts, owned: Owned): Promise<string> {
  const store = { ...anyStore, ...noVocabulary, connector: { lyrics: "both" } };
  const message_id = `${owned.id}-${timestamp(ctx).replaceAll(/\D/g, "")}`;
  return writeAlone(ctx, parts, owned, { store, message_id, max_lyrics: Number.POSITIVE_INFINITY });
}

type Wanted = {
  store: Awaited<ReturnType<typeof findTerms>>;
  message_id: string;
  version?: ErnVersion | undefined;
  max_lyrics?: number;
};

/** Refuses a message that would never go out, with the path of each problem. */
async function writeAlone(
  ctx: Context,
  { ern, schemas }: ConnectorParts,
  owned: Owned,
  { store, message_id, version, max_lyrics }: Wanted,
): Promise<string> {
  const { sender } = ern;
  if (!sender)
    throw new ApiError(
      "invalid_state",
      "The service has no DDEX party yet: ask the operator to set SEGUE_DDEX_PARTY_ID.",
    );
  const [content, owner, stored] = await Promise.all([
    findContent(ctx, owned),
    getOrganization(ctx, owned.organization_id),
    listReleaseFiles(ctx.db, owned),
  ]);
  if (!content) throw notFound("release");
  const settings: ErnSettings = settingsOf(store.connector, [sender]);
  const capabilities = { ...store.capabilities, ...(version && { message_format: `ern_${version}` as const }) };
  const codes = overlap(territoryCodes, [store.territories]);
  const kept = { lyrics: settings.lyrics, ...(max_lyrics !== undefined && { max_lyrics }) };
  const body = await yielding(messageBody({ approved: content, owner, stored }, codes, kept), ctx.signal);
  const ticket = { message_id, store_id: store.store_id, attempt: 1 };
  const message: ReleaseMessage = { ...ticket, kind: "new", created_at: timestamp(ctx), ...body };
  const { genres, roles, release_profile } = store;
  const ids = message.files.map(({ asset_id }) => asset_id);
  const md5_sums = await findMd5Sums(ctx.db, owned.organization_id, ids);
  const inputs = { settings, capabilities, ern, vocabulary: { genres, roles }, release_profile, md5_sums };
  const { document, problems, sample } = await yielding(writeErn(message, inputs), ctx.signal);
  const compared = problems.length > 0 || !schemas || !sample ? undefined : await yielding(sample(), ctx.signal);
  const found = compared
    ? ((await schemas?.check(compared.schema, { ...compared, partner: owned.organization_id, signal: ctx.signal })) ??
      [])
    : problems;
  throwIfAny(found.map(({ path, issue }) => problem(path, issue)));
  return document;
}

const anyStore = {
  store_id: "store_any",
  territories: [WORLD],
  capabilities: defaultCapabilities,
  connector: {},
  release_profile: null,
};

/** Without a store: the terms of one that takes everything. */
async function findTerms(ctx: Context, store_id: string | undefined) {
  if (store_id === undefined) return { ...anyStore, ...noVocabulary };
  const [[terms], store] = await Promise.all([findStores(ctx.db, [store_id]), findStoreAtWork(ctx.db, store_id)]);
  if (terms && store && !terms.is_reported) return { ...store, territories: terms.territories };
  throwIfAny([problem("store_id", `names no store: ${store_id}`, "invalid_request")]);
  throw notFound("store");
}
