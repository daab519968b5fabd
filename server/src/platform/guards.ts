// The guards before every operation, in one order: who is calling, may they, and not too often.

import { ApiError } from "./errors.ts";
import type { Decision, Limits, RateLimiter } from "./rate-limit.ts";
import type { Access, Principal } from "./route.ts";

/** Answers who holds this credential, or why it is refused. */
export type Authenticate = (credential: string) => Promise<Principal | ApiError>;

export type Admission = { principal: Principal | undefined; decision: Decision; refusal: ApiError | undefined };

/** Kept apart, so that a flood of addresses cannot push out an organization's counter. */
export type Limiters = { principals: RateLimiter; addresses: RateLimiter };

export type Guards = {
  /** Pages and health checks are not counted; a wrong credential always is, so that nobody can go on guessing. */
  admit(
    access: Access,
    authorization: string | undefined,
    address_key: string,
    is_counted?: boolean,
  ): Promise<Admission>;
  /** What an answer shows that passed no guard, because HTTP itself refused it. */
  peekAddress(address_key: string): Decision | Promise<Decision>;
};

export function createGuards(options: { authenticate: Authenticate; limiters: Limiters; anonymous: Limits }): Guards {
  const { authenticate, limiters, anonymous } = options;

  async function admit(
    access: Access,
    authorization: string | undefined,
    address_key: string,
    is_counted = true,
  ): Promise<Admission> {
    const caller = await identify(authenticate, authorization);
    if (caller instanceof ApiError) {
      const decision = await limiters.addresses.take(address_key, anonymous);
      const refusal = access === "public" ? undefined : caller;
      return { principal: undefined, decision, refusal: decision.admitted ? refusal : tooManyRequests(decision) };
    }
    const refusal = accessRefusal(access, caller);
    if (refusal || !is_counted)
      return {
        principal: caller,
        decision: await limiters.principals.peek(caller.organization_id, caller.limits),
        refusal,
      };
    const decision = await limiters.principals.take(caller.organization_id, caller.limits);
    return { principal: caller, decision, refusal: decision.admitted ? undefined : tooManyRequests(decision) };
  }

  return { admit, peekAddress: (address_key) => limiters.addresses.peek(address_key, anonymous) };
}

async function identify(authenticate: Authenticate, authorization: string | undefined): Promise<Principal | ApiError> {
  if (authorization === undefined) {
    return unauthorized("authentication_required", "Send your API key as `Authorization: Bearer <API_KEY>`.");
  }
  const credential = /^Bearer +([\x21-\x7e]{1,512}) *$/i.exec(authorization)?.[1];
  if (credential === undefined) {
    return unauthorized("invalid_credentials", "The Authorization header must be `Bearer <API_KEY>`.");
  }
  return authenticate(credential);
}

export function unauthorized(code: "authentication_required" | "invalid_credentials", message: string): ApiError {
  return new ApiError(code, message, [], { "www-authenticate": "Bearer" });
}

function accessRefusal(access: Access, principal: Principal): ApiError | undefined {
  if (access === "public") return undefined;
  if (access === "operator") {
    return principal.kind === "operator" ? undefined : new ApiError("not_found", "There is nothing at this path.");
  }
  if (principal.kind === "operator") {
    return new ApiError(
      "insufficient_scope",
      "The operator key works on /v1/operator paths only; use an organization's API key here.",
    );
  }
  if (access === "any_key" || hasScope(principal.scopes, access.scope)) return undefined;
  return new ApiError(
    "insufficient_scope",
    `This needs the scope \`${access.scope}\`; the key has ${principal.scopes.join(", ") || "none"}.`,
  );
}

/** `x:write` includes `x:read`. */
export function hasScope(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope) || (scope.endsWith(":read") && scopes.includes(scope.replace(/:read$/, ":write")));
}

function tooManyRequests(decision: Decision): ApiError {
  const message = `Too many requests; wait ${decision.retry_after_s} s before the next.`;
  return new ApiError("rate_limit_exceeded", message, [], { "retry-after": String(decision.retry_after_s) });
}
