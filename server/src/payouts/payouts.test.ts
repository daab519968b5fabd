import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { type Answer, type Caller, createWorld, type Member, type World } from "../../test/world.ts";
import { type PayoutStatus, payoutStatuses, payoutTransitions } from "./payout.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

const giveTo = async ({ id }: { id: string }, amount: string, currency = "EUR") =>
  must(world.operator, `POST /v1/operator/organizations/${id}/adjustments`, { currency, amount, reason: "Earned" });

/** An organization with so much available. */
const earner = async (amount: string, settings: object = {}, currency = "EUR") => {
  const member = await world.organization(settings);
  await giveTo(member, amount, currency);
  return member;
};
const request = (member: Member, body: object = {}): Promise<Answer> =>
  member.call("POST /v1/payouts", { body: { currency: "EUR", ...body } });
const requested = async (member: Member, body: object = {}) =>
  (await must(member, "POST /v1/payouts", { currency: "EUR", ...body })).body;
const balanceOf = async (member: Member) => (await must(member, "GET /v1/balance")).body.data[0];
const byOperator = (id: string, move: string, body?: object) =>
  world.operator.call(`POST /v1/operator/payouts/${id}/${move}`, body && { body });
const outcome = ({ status, body }: Answer) => [status, body.error?.code];

const hold = { code: "identity_verification", reason: "Who are you?", required_actions: ["Send a passport."] };

