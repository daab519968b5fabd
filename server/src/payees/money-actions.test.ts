// The money of payees over HTTP: balances, adjustments both ways, and payments by the organization.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { insertPayee } from "../../test/payees.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  const { is_right, differences } = (await must(world.operator, "GET /v1/operator/ledger/check")).body;
  expect([is_right, differences]).toEqual([true, []]);
  await world.close();
});

/** An organization with so much available, and a payee. */
async function earner(amount: string, paid_by: "operator" | "organization" = "operator") {
  const member = await world.organization();
  const body = { currency: "EUR", amount, reason: "Earned" };
  await must(world.operator, `POST /v1/operator/organizations/${member.id}/adjustments`, body);
  const payee_id = await insertPayee(world, member.id, { paid_by });
  return { member, payee_id, at: `/v1/payees/${payee_id}` };
}

const adjust = (member: Member, at: string, amount: string) =>
  member.call(`POST ${at}/adjustments`, { body: { currency: "EUR", amount, reason: "Agreed" } });
const pay = (member: Member, at: string, body: object) =>
  member.call(`POST ${at}/payments`, { body: { currency: "EUR", paid_on: "2026-01-05", ...body } });
const own = async (member: Member) => (await must(member, "GET /v1/balance")).body.data[0]?.available;
const its = async (member: Member, at: string) => (await must(member, `GET ${at}/balance`)).body.data;
const outcome = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details?.[0]?.field];

describe("works", () => {
  test("an adjustment moves money from the organization to its payee, and back", async () => {
    const { member, payee_id, at } = await earner("100.00");
    expect(await its(member, at)).toEqual([]);
    const made = await adjust(member, at, "60.5");
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^adj_/),
        payee_id,
        currency: "EUR",
        amount: "60.50",
        reason: "Agreed",
        created_at: expect.any(String),
      },
    ]);
    expect([await own(member), await its(member, at)]).toEqual([
      "39.50",
      [{ currency: "EUR", available: "60.50", pending: "0.00" }],
    ]);
    expect((await adjust(member, at, "-10.25")).status).toBe(201);
    expect([await own(member), (await its(member, at))[0].available]).toEqual(["49.75", "50.25"]);
    const listed = (await must(member, `GET ${at}/balance/transactions?currency=EUR`)).body.data;
    expect(listed.map(({ type, amount }: Record<string, string>) => `${type} ${amount}`)).toEqual([
      "adjustment -10.25",
      "adjustment 60.50",
    ]);
    expect(listed[1]).toEqual({
      id: expect.stringMatching(/^txn_/),
      type: "adjustment",
      amount: "60.50",
      currency: "EUR",
      source_id: made.body.id,
      description: "Agreed",
      created_at: expect.any(String),
    });
    expect((await must(member, `GET ${at}/balance/transactions?currency=USD`)).body.data).toEqual([]);
    const split = (await must(member, "GET /v1/balance/transactions")).body.data;
    expect(split.map(({ type, amount }: Record<string, string>) => `${type} ${amount}`)).toEqual([
      "split 10.25",
      "split -60.50",
      "adjustment 100.00",
    ]);
  });

  test("an organization that pays by itself keeps its balance, and records what it paid", async () => {
    const { member, payee_id, at } = await earner("297.50", "organization");
    expect((await adjust(member, at, "119.00")).status).toBe(201);
    expect([await own(member), (await its(member, at))[0].available]).toEqual(["297.50", "119.00"]);
    const paid = await pay(member, at, { amount: "100", reference: "Transfer 7" });
    expect([paid.status, paid.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^pmt_/),
        payee_id,
        currency: "EUR",
        amount: "100.00",
        paid_on: "2026-01-05",
        reference: "Transfer 7",
        created_at: expect.any(String),
      },
    ]);
    expect((await its(member, at))[0].available).toBe("19.00");
    expect(outcome(await pay(member, at, { amount: "19.01" }))).toEqual([409, "invalid_state", "amount"]);
    expect((await pay(member, at, { amount: "19.00" })).body.reference).toBe(null);
    const listed = (await must(member, `GET ${at}/balance/transactions`)).body.data;
    expect(listed.map(({ type, amount }: Record<string, string>) => `${type} ${amount}`)).toEqual([
      "payment -19.00",
      "payment -100.00",
      "adjustment 119.00",
    ]);
    expect((await must(member, "GET /v1/balance/transactions")).body.data).toHaveLength(1);
  });

  test("the operator moves a payee's balance into another currency", async () => {
    const { member, payee_id, at } = await earner("100.00");
    await adjust(member, at, "50.00");
    const path = `POST /v1/operator/organizations/${member.id}/conversions`;
    const body = { payee_id, from: "EUR", to: "USD", rate: "1.1", reason: "In dollars" };
    const made = (await must(world.operator, path, body)).body;
    expect([made.payee_id, made.to]).toEqual([payee_id, { currency: "USD", amount: "55.00" }]);
    expect(await its(member, at)).toEqual([
      { currency: "EUR", available: "0.00", pending: "0.00" },
      { currency: "USD", available: "55.00", pending: "0.00" },
    ]);
    expect((await must(member, "GET /v1/balance")).body.data).toHaveLength(1);
    const [listed] = (await must(world.operator, `GET /v1/operator/organizations/${member.id}/conversions`)).body.data;
    expect(listed.payee_id).toBe(payee_id);
    expect(outcome(await adjust(member, at, "-0.01"))).toEqual([409, "invalid_state", "amount"]);
    expect(outcome(await world.operator.call(path, { body }))[0]).toBe(409);
    const foreign = await insertPayee(world, world.rival.id);
    expect(outcome(await world.operator.call(path, { body: { ...body, payee_id: foreign } }))[0]).toBe(404);
    const owed = await insertPayee(world, member.id, { paid_by: "organization" });
    expect(outcome(await world.operator.call(path, { body: { ...body, payee_id: owed } }))[0]).toBe(409);
  });
});

