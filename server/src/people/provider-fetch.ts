// Calls to the identity provider. The operator named its address, so it may be on a private network; still each call is limited
// in time, and each answer in bytes.

import type { CustomFetch } from "openid-client";
import { OutsideLimit, readBeginning } from "../platform/outside-bytes.ts";

/** The provider gave no answer that can be used: it is away, too slow, broken, or sends too much. */
export class ProviderAway extends Error {}

const MAX_BYTES = 256 * 1024;
/** A callback calls three times at most, which is less than the time that a request has. */
const CALL_WITHIN_MS = 8_000;

/** `away` is what the library may have wrapped: callers look at it first. */
export type ProviderCalls = { fetch: CustomFetch; away: ProviderAway | undefined };

export function providerCalls(within_ms = CALL_WITHIN_MS): ProviderCalls {
  const calls: ProviderCalls = {
    away: undefined,
    async fetch(url, { method, headers, body }) {
      try {
        return await call(url, { method, headers, body: body as string | URLSearchParams | undefined }, within_ms);
      } catch (error) {
        calls.away = error instanceof ProviderAway ? error : new ProviderAway(sentenceOf(error));
        throw calls.away;
      }
    },
  };
  return calls;
}

type Request = { method: string; headers: Record<string, string>; body: string | URLSearchParams | undefined };

async function call(url: string, request: Request, within_ms: number): Promise<Response> {
  const init = { method: request.method, headers: request.headers, ...(request.body && { body: request.body }) };
  // The signal ends the body too: it is read below.
  const answer = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(within_ms) });
  const { status, headers, body } = answer;
  const bytes = body ? await readBeginning(body, { max_bytes: MAX_BYTES + 1, within_ms }) : Buffer.alloc(0);
  if (bytes.length > MAX_BYTES) throw new OutsideLimit("bytes");
  if (status >= 500) throw new ProviderAway(`It answered with ${status}.`);
  const kept = { "content-type": headers.get("content-type") ?? "" };
  return new Response(hasNoBody(status) ? null : new Uint8Array(bytes), { status, headers: kept });
}

/** `Response` refuses a body with these. */
function hasNoBody(status: number): boolean {
  return [204, 205, 304].includes(status);
}

function sentenceOf(error: unknown): string {
  if (error instanceof OutsideLimit) return error.message;
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === "TimeoutError") return "It did not answer in time.";
  return `It could not be called (${cause?.code ?? name ?? "unknown"}).`;
}
