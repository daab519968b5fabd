// Payouts of payees: from their own balance, by their own minimum, apart from the organization's.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { insertPayee } from "../../test/payees.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(async () => {
  const { is_right, differences } = (await must(world.operator, "GET /v1/operator/ledger/check")).body;
  expect([is_right, differences]).toEqual([true, []]);
  await world.close();
});

/** An organization that gave all but 119.00 of 238.00 to a payee. */
async function shared(name = "Vera Lux") {
  const member = await world.organization();
  const given = { currency: "EUR", amount: "238.00", reason: "Earned" };
  await must(world.operator, `POST /v1/operator/organizations/${member.id}/adjustments`, given);
  const payee_id = await insertPayee(world, member.id, { name });
  await must(member, `POST /v1/payees/${payee_id}/adjustments`, { ...given, amount: "119.00" });
  return { member, payee_id };
}

const request = (member: Pick<Member, "call">, payee_id: string, body: object = {}): Promise<Answer> =>
  member.call("POST /v1/payouts", { body: { payee_id, currency: "EUR", ...body } });
const requested = async (member: Member, payee_id: string, body: object = {}) =>
  (await must(member, "POST /v1/payouts", { payee_id, currency: "EUR", ...body })).body;
const byOperator = (id: string, move: string, body: object = {}) =>
  world.operator.call(`POST /v1/operator/payouts/${id}/${move}`, { body });
const outcome = ({ status, body }: Answer) => [status, body.error?.code];
const balances = async (member: Member, payee_id: string) => {
  const texts = ({ available, pending }: Record<string, string>) => `${available} ${pending}`;
  const [own] = (await must(member, "GET /v1/balance")).body.data;
  const [its] = (await must(member, `GET /v1/payees/${payee_id}/balance`)).body.data;
  return [texts(own), texts(its)];
};
const changesOf = async (member: Member) =>
  (await must(member, "GET /v1/events?event_type=payout.status.changed")).body.data;

describe("works", () => {
  test("a payout takes from its payee alone, through all its moves", async () => {
    const { member, payee_id } = await shared();
    const row = await requested(member, payee_id);
    expect([row.payee_id, row.payee_name, row.amount, row.status]).toEqual([payee_id, "Vera Lux", "119.00", "pending"]);
    expect(await balances(member, payee_id)).toEqual(["119.00 0.00", "0.00 119.00"]);
    expect((await byOperator(row.id, "process")).status).toBe(200);
    const paid = (await byOperator(row.id, "pay", { reference: "SEPA 1" })).body;
    expect([paid.status, paid.payee_id, paid.payee_name]).toEqual(["paid", payee_id, "Vera Lux"]);
    expect(await balances(member, payee_id)).toEqual(["119.00 0.00", "0.00 0.00"]);
    expect((await byOperator(row.id, "fail", { reason: "Closed" })).status).toBe(200);
    expect(await balances(member, payee_id)).toEqual(["119.00 0.00", "119.00 0.00"]);
    const again = await requested(member, payee_id, { amount: "19.00" });
    await must(member, `POST /v1/payouts/${again.id}/cancel`);
    const listed = (await must(member, `GET /v1/payees/${payee_id}/balance/transactions`)).body.data;
    expect(listed.map(({ type, amount }: Record<string, string>) => `${type} ${amount}`)).toEqual([
      "payout_returned 19.00",
      "payout -19.00",
      "payout_returned 119.00",
      "payout -119.00",
      "adjustment 119.00",
    ]);
    expect((await must(member, "GET /v1/balance/transactions")).body.data).toHaveLength(2);
  });

  test("lists name the payee, for keys that may read payees; events never do", async () => {
    const { member, payee_id } = await shared();
    const { id } = await requested(member, payee_id, { amount: "1.00" });
    const mine = (await must(member, "POST /v1/payouts", { currency: "EUR", amount: "1.00" })).body;
    expect([mine.payee_id, mine.payee_name]).toEqual([null, null]);
    const [first, ...others] = (await must(member, `GET /v1/payouts?payee_id=${payee_id}`)).body.data;
    expect([first.id, first.payee_name, others]).toEqual([id, "Vera Lux", []]);
    const reader = world.as(await world.keyFor(member.id, { scopes: ["payouts:write"] }));
    const shown = (await reader.call(`GET /v1/payouts/${id}`)).body;
    expect([shown.payee_id, shown.payee_name]).toEqual([payee_id, null]);
    const [listed] = (await reader.call(`GET /v1/payouts?payee_id=${payee_id}`)).body.data;
    expect(listed.payee_name).toBe(null);
    expect((await reader.call(`POST /v1/payouts/${id}/cancel`)).body.payee_name).toBe(null);
    const [event] = await changesOf(member);
    expect([event.data.status, event.data.payee_id, event.data.payee_name]).toEqual(["cancelled", payee_id, null]);
    const all = (await must(world.operator, `GET /v1/operator/payouts?payee_id=${payee_id}`)).body.data;
    expect(all.map((one: Record<string, string>) => [one.id, one.payee_name])).toEqual([[id, "Vera Lux"]]);
  });

  test("the minimum is the payee's", async () => {
    const { member, payee_id } = await shared();
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { minimum_payouts: { EUR: "200.00" } });
    await world.ctx.db`update payees set minimum_payouts = '{"EUR": "50.00"}' where id = ${payee_id}`;
    expect(outcome(await request(member, payee_id, { amount: "49.99" }))).toEqual([409, "invalid_state"]);
    expect((await request(member, payee_id, { amount: "50.00" })).status).toBe(201);
    expect(outcome(await member.call("POST /v1/payouts", { body: { currency: "EUR" } }))).toEqual([
      409,
      "invalid_state",
    ]);
  });

  test("the sandbox moves it as the operator would", async () => {
    const { member, payee_id } = await shared();
    const { id } = await requested(member, payee_id);
    const simulate = (status: string) => must(member, `POST /v1/sandbox/payouts/${id}/simulate`, { status });
    for (const status of ["on_hold", "pending", "processing", "paid"]) await simulate(status);
    expect((await simulate("failed")).body).toMatchObject({ status: "failed", payee_id, payee_name: "Vera Lux" });
    expect(await balances(member, payee_id)).toEqual(["119.00 0.00", "119.00 0.00"]);
  });
});

