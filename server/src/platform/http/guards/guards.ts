// The guards before every operation, in one order: who is calling, may they, and not too often.
//
// Only a client with an id and a secret may send its credential in the body. For it the same guards run after the body
// was read, and one more: wrong secrets are counted for each client and address. A caller that keeps guessing is told
// to wait. Other clients from there, and this client from elsewhere, are not affected.
//
// Sign-ins to the dashboard are counted for each address before the credential is looked at. Beyond the limit the right
// credential is refused like a wrong one, so guesses that arrive at the same moment gain nothing. The sandbox's larger
// limits do not apply to guesses: its operator key is production's.

import { ApiError } from "../../errors.ts";
import type { Decision, Limiters, Limits } from "../../limits/rate-limit.ts";
import { andThen, type MaybePromise } from "../../maybe-promise.ts";
import { decodeFormText, type Form } from "../bodies/form-body.ts";
import {
  budgetOf,
  type OrganizationPrincipal,
  type Principal,
  sessionBudget,
  type VisitorPrincipal,
} from "../principal.ts";
import type { Route } from "../route.ts";
import { accessRefusal } from "./access.ts";

/** Returns the holder of this credential, or why it is refused. */
export type Authenticate = (credential: string, origin?: Origin) => MaybePromise<Principal | ApiError>;
export type AuthenticateClient = (
  given: ClientCredentials,
  origin: Origin,
) => Promise<OrganizationPrincipal | ApiError>;

/** The address of a request. It is only needed for an unknown credential: valid ones are never counted by address. */
export type Origin = { addressKey(): string; isOverLimit(): MaybePromise<boolean> };

export type ClientCredentials = { client_id: string; client_secret: string };

/** A visitor signs in to the dashboard with an API key, the operator key, or the token of a one-time link. */
export type SignIn = { key: string } | { token: string };
export type AuthenticateSignIn = (given: SignIn, origin: Origin) => MaybePromise<VisitorPrincipal | ApiError>;

export type Admission = { principal: Principal | undefined; decision: Decision; refusal: ApiError | undefined };

export type Knock = {
  /** Callers of a page are not counted. A wrong credential always is, which stops guessing. */
  route: Pick<Route, "access" | "tier" | "page" | "uncounted">;
  authorization: string | undefined;
  /** The token of a dashboard session, from a cookie that counts. An Authorization header wins. */
  session?: string | undefined;
  addressKey: () => string;
};

export type Guards = {
  admit(knock: Knock): MaybePromise<Admission>;
  /** `readForm` throws if something is wrong with the body. */
  admitClient(knock: Knock, readForm: () => Form): Promise<Admission>;
  /** Counts every sign-in by its address, whether it succeeds or not, and one that succeeds by its organization too. */
  admitSignIn(knock: Knock, given: SignIn | undefined): Promise<Admission>;
  /** The rate limit shown in an answer that passed no guard, because HTTP itself refused the request. */
  peekAddress(address_key: string): MaybePromise<Decision>;
};

// Wrong secrets for one client from one address, and sign-ins from one address.
const guessLimits: Limits = { per_minute: 30, burst: 30 };
// Longer than any client id. A longer one belongs to no client, so it need not be counted separately.
const MAX_GUESS_KEY = 64;

export function createGuards(options: {
  authenticate: Authenticate;
  authenticateClient: AuthenticateClient;
  authenticateSession: Authenticate;
  authenticateSignIn: AuthenticateSignIn;
  limiters: Limiters;
  anonymous: Limits;
}): Guards {
  const { authenticate, authenticateClient, authenticateSession, authenticateSignIn, limiters } = options;
  const { peekAddress, admitStranger, admitUncounted, admitCaller, admitSession } = createCounter(options);

  function identify({ authorization, session, addressKey }: Knock): MaybePromise<Principal | ApiError> {
    if (authorization === undefined && session === undefined) return noCredential();
    const origin = originOf(addressKey, peekAddress);
    if (authorization === undefined) return authenticateSession(session ?? "", origin);
    const credential = bearerOf(authorization);
    return credential instanceof ApiError ? credential : authenticate(credential, origin);
  }

  function admit(knock: Knock): MaybePromise<Admission> {
    const { route, session, addressKey } = knock;
    const isOpen = route.access === "public" || route.access === "session";
    // The credential is not checked here: otherwise a caller could try any number of them.
    if (isOpen && route.uncounted) return admitUncounted(addressKey());
    if (route.access === "session" && session === undefined) return admitUncounted(addressKey());
    return andThen(identify(knock), (caller) =>
      caller instanceof ApiError
        ? admitStranger(addressKey(), isOpen ? undefined : caller)
        : admitCaller(route, caller),
    );
  }

  async function admitClient({ route, authorization, addressKey }: Knock, readForm: () => Form): Promise<Admission> {
    const address_key = addressKey();
    const given = clientCredentials(authorization, readForm);
    if (given instanceof ApiError) return admitStranger(address_key, given);
    const guess_key = `${given.client_id.slice(0, MAX_GUESS_KEY)} ${address_key}`;
    const guessed = await limiters.guesses.peek(guess_key, guessLimits);
    if (!guessed.admitted) return refuseGuess(address_key, guessed);
    const caller = await authenticateClient(given, originOf(addressKey, peekAddress));
    if (!(caller instanceof ApiError)) return admitCaller(route, caller);
    const guess = await limiters.guesses.take(guess_key, guessLimits);
    return admitStranger(address_key, guess.admitted ? caller : tooManyRequests(guess));
  }

  async function admitSignIn({ addressKey }: Knock, given: SignIn | undefined): Promise<Admission> {
    const address_key = addressKey();
    if (!given) return admitStranger(address_key, undefined);
    const guess = await limiters.guesses.take(`sign-in ${address_key}`, guessLimits);
    if (!guess.admitted) return refuseGuess(address_key, guess);
    const knocked = await admitStranger(address_key, undefined);
    if (knocked.refusal) return knocked;
    const caller = await authenticateSignIn(given, originOf(addressKey, peekAddress));
    return caller instanceof ApiError ? { ...knocked, refusal: caller } : admitSession(caller);
  }

  async function refuseGuess(address_key: string, guess: Decision): Promise<Admission> {
    return { principal: undefined, decision: await peekAddress(address_key), refusal: tooManyRequests(guess) };
  }

  return { admit, admitClient, admitSignIn, peekAddress };
}

