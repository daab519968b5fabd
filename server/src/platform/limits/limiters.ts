// Requests are counted in this process, or in a Redis that several nodes share.

import type { Log } from "../logging.ts";
import { type Limiters, memoryRateLimiter } from "./rate-limit.ts";
import { openSharedLimiters } from "./redis.ts";

/** The state of rate limits that several nodes share. */
export type Sharing = { isShared(): boolean; slowAnswers(): number };

export type OpenLimiters = {
  limiters: Limiters;
  /** For the readiness page. */
  standing(): "memory" | "shared" | "memory (redis unreachable)";
  /** For the metrics. Undefined if the nodes share nothing. */
  sharing: Sharing | undefined;
  close(): void;
};

type Options = { name: string; redis_url: string | undefined; log: Log; now_ms: () => number };

/** `name` is the environment's: production and sandbox count apart. */
export async function openLimiters({ name, redis_url, log, now_ms }: Options): Promise<OpenLimiters> {
  if (redis_url === undefined) {
    const limiters = {
      principals: memoryRateLimiter(now_ms),
      addresses: memoryRateLimiter(now_ms),
      guesses: memoryRateLimiter(now_ms),
    };
    return { limiters, standing: () => "memory", sharing: undefined, close: () => undefined };
  }
  const shared = await openSharedLimiters({ url: redis_url, prefix: `segue:${name}`, log, now_ms });
  return {
    limiters: shared,
    standing: () => (shared.isShared() ? "shared" : "memory (redis unreachable)"),
    sharing: shared,
    close: shared.close,
  };
}
