import { type Transaction, timestamp } from "../platform/context.ts";
import { type Principal, principalId, type VisitorPrincipal } from "../platform/http/principal.ts";
import { newId } from "../platform/ids.ts";
import { generateKey, hashKey, KEY_BYTES, type KeyForm } from "./api-key.ts";
import { LINK_LIFETIME_S, MAX_SESSIONS_OF_KEY, MAX_SESSIONS_OF_PERSON, sessionEnd } from "./dashboard-session.ts";
import { usedLink } from "./holder.ts";
import { prefixOf } from "./oauth-client.ts";
import {
  deleteOldSessions,
  deleteSession,
  insertLink,
  insertSession,
  type SessionOwner,
  type SessionPlace,
  useLink,
} from "./session-queries.ts";

export type SessionParts = { form: KeyForm; operator_hash: Buffer };

export type NewSession = SessionParts & {
  place: SessionPlace;
  /** The token that this browser had until now: that session ends. */
  former: string | undefined;
  /** For a person who only switches: when the session ends that this one replaces. */
  expires_at?: string;
};

export async function startSession(
  ctx: Transaction,
  principal: VisitorPrincipal,
  { form, operator_hash, place, former, expires_at: end }: NewSession,
): Promise<{ token: string; principal: VisitorPrincipal }> {
  if (former !== undefined) await deleteSession(ctx.db, hashKey(former, form.pepper));
  const token = generateKey(prefixOf("ds", form.prefix), ctx.chance.bytes(KEY_BYTES));
  const hash = hashKey(token, form.pepper);
  const key_end = principal.kind === "organization" ? principal.expires_at : null;
  const expires_at = end ?? sessionEnd(ctx.clock.now(), key_end);
  const owner = ownerOf(principal, operator_hash);
  const row = { ...owner, ...place, id: newId("ses"), hash, created_at: timestamp(ctx), expires_at };
  await insertSession(ctx.db, row);
  await deleteOldSessions(ctx.db, owner, owner.person ? MAX_SESSIONS_OF_PERSON : MAX_SESSIONS_OF_KEY);
  return { token, principal: { ...principal, session: { id: hash.toString("hex"), expires_at } } };
}

/** A one-time link is used up by the sign-in. */
export async function useUpLink(ctx: Transaction, { form }: SessionParts, link: string): Promise<void> {
  if (!(await useLink(ctx.db, hashKey(link, form.pepper), timestamp(ctx)))) throw usedLink();
}

export async function signOut(ctx: Transaction, principal: Principal | undefined): Promise<void> {
  if (principal === undefined || principal.kind === "store" || !principal.session) return;
  await deleteSession(ctx.db, sessionHash(principal.session));
}

export function sessionHash({ id }: { id: string }): Buffer {
  return Buffer.from(id, "hex");
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
  if (principal.person) return { principal_id, api_key_id: null, operator_hash: null, person: principal.person };
  return principal.kind === "operator"
    ? { principal_id, api_key_id: null, operator_hash, person: null }
    : { principal_id, api_key_id: principal.actor, operator_hash: null, person: null };
}
