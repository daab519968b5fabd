// Finds the credential of a request, in a header, the cookie or the body, and hands it to the guards.

import type { IncomingMessage } from "node:http";
import type { Decision } from "../../limits/rate-limit.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import { type Form, parseForm } from "../bodies/form-body.ts";
import { assertMediaType } from "../media-type.ts";
import { isApi } from "../paths.ts";
import { bodyBytes } from "../raw-request.ts";
import type { Headers, Route } from "../route.ts";
import { requestAddressKey, type TrustedBlock } from "./client-address.ts";
import type { Admission, Guards, Knock, SignIn } from "./guards.ts";
import { apiSessionToken, sessionToken } from "./session-cookie.ts";

type Asked = {
  url: string;
  headers: Headers & { authorization?: string | undefined };
  body: unknown;
  raw: IncomingMessage;
};

type Doorway = { guards: Guards; cookie_name: string; trusted_proxies: readonly TrustedBlock[] };

export function isCredentialInBody({ access }: Pick<Route, "access">): boolean {
  return access === "client" || access === "sign_in";
}

export function admitRequest(
  { guards, cookie_name, trusted_proxies }: Doorway,
  route: Knock["route"],
  request: Asked,
): MaybePromise<Admission> {
  const { headers, url } = request;
  const addressKey = () => requestAddressKey(request.raw, trusted_proxies);
  if (route.access === "session") {
    const session = sessionToken(cookie_name, headers);
    return guards.admit({ route, authorization: undefined, session, addressKey });
  }
  const { authorization } = headers;
  const isByCookie = authorization === undefined && isApi(url);
  const session = isByCookie ? apiSessionToken(cookie_name, headers) : undefined;
  const knock = { route, authorization, session, addressKey };
  if (route.access === "client") return guards.admitClient(knock, () => readForm(request));
  return route.access === "sign_in" ? guards.admitSignIn(knock, readSignIn(request)) : guards.admit(knock);
}

/** Throws if something is wrong with the body. */
function readForm({ headers, body }: Pick<Asked, "headers" | "body">): Form {
  assertMediaType(headers, bodyBytes(body), "form");
  return parseForm(bodyBytes(body));
}

/** The credential in the body of a sign-in. Undefined if the body cannot be read: validation reports that later. */
function readSignIn({ body }: Pick<Asked, "body">): SignIn | undefined {
  try {
    const { key, token } = JSON.parse(bodyBytes(body)?.toString() ?? "") as Record<string, unknown>;
    if (typeof key === "string" && token === undefined) return { key };
    return typeof token === "string" && key === undefined ? { token } : undefined;
  } catch {
    return undefined;
  }
}

/** A reply, as far as headers are concerned. */
type Headed = { header(name: string, value: number): unknown };

export function rateHeaders(reply: Headed, decision: Decision): void {
  reply.header("ratelimit-limit", decision.limit);
  reply.header("ratelimit-remaining", decision.remaining);
  reply.header("ratelimit-reset", decision.reset_s);
}
