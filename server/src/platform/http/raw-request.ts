// Converts the framework's request to the form that an operation reads.

import type { FrameworkRequest } from "./framework.ts";
import type { RequestSignal } from "./on-closed.ts";
import type { Principal } from "./principal.ts";
import type { Headers } from "./route.ts";

export type RawRequest = {
  request_id: string;
  principal: Principal | undefined;
  method: string;
  url: string;
  params: Record<string, string>;
  query: Record<string, unknown>;
  headers: Headers;
  body: Buffer | undefined;
  isSecure: () => boolean;
  address: () => string;
  signal: Pick<RequestSignal, "aborted" | "end">;
  /** The body, on a route that takes a stream. */
  bytes?: AsyncIterable<Buffer>;
};

export function rawRequest(
  { id, principal, method, url, params, query, headers, body }: FrameworkRequest,
  { isSecure, address, signal }: Pick<RawRequest, "isSecure" | "address" | "signal">,
): RawRequest {
  return {
    request_id: id,
    principal,
    method,
    url,
    params: params as Record<string, string>,
    query: query as Record<string, unknown>,
    headers,
    body: bodyBytes(body),
    isSecure,
    address,
    signal,
  };
}

export function bodyBytes(body: unknown): Buffer | undefined {
  return Buffer.isBuffer(body) ? body : undefined;
}
