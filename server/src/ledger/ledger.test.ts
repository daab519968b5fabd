import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { countingStatements } from "../../test/counting-statements.ts";
import { insertOrganizations } from "../../test/many-sales.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { transaction } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { decimal, negate } from "../standards/decimal.ts";
import { post, postIfCovered, postMany } from "./actions.ts";
import { answerWithCheck } from "./check.ts";
import type { Movement } from "./movement.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const adjust = (organization_id: string, body: object) =>
  world.operator.call(`POST /v1/operator/organizations/${organization_id}/adjustments`, { body });
const adjustBy = async (organization_id: string, amount: string, currency = "EUR") => {
  const made = await adjust(organization_id, { currency, amount, reason: "Advance" });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body;
};
const balanceOf = async (member: Member) => (await must(member, "GET /v1/balance")).body.data;
const transactionsOf = async (member: Member, query = "") =>
  (await must(member, `GET /v1/balance/transactions?limit=100${query}`)).body.data;

const statement = (organization_id: string, net: string, currency = "EUR"): Movement => ({
  organization_id,
  currency,
  type: "statement",
  source_id: newId("stm"),
  description: "Royalties of 2026-02",
  entries: { available: decimal(net), stores: negate(decimal(net)) },
});

describe("works", () => {
  test("a partner sees an adjustment in its balance, with its reason", async () => {
    const member = await world.organization();
    expect(await balanceOf(member)).toEqual([]);
    const made = await adjust(member.id, { currency: "EUR", amount: "100.5", reason: "An advance on April." });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^adj_/),
        organization_id: member.id,
        currency: "EUR",
        amount: "100.50",
        reason: "An advance on April.",
        created_at: expect.any(String),
      },
    ]);
    expect(await balanceOf(member)).toEqual([{ currency: "EUR", available: "100.50", pending: "0.00" }]);
    expect(await transactionsOf(member)).toEqual([
      {
        id: expect.stringMatching(/^txn_/),
        type: "adjustment",
        amount: "100.50",
        currency: "EUR",
        source_id: made.body.id,
        description: "An advance on April.",
        created_at: expect.any(String),
      },
    ]);
  });

  test("a negative balance is carried forward, until what comes later has filled it", async () => {
    const member = await world.organization();
    await adjustBy(member.id, "-30.00");
    expect(await balanceOf(member)).toEqual([{ currency: "EUR", available: "-30.00", pending: "0.00" }]);
    await transaction(world.ctx, (ctx) => post(ctx, statement(member.id, "42.123456789")));
    expect(await balanceOf(member)).toEqual([{ currency: "EUR", available: "12.123456789", pending: "0.00" }]);
  });

  test("each currency has a balance and transactions of its own, with its own digits", async () => {
    const member = await world.organization();
    for (const [currency, amount] of [
      ["JPY", "1200"],
      ["EUR", "3.5"],
      ["KWD", "1.25"],
    ] as const)
      await adjustBy(member.id, amount, currency);
    expect(await balanceOf(member)).toEqual([
      { currency: "EUR", available: "3.50", pending: "0.00" },
      { currency: "JPY", available: "1200", pending: "0" },
      { currency: "KWD", available: "1.250", pending: "0.000" },
    ]);
    const listed = await transactionsOf(member, "&currency=JPY");
    expect(listed.map(({ amount }: { amount: string }) => amount)).toEqual(["1200"]);
    expect(await transactionsOf(member, "&currency=USD")).toEqual([]);
  });

  test("the operator lists the balances of all organizations, or of one", async () => {
    const member = await world.organization({ name: "Listed" });
    await adjustBy(member.id, "1.00");
    await adjustBy(member.id, "2.00", "USD");
    const one = (await must(world.operator, `GET /v1/operator/balances?organization_id=${member.id}`)).body.data;
    const shown = { organization_id: member.id, organization_name: "Listed", pending: "0.00" };
    expect(one).toEqual([
      { ...shown, currency: "USD", available: "2.00" },
      { ...shown, currency: "EUR", available: "1.00" },
    ]);
    const all = (await must(world.operator, "GET /v1/operator/balances?limit=2")).body;
    expect([all.data, typeof all.next_cursor]).toEqual([one, "string"]);
  });

  test("many movements are posted at once, several of one balance too", async () => {
    const members = [await world.organization(), await world.organization()];
    const movements = members.flatMap(({ id }) => [statement(id, "0.25"), statement(id, "-0.05"), statement(id, "7")]);
    await transaction(world.ctx, (ctx) => postMany(ctx, movements));
    for (const member of members) {
      expect(await balanceOf(member)).toEqual([{ currency: "EUR", available: "7.20", pending: "0.00" }]);
      expect(await transactionsOf(member)).toHaveLength(3);
    }
  });

  test("an adjustment sent twice with one Idempotency-Key happens once", async () => {
    const member = await world.organization();
    const sent = { idempotency_key: randomUUID(), body: { currency: "EUR", amount: "5.00", reason: "Once" } };
    const path = `POST /v1/operator/organizations/${member.id}/adjustments`;
    const [first, second] = [await world.operator.call(path, sent), await world.operator.call(path, sent)];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(await balanceOf(member)).toEqual([{ currency: "EUR", available: "5.00", pending: "0.00" }]);
  });
});