describe("refuses", () => {
  test("payees of others, those that the organization pays, and keys that may not read payees", async () => {
    const { member, payee_id } = await shared();
    expect(outcome(await request(world.rival, payee_id))).toEqual([404, "not_found"]);
    const owed = await insertPayee(world, member.id, { paid_by: "organization" });
    await must(member, `POST /v1/payees/${owed}/adjustments`, { currency: "EUR", amount: "5.00", reason: "Agreed" });
    expect(outcome(await request(member, owed))).toEqual([409, "invalid_state"]);
    const writer = world.as(await world.keyFor(member.id, { scopes: ["payouts:write"] }));
    expect(outcome(await request(writer, payee_id))).toEqual([403, "insufficient_scope"]);
    const reader = world.as(await world.keyFor(member.id, { scopes: ["payees:write"] }));
    expect(outcome(await request(reader, payee_id))).toEqual([403, "insufficient_scope"]);
    expect(outcome(await request(member, payee_id, { amount: "119.01" }))).toEqual([409, "invalid_state"]);
    expect(outcome(await request(member, payee_id, { currency: "USD" }))).toEqual([409, "invalid_state"]);
  });

  test("to overdraw: of two for all one is made, of eight at once as many as are covered", async () => {
    const one = await shared();
    const both = await Promise.all([request(one.member, one.payee_id), request(one.member, one.payee_id)]);
    expect(both.map(({ status, body }) => [status, body.amount]).sort()).toEqual([
      [201, "119.00"],
      [409, undefined],
    ]);
    const { member, payee_id } = await shared();
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(member, payee_id, { amount: "30.00" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    expect(await balances(member, payee_id)).toEqual(["119.00 0.00", "29.00 90.00"]);
  });

  test("no move of one at the same time as others: adjustments, payouts of both, moves", async () => {
    const { member, payee_id } = await shared();
    const first = await requested(member, payee_id, { amount: "19.00" });
    const adjust = (amount: string) =>
      member.call(`POST /v1/payees/${payee_id}/adjustments`, { body: { currency: "EUR", amount, reason: "x" } });
    const answers = await Promise.all([
      byOperator(first.id, "pay"),
      adjust("10.00"),
      adjust("-10.00"),
      request(member, payee_id, { amount: "10.00" }),
      member.call("POST /v1/payouts", { body: { currency: "EUR", amount: "20.00" } }),
      byOperator(first.id, "pay"),
      adjust("5.00"),
      request(member, payee_id, { amount: "10.00" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201, 201, 201, 201, 201, 201, 409]);
    expect(await balances(member, payee_id)).toEqual(["94.00 20.00", "85.00 20.00"]);
  });
});
