// Converts the framework's request to the form that an operation reads.

import { type Form, parseForm } from "./form-body.ts";
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

export function rawRequest({ id, principal, method, url, params, query, headers, body }: Handed): RawRequest {
  return {
    request_id: id,
    principal,
    method,
    url,
    params: params as Record<string, string>,
    query: query as Record<string, unknown>,
    headers,
    body: Buffer.isBuffer(body) ? body : undefined,
  };
}

/** Throws if something is wrong with the body. */
export function readForm(request: Handed): Form {
  const { headers, body } = rawRequest(request);
  assertMediaType(headers, body, "form");
  return parseForm(body);
}
