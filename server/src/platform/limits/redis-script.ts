// One Lua script on a Redis that may go away at any moment.
//
// The problem. A request waits for the answer, so an answer must come soon, whatever Redis does: refuse, vanish, hang with
// its connection open, or refuse to write because its memory is full.
//
// The procedure. There is at most one connection. Every call must be answered within ANSWER_WITHIN_MS. The first call
// that fails or is late closes the connection, which fails all other calls in flight; later calls fail at once. Once a
// second a new connection is made. It is used only after the script itself has run on it, because a Redis that answers
// PING but cannot run the script is of no use. The client's own reconnecting is off, because it waits for a hanging
// server for ever.

import { createHash } from "node:crypto";
import type { Log } from "../logging.ts";

export type RedisScript = {
  isUp(): boolean;
  /** Rejects if there is no answer in time, and at once while Redis is unreachable. */
  run(call: ScriptCall): Promise<unknown>;
  /** How many answers came late, since the start. */
  slowAnswers(): number;
  close(): void;
};

export type ScriptCall = { keys: string[]; arguments: string[] };

/** `trial` must be harmless: it runs on every new connection. */
export type RedisScriptOptions = {
  url: string;
  lua: string;
  trial: ScriptCall;
  log: Log;
  /** A clock that only goes forward. A test has its own. */
  elapsed_ms?: (() => number) | undefined;
  /** Only for tests of the script, which a busy machine must not fail: a longer wait for each answer. */
  answer_within_ms?: number | undefined;
};

// A healthy Redis answers within a millisecond or two; this is how long the first requests wait when it no longer is.
const ANSWER_WITHIN_MS = 250;
// The most a call may wait in total, even while Redis answers other calls.
const STAND_IN_LINE_MS = 2_000;
// Every request waits for Redis, so the operator should know about slower answers than this.
const SLOW_MS = 50;
const WARN_EVERY_MS = 60_000;
const CONNECT_WITHIN_MS = 1_000;
const RETRY_EVERY_MS = 1_000;

/** Ready after the first attempt to connect, whether it worked or not. */
export async function openRedisScript(options: RedisScriptOptions): Promise<RedisScript> {
  const { url, lua, trial, log, elapsed_ms = () => performance.now() } = options;
  const slow = watchSlowness(log);
  const inTime = answersInTime(options.answer_within_ms ?? ANSWER_WITHIN_MS);
  const connect = await clientFactory(url);
  const script = { lua, sha: createHash("sha1").update(lua).digest("hex") };
  let current: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function attempt(): Promise<void> {
    const client = connect();
    // Without a listener an `error` event would end the process. Before the trial has passed this gives nothing up.
    client.on("error", (error: unknown) => giveUp(client, error));
    try {
      await within(CONNECT_WITHIN_MS, async () => {
        await client.connect();
        await evaluate(client, script, trial);
      });
      if (isClosed) client.destroy();
      else current = client;
    } catch (error) {
      client.destroy();
      throw error;
    }
  }
  function giveUp(client: Client, error: unknown): void {
    if (current !== client) return;
    current = undefined;
    client.destroy();
    log.warn({ error }, "Redis does not answer: each node counts rate limits in its own memory");
    retryLater();
  }
  function retryLater(): void {
    if (!isClosed) retry = setTimeout(() => void tryAgain(), RETRY_EVERY_MS);
  }
  async function tryAgain(): Promise<void> {
    await attempt().catch(retryLater);
    if (current) log.info({}, "Redis answers again: rate limits are shared");
  }

  await attempt().catch((error: unknown) => {
    log.warn({ error }, "Redis cannot be reached: each node counts rate limits in its own memory");
    retryLater();
  });
  return {
    isUp: () => current !== undefined,
    async run(call) {
      const client = current;
      if (!client) throw new Error("Redis cannot be reached.");
      const asked_ms = elapsed_ms();
      try {
        const answer = await inTime(() => evaluate(client, script, call));
        slow.note(asked_ms, elapsed_ms());
        return answer;
      } catch (error) {
        giveUp(client, error);
        throw error;
      }
    },
    slowAnswers: slow.count,
    close() {
      isClosed = true;
      clearTimeout(retry);
      current?.destroy();
      current = undefined;
    },
  };
}

/** Counts answers that came late, and says so once a minute at most. */
function watchSlowness(log: Log) {
  let count = 0;
  let warned_ms = Number.NEGATIVE_INFINITY;
  return {
    count: () => count,
    note(asked_ms: number, answered_ms: number): void {
      const duration_ms = Math.round(answered_ms - asked_ms);
      if (!(duration_ms >= SLOW_MS)) return;
      count++;
      if (answered_ms - warned_ms < WARN_EVERY_MS) return;
      warned_ms = answered_ms;
      log.warn({ duration_ms }, "Redis answers slowly, and every request waits for it");
    },
  };
}

type Client = ReturnType<Awaited<ReturnType<typeof clientFactory>>>;

/** Loaded only where it is used: reading the client's 400 commands takes a third of a second. */
async function clientFactory(url: string) {
  const { createClient } = await import("@redis/client");
  return () =>
    createClient({
      url,
      RESP: 2,
      socket: { reconnectStrategy: false, connectTimeout: CONNECT_WITHIN_MS },
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: "disabled",
    });
}

async function evaluate(client: Client, script: { lua: string; sha: string }, call: ScriptCall): Promise<unknown> {
  try {
    return await client.evalSha(script.sha, call);
  } catch (error) {
    // Redis forgets its scripts when it restarts or is told to.
    if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
    return client.eval(script.lua, call);
  }
}

/** Each answer must come soon after the previous answer, or after its own call. */
function answersInTime(limit_ms: number) {
  let answered_ms = 0;
  return async <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = await within(limit_ms, ask, () => answered_ms);
    answered_ms = performance.now();
    return answer;
  };
}

/** `lastReceived`: when Redis last sent anything. While it answers other calls, this call waits its turn and is not late. */
function within<T>(limit_ms: number, work: () => Promise<T>, lastReceived: () => number = () => 0): Promise<T> {
  const began_ms = performance.now();
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const late = () => {
      // The answer was read between the timer and this check. A new timer would never be cleared.
      if (isAnswered) return;
      const now_ms = performance.now();
      const silent_ms = now_ms - lastReceived();
      if (silent_ms < limit_ms && now_ms - began_ms < STAND_IN_LINE_MS) timer = setTimeout(look, limit_ms - silent_ms);
      else reject(new Error(`No answer from Redis within ${Math.round(now_ms - began_ms)} ms.`));
    };
    // If our event loop was blocked, the timer fires before the answer that waits in the socket is read. So read
    // the socket first.
    const look = () => setImmediate(late);
    let timer: NodeJS.Timeout | undefined;
    // The client sends at the end of this turn of the event loop, so the wait begins there: a long turn is not Redis's.
    setImmediate(() => {
      if (!isAnswered) timer = setTimeout(look, limit_ms);
    });
    work()
      .then(resolve, reject)
      .finally(() => {
        isAnswered = true;
        clearTimeout(timer);
      });
  });
}
