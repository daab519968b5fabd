// Turns the holder of a credential into a principal, or says why it is refused.

import { limitsOf } from "../organizations/organization.ts";
import type { ApiError } from "../platform/errors.ts";
import { unauthorized } from "../platform/http/guards/guards.ts";
import type { OrganizationPrincipal } from "../platform/http/principal.ts";
import { OAUTH_TIER } from "./oauth-client.ts";
import type { Holder } from "./queries.ts";

export type CredentialNoun = "API key" | "access token" | "client" | "store's credential";

export function principalOf(holder: Holder, rate_factor: number): OrganizationPrincipal {
  const { organization_id, tier, actor, scopes, expires_at } = holder;
  const limits = limitsOf(holder, rate_factor);
  return { kind: "organization", organization_id, tier, actor, scopes, limits, expires_at };
}

export function refuseHolder(holder: Holder, noun: CredentialNoun, now: Date): ApiError | undefined {
  if (holder.status === "suspended") return invalid("This organization is suspended; ask the operator.");
  if (holder.expires_at && new Date(holder.expires_at) <= now) return invalid(`This ${noun} has expired.`);
  if (noun === "access token" && holder.tier !== OAUTH_TIER)
    return invalid(`Access tokens need the tier ${OAUTH_TIER}, which this organization no longer has.`);
  return undefined;
}

export function invalid(message: string): ApiError {
  return unauthorized("invalid_credentials", message);
}

export function usedLink(): ApiError {
  return invalid("This link was used or has expired; `npx segue dashboard` prints a new one.");
}