describe("refuses", () => {
  test.each([
    ["a fraction of a cent", { currency: "EUR", amount: "1.005" }, "amount"],
    ["a fraction of a yen", { currency: "JPY", amount: "0.5" }, "amount"],
    ["nothing", { currency: "EUR", amount: "0.00" }, "amount"],
    ["a number of JSON", { currency: "EUR", amount: 5 }, "amount"],
    ["an exponent", { currency: "EUR", amount: "1e3" }, "amount"],
    ["more than all the money there is", { currency: "EUR", amount: "1000000000000000" }, "amount"],
    ["a currency that does not exist", { currency: "EUX", amount: "1.00" }, "currency"],
    ["a currency that is none, such as gold", { currency: "XAU", amount: "1.00" }, "currency"],
    ["a reason of blanks", { currency: "EUR", amount: "1.00", reason: " " }, "reason"],
  ])("an adjustment of %s", async (_what, body, field) => {
    const { status, body: answer } = await adjust(world.label.id, { reason: "Why not", ...body });
    expect([status, answer.error.code, answer.error.details.map((detail: { field: string }) => detail.field)]).toEqual([
      422,
      "validation_failed",
      [field],
    ]);
  });

  test("an adjustment of an organization that is not there", async () => {
    const { status, body } = await adjust("org_unknown", { currency: "EUR", amount: "1.00", reason: "Lost" });
    expect([status, body.error.code]).toEqual([404, "not_found"]);
  });

  test("a currency of the filter that is none in form", async () => {
    const { status, body } = await world.label.call("GET /v1/balance/transactions?currency=euro");
    expect([status, body.error.code]).toEqual([400, "invalid_request"]);
  });

  test("to take more than is available, and then nothing is written", async () => {
    const member = await world.organization();
    await adjustBy(member.id, "10.00");
    const taking = (amount: string): Movement => ({
      ...statement(member.id, "0"),
      type: "payout",
      entries: { available: negate(decimal(amount)), in_transit: decimal(amount) },
    });
    const take = (amount: string) => transaction(world.ctx, (ctx) => postIfCovered(ctx, taking(amount)));
    expect([await take("10.01"), await take("10.00"), await take("0.01")]).toEqual([false, true, false]);
    expect(await balanceOf(member)).toEqual([{ currency: "EUR", available: "0.00", pending: "10.00" }]);
    expect(await transactionsOf(member)).toHaveLength(2);
  });
});

