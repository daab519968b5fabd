import { getOrganization } from "../organizations/actions.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { type Principal, principalId, type VisitorPrincipal } from "../platform/http/principal.ts";
import { generateKey, hashKey, KEY_BYTES, type KeyForm } from "./api-key.ts";
import { type DashboardSession, LINK_LIFETIME_S, MAX_SESSIONS_OF_KEY, sessionEnd } from "./dashboard-session.ts";
import { usedLink } from "./holder.ts";
import { prefixOf } from "./oauth-client.ts";
import {
  deleteOldSessions,
  deleteSession,
  insertLink,
  insertSession,
  type SessionOwner,
  useLink,
} from "./session-queries.ts";

export type SessionParts = { form: KeyForm; operator_hash: Buffer };

/** A visitor with the token of a one-time link uses the link up. */
export async function signIn(
  ctx: Transaction,
  principal: VisitorPrincipal,
  { form, operator_hash, link }: SessionParts & { link: string | undefined },
): Promise<{ token: string; principal: VisitorPrincipal }> {
  if (link !== undefined && !(await useLink(ctx.db, hashKey(link, form.pepper), timestamp(ctx)))) throw usedLink();
  const token = generateKey(prefixOf("ds", form.prefix), ctx.chance.bytes(KEY_BYTES));
  const hash = hashKey(token, form.pepper);
  const expires_at = sessionEnd(ctx.clock.now(), principal.kind === "organization" ? principal.expires_at : null);
  const owner = ownerOf(principal, operator_hash);
  await insertSession(ctx.db, { ...owner, hash, created_at: timestamp(ctx), expires_at });
  await deleteOldSessions(ctx.db, owner, MAX_SESSIONS_OF_KEY);
  return { token, principal: { ...principal, session: { id: hash.toString("hex"), expires_at } } };
}

export async function signOut(ctx: Transaction, principal: Principal | undefined): Promise<void> {
  if (principal === undefined || principal.kind === "store" || !principal.session) return;
  await deleteSession(ctx.db, principalId(principal), Buffer.from(principal.session.id, "hex"));
}

/** The token of a link that signs in once, as this caller. */
export async function makeLink(
  ctx: Transaction,
  principal: VisitorPrincipal,
  { form, operator_hash, lifetime_s = LINK_LIFETIME_S }: SessionParts & { lifetime_s?: number },
): Promise<{ token: string; expires_at: string }> {
  const token = generateKey(prefixOf("dl", form.prefix), ctx.chance.bytes(KEY_BYTES));
  const expires_at = new Date(ctx.clock.now().getTime() + lifetime_s * 1000).toISOString();
  await insertLink(ctx.db, { ...ownerOf(principal, operator_hash), hash: hashKey(token, form.pepper), expires_at });
  return { token, expires_at };
}

function ownerOf(principal: VisitorPrincipal, operator_hash: Buffer): SessionOwner {
  const principal_id = principalId(principal);
  return principal.kind === "operator"
    ? { principal_id, api_key_id: null, operator_hash }
    : { principal_id, api_key_id: principal.actor, operator_hash: null };
}

/** Null for a visitor who is not signed in. */
export async function showSession(ctx: Context, principal: Principal | undefined): Promise<DashboardSession | null> {
  if (principal === undefined || principal.kind === "store" || !principal.session) return null;
  const { expires_at } = principal.session;
  if (principal.kind === "operator")
    return { kind: "operator", organization_id: null, name: "Operator", tier: null, scopes: [], expires_at };
  const { organization_id, scopes } = principal;
  const { id, name, tier } = await getOrganization(ctx, organization_id);
  return { kind: "organization", organization_id: id, name, tier, scopes, expires_at };
}
