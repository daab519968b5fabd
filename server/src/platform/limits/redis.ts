// Rate limits that several nodes count together, in Redis.
//
// The rules are those of rate-limit.ts, word for word; one suite tests both. Each key has a hash for the minute and a
// list with the times of the admitted requests for the second. One script decides and counts, so that it is atomic and
// one round trip. It takes the time from Redis, so that nodes with different clocks agree. Each request drops at most
// two expired times from the list: enough to shrink it, without a long pause for other clients.
//
// Memory. Counters that were not used for KEEP_MS expire. This only saves memory: no answer depends on it.
//
// When the clock goes wrong. Each key compares the time with its own latest time. After a step back of up to a second,
// its time stands still. After a larger one (Redis moved to another machine, say) the key starts afresh, so that no
// client is locked out.
//
// When Redis goes away, each node counts by itself in memory, from nothing: N nodes then admit up to N times the limit.
// The alternatives are worse: refuse every request, or make every request wait. When Redis is back, its counters
// continue. redis-script.ts does both.

import type { Log } from "../logging.ts";
import { decide, type Limiters, type Limits, memoryRateLimiter, type RateLimiter, type Tally } from "./rate-limit.ts";
import { openRedisScript, type RedisScript, type ScriptCall } from "./redis-script.ts";

export type SharedLimiters = Limiters & {
  isShared(): boolean;
  slowAnswers(): number;
  close(): void;
};

export type SharedLimitersOptions = {
  url: string;
  /** Nodes that count together use the same prefix. */
  prefix: string;
  log: Log;
  /** The node's own clock, used while it counts alone. */
  now_ms: () => number;
  /** Only for tests that move time. Otherwise Redis's clock is used, because nodes must agree. */
  redis_now_ms?: () => number;
  /** Only for tests: the clock that measures how long an answer takes. */
  elapsed_ms?: () => number;
  /** Only for tests, likewise. */
  answer_within_ms?: number;
};

const KEEP_MS = 120_000;
// This limit is never reached, so the trial always writes. A Redis whose memory is full must fail the trial.
const limitsOfTrial: Limits = { per_minute: 1_000_000, burst: 1_000_000 };

export async function openSharedLimiters(options: SharedLimitersOptions): Promise<SharedLimiters> {
  const { url, prefix, log, now_ms, redis_now_ms, elapsed_ms, answer_within_ms } = options;
  const time = () => (redis_now_ms ? String(redis_now_ms()) : "");
  const trial = scriptCall(`${prefix}:{trial}`, limitsOfTrial, { is_counted: true, time: "" });
  const redis = await openRedisScript({ url, lua: SCRIPT, trial, log, elapsed_ms, answer_within_ms });
  const limiter = (kind: string) =>
    withFallback(redis, memoryRateLimiter(now_ms), (key, limits, is_counted) =>
      scriptCall(`${prefix}:{${kind}:${key}}`, limits, { is_counted, time: time() }),
    );
  return {
    principals: limiter("principal"),
    addresses: limiter("address"),
    guesses: limiter("guess"),
    isShared: redis.isUp,
    slowAnswers: redis.slowAnswers,
    close: redis.close,
  };
}

type Ask = (key: string, limits: Limits, is_counted: boolean) => ScriptCall;

function withFallback(redis: RedisScript, memory: RateLimiter, ask: Ask): RateLimiter {
  const limited = (is_counted: boolean): RateLimiter["take"] => {
    const countAlone = is_counted ? memory.take : memory.peek;
    return (key, limits) => {
      if (!redis.isUp()) return countAlone(key, limits);
      return redis.run(ask(key, limits, is_counted)).then(
        (reply) => decide(limits, toTally(reply)),
        () => countAlone(key, limits),
      );
    };
  };
  return { take: limited(true), peek: limited(false) };
}

/** Braces in the name put both keys of a counter on one node of a Redis cluster. */
function scriptCall(name: string, limits: Limits, how: { is_counted: boolean; time: string }): ScriptCall {
  return {
    keys: [`${name}:minute`, `${name}:second`],
    arguments: [String(limits.per_minute), String(limits.burst), how.is_counted ? "1" : "0", how.time],
  };
}

function toTally(reply: unknown): Tally {
  const [counted = 0, left_ms = 0, wait_ms = 0] = reply as number[];
  return { counted, left_ms, wait_ms };
}

const SCRIPT = `
local minute, second = KEYS[1], KEYS[2]
local per_minute, burst, is_counted, now = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == "1", tonumber(ARGV[4])
if not now then
  local time = redis.call("TIME")
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local latest = tonumber(redis.call("LINDEX", second, -1))
if latest and now < latest - 1000 then
  redis.call("DEL", minute, second)
  latest = nil
end
now = math.max(now, latest or now)

local window = redis.call("HMGET", minute, "ends_ms", "counted")
local ends, counted = tonumber(window[1]), tonumber(window[2])
if not ends or now >= ends or ends > now + 60000 then
  ends, counted = now + 60000, 0
end

local wait = 0
if counted >= per_minute then wait = ends - now end
-- A burst of nothing has no request before it to wait for: it is refused as if there had been one just now.
local before = now
if burst > 0 then before = tonumber(redis.call("LINDEX", second, -burst)) end
if before then wait = math.max(wait, before + 1000 - now) end
if wait > 0 or not is_counted then return { counted, ends - now, wait } end

redis.call("HSET", minute, "ends_ms", ends, "counted", counted + 1)
redis.call("PEXPIRE", minute, ${KEEP_MS})
for _ = 1, 2 do
  local oldest = tonumber(redis.call("LINDEX", second, 0))
  if oldest and oldest <= now - 1000 then redis.call("LPOP", second) end
end
redis.call("RPUSH", second, now)
redis.call("PEXPIRE", second, ${KEEP_MS})
return { counted + 1, ends - now, 0 }
`;