describe("the database itself refuses", () => {
  const kept = async (): Promise<Movement> => {
    const movement = statement(world.label.id, "1.00");
    await transaction(world.ctx, (ctx) => post(ctx, movement));
    return movement;
  };

  test("to change, delete or empty what was posted", async () => {
    const { source_id } = await kept();
    const { db } = world.ctx;
    const of = db`(select id from ledger_transactions where source_id = ${source_id})`;
    await expect(db`update ledger_transactions set amount = 2 where id = ${of}`).rejects.toThrow(/append-only/);
    await expect(db`delete from ledger_transactions where id = ${of}`).rejects.toThrow(/append-only/);
    await expect(db`update ledger_entries set amount = 2 where transaction_id = ${of}`).rejects.toThrow(/append-only/);
    await expect(db`delete from ledger_entries where transaction_id = ${of}`).rejects.toThrow(/append-only/);
    await expect(db`truncate ledger_transactions, ledger_entries`).rejects.toThrow(/append-only/);
  });

  test("a movement that does not sum to zero", async () => {
    const entries = { available: decimal("1.00"), stores: decimal("-0.99") };
    const wrong = { ...statement(world.label.id, "1.00"), entries };
    await expect(transaction(world.ctx, (ctx) => post(ctx, wrong))).rejects.toThrow(/does not sum to zero/);
  });

  test("another entry for a movement that was posted before", async () => {
    const { source_id } = await kept();
    const added = world.ctx.db`
      insert into ledger_entries (transaction_id, account, amount)
      select id, 'fees', 1 from ledger_transactions where source_id = ${source_id}`;
    await expect(added).rejects.toThrow(/does not sum to zero/);
  });

  test("the same cause twice", async () => {
    const movement = await kept();
    await expect(transaction(world.ctx, (ctx) => post(ctx, movement))).rejects.toThrow(/ledger_transactions_of_source/);
  });

  test("to take more out of transit than is in it", async () => {
    const entries = { in_transit: decimal("-1.00"), bank: decimal("1.00") };
    const wrong = { ...statement(world.label.id, "0"), type: "payout_paid" as const, entries };
    await expect(transaction(world.ctx, (ctx) => post(ctx, wrong))).rejects.toThrow(/more out of transit/);
  });
});

describe("keeps apart", () => {
  test("the balances of organizations", async () => {
    const member = await world.organization();
    await adjustBy(member.id, "9.00");
    expect(await balanceOf(world.rival)).toEqual([]);
    expect(await transactionsOf(world.rival)).toEqual([]);
  });

  test("who may read a balance, and who may adjust one", async () => {
    const key = await world.keyFor(world.label.id, { scopes: ["catalog:read"] });
    for (const path of ["/v1/balance", "/v1/balance/transactions"])
      expect((await world.as(key).call(`GET ${path}`)).status).toBe(403);
    const own = { currency: "EUR", amount: "1000000.00", reason: "I deserve it" };
    const path = `POST /v1/operator/organizations/${world.label.id}/adjustments`;
    expect((await world.label.call(path, { body: own })).status).toBe(404);
    expect((await world.label.call("GET /v1/operator/balances")).status).toBe(404);
  });
});

test("the books of many organizations are checked a few organizations at a time, and a fault in the last is found", async () => {
  const { id: like } = await world.organization();
  await insertOrganizations(world.ctx.db, { like, prefix: "org_zz", count: 250 });
  const now = world.clock.now().toISOString();
  await world.ctx.db`
    insert into balances (organization_id, currency, available, in_transit, created_at) values ('org_zz99', 'EUR', 5, 0, ${now})`;
  const counted = countingStatements(world.ctx.db);
  const { payload } = answerWithCheck({ ...world.ctx, db: counted.db }, "GET");
  const found = JSON.parse(await text(payload as Readable));
  expect(found.is_right).toBe(false);
  const named = found.differences.map(({ organization_id }: { organization_id: string }) => organization_id);
  expect(named).toContain("org_zz99");
  expect(counted.statements()).toBeGreaterThan(6);
  await world.ctx.db`delete from balances where organization_id = 'org_zz99'`;
});
