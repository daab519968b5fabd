// Who holds a credential. The answer is kept for a moment, so that a busy caller costs no query: a revocation on
// another node is seen when the moment is over, one on this node at once.

import { timingSafeEqual } from "node:crypto";
import type { Context } from "../platform/context.ts";
import type { ApiError } from "../platform/errors.ts";
import { type Authenticate, unauthorized } from "../platform/guards.ts";
import type { Principal } from "../platform/route.ts";
import { hashKey, isWellFormedKey, type KeyForm } from "./api-key.ts";
import { limitsOf, operatorLimits, scaleLimits } from "./organization.ts";
import { type KeyHolder, useApiKey } from "./queries.ts";

export type Credentials = { authenticate: Authenticate; forget(): void };

export const OPERATOR_ID = "operator";

// Revocation must work within 5 s.
const REMEMBER_MS = 3_000;
// A flood of made-up keys must not fill the memory; what is dropped is asked again.
const MAX_REMEMBERED = 10_000;

type Remembered = { answer: KeyHolder | undefined; until_ms: number };

export function createCredentials(
  ctx: Context,
  settings: { form: KeyForm; other_prefix: string; operator_key: string; rate_factor: number },
): Credentials {
  const { form, other_prefix, rate_factor } = settings;
  const operator_hash = hashKey(settings.operator_key, form.pepper);
  const operator: Principal = {
    kind: "operator",
    organization_id: OPERATOR_ID,
    actor: OPERATOR_ID,
    scopes: [],
    limits: scaleLimits(operatorLimits, rate_factor),
  };
  const remembered = new Map<string, Remembered>();
  // One number for each time everything was forgotten: an answer asked for before that is not kept.
  let era = 0;

  async function findHolder(hash: Buffer): Promise<KeyHolder | undefined> {
    const name = hash.toString("base64");
    const now_ms = performance.now();
    const known = remembered.get(name);
    if (known && known.until_ms > now_ms) return known.answer;
    const asked_in = era;
    const answer = await useApiKey(ctx.db, hash, ctx.clock.now().toISOString());
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (asked_in === era) remembered.set(name, { answer, until_ms: now_ms + REMEMBER_MS });
    return answer;
  }

  async function authenticate(credential: string): Promise<Principal | ApiError> {
    const hash = hashKey(credential, form.pepper);
    if (timingSafeEqual(hash, operator_hash)) return operator;
    const malformed = refuseByForm(credential, form.prefix, other_prefix);
    if (malformed) return malformed;
    const holder = await findHolder(hash);
    if (!holder) return invalid("This API key is not known, or was revoked.");
    if (holder.status === "suspended") return invalid("This organization is suspended; ask the operator.");
    if (holder.expires_at && new Date(holder.expires_at) <= ctx.clock.now())
      return invalid("This API key has expired.");
    const { organization_id, key_id, scopes } = holder;
    return { kind: "organization", organization_id, actor: key_id, scopes, limits: limitsOf(holder, rate_factor) };
  }

  return {
    authenticate,
    forget() {
      era++;
      remembered.clear();
    },
  };
}

function refuseByForm(credential: string, prefix: string, other_prefix: string): ApiError | undefined {
  if (credential.startsWith(other_prefix)) {
    return invalid(
      `This key begins with ${other_prefix} and belongs to the other environment; keys here begin with ${prefix}.`,
    );
  }
  if (!credential.startsWith(prefix)) return invalid(`This is not an API key; keys here begin with ${prefix}.`);
  if (!isWellFormedKey(credential)) return invalid("This API key is damaged: it was cut or mistyped.");
  return undefined;
}

function invalid(message: string): ApiError {
  return unauthorized("invalid_credentials", message);
}
