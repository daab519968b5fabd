// How one endpoint answers: its attempts and its last day.

import { beforeEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { exhaust, HOUR_MS, happen, happenOften, register } from "../../test/webhooks.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { COUNTED_AN_HOUR, HOURS } from "../events/webhook-attempt.ts";
import { idBound } from "../platform/ids.ts";

let world: World;
let label: Member;
let receiver: Receiver;
let webhook: { id: string };
// A world for each: ids are dated by the machine's clock, so attempts are made before the world's clock moves.
beforeEach(async () => {
  world = await createWorld();
  label = await world.organization();
  receiver = await startReceiver();
  webhook = await register(label, receiver.url);
  return async () => {
    await receiver.close();
    await world.close();
  };
});

const attempts = async (query = "", id = webhook.id) =>
  (await label.call(`GET /v1/webhooks/${id}/attempts${query}`)).body;
const health = async (id = webhook.id) => (await label.call(`GET /v1/webhooks/${id}/health`)).body;
type Hour = { hour: string; delivered: number; failed: number };
const sum = (hours: Hour[], name: "delivered" | "failed") => hours.reduce((all, hour) => all + hour[name], 0);
const sums = (hours: Hour[]) => [sum(hours, "delivered"), sum(hours, "failed")];

/** The event of the one attempt, with its dispatch, has any number more. */
async function insertMany({ count, at, error }: { count: number; at: Date; error: string | null }): Promise<void> {
  const [{ event_id }] = (await attempts()).data;
  const bound = idBound("att", at);
  await world.ctx.db`
    insert into attempts (id, event_id, webhook_id, round, status_code, duration_ms, response_body, error, created_at)
    select ${bound}::text || lpad(n::text, 16, '0'), ${event_id}, ${webhook.id}, 1, 200, n, '', ${error}, ${at.toISOString()}
    from generate_series(1, ${count}::int) as n`;
}

describe("the attempts at an endpoint", () => {
  test("are listed newest first, each with its event and what came of it", async () => {
    const other = await register(label, receiver.url);
    receiver.answer(500);
    const id = await happen(world, label);
    await exhaust(world);
    const { data } = await attempts("?limit=100");
    // Six tries, and the ping of the registration.
    expect(data).toHaveLength(7);
    expect(data[0]).toMatchObject({
      event_id: id,
      event_type: "release.status.changed",
      webhook_id: webhook.id,
      status: "failed",
      status_code: 500,
      error: "Answered 500, which is not 2xx.",
    });
    expect(data.at(-1)).toMatchObject({ event_type: "ping", status: "delivered", status_code: 200, error: null });
    const times = data.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(await attempts("?limit=100", other.id)).toMatchObject({ data: Array(7).fill({ webhook_id: other.id }) });
  });

  test("are paged, all of them and those that failed alone", async () => {
    receiver.answer([500, 200, 500, 200, 500]);
    await happenOften(world, label, 5);
    await world.runJobs();
    const walk = async (status: string) => {
      const seen: { id: string; status: string }[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page = await attempts(`?limit=2${status && `&status=${status}`}${cursor && `&cursor=${cursor}`}`);
        expect(page.data.length).toBeLessThanOrEqual(2);
        seen.push(...page.data);
        cursor = page.next_cursor;
      }
      return seen;
    };
    const [all, failed] = [await walk(""), await walk("failed")];
    expect([all.length, failed.length]).toEqual([6, 3]);
    expect(all.filter(({ status }) => status === "failed")).toEqual(failed);
    expect((await label.call(`GET /v1/webhooks/${webhook.id}/attempts?status=pending`)).status).toBe(400);
  });

  test("are the organization's alone, and gone with the endpoint", async () => {
    const rival = await world.organization();
    for (const what of ["attempts", "health"])
      expect((await rival.call(`GET /v1/webhooks/${webhook.id}/${what}`)).status).toBe(404);
    await label.call(`DELETE /v1/webhooks/${webhook.id}`);
    for (const what of ["attempts", "health"])
      expect((await label.call(`GET /v1/webhooks/${webhook.id}/${what}`)).status).toBe(404);
  });
});

describe("an endpoint's health", () => {
  test("is 24 hours, the oldest first, and an attempt leaves it after a day", async () => {
    receiver.answer(500);
    await happen(world, label);
    await world.runJobs();
    const { hours } = await health();
    expect(hours).toHaveLength(HOURS);
    const starts = hours.map(({ hour }: Hour) => Date.parse(hour) / HOUR_MS);
    expect(starts).toEqual(starts.map((_: number, index: number) => starts[0] + index));
    expect(Number.isInteger(starts[0])).toBe(true);
    // An hour may end while the test runs: then the attempts are of the last but one.
    expect(sums(hours.slice(-2))).toEqual([1, 1]);
    world.clock.advance(22 * HOUR_MS);
    expect(sums((await health()).hours.slice(0, 3))).toEqual([1, 1]);
    world.clock.advance(3 * HOUR_MS);
    expect(sums((await health()).hours)).toEqual([0, 0]);
  });

  test("has how long answers took, by nearest rank, and null without an answer", async () => {
    await insertMany({ count: 99, at: world.clock.now(), error: null });
    const { p50_ms, p95_ms } = await health();
    expect([p50_ms, p95_ms]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(p50_ms).toBeGreaterThanOrEqual(49);
    expect(p50_ms).toBeLessThanOrEqual(51);
    expect(p95_ms).toBeGreaterThanOrEqual(94);
    expect(p95_ms).toBeLessThanOrEqual(96);
    world.clock.advance(25 * HOUR_MS);
    expect(await health()).toMatchObject({ p50_ms: null, p95_ms: null });
  });

  test("reads no more of an hour than its bound, nor of the durations", async () => {
    const at = new Date(world.clock.now().getTime() - 2 * HOUR_MS);
    await insertMany({ count: COUNTED_AN_HOUR + 10, at, error: "Answered 500, which is not 2xx." });
    await insertMany({ count: 1_500, at: new Date(at.getTime() - 3 * HOUR_MS), error: null });
    const { hours, p95_ms } = await health();
    expect(sums(hours)).toEqual([1_501, COUNTED_AN_HOUR]);
    // The newest 999 of those that failed have the durations 9,012 to 10,010; the ping is the thousandth.
    expect(p95_ms).toBeGreaterThan(9_900);
  });
});