/** Chooses the key and the budget that a request counts against. */
function createCounter({ limiters, anonymous }: { limiters: Limiters; anonymous: Limits }) {
  const peekAddress = (address_key: string) => limiters.addresses.peek(address_key, anonymous);

  function admitStranger(address_key: string, refusal: ApiError | undefined): MaybePromise<Admission> {
    return andThen(limiters.addresses.take(address_key, anonymous), (decision) =>
      counted(undefined, decision, refusal),
    );
  }

  /** Admits a request that needs no credential and uses no budget. */
  function admitUncounted(address_key: string): MaybePromise<Admission> {
    return andThen(peekAddress(address_key), (decision) => ({
      principal: undefined,
      decision,
      refusal: undefined,
    }));
  }

  function admitCaller(route: Knock["route"], principal: Principal): MaybePromise<Admission> {
    const { limits } = principal;
    const budget = budgetOf(principal);
    const refusal = accessRefusal(route, principal);
    if (route.page || route.uncounted) {
      return andThen(limiters.principals.peek(budget, limits), (decision) => ({
        principal,
        decision,
        refusal,
      }));
    }
    // A refusal counts like any request: a caller that sends them without end is told to wait.
    return andThen(limiters.principals.take(budget, limits), (decision) => counted(principal, decision, refusal));
  }

  /** A sign-in is the first request of its session. */
  function admitSession(principal: VisitorPrincipal): MaybePromise<Admission> {
    return andThen(limiters.principals.take(sessionBudget(principal), principal.limits), (decision) =>
      counted(principal, decision, undefined),
    );
  }

  return { peekAddress, admitStranger, admitUncounted, admitCaller, admitSession };
}

function originOf(addressKey: () => string, peekAddress: Guards["peekAddress"]): Origin {
  return { addressKey, isOverLimit: () => andThen(peekAddress(addressKey()), ({ admitted }) => !admitted) };
}

function counted(principal: Principal | undefined, decision: Decision, refusal: ApiError | undefined): Admission {
  return { principal, decision, refusal: decision.admitted ? refusal : tooManyRequests(decision) };
}

/** Sent by HTTP Basic or in the form, but not both. */
function clientCredentials(authorization: string | undefined, readForm: () => Form): ClientCredentials | ApiError {
  const form = formOrRefusal(readForm);
  if (form instanceof ApiError) return form;
  const { client_id, client_secret } = form;
  const isInForm = client_id !== undefined || client_secret !== undefined;
  if (authorization !== undefined && isInForm) {
    return new ApiError("invalid_request", "Send the client's id and secret by HTTP Basic or in the form, not both.");
  }
  if (authorization !== undefined) return basicCredentials(authorization);
  if (client_id !== undefined && client_secret !== undefined) return { client_id, client_secret };
  if (!isInForm) return unauthorized("authentication_required", CLIENT_HINT);
  return unauthorized("invalid_credentials", CLIENT_HINT);
}

const CLIENT_HINT = "Send the client's id and secret by HTTP Basic, or as `client_id` and `client_secret` in the form.";

function formOrRefusal(readForm: () => Form): Form | ApiError {
  try {
    return readForm();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Both parts are written as in a form (RFC 6749, 2.3.1): libraries escape what curl leaves as it is, such as `_`. */
function basicCredentials(authorization: string): ClientCredentials | ApiError {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1];
  const [, client_id = "", client_secret = ""] =
    /^([^:]+):(.+)$/s.exec(Buffer.from(encoded ?? "", "base64").toString("latin1")) ?? [];
  try {
    if (client_id && client_secret)
      return { client_id: decodeFormText(client_id), client_secret: decodeFormText(client_secret) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  return unauthorized(
    "invalid_credentials",
    "The Authorization header must be `Basic base64(client_id:client_secret)`, both form-encoded.",
  );
}

function noCredential(): ApiError {
  return unauthorized("authentication_required", "Send your API key or access token as `Authorization: Bearer …`.");
}

function bearerOf(authorization: string): string | ApiError {
  const credential = /^Bearer +([\x21-\x7e]{1,512}) *$/i.exec(authorization)?.[1];
  const message = "The Authorization header must be `Bearer` and an API key or access token.";
  return credential ?? unauthorized("invalid_credentials", message);
}

export function unauthorized(code: "authentication_required" | "invalid_credentials", message: string): ApiError {
  return new ApiError(code, message, [], { "www-authenticate": "Bearer" });
}

function tooManyRequests(decision: Decision): ApiError {
  const message = `Too many requests; wait ${decision.retry_after_s} s before the next.`;
  return new ApiError("rate_limit_exceeded", message, [], { "retry-after": String(decision.retry_after_s) });
}