describe("refuses", () => {
  test("what the organization or the payee does not cover", async () => {
    const { member, at } = await earner("10.00");
    expect(outcome(await adjust(member, at, "10.01"))).toEqual([409, "invalid_state", "amount"]);
    expect(outcome(await adjust(member, at, "-0.01"))).toEqual([409, "invalid_state", "amount"]);
    expect((await adjust(member, at, "10.00")).status).toBe(201);
    expect(outcome(await adjust(member, at, "-10.01"))).toEqual([409, "invalid_state", "amount"]);
    expect([await own(member), (await its(member, at))[0].available]).toEqual(["0.00", "10.00"]);
  });

  test("a payment to a payee whom the operator pays, of a day to come, or of no amount", async () => {
    const paidByOperator = await earner("10.00");
    expect(outcome(await pay(paidByOperator.member, paidByOperator.at, { amount: "1.00" }))[0]).toBe(409);
    const { member, at } = await earner("10.00", "organization");
    await adjust(member, at, "5.00");
    const tomorrow = new Date(world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    const today = world.clock.now().toISOString().slice(0, 10);
    const refused = (body: object) => pay(member, at, { amount: "1.00", ...body }).then(outcome);
    expect(await refused({ paid_on: tomorrow })).toEqual([422, "validation_failed", "paid_on"]);
    expect(await refused({ paid_on: "2026-02-30" })).toEqual([422, "validation_failed", "paid_on"]);
    expect(await refused({ amount: "1.001" })).toEqual([422, "validation_failed", "amount"]);
    expect(await refused({ amount: "0" })).toEqual([422, "validation_failed", "amount"]);
    expect(await refused({ amount: "-1" })).toEqual([422, "validation_failed", "amount"]);
    expect(await refused({ currency: "EUX" })).toEqual([422, "validation_failed", "currency"]);
    expect((await pay(member, at, { amount: "1.00", paid_on: today })).status).toBe(201);
  });

  test("to overdraw, of eight at once", async () => {
    const { member, at } = await earner("10.00");
    const given = await Promise.all(Array.from({ length: 8 }, () => adjust(member, at, "3.00")));
    expect(given.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    const taken = await Promise.all(Array.from({ length: 8 }, () => adjust(member, at, "-4.00")));
    expect(taken.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
    expect([await own(member), (await its(member, at))[0].available]).toEqual(["9.00", "1.00"]);
    const owed = await earner("0.01", "organization");
    await adjust(owed.member, owed.at, "10.00");
    const paid = await Promise.all(Array.from({ length: 8 }, () => pay(owed.member, owed.at, { amount: "4.00" })));
    expect(paid.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
  });
});

test("keeps the payees of others apart, and keys without the scope", async () => {
  const { member, at } = await earner("10.00");
  const body = { currency: "EUR", amount: "1.00", reason: "Mine" };
  for (const path of [`GET ${at}/balance`, `GET ${at}/balance/transactions`])
    expect((await world.rival.call(path)).status).toBe(404);
  expect((await world.rival.call(`POST ${at}/adjustments`, { body })).status).toBe(404);
  expect((await pay(world.rival, at, { amount: "1.00" })).status).toBe(404);
  const reader = world.as(await world.keyFor(member.id, { scopes: ["payees:read", "payouts:write"] }));
  expect((await reader.call(`GET ${at}/balance`)).status).toBe(200);
  expect((await reader.call(`POST ${at}/adjustments`, { body })).status).toBe(403);
  const other = world.as(await world.keyFor(member.id, { scopes: ["payouts:write"] }));
  expect((await other.call(`GET ${at}/balance`)).status).toBe(403);
});

test("the check finds a payee's balance that was written past the ledger", async () => {
  const { member, payee_id, at } = await earner("10.00");
  await adjust(member, at, "4.00");
  const change = (by: number) =>
    world.ctx.db`update payee_balances set available = available + ${by} where payee_id = ${payee_id}`;
  await change(1);
  const { is_right, differences } = (await must(world.operator, "GET /v1/operator/ledger/check")).body;
  await change(-1);
  const wrong = { organization_id: member.id, source_id: payee_id, currency: "EUR", field: "available" };
  expect([is_right, differences]).toEqual([
    false,
    ["entries", "transactions", "causes"].map((compared_with) => ({
      ...wrong,
      compared_with,
      balance: "5",
      found: "4",
    })),
  ]);
});
