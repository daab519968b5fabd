// The ERN message that a store would get of a release as it is now, for partners to look at. Nothing is kept or sent.

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

/** Refuses a message that would never go out, with the path of each problem. */
export async function previewErn(
  ctx: Context,
  { ern, schemas }: ConnectorParts,
  owned: Owned,
  { store_id, version }: Asked,
): Promise<string> {
  const { sender } = ern;
  if (!sender)
    throw new ApiError(
      "invalid_state",
      "The service has no DDEX party yet: ask the operator to set SEGUE_DDEX_PARTY_ID.",
    );
  const [content, owner, stored, store] = await Promise.all([
    findContent(ctx, owned),
    getOrganization(ctx, owned.organization_id),
    listReleaseFiles(ctx.db, owned),
    findTerms(ctx, store_id),
  ]);
  if (!content) throw notFound("release");
  const settings: ErnSettings = settingsOf(store.connector, [sender]);
  const capabilities = { ...store.capabilities, ...(version && { message_format: `ern_${version}` as const }) };
  const codes = overlap(territoryCodes, [store.territories]);
  const body = await yielding(messageBody({ approved: content, owner, stored }, codes, settings), ctx.signal);
  const ticket = { message_id: `${owned.id}-preview`, store_id: store.store_id, attempt: 1 };
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
