import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { generateKey, hashKey, KEY_BYTES, type KeyForm } from "./api-key.ts";
import { prefixOf } from "./oauth-client.ts";
import type { CreatedStoreCredential, FetchedKinds, NewStoreCredential, StoreCredential } from "./store-credential.ts";
import { findConnectorKind, insertStoreCredential, revokeStoreCredentialRow } from "./store-queries.ts";

export async function issueStoreCredential(
  ctx: Transaction,
  store_id: string,
  { name = null, form, fetched_kinds }: NewStoreCredential & { form: KeyForm; fetched_kinds: FetchedKinds },
): Promise<CreatedStoreCredential> {
  const kind = await getConnectorKindOf(ctx, store_id);
  if (!fetched_kinds.includes(kind))
    throw new ApiError(
      "invalid_state",
      `Only a store with the connector ${fetched_kinds.join(" or ")} fetches its messages; ${store_id} has the connector ${kind}.`,
    );
  const key = generateKey(prefixOf("st", form.prefix), ctx.chance.bytes(KEY_BYTES));
  const created_at = timestamp(ctx);
  const row: StoreCredential = {
    id: newId("crd"),
    store_id,
    name,
    last4: key.slice(-4),
    created_at,
    last_used_at: null,
  };
  await insertStoreCredential(ctx.db, { ...row, hash: hashKey(key, form.pepper) });
  return { ...row, key };
}

/** Throws if there is no such store. */
export async function getConnectorKindOf(ctx: Context, store_id: string): Promise<string> {
  const kind = await findConnectorKind(ctx.db, store_id);
  if (kind === undefined) throw notFound("store");
  return kind;
}

export async function revokeStoreCredential(ctx: Transaction, of: { store_id: string; id: string }): Promise<void> {
  const revoked_at = timestamp(ctx);
  if (!(await revokeStoreCredentialRow(ctx.db, { ...of, revoked_at }))) throw notFound("credential");
}
