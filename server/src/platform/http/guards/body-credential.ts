// Credentials in the body: of a client with an id and a secret, and of a visitor who signs in to the dashboard. The same
// guards run after the body was read, and one more, because such credentials can be guessed.
//
// Wrong secrets are counted for each client and address. A caller that keeps guessing is told to wait. Other clients from
// there, and this client from elsewhere, are not affected.
//
// Sign-ins are counted for each address before the credential is looked at. Beyond the limit the right credential is
// refused like a wrong one, so guesses that arrive at the same moment gain nothing. The sandbox's larger limits do not
// apply to guesses: its operator key is production's.

import { ApiError } from "../../errors.ts";
import type { Decision, Limits } from "../../limits/rate-limit.ts";
import { decodeFormText, type Form, parseForm } from "../bodies/form-body.ts";
import type { FrameworkRequest } from "../framework.ts";
import { assertMediaType } from "../media-type.ts";
import { sessionBudget } from "../principal.ts";
import { bodyBytes } from "../raw-request.ts";
import type { Route } from "../route.ts";
import { accessRefusal } from "./access.ts";
import { countCaller, countRequest, countStranger, originOf, peekAddress, tooManyRequests } from "./count-request.ts";
import {
  type Admission,
  type ClientCredentials,
  type Guards,
  type Knock,
  type SignIn,
  unauthorized,
} from "./guards.ts";

type Sent = Pick<FrameworkRequest, "headers" | "body">;

// Wrong secrets for one client from one address, and sign-ins from one address.
const guessLimits: Limits = { per_minute: 30, burst: 30 };
// Longer than any client id. A longer one belongs to no client, so it need not be counted separately.
const MAX_GUESS_KEY = 64;

export function isCredentialInBody({ access }: Pick<Route, "access">): boolean {
  return access === "client" || access === "sign_in";
}

export function admitByBody(guards: Guards, knock: Knock, sent: Sent): Promise<Admission> {
  return knock.route.access === "client" ? admitClient(guards, knock, sent) : admitSignIn(guards, knock, sent);
}

async function admitClient(guards: Guards, knock: Knock, sent: Sent): Promise<Admission> {
  const { route, authorization, addressKey } = knock;
  const address_key = addressKey();
  const given = clientCredentials(authorization, sent);
  if (given instanceof ApiError) return countStranger(guards, address_key, given);
  const guess_key = `${given.client_id.slice(0, MAX_GUESS_KEY)} ${address_key}`;
  const guessed = await guards.limiters.guesses.peek(guess_key, guessLimits);
  if (!guessed.admitted) return refuseGuess(guards, address_key, guessed);
  const caller = await guards.authenticateClient(given, originOf(guards, addressKey));
  if (!(caller instanceof ApiError)) return countRequest(guards, knock, caller, accessRefusal(route, caller));
  const guess = await guards.limiters.guesses.take(guess_key, guessLimits);
  return countStranger(guards, address_key, guess.admitted ? caller : tooManyRequests(guess));
}

/** Counts every sign-in by its address, whether it succeeds or not, and one that succeeds by its organization too. */
async function admitSignIn(guards: Guards, { addressKey }: Knock, sent: Sent): Promise<Admission> {
  const address_key = addressKey();
  const given = readSignIn(sent);
  if (!given) return countStranger(guards, address_key);
  const guess = await guards.limiters.guesses.take(`sign-in ${address_key}`, guessLimits);
  if (!guess.admitted) return refuseGuess(guards, address_key, guess);
  const knocked = await countStranger(guards, address_key);
  if (knocked.refusal) return knocked;
  const caller = await guards.authenticateSignIn(given, originOf(guards, addressKey));
  if (caller instanceof ApiError) return { ...knocked, refusal: caller };
  // A sign-in is the first request of its session.
  return countCaller(guards, sessionBudget(caller), caller);
}

async function refuseGuess(guards: Guards, address_key: string, guess: Decision): Promise<Admission> {
  return { principal: undefined, decision: await peekAddress(guards, address_key), refusal: tooManyRequests(guess) };
}

/** The credential in the body of a sign-in. Undefined if the body cannot be read: validation reports that later. */
function readSignIn({ body }: Sent): SignIn | undefined {
  try {
    const sent = JSON.parse(bodyBytes(body)?.toString() ?? "") as Record<string, unknown>;
    const { key, token, email, password, code } = sent;
    const forms = [key, token, email ?? password ?? code].filter((form) => form !== undefined);
    if (forms.length !== 1) return undefined;
    if (typeof key === "string") return { key };
    if (typeof token === "string") return { token };
    if (typeof email !== "string" || typeof password !== "string") return undefined;
    if (code === undefined || typeof code === "string") return { email, password, code };
    return undefined;
  } catch {
    return undefined;
  }
}

/** Sent by HTTP Basic or in the form, but not both. */
function clientCredentials(authorization: string | undefined, sent: Sent): ClientCredentials | ApiError {
  const form = readForm(sent);
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

function readForm({ headers, body }: Sent): Form | ApiError {
  const bytes = bodyBytes(body);
  try {
    assertMediaType(headers, bytes, "form");
    return parseForm(bytes);
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
