// May they: the rights of each kind of principal, by the access of a route × the caller. The principal that a handler gets
// (`PrincipalOf` in route.ts) follows from the same cases.

import { ApiError } from "../../errors.ts";
import type { OrganizationPrincipal, Principal } from "../principal.ts";
import type { Access, Route } from "../route.ts";
import type { Caller } from "./guards.ts";

type Policy = Pick<Route, "access" | "tier">;
/** Routes that any caller may use, or whose credential was checked in another way. */
type OpenAccess = "public" | "session" | "client" | "sign_in";
type GuardedAccess = Exclude<Access, OpenAccess>;

export function accessRefusal({ access, tier }: Policy, caller: Caller): ApiError | undefined {
  if (caller === undefined) return undefined;
  if (caller instanceof ApiError) return isOpen(access) ? undefined : caller;
  return (isOpen(access) ? undefined : guardedRefusal(access, caller)) ?? tierRefusal(tier, caller);
}

export function isOpen(access: Access): access is OpenAccess {
  return access === "public" || access === "session" || access === "client" || access === "sign_in";
}

function guardedRefusal(access: GuardedAccess, principal: Principal): ApiError | undefined {
  switch (principal.kind) {
    case "organization":
      return organizationRefusal(access, principal);
    case "store":
      return storeRefusal(access);
    case "operator":
      return operatorRefusal(access);
  }
}

function organizationRefusal(access: GuardedAccess, { scopes }: OrganizationPrincipal): ApiError | undefined {
  if (access === "operator") return operatorsPath("an organization's");
  if (access === "store") return nothingHere();
  if (access === "any_key" || hasScope(scopes, access.scope)) return undefined;
  return new ApiError(
    "insufficient_scope",
    `This needs the scope \`${access.scope}\`; the key has ${scopes.join(", ") || "none"}.`,
  );
}

function storeRefusal(access: GuardedAccess): ApiError | undefined {
  if (access === "store") return undefined;
  if (access === "operator") return operatorsPath("a store's");
  return new ApiError("insufficient_scope", "A store's credential works on /v1/feed paths only.");
}

function operatorRefusal(access: GuardedAccess): ApiError | undefined {
  if (access === "operator" || (typeof access === "object" && access.or_operator)) return undefined;
  const instead = access === "store" ? "a store's credential" : "an organization's API key";
  return new ApiError("insufficient_scope", `The operator key works on /v1/operator paths only; use ${instead} here.`);
}

/** The operator's paths are documented, so saying whose they are reveals nothing. Whether a resource exists stays hidden. */
function operatorsPath(whose: string): ApiError {
  return new ApiError("not_found", `This path is the operator's, and this key is ${whose}; use the operator key here.`);
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
