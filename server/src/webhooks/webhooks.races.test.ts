// Two things at the same moment, while events are on their way: each race has the outcomes that are named here, and no other.

import { createHmac, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { type Behaviour, type Received, type Receiver, startReceiver } from "../../test/receiver.ts";
import { happen, happenOften, register } from "../../test/webhooks.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { attemptDispatch, attemptDispatchAgain } from "../events/job-definitions.ts";
import { MAX_WEBHOOKS } from "./webhook.ts";

let world: World;
let owner: Member;
let receiver: Receiver;
beforeAll(async () => {
  world = await createWorld({ webhook_retry_s: [0.05, 0.05, 0.05, 0.05, 0.05] });
  await world.work();
});
afterAll(() => world.close());
beforeEach(async () => {
  // Its own, so that no race hears of another's events.
  [owner, receiver] = await Promise.all([world.organization(), startReceiver()]);
});
afterEach(() => receiver.close());

const after = (length_ms: number, status = 200): Behaviour => {
  return (response) => void setTimeout(() => response.writeHead(status).end(), length_ms);
};

/** Until nothing of this organization's is left to send. */
async function untilSent(): Promise<void> {
  const left = async () => {
    const jobs = await world.ctx.db`
      select id from jobs where group_key = ${owner.id} or (name in ('forget_webhook', 'redeliver_range') and status <> 'waiting')`;
    return jobs.length;
  };
  await expect.poll(left, { interval: 20 }).toBe(0);
}

async function statuses(): Promise<Record<string, number>> {
  const rows = await world.ctx.db<{ status: string; count: number }[]>`
    select d.status, count(*)::int as count from dispatches d join events on events.id = event_id
    where d.organization_id = ${owner.id} and event_type <> 'ping' group by d.status`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const came = (at: Receiver, how_many: number) =>
  expect.poll(() => at.events().length, { interval: 5 }).toBeGreaterThanOrEqual(how_many);

const idsOf = (received: readonly Received[]) => new Set(received.map(({ event }) => event.id as string));

describe("redelivery", () => {
  test("eight of one event at once: a round each, no more requests than rounds, and one success ends it", async () => {
    const { id } = await register(owner, receiver.url);
    receiver.answer(410);
    const event_id = await happen(world, owner);
    await untilSent();
    receiver.answer(after(100));
    await must(owner, `POST /v1/webhooks/${id}/ping`);
    const redeliver = () => owner.call(`POST /v1/events/${event_id}/redeliver`, { body: {} });
    const answers = await Promise.all(Array.from({ length: 8 }, redeliver));
    // A redelivery after the first success has nothing to send.
    for (const { status, body } of answers) expect([status, body.count <= 1]).toEqual([202, true]);
    const rounds = answers.reduce((sum, { body }) => sum + body.count, 1);
    expect(rounds).toBeGreaterThan(1);
    await untilSent();
    const { body } = await owner.call(`GET /v1/events/${event_id}`);
    expect(body).toMatchObject({ status: "delivered", dispatches: [{ status: "delivered", next_attempt_at: null }] });
    const attempts = (await owner.call(`GET /v1/events/${event_id}/attempts`)).body.data;
    expect(attempts).toHaveLength(receiver.events().length);
    expect(new Set(attempts.map(({ round }: { round: number }) => round)).size).toBe(attempts.length);
    expect(attempts.length).toBeLessThanOrEqual(rounds);
    expect((await redeliver()).body).toEqual({ count: 0 });
    await untilSent();
    expect(receiver.events()).toHaveLength(attempts.length);
  });
});

describe("an endpoint that changes while its events are sent", () => {
  test("DELETE: nothing more is sent, nothing is stuck, and no event waits for it", async () => {
    let arrivals = 0;
    const { id } = await register(owner, receiver.url);
    receiver.answer((response) => {
      arrivals++;
      setTimeout(() => response.writeHead(arrivals % 3 === 0 ? 500 : 200).end(), 20);
    });
    await happenOften(world, owner, 200);
    await came(receiver, 20);
    await expect.poll(async () => (await statuses()).delivered ?? 0, { interval: 5 }).toBeGreaterThan(0);
    const emitting = Promise.all(Array.from({ length: 10 }, () => happenOften(world, owner, 5)));
    expect((await owner.call(`DELETE /v1/webhooks/${id}`)).status).toBe(204);
    const before = arrivals;
    await emitting;
    await untilSent();
    // Tries that had left before the deletion were still on their way.
    expect(arrivals).toBeLessThanOrEqual(before + attemptDispatch.lane.per_key + attemptDispatchAgain.lane.per_key);
    expect(arrivals).toBeLessThan(200);
    expect(Object.keys(await statuses())).toEqual(["delivered"]);
  });

  test("a new secret: every event is signed with the old one's or the new, and both from the answer on", async () => {
    const { id, secret: old } = await register(owner, receiver.url);
    receiver.answer(after(10));
    const before = await happenOften(world, owner, 100);
    await came(receiver, 10);
    const { secret } = (await must(owner, `POST /v1/webhooks/${id}/rotate-secret`)).body;
    const later = await happenOften(world, owner, 20);
    await untilSent();
    expect(idsOf(receiver.events())).toEqual(new Set([...before, ...later]));
    const kinds = receiver.events().map((one) => ({ id: one.event.id, signed: signers(one, { old, secret }) }));
    expect(kinds.filter(({ signed }) => !["old", "secret, before it old"].includes(signed))).toEqual([]);
    const isLater = ({ id }: { id: string }) => later.includes(id);
    expect(new Set(kinds.filter(isLater).map(({ signed }) => signed))).toEqual(new Set(["secret, before it old"]));
    expect(kinds.some(({ signed }) => signed === "old")).toBe(true);
  });

  test("a new URL: no event is lost between the two, and the old one gets nothing more", async () => {
    const { id } = await register(owner, receiver.url);
    receiver.answer(after(20));
    const before = await happenOften(world, owner, 200);
    await came(receiver, 20);
    const next = await startReceiver();
    await must(owner, `PATCH /v1/webhooks/${id}`, { url: next.url });
    const later = await happenOften(world, owner, 20);
    await untilSent();
    await next.close();
    const [old, now] = [idsOf(receiver.events()), idsOf(next.events())];
    expect(new Set([...old, ...now])).toEqual(new Set([...before, ...later]));
    expect(later.filter((event_id) => old.has(event_id))).toEqual([]);
    expect(now.size).toBeGreaterThan(later.length);
    expect(await statuses()).toEqual({ delivered: 220 });
  });

  test("a new URL while the old one says 410: the endpoint stays verified", async () => {
    const { id } = await register(owner, receiver.url);
    receiver.answer(after(500, 410));
    await happen(world, owner);
    await came(receiver, 1);
    const next = await startReceiver();
    await must(owner, `PATCH /v1/webhooks/${id}`, { url: next.url });
    await untilSent();
    await next.close();
    expect((await owner.call(`GET /v1/webhooks/${id}`)).body).toMatchObject({ status: "verified", url: next.url });
  });

  test("410 beside other sends: they count, what waits is undelivered, and nothing more is sent", async () => {
    const { id } = await register(owner, receiver.url);
    const beside: (() => void)[] = [];
    receiver.answer([after(300, 410), (response) => void beside.push(() => response.writeHead(200).end())]);
    await happenOften(world, owner, 50);
    const status = async () => (await owner.call(`GET /v1/webhooks/${id}`)).body.status;
    await expect.poll(status).toBe("disabled");
    for (const answer of beside) answer();
    await untilSent();
    const sent = receiver.events().length;
    expect(sent).toBeLessThanOrEqual(attemptDispatch.lane.per_key);
    expect(await statuses()).toEqual({ delivered: sent - 1, undelivered: 50 - sent + 1 });
    receiver.answer(200);
    expect((await must(owner, `POST /v1/webhooks/${id}/ping`)).body.status).toBe("verified");
    const { body } = await must(owner, `POST /v1/webhooks/${id}/redeliver`, {});
    expect(body).toEqual({ count: 50 - sent + 1 });
    await untilSent();
    expect(await statuses()).toEqual({ delivered: 50 });
  });
});

function signers({ headers, body }: Received, { old, secret }: { old: string; secret: string }): string {
  const names = new Map(
    Object.entries({ old, secret }).map(([name, key]) => [
      `sha256=${createHmac("sha256", key).update(body).digest("hex")}`,
      name,
    ]),
  );
  const previous = headers["x-svc-signature-previous"];
  const [current, before] = [headers["x-svc-signature"], previous].map((text) => names.get(String(text)) ?? "none");
  return previous === undefined ? String(current) : `${current}, before it ${before}`;
}

describe("registration", () => {
  test(`eight at once where three are left: an organization has ${MAX_WEBHOOKS}`, async () => {
    for (let made = 0; made < MAX_WEBHOOKS - 3; made++) await register(owner, receiver.url);
    const body = { url: receiver.url, event_type: "release.status.changed" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.call("POST /v1/webhooks", { body })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(Array(5).fill([409, "invalid_state"]));
    const [{ count } = { count: 0 }] = await world.ctx.db<{ count: number }[]>`
      select count(*)::int as count from webhooks where organization_id = ${owner.id}`;
    expect(count).toBe(MAX_WEBHOOKS);
  });

  test("the same Idempotency-Key eight times at once: one endpoint, one ping, and one answer with the secret", async () => {
    receiver.answer(after(200));
    const request = {
      body: { url: receiver.url, event_type: "release.status.changed" },
      idempotency_key: randomUUID(),
    };
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner.call("POST /v1/webhooks", request)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter(({ body }) => body.secret !== null)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => !made.includes(answer)))
      expect([status, body.error.code]).toEqual([409, "idempotency_in_progress"]);
    const again = await owner.call("POST /v1/webhooks", request);
    expect([again.status, again.headers.get("idempotency-replayed"), again.body.secret]).toEqual([201, "true", null]);
    expect((await owner.call("GET /v1/webhooks")).body.data.map(({ id }: { id: string }) => id)).toEqual([
      again.body.id,
    ]);
    expect(receiver.received).toHaveLength(1);
  });
});
