// An organization's events as they happen, each once and none left out.
//
// The service lists the events after a given one, oldest first. It is asked about once a second, and a full page is
// followed by the next at once. Following starts with the next event that happens. The newest event is not a safe
// starting point: a concurrent one may be listed before it. So following starts a page earlier and skips known events.
//
// While the service is unavailable, or says that it was asked too often, the command says so once and the command keeps
// asking. The service keeps the events of that time. An error that a retry cannot fix, such as a revoked key, ends the
// command.

import { setTimeout as sleep } from "node:timers/promises";
import { type ErrorCode, type Event, type Segue, SegueConnectionError, SegueError } from "@segue/sdk";

const ASK_EVERY_MS = 1_000;
const PAGE = 100;
/** The starting point if there is no event yet. */
const BEFORE_ALL = "evt_00000000000000000000000000";
/** True for errors that pass by themselves. */
const passing: readonly ErrorCode[] = ["service_unavailable", "internal_error", "rate_limit_exceeded"];

type Say = (line: string) => void;

export async function* followEvents(
  client: Segue,
  { onReady, say }: { onReady: () => void; say: Say },
): AsyncGenerator<Event, never> {
  // The first call does not wait: the address or the key may be wrong.
  const { data: newest } = await client.events.list({ limit: PAGE });
  const known = new Set(newest.map(({ id }) => id));
  let after: string = newest.at(-1)?.id ?? BEFORE_ALL;
  onReady();
  const ask = persistently(say);
  for (;;) {
    const { data: events } = await ask(() => client.events.list({ after, limit: PAGE }));
    for (const event of events) {
      if (!known.delete(event.id)) yield event;
      after = event.id;
    }
    if (events.length < PAGE) await sleep(ASK_EVERY_MS);
  }
}

function persistently(say: Say) {
  let isAway = false;
  return async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        const answer = await question();
        if (isAway) say("The service answers again.");
        isAway = false;
        return answer;
      } catch (error) {
        if (!(error instanceof SegueConnectionError || (error instanceof SegueError && passing.includes(error.code))))
          throw error;
        if (!isAway) say(`${error.message} Waiting for it.`);
        isAway = true;
        const wait_ms = error instanceof SegueError ? error.retry_after_s * 1_000 : 0;
        await sleep(Math.max(wait_ms, ASK_EVERY_MS));
      }
    }
  };
}
