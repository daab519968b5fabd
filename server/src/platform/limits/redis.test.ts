import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atScale } from "../../../test/faults/scale.ts";
import { describeRateLimiter, starter, type TestedLimiter } from "../../../test/rate-limit-oracle.ts";
import { hasRedis, type Redis, startRedis } from "../../../test/redis.ts";
import { type Answer, createWorld, type World, type WorldOptions } from "../../../test/world.ts";
import { parseAddressBlocks } from "../address-block.ts";
import { createMetrics } from "../http/observing/metrics.ts";
import { createLog } from "../logging.ts";
import { openSharedLimiters, type SharedLimiters } from "./redis.ts";

if (!hasRedis) console.warn("Skipped: rate limits counted in Redis. There is no redis-server on the PATH.");
const silent = createLog({ level: "silent" });

describe.skipIf(!hasRedis)("rate limits counted in Redis", () => {
  let redis: Redis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());

  describe("the rules", () => {
    const clock = { now_ms: 0 };
    let limiters: SharedLimiters;
    beforeAll(async () => {
      const redis_now_ms = () => clock.now_ms;
      const on_any_machine = { log: silent, answer_within_ms: 60_000 };
      limiters = await openSharedLimiters({ url: redis.url, prefix: "rules", now_ms, redis_now_ms, ...on_any_machine });
    });
    afterAll(() => {
      // Had Redis been lost on the way, memory would have been tested instead.
      expect(limiters.isShared()).toBe(true);
      limiters.close();
    });
    const now_ms = () => Number.NaN;
    let made = 0;

    /** Each has keys of its own, so that it has counted nothing. */
    function makeLimiter(start_ms = 1_700_000_000_000): TestedLimiter {
      made += 1;
      const mine = `${made} `;
      clock.now_ms = start_ms;
      const { take, peek } = limiters.principals;
      return {
        clock,
        limiter: {
          take: (key, limits) => take(mine + key, limits),
          peek: (key, limits) => peek(mine + key, limits),
        },
      };
    }

    describeRateLimiter(makeLimiter, atScale({ short: 30, full: 300 }));

    test("a clock set back a little makes time stand still, and locks nobody out when set back by a day", async () => {
      const { limiter } = makeLimiter();
      for (let i = 0; i < 20; i += 1) await limiter.take("org_a", starter);
      clock.now_ms -= 500;
      expect(await limiter.take("org_a", starter)).toMatchObject({ admitted: false, retry_after_s: 1, reset_s: 60 });
      clock.now_ms -= 86_400_000;
      expect(await limiter.take("org_a", starter)).toMatchObject({ admitted: true, remaining: 119, reset_s: 60 });
    });

    test("a script that Redis has forgotten is sent again", async () => {
      const { limiter } = makeLimiter();
      redis.ask("script", "flush");
      expect(await limiter.take("org_a", starter)).toMatchObject({ admitted: true, remaining: 119 });
    });

    test("principals and addresses of one name are counted apart", async () => {
      makeLimiter();
      await limiters.principals.take("same", starter);
      expect(await limiters.addresses.take("same", starter)).toMatchObject({ remaining: 119 });
    });

    test("everything kept expires, and a busy key's list is what a second of it needs", async () => {
      const { limiter } = makeLimiter();
      for (let i = 0; i < 200; i += 1) {
        clock.now_ms += 100;
        await limiter.take("busy", { per_minute: 1000, burst: 20 });
      }
      const keys = redis.ask("--scan");
      expect(keys.filter((key) => !/^rules:\{.+\}:(minute|second)$/.test(key))).toEqual([]);
      const each_left =
        "local left = {} for i, key in ipairs(KEYS) do left[i] = redis.call('pttl', key) end return left";
      const some = keys.slice(0, 1_000);
      const left = redis.ask("eval", each_left, String(some.length), ...some).map(Number);
      expect(Math.min(...left)).toBeGreaterThan(0);
      expect(Math.max(...left)).toBeLessThanOrEqual(120_000);
      const list = keys.find((key) => key.endsWith("busy}:second")) ?? "";
      expect(Number(redis.ask("llen", list)[0])).toBeLessThanOrEqual(11);
    });
  });

  test("slow answers are counted, shown and logged", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "warn", destination: { write: (line) => void lines.push(line) } });
    // Each look at this clock is 30 s after the one before: every answer takes so long.
    let elapsed = 0;
    const elapsed_ms = () => (elapsed += 30_000);
    const now_ms = () => Date.now();
    const limiters = await openSharedLimiters({ url: redis.url, prefix: "slow", log, now_ms, elapsed_ms });
    try {
      for (let count = 0; count < 5; count++) await limiters.principals.take("org_a", starter);
      expect(limiters.slowAnswers()).toBe(5);
      const warnings = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /slowly/.test(msg));
      expect(warnings).toHaveLength(5);
      expect(warnings[0]).toMatchObject({ level: 40, duration_ms: 30_000 });
    } finally {
      limiters.close();
    }
    const metrics = createMetrics("production", {
      queue: async () => [],
      sharing: limiters,
      clockAhead: () => 0,
      gauges: { table: [], readMachine: async () => [], readDatabase: async () => [] },
    });
    expect(await metrics.text()).toMatch(/^segue_redis_slow_answers_total\{.*\} 5$/m);
  });

  test("quick answers are not logged, and a slow minute is logged once", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "warn", destination: { write: (line) => void lines.push(line) } });
    let elapsed = 0;
    let step = 1;
    const elapsed_ms = () => (elapsed += step);
    const now_ms = () => Date.now();
    const limiters = await openSharedLimiters({ url: redis.url, prefix: "quick", log, now_ms, elapsed_ms });
    try {
      for (let count = 0; count < 10; count++) await limiters.principals.take("org_a", starter);
      expect([limiters.slowAnswers(), lines]).toEqual([0, []]);
      step = 60;
      for (let count = 0; count < 10; count++) await limiters.principals.take("org_b", starter);
      expect([limiters.slowAnswers(), lines.length]).toEqual([10, 1]);
    } finally {
      limiters.close();
    }
  });

  describe("while our own event loop stands still", () => {
    const now_ms = () => Date.now();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

    /** `beforeIt`: between the calls and the standstill. Says whether Redis is still asked. */
    async function standStill(beforeIt: () => Promise<unknown>): Promise<{ isShared: boolean; timers: number }> {
      const options = { url: redis.url, prefix: "still", log: silent, now_ms, answer_within_ms: 500 };
      const limiters = await openSharedLimiters(options);
      try {
        const before = timers();
        const asked = Array.from({ length: 50 }, async () => limiters.principals.take("org_a", starter));
        await beforeIt();
        for (const until_ms = performance.now() + 550; performance.now() < until_ms; );
        await Promise.all(asked);
        // Redis goes on answering: each answer would keep them alive.
        for (let count = 0; count < 5; count++) await limiters.principals.take("org_a", starter);
        return { isShared: limiters.isShared(), timers: timers() - before };
      } finally {
        limiters.close();
      }
    }

    test.each([
      { calls: "that are not sent yet", beforeIt: () => Promise.resolve() },
      { calls: "that are under way", beforeIt: nextTurn },
    ])("calls $calls are not late, and leave no timer behind", async ({ beforeIt }) => {
      // On a busy machine Redis itself may not run for a while, so it may be lost at times.
      let times = 0;
      for (let tries = 0; times < 2 && tries < 4; tries++) {
        const found = await standStill(beforeIt);
        if (!found.isShared) continue;
        times++;
        expect(found.timers).toBeLessThan(25);
      }
      expect(times).toBe(2);
    });
  });

  describe("of two nodes", () => {
    const worlds: World[] = [];
    const shared: WorldOptions = {
      secret: randomBytes(32),
      operator_key: "an-operator-key-of-many-characters",
      trusted_proxies: parseAddressBlocks("127.0.0.0/8"),
    };
    beforeAll(async () => {
      const first = await createWorld({ ...shared, redis_url: redis.url });
      const [row] = await first.ctx.db<{ database: string }[]>`select current_database() as database`;
      const database = row?.database ?? "";
      worlds.push(first, await createWorld({ ...shared, redis_url: redis.url, database }));
    });
    afterAll(() => Promise.all(worlds.map((world) => world.close())));

    const losses = () =>
      worlds.flatMap(({ log_lines }) => log_lines.filter((line) => /Redis does not/.test(line))).length;

    /**
     * A node that waits too long for Redis counts by itself, as it should. Its answers from that time say nothing about
     * both nodes.
     */
    async function askBoth<Found>(askOnce: () => Promise<Found>): Promise<Found> {
      for (;;) {
        const before = losses();
        for (const { stranger } of worlds)
          await expect.poll(async () => (await stranger.call("GET /readyz")).body.rate_limits).toBe("shared");
        const found = await askOnce();
        if (losses() === before) return found;
      }
    }

    /** Each node gets half of the requests, all at once. */
    async function ask(requests: number, call: (world: World) => Promise<Answer>) {
      const began = performance.now();
      const asked = worlds.flatMap((world) => Array.from({ length: requests / 2 }, () => call(world)));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
      return { 200: count(200), 401: count(401), 429: count(429), took_ms: performance.now() - began };
    }

    async function askByKey(rate_limit: object, requests: number) {
      const member = await worlds[0]?.organization({ rate_limit });
      return ask(requests, (world) => world.as(member?.key).call("GET /v1/organization"));
    }

    /** From an address that nothing was counted for yet. */
    function signInFromAnew() {
      const [a, b, c] = randomBytes(3);
      const from = { "x-forwarded-for": `10.${a}.${b}.${c}` };
      return (world: World, key: string | undefined) =>
        world.stranger.call("POST /dashboard/session", { body: { key }, headers: from });
    }

    test("exactly the minute's limit is admitted by both together", async () => {
      const found = await askBoth(() => askByKey({ per_minute: 60, burst: 300 }, 200));
      expect(found).toMatchObject({ 200: 60, 429: 140 });
    });

    test("sessions at either node share the one budget of their organization", async () => {
      const found = await askBoth(async () => {
        const member = await worlds[0]?.organization({ rate_limit: { per_minute: 40, burst: 300 } });
        const signIn = signInFromAnew();
        const cookies = new Map<World, string>();
        for (const world of worlds)
          cookies.set(world, (await signIn(world, member?.key)).headers.get("set-cookie")?.split(";")[0] ?? "");
        return ask(100, (world) => {
          const headers = {
            cookie: cookies.get(world) ?? "",
            "x-segue-dashboard": "1",
            "sec-fetch-site": "same-origin",
          };
          return world.stranger.call("GET /v1/organization", { headers });
        });
      });
      // The two sign-ins count as well.
      expect(found).toMatchObject({ 200: 38, 429: 62 });
    });

    test("guesses at sign-in are stopped by both together", async () => {
      const found = await askBoth(() => {
        const signIn = signInFromAnew();
        return ask(50, (world) => signIn(world, "guess"));
      });
      expect(found).toMatchObject({ 401: 30, 429: 20 });
    });

    test("no more than the burst is admitted in a second by both together", async () => {
      const { 200: admitted, took_ms } = await askBoth(() => askByKey({ per_minute: 1000, burst: 20 }, 100));
      expect(admitted).toBeGreaterThanOrEqual(20);
      expect(admitted).toBeLessThanOrEqual(20 * (Math.floor(took_ms / 1000) + 1));
    });

    test("each sees what the other counted", async () => {
      const [one, other] = worlds.map((world) => world.as(worlds[0]?.rival.key));
      const before = Number((await one?.call("GET /v1/organization"))?.headers.get("ratelimit-remaining"));
      const after = Number((await other?.call("GET /v1/organization"))?.headers.get("ratelimit-remaining"));
      expect(after).toBe(before - 1);
    });
  });

  describe("when Redis goes away", () => {
    let world: World;
    beforeAll(async () => {
      world = await createWorld({ redis_url: redis.url });
    });
    afterAll(() => world.close());

    const standing = async () => {
      const { status, body } = await world.stranger.call("GET /readyz");
      expect(status).toBe(200);
      return body.rate_limits;
    };
    const said = (words: RegExp) => world.log_lines.filter((line) => words.test(line)).length;
    const metric = async () =>
      /^segue_rate_limits_shared\{.*\} (\d)/m.exec((await world.operator.call("GET /metrics")).text);

    const losses = () => said(/Redis does not answer/);
    let losses_before = 0;

    async function expectFallback(): Promise<void> {
      await expect.poll(standing).toBe("memory (redis unreachable)");
      expect((await metric())?.[1]).toBe("0");
      expect(losses()).toBe(losses_before + 1);
    }
    /** On a busy machine Redis may be lost in between as well; each loss and each return is logged once. */
    async function expectShared(): Promise<void> {
      await expect.poll(async () => [await standing(), (await metric())?.[1]]).toEqual(["shared", "1"]);
      losses_before = losses();
      expect(said(/Redis answers again/)).toBe(losses_before);
    }
    /** Requests go on, a few at a time, while it happens; `answer` waits until some more were asked and answered. */
    async function underTraffic(happen: (answer: () => Promise<void>) => Promise<void>): Promise<void> {
      let isOver = false;
      let answered = 0;
      const ask = async () => {
        while (!isOver) {
          expect((await world.label.call("GET /v1/organization")).status).toBe(200);
          answered++;
          await sleep(20);
        }
      };
      const asking = Promise.all([ask(), ask(), ask()]);
      const answer = async () => {
        const before = answered;
        await expect.poll(() => answered).toBeGreaterThan(before + 10);
      };
      await Promise.race([asking, happen(answer)]);
      isOver = true;
      await asking;
    }

    test("if it hangs, no request fails or waits for it, the log and /readyz say so, and it is used again once it answers", async () => {
      await expectShared();
      await underTraffic(async (answer) => {
        redis.pause();
        await answer();
        await expectFallback();
        // Long enough for a few attempts to connect to a server that hangs.
        await sleep(2_500);
        await answer();
        await expectFallback();
        redis.resume();
        await expectShared();
      });
    });

    test("if it is killed, likewise, also while nobody asks", async () => {
      await underTraffic(async (answer) => {
        await redis.kill();
        await answer();
        await expectFallback();
        await redis.start();
        await expectShared();
      });
      await redis.kill();
      await expectFallback();
      await redis.start();
      await expectShared();
    });

    test("if its memory is full, likewise, and an answer to PING does not count as being back", async () => {
      redis.ask("config", "set", "maxmemory", "1");
      expect((await world.label.call("GET /v1/organization")).status).toBe(200);
      await expectFallback();
      await sleep(2_500);
      await expectFallback();
      redis.ask("config", "set", "maxmemory", "0");
      await expectShared();
    });

    test("each node counts by itself meanwhile", async () => {
      const member = await world.organization({ rate_limit: { per_minute: 3, burst: 3 } });
      await redis.kill();
      await expectFallback();
      const statuses = [];
      for (let i = 0; i < 4; i += 1) statuses.push((await member.call("GET /v1/organization")).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      await redis.start();
      await expectShared();
    });

    test("if it is away at the start, the service starts all the same", async () => {
      await redis.kill();
      const early = await createWorld({ redis_url: redis.url });
      const readiness = async () => (await early.stranger.call("GET /readyz")).body.rate_limits;
      expect(await readiness()).toBe("memory (redis unreachable)");
      expect(early.log_lines.filter((line) => line.includes("Redis cannot be reached"))).toHaveLength(1);
      await redis.start();
      await expect.poll(readiness).toBe("shared");
      await early.close();
    });
  });
});
