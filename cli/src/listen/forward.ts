// Posts an event to a server on this machine, exactly as an endpoint gets it.
//
// If the server cannot be reached, it is probably starting: the event waits for it, and the command says so once. A
// connection that is cut before an answer may be a restart: the event is sent again, but only a few times, because a
// handler that always crashes must not hold up all later events. Any answer ends the tries.

import { setTimeout as sleep } from "node:timers/promises";
import type { Event } from "@segue/sdk";
import { signatureHeaders } from "../../../server/src/webhooks/signature.ts";
import { printable } from "../output.ts";

const TRY_EVERY_MS = 1_000;
/** As long as the service waits for an endpoint. */
const ANSWER_WITHIN_MS = 30_000;
/** As often as the service retries. */
const MAX_CUTS = 5;
const notReached = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** The outcome. Without an answer there is an error instead of a status code. */
export type Forwarded = {
  at: string;
  event_type: string;
  id: string;
  status_code: number | null;
  duration_ms: number;
  error: string | null;
};

type Target = { url: string; secret: string; say: (line: string) => void };

export async function forwardEvent(event: Event, { url, secret, say }: Target): Promise<Forwarded> {
  const { id, event_type, created_at, data } = event;
  const body = JSON.stringify({ id, event_type, created_at, data });
  let isAway = false;
  for (let cuts = 0; ; ) {
    const at = new Date();
    const began = performance.now();
    const headers = signatureHeaders({ event: { id, event_type, body }, secrets: { current: secret }, at });
    const answer = await post(url, { headers, body });
    if (answer.is_away) {
      if (!isAway) say(`${url} cannot be reached (${answer.error}). Waiting for it.`);
      isAway = true;
    } else if (answer.is_cut && cuts < MAX_CUTS) cuts += 1;
    else {
      const duration_ms = Math.round(performance.now() - began);
      return {
        at: at.toISOString(),
        event_type,
        id,
        status_code: answer.status_code,
        duration_ms,
        error: answer.error,
      };
    }
    await sleep(TRY_EVERY_MS);
  }
}

type Answer = { status_code: number | null; error: string | null; is_away?: true; is_cut?: true };

async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const reply = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await reply.body?.cancel();
    return { status_code: reply.status, error: null };
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string; message?: string }; name?: string };
    if (name === "TimeoutError") return { status_code: null, error: `no answer in ${ANSWER_WITHIN_MS / 1_000} s` };
    const why = printable(cause?.code ?? cause?.message ?? "unknown reason");
    const isAway = notReached.includes(cause?.code ?? "");
    return { status_code: null, error: why, ...(isAway ? { is_away: true } : { is_cut: true }) };
  }
}
