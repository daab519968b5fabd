// Converts the framework's request to the form that an operation reads.

import { type Form, parseForm } from "./form-body.ts";
import type { SignIn } from "./guards.ts";
import { assertMediaType } from "./media-type.ts";
import type { RawRequest } from "./operation.ts";
import type { Headers, Principal } from "./route.ts";

type Handed = {
  id: string;
  principal: Principal | undefined;
  method: string;
  url: string;
  params: unknown;
  query: unknown;
  headers: Headers;
  body: unknown;
};

export function rawRequest(
  { id, principal, method, url, params, query, headers, body }: Handed,
  { isSecure, signal }: Pick<RawRequest, "isSecure" | "signal">,
): RawRequest {
  return {
    request_id: id,
    principal,
    method,
    url,
    params: params as Record<string, string>,
    query: query as Record<string, unknown>,
    headers,
    body: bytesOf(body),
    isSecure,
    signal,
  };
}

function bytesOf(body: unknown): Buffer | undefined {
  return Buffer.isBuffer(body) ? body : undefined;
}

/** Throws if something is wrong with the body. */
export function readForm({ headers, body }: Pick<Handed, "headers" | "body">): Form {
  assertMediaType(headers, bytesOf(body), "form");
  return parseForm(bytesOf(body));
}

/** What a body offers to sign in with. Undefined if that cannot be read: validation says later what is wrong. */
export function readSignIn({ body }: Pick<Handed, "body">): SignIn | undefined {
  try {
    const { key, token } = JSON.parse(bytesOf(body)?.toString() ?? "") as Record<string, unknown>;
    if (typeof key === "string" && token === undefined) return { key };
    return typeof token === "string" && key === undefined ? { token } : undefined;
  } catch {
    return undefined;
  }
}
