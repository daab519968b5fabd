// Turns the holder of a credential into a principal, or says why it is refused.

import { limitsOf, scaleLimits } from "../organizations/organization.ts";
import type { ApiError } from "../platform/errors.ts";
import { unauthorized } from "../platform/http/guards/guards.ts";
import type { OperatorPrincipal, OrganizationPrincipal, VisitorPrincipal } from "../platform/http/principal.ts";
import type { Limits } from "../platform/limits/rate-limit.ts";
import { scopesOf } from "../rights/role.ts";
import { scopes } from "../rights/scope.ts";
import { mayAsStaff } from "../rights/staff-right.ts";
import { OAUTH_TIER } from "./oauth-client.ts";
import type { Holder } from "./queries.ts";
import type { Seat } from "./session-queries.ts";

export type CredentialNoun = "API key" | "access token" | "client" | "store's credential";

export function principalOf(holder: Holder, rate_factor: number): OrganizationPrincipal {
  const { organization_id, tier, actor, scopes, expires_at } = holder;
  const limits = limitsOf(holder, rate_factor);
  return { kind: "organization", organization_id, tier, actor, scopes, limits, expires_at, labels: null };
}

/** One person, in all its sessions, and all people of an organization together. */
const personLimits: Limits = { per_minute: 600, burst: 60 };
const peopleLimits: Limits = { per_minute: 6_000, burst: 300 };

/** Which people must have a second factor: `SEGUE_SECOND_FACTOR`. */
export const secondFactorRules = ["optional", "staff", "all"] as const;
export type SecondFactorRule = (typeof secondFactorRules)[number];

export type PersonRules = { rate_factor: number; second_factor: SecondFactorRule };

/** A member acts for its organization, staff for the operator or, in a view, as a reader of an organization. */
export function personPrincipal(seat: Seat, { rate_factor, second_factor }: PersonRules, now: Date): VisitorPrincipal {
  const { person_id, member, staff, is_federated, organization, viewed_until } = seat;
  const isAsked = second_factor === "all" || (second_factor === "staff" && seat.is_staff);
  const limits = scaleLimits(personLimits, rate_factor);
  const person = {
    id: person_id,
    member_id: member?.id ?? null,
    staff_id: staff?.id ?? null,
    is_federated,
    shared_limits: member ? scaleLimits(peopleLimits, rate_factor) : null,
    lacks_second_factor: isAsked && !seat.has_second_factor && !is_federated,
  };
  const caller = { actor: person_id, limits, person };
  if (staff && !(organization && viewed_until !== null && new Date(viewed_until) > now)) {
    const { role } = staff;
    return {
      kind: "operator",
      ...caller,
      staff: { role, mayDo: (asked) => mayAsStaff(role, asked) },
    } satisfies OperatorPrincipal;
  }
  const { organization_id = "", tier = "starter" } = organization ?? {};
  const partner = { kind: "organization", ...caller, organization_id, tier, expires_at: null } as const;
  if (!member) return { ...partner, scopes, labels: null, is_view: true };
  const { role, labels, payee_ids } = member;
  const scoped = { ...partner, scopes: scopesOf(role, labels), labels };
  return role === "payee" ? { ...scoped, payee_ids: payee_ids ?? [] } : scoped;
}

export function suspended(): ApiError {
  return invalid("This organization is suspended; ask the operator.");
}

export function refuseHolder(holder: Holder, noun: CredentialNoun, now: Date): ApiError | undefined {
  if (holder.status === "suspended") return suspended();
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
