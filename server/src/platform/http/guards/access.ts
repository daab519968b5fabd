// May they: the rights of each kind of principal, by the access of a route × the caller. The principal that a handler gets
// (`PrincipalOf` in route.ts) follows from the same cases.

import { ApiError } from "../../errors.ts";
import { type OperatorPrincipal, type OrganizationPrincipal, type Principal, personOf } from "../principal.ts";
import { type Access, isWrite, type Route } from "../route.ts";
import type { Caller } from "./guards.ts";

type Policy = Pick<Route, "access" | "tier"> & Partial<Pick<Route, "operation" | "method" | "beyond_labels">>;
/** Routes that any caller may use, or whose credential was checked in another way. */
type OpenAccess = "public" | "session" | "client" | "sign_in";
type GuardedAccess = Exclude<Access, OpenAccess>;

export function accessRefusal(policy: Policy, caller: Caller): ApiError | undefined {
  const { access, tier } = policy;
  if (caller === undefined) return undefined;
  if (caller instanceof ApiError) return isOpen(access) ? undefined : caller;
  return (isOpen(access) ? undefined : guardedRefusal(access, policy, caller)) ?? tierRefusal(tier, caller);
}

export function isOpen(access: Access): access is OpenAccess {
  return access === "public" || access === "session" || access === "client" || access === "sign_in";
}

function guardedRefusal(access: GuardedAccess, policy: Policy, principal: Principal): ApiError | undefined {
  if (access === "person") return personRefusal(principal);
  if (personOf(principal)?.lacks_second_factor) return secondFactorNeeded();
  switch (principal.kind) {
    case "organization":
      return organizationRefusal(access, policy, principal);
    case "store":
      return storeRefusal(access);
    case "operator":
      return operatorRefusal(access, policy, principal);
  }
}

/** A person's own settings: no key opens them, and neither does staff that views an organization. */
function personRefusal(principal: Principal): ApiError | undefined {
  const isOwn = personOf(principal) !== undefined && !(principal.kind === "organization" && principal.is_view);
  if (isOwn) return undefined;
  return new ApiError("insufficient_scope", "This is for a person in its own dashboard session; sign in by email.");
}

function secondFactorNeeded(): ApiError {
  return new ApiError(
    "insufficient_scope",
    "Set up your second factor first, under Me in the dashboard: this service asks everyone in your role for one.",
  );
}

function organizationRefusal(
  access: Exclude<GuardedAccess, "person">,
  policy: Policy,
  { scopes, person, is_view, labels, payee_ids }: OrganizationPrincipal,
): ApiError | undefined {
  if (access === "operator")
    return operatorsPath(person ? "you are signed in for an organization" : "this key is an organization's");
  if (access === "store") return nothingHere();
  if (payee_ids) return new ApiError("insufficient_scope", "The role payee reads its own statements at /v1/me only.");
  if (is_view && isWrite(policy)) return new ApiError("insufficient_scope", "A view of an organization only reads.");
  if (labels && policy.beyond_labels)
    return new ApiError("insufficient_scope", "Members who are limited to labels may not read this.");
  if (access === "any_key" || hasScope(scopes, access.scope)) return undefined;
  const holder = person ? "your role" : "the key";
  return new ApiError(
    "insufficient_scope",
    `This needs the scope \`${access.scope}\`; ${holder} has ${scopes.join(", ") || "none"}.`,
  );
}

function storeRefusal(access: Exclude<GuardedAccess, "person">): ApiError | undefined {
  if (access === "store") return undefined;
  if (access === "operator") return operatorsPath("this key is a store's");
  return new ApiError("insufficient_scope", "A store's credential works on /v1/feed paths only.");
}

function operatorRefusal(
  access: Exclude<GuardedAccess, "person">,
  { operation = "", method = "GET" }: Policy,
  { staff }: OperatorPrincipal,
): ApiError | undefined {
  if (typeof access === "object" && access.or_operator) return undefined;
  if (access === "operator") {
    if (!staff || staff.mayDo({ operation, method })) return undefined;
    return new ApiError("insufficient_scope", `Your staff role, ${staff.role}, may not do this; ask an admin.`);
  }
  if (staff)
    return new ApiError("insufficient_scope", "Staff act on /v1/operator paths only; this is an organization's.");
  const instead = access === "store" ? "a store's credential" : "an organization's API key";
  return new ApiError("insufficient_scope", `The operator key works on /v1/operator paths only; use ${instead} here.`);
}

/** The operator's paths are documented, so saying whose they are reveals nothing. Whether a resource exists stays hidden. */
function operatorsPath(whose: string): ApiError {
  return new ApiError("not_found", `This path is the operator's, and ${whose}; use the operator key here.`);
}

/** As for a path that does not exist: the routes of others are none of the caller's business. */
function nothingHere(): ApiError {
  return new ApiError("not_found", "There is nothing at this path.");
}

function tierRefusal(tier: string | undefined, principal: Principal): ApiError | undefined {
  if (tier === undefined || (principal.kind === "organization" && principal.tier === tier)) return undefined;
  return new ApiError("tier_not_eligible", `This is for organizations of the tier ${tier}; ask the operator.`);
}

/** `x:write` includes `x:read`. */
export function hasScope(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope) || (scope.endsWith(":read") && scopes.includes(scope.replace(/:read$/, ":write")));
}