describe("works", () => {
  test("a payout takes what is available, rounded down to whole cents", async () => {
    const member = await earner("100.00");
    const { body: row } = await request(member, { amount: "33.3" });
    expect(row).toEqual({
      id: expect.stringMatching(/^pay_/),
      payee_id: null,
      payee_name: null,
      amount: "33.30",
      currency: "EUR",
      status: "pending",
      hold: null,
      failure_reason: null,
      reference: null,
      created_at: expect.any(String),
      updated_at: row.created_at,
      paid_at: null,
    });
    expect((await must(member, `GET /v1/payouts/${row.id}`)).body).toEqual(row);
    expect(await balanceOf(member)).toEqual({ currency: "EUR", available: "66.70", pending: "33.30" });
    await world.ctx.db`
      update balances set available = available + 0.009 where organization_id = ${member.id}`;
    expect((await requested(member)).amount).toBe("66.70");
    expect((await balanceOf(member)).available).toBe("0.009");
  });

  test("a currency without minor units is paid in whole ones", async () => {
    const member = await earner("1200", {}, "JPY");
    expect((await requested(member, { currency: "JPY" })).amount).toBe("1200");
  });

  test("a hold tells the partner why, what to do, and since when", async () => {
    const member = await earner("10.00");
    const { id } = await requested(member);
    const held = await byOperator(id, "hold", hold);
    expect([held.status, held.body.organization_id]).toEqual([200, member.id]);
    const { body } = await must(member, `GET /v1/payouts/${id}`);
    expect([body.status, body.hold]).toEqual(["on_hold", { ...hold, since: body.updated_at }]);
    await must(world.operator, `POST /v1/operator/payouts/${id}/release`);
    const released = (await must(member, `GET /v1/payouts/${id}`)).body;
    expect([released.status, released.hold]).toEqual(["pending", null]);
  });

  test("a hold without a code is of an other kind", async () => {
    const { id } = await requested(await earner("10.00"));
    const { body } = await byOperator(id, "hold", { reason: "We look into it.", required_actions: [] });
    expect(body.hold).toEqual({
      code: "other",
      reason: "We look into it.",
      required_actions: [],
      since: expect.any(String),
    });
  });

  test("paid money has left, with its reference, and is neither available nor pending", async () => {
    const member = await earner("10.00");
    const { id } = await requested(member);
    await must(world.operator, `POST /v1/operator/payouts/${id}/process`);
    const paid = (await byOperator(id, "pay", { reference: "SEPA 42" })).body;
    expect([paid.status, paid.reference, paid.paid_at]).toEqual(["paid", "SEPA 42", paid.updated_at]);
    expect(await balanceOf(member)).toEqual({ currency: "EUR", available: "0.00", pending: "0.00" });
  });

  test("what the bank sends back is available again, and when it was paid stays", async () => {
    const member = await earner("10.00");
    const { id } = await requested(member);
    const paid = (await byOperator(id, "pay", { reference: "SEPA 43" })).body;
    const failed = (await byOperator(id, "fail", { reason: "The account was closed." })).body;
    const { status, paid_at, reference, failure_reason } = failed;
    expect({ status, paid_at, reference, failure_reason }).toEqual({
      status: "failed",
      paid_at: paid.paid_at,
      reference: "SEPA 43",
      failure_reason: "The account was closed.",
    });
    expect(await balanceOf(member)).toEqual({ currency: "EUR", available: "10.00", pending: "0.00" });
    const { data } = (await must(member, "GET /v1/balance/transactions")).body;
    expect(data.map(({ type, amount, source_id }: Record<string, string>) => [type, amount, source_id])).toEqual([
      ["payout_returned", "10.00", id],
      ["payout", "-10.00", id],
      ["adjustment", "10.00", expect.stringMatching(/^adj_/)],
    ]);
    expect((await requested(member)).amount).toBe("10.00");
  });

  test("a negative balance is filled first, and what is over is paid", async () => {
    const member = await earner("10.00");
    const { id } = await requested(member);
    await giveTo(member, "-25.00");
    expect(outcome(await request(member))).toEqual([409, "invalid_state"]);
    await byOperator(id, "pay");
    await giveTo(member, "30.00");
    expect((await requested(member)).amount).toBe("5.00");
  });

  test("every move is reported by an event, with the status before it", async () => {
    const member = await earner("10.00");
    const { id } = await requested(member);
    for (const [move, body] of [
      ["hold", hold],
      ["release"],
      ["process"],
      ["pay", {}],
      ["fail", { reason: "Returned" }],
    ] as const)
      await must(world.operator, `POST /v1/operator/payouts/${id}/${move}`, body);
    const shown = (await must(member, `GET /v1/payouts/${id}`)).body;
    const events = (await must(member, "GET /v1/events?event_type=payout.status.changed")).body.data;
    expect(events[0].data).toEqual({ ...shown, previous_status: "paid" });
    const moves = events.map(({ data }: { data: Record<string, string> }) => [data.previous_status, data.status]);
    expect(moves.reverse()).toEqual([
      ["pending", "on_hold"],
      ["on_hold", "pending"],
      ["pending", "processing"],
      ["processing", "paid"],
      ["paid", "failed"],
    ]);
  });

  test("lists are newest first, by status too", async () => {
    const member = await earner("10.00");
    const ids: string[] = [];
    for (const amount of ["1.00", "2.00", "3.00"]) ids.unshift((await requested(member, { amount })).id);
    await must(member, `POST /v1/payouts/${ids[1]}/cancel`);
    const listed = async (by: Caller, path: string) =>
      (await must(by, `GET ${path}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed(member, "/v1/payouts")).toEqual(ids);
    expect(await listed(member, "/v1/payouts?status=pending")).toEqual([ids[0], ids[2]]);
    expect(await listed(world.operator, "/v1/operator/payouts?status=cancelled&limit=1")).toEqual([ids[1]]);
  });

  test("in the sandbox a partner moves its own payout", async () => {
    const member = await earner("10.00");
    const { id } = await requested(member);
    const simulate = async (body: object) => (await must(member, `POST /v1/sandbox/payouts/${id}/simulate`, body)).body;
    const held = await simulate({ status: "on_hold", reason: "Why?", required_actions: ["Call us."] });
    expect(held.hold).toMatchObject({ code: "other", reason: "Why?", required_actions: ["Call us."] });
    expect((await simulate({ status: "pending" })).hold).toBeNull();
    expect((await simulate({ status: "processing" })).status).toBe("processing");
    expect((await simulate({ status: "paid" })).paid_at).toEqual(expect.any(String));
    expect((await simulate({ status: "failed" })).failure_reason).toBe("Simulated in the sandbox.");
    expect((await balanceOf(member)).available).toBe("10.00");
  });
});

describe("under fire", () => {
  test.each([8, 50])("of %i requests at once for all of it, one gets it and none overdraws", async (count) => {
    const member = await earner("100.00");
    const answers = await Promise.all(Array.from({ length: count }, () => request(member)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: count - 1 }, () => 409)]);
    expect(await balanceOf(member)).toEqual({ currency: "EUR", available: "0.00", pending: "100.00" });
  });

  test("of 50 requests at once for a part, as many succeed as the balance covers", async () => {
    const member = await earner("100.00");
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(member, { amount: "9.00" })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(11);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(39);
    expect(await balanceOf(member)).toEqual({ currency: "EUR", available: "1.00", pending: "99.00" });
  });

  test("of a payment and seven cancellations at once, one happens, and the money is in one place", async () => {
    const member = await earner("10.00");
    const { id } = await requested(member);
    const answers = await Promise.all([
      byOperator(id, "pay"),
      ...Array.from({ length: 7 }, () => member.call(`POST /v1/payouts/${id}/cancel`)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const { status } = (await must(member, `GET /v1/payouts/${id}`)).body;
    expect(await balanceOf(member)).toMatchObject({ available: status === "paid" ? "0.00" : "10.00", pending: "0.00" });
  });

  test("a payout requested again with its Idempotency-Key is the same one", async () => {
    const member = await earner("10.00");
    const sent = { idempotency_key: randomUUID(), body: { currency: "EUR", amount: "4.00" } };
    const [first, second] = [await member.call("POST /v1/payouts", sent), await member.call("POST /v1/payouts", sent)];
    expect(second.text).toBe(first.text);
    expect((await balanceOf(member)).pending).toBe("4.00");
  });
});

describe("refuses", () => {
  test.each([
    ["more than is available", { amount: "10.01" }, "Only 10.00 EUR is available."],
    ["anything where nothing is available", { currency: "USD" }, "Nothing is available in USD."],
    ["less than the minimum", { amount: "4.99" }, "The minimum payout is 5.00 EUR; this one would be 4.99 EUR."],
  ])("%s", async (_what, body, message) => {
    const member = await earner("10.00", { minimum_payouts: { EUR: "5.00" } });
    const { status, body: answer } = await request(member, body);
    expect([status, answer.error.code, answer.error.message]).toEqual([409, "invalid_state", message]);
  });

  test("all of it where that is less than the minimum", async () => {
    const member = await earner("4.99", { minimum_payouts: { EUR: "5" } });
    expect(outcome(await request(member))).toEqual([409, "invalid_state"]);
    await giveTo(member, "0.01");
    expect((await requested(member)).amount).toBe("5.00");
  });

  test.each([
    ["a fraction of a cent", { amount: "1.001" }, "amount"],
    ["nothing", { amount: "0.00" }, "amount"],
    ["a negative amount", { amount: "-1.00" }, "amount"],
    ["a number of JSON", { amount: 1 }, "amount"],
    ["a currency that does not exist", { currency: "EUX" }, "currency"],
  ])("a request for %s", async (_what, body, field) => {
    const { status, body: answer } = await request(world.label, body);
    expect([status, answer.error.details.map((detail: { field: string }) => detail.field)]).toEqual([422, [field]]);
  });

  test("a hold without a reason, and a failure without one", async () => {
    const { id } = await requested(await earner("10.00"));
    expect(outcome(await byOperator(id, "hold", {}))).toEqual([422, "missing_required_field"]);
    expect(outcome(await byOperator(id, "fail", {}))).toEqual([422, "missing_required_field"]);
    expect(outcome(await byOperator(id, "hold", { ...hold, code: "mood" }))).toEqual([422, "validation_failed"]);
  });

  const to: Readonly<Record<PayoutStatus, readonly [move: string, body?: object][]>> = {
    pending: [],
    on_hold: [["hold", hold]],
    processing: [["process"]],
    paid: [["pay"]],
    failed: [["fail", { reason: "No such account" }]],
    cancelled: [["cancel"]],
  };
  const bodies: Record<string, object | undefined> = { hold, pay: {}, fail: { reason: "It bounced" } };

  test.each(payoutStatuses)("what the table does not allow from %s, and allows the rest", async (status) => {
    for (const [trigger, row] of Object.entries(payoutTransitions)) {
      const member = await earner("10.00");
      const { id } = await requested(member);
      const make = (move: string, body?: object) =>
        move === "cancel" ? member.call(`POST /v1/payouts/${id}/cancel`) : byOperator(id, move, body);
      for (const [move, body] of to[status]) expect((await make(move, body)).status).toBe(200);
      const before = await balanceOf(member);
      const answer = await make(trigger, bodies[trigger]);
      const isAllowed = (row.from as readonly string[]).includes(status);
      expect([trigger, ...outcome(answer)]).toEqual(
        isAllowed ? [trigger, 200, undefined] : [trigger, 409, "invalid_state"],
      );
      const shown = (await must(member, `GET /v1/payouts/${id}`)).body;
      expect(shown.status).toBe(isAllowed ? row.to : status);
      if (!isAllowed) expect(await balanceOf(member)).toEqual(before);
    }
  });
});

describe("keeps apart", () => {
  test("the payouts of organizations", async () => {
    const { id } = await requested(await earner("10.00"));
    for (const path of [`GET /v1/payouts/${id}`, `POST /v1/payouts/${id}/cancel`]) {
      const [foreign, unknown] = [
        await world.rival.call(path),
        await world.rival.call(path.replace(id, "pay_unknown")),
      ];
      expect([foreign.status, foreign.body.error.message]).toEqual([404, unknown.body.error.message]);
    }
    const body = { status: "paid" };
    expect((await world.rival.call(`POST /v1/sandbox/payouts/${id}/simulate`, { body })).status).toBe(404);
    expect((await must(world.rival, "GET /v1/payouts")).body.data).toEqual([]);
  });

  test("partners from the operator's moves", async () => {
    const member = await earner("10.00");
    const { id } = await requested(member);
    expect((await member.call(`POST /v1/operator/payouts/${id}/pay`)).status).toBe(404);
    expect((await member.call("GET /v1/operator/payouts")).status).toBe(404);
  });

  test("reading from writing", async () => {
    const member = await earner("10.00");
    const reader = world.as(await world.keyFor(member.id, { scopes: ["payouts:read"] }));
    expect((await reader.call("GET /v1/payouts")).status).toBe(200);
    expect(outcome(await reader.call("POST /v1/payouts", { body: { currency: "EUR" } }))).toEqual([
      403,
      "insufficient_scope",
    ]);
    const stranger = world.as(await world.keyFor(member.id, { scopes: ["royalties:read"] }));
    expect((await stranger.call("GET /v1/payouts")).status).toBe(403);
  });

  test("the sandbox from production, where no payout is moved by its owner", async () => {
    const production = await createWorld();
    try {
      const body = { status: "paid" };
      const answer = await production.label.call("POST /v1/sandbox/payouts/pay_1/simulate", { body });
      expect(answer.status).toBe(404);
    } finally {
      await production.close();
    }
  });
});
