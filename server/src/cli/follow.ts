// An organization's events as they happen, each once and none left out.
//
// The service lists what came after an event, oldest first, and is asked about once a second; a full page is followed
// by the next at once. It begins with what happens next. The newest event is no good place to begin after: one that was
// under way beside it may come to stand before it. So it begins a page earlier and passes over what is known.
//
// While the service is away, or says that it was asked too often, that is told once and it is asked on; what happened
// meanwhile is kept there and comes then. What another try cannot mend, such as a key that was revoked, ends it.

import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ConnectionError, type Json, ServiceError } from "./client.ts";

const ASK_EVERY_MS = 1_000;
const EVENTS = "/v1/events";
const PAGE = 100;
/** Where there is no event yet to come after. */
const BEFORE_ALL = "evt_00000000000000000000000000";
/** What passes by itself. */
const passing = ["service_unavailable", "internal_error", "rate_limit_exceeded"];

type Tell = (line: string) => void;

export async function* followEvents(
  client: Client,
  { onReady, tell }: { onReady: () => void; tell: Tell },
): AsyncGenerator<Json, never> {
  // At the start nothing is waited for: the address or the key may be wrong.
  const { data: newest } = await client.list(EVENTS, { limit: PAGE });
  const known = new Set(newest.map(({ id }) => id));
  let after: string = newest.at(-1)?.id ?? BEFORE_ALL;
  onReady();
  const ask = persistently(tell);
  for (;;) {
    const { data: events } = await ask(() => client.list(EVENTS, { after, limit: PAGE }));
    for (const event of events) {
      if (!known.delete(event.id)) yield event;
      after = event.id;
    }
    if (events.length < PAGE) await sleep(ASK_EVERY_MS);
  }
}

function persistently(tell: Tell) {
  let isAway = false;
  return async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        const answer = await question();
        if (isAway) tell("The service answers again.");
        isAway = false;
        return answer;
      } catch (error) {
        if (!(error instanceof ConnectionError || (error instanceof ServiceError && passing.includes(error.code))))
          throw error;
        if (!isAway) tell(`${error.message} Waiting for it.`);
        isAway = true;
        const wait_ms = error instanceof ServiceError ? error.retry_after_s * 1_000 : 0;
        await sleep(Math.max(wait_ms, ASK_EVERY_MS));
      }
    }
  };
}
