// The guards before every operation: who is calling (identify.ts), may they (access.ts), and not too often (count-request.ts).
// request-stages.ts has their order. For a credential in the body, see body-credential.ts.

import { ApiError } from "../../errors.ts";
import type { Decision, Limiters, Limits } from "../../limits/rate-limit.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import type { OrganizationPrincipal, Principal, VisitorPrincipal } from "../principal.ts";
import type { Route } from "../route.ts";

/** Returns the holder of this credential, or why it is refused. */
export type Authenticate = (credential: string, origin?: Origin) => MaybePromise<Principal | ApiError>;
export type AuthenticateClient = (
  given: ClientCredentials,
  origin: Origin,
) => Promise<OrganizationPrincipal | ApiError>;

/** The address of a request. It is only needed for an unknown credential: valid ones are never counted by address. */
export type Origin = { addressKey(): string; isOverLimit(): MaybePromise<boolean> };

export type ClientCredentials = { client_id: string; client_secret: string };

/** A visitor signs in to the dashboard with an API key, the operator key, the token of a one-time link, or as a person. */
export type SignIn = { key: string } | { token: string } | PersonalSignIn;
export type PersonalSignIn = { email: string; password: string; code?: string | undefined };
export type AuthenticateSignIn = (given: SignIn, origin: Origin) => MaybePromise<VisitorPrincipal | ApiError>;

/** A caller without a valid credential is the reason why. Undefined: the credential was not looked at. */
export type Caller = Principal | ApiError | undefined;

export type Admission = { principal: Principal | undefined; decision: Decision; refusal: ApiError | undefined };

export type Knock = {
  /** Callers of a page are not counted. A wrong credential always is, which stops guessing. */
  route: Pick<Route, "access" | "tier" | "page" | "uncounted"> &
    Partial<Pick<Route, "operation" | "method" | "beyond_labels">>;
  authorization: string | undefined;
  /** The token of a dashboard session, from a cookie that counts. An Authorization header wins. */
  session?: string | undefined;
  addressKey: () => string;
};

/** The parts that guards need. `anonymous`: the budget of an address. */
export type Guards = {
  authenticate: Authenticate;
  authenticateClient: AuthenticateClient;
  authenticateSession: Authenticate;
  authenticateSignIn: AuthenticateSignIn;
  limiters: Limiters;
  anonymous: Limits;
};

export function unauthorized(code: "authentication_required" | "invalid_credentials", message: string): ApiError {
  return new ApiError(code, message, [], { "www-authenticate": "Bearer" });
}
