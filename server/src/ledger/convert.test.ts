import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { transaction } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { decimal, negate } from "../standards/decimal.ts";
import { post } from "./actions.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** An organization with so much in USD, of statements and adjustments alike. */
async function withBalance(amount: string): Promise<Member> {
  const member = await world.organization();
  const row = { id: newId("adj"), organization_id: member.id, amount, created_at: world.clock.now().toISOString() };
  await world.ctx.db`
    insert into adjustments (id, organization_id, currency, amount, reason, created_at)
    values (${row.id}, ${member.id}, 'USD', ${amount}, 'Carried over.', ${row.created_at})`;
  const entries = { available: decimal(amount), adjustments: negate(decimal(amount)) };
  const movement = { organization_id: member.id, currency: "USD", type: "adjustment", source_id: row.id } as const;
  await transaction(world.ctx, (ctx) => post(ctx, { ...movement, description: "Carried over.", entries }));
  return member;
}

const given = { from: "USD", to: "EUR", rate: "0.9214", reason: "In the currency of your statements." };
const pathOf = ({ id }: Member) => `/v1/operator/organizations/${id}/conversions`;
const convert = (member: Member, body: object = {}) =>
  world.operator.call(`POST ${pathOf(member)}`, { body: { ...given, ...body } });

async function balancesOf(member: Member): Promise<Record<string, string>> {
  const { data } = (await must(member, "GET /v1/balance")).body;
  return Object.fromEntries(data.map((one: Record<string, string>) => [one.currency, one.available]));
}

async function expectRightBooks(): Promise<void> {
  const { body } = await must(world.operator, "GET /v1/operator/ledger/check");
  expect([body.is_right, body.differences]).toEqual([true, []]);
}

test("all of a balance goes into the other currency in whole minor units, and the rest stays", async () => {
  const member = await withBalance("84.317");
  const { status, body } = await convert(member);
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^cnv_/),
      organization_id: member.id,
      payee_id: null,
      from: { currency: "USD", amount: "84.31" },
      to: { currency: "EUR", amount: "77.68" },
      rate: "0.9214",
      reason: given.reason,
      created_at: expect.any(String),
    },
  ]);
  expect(await balancesOf(member)).toEqual({ USD: "0.007", EUR: "77.68" });
  const { data } = (await must(member, "GET /v1/balance/transactions")).body;
  const shown = data.filter((one: Record<string, string>) => one.type === "conversion");
  expect(
    shown.map((one: Record<string, string>) => [one.currency, one.amount, one.description, one.source_id]).sort(),
  ).toEqual([
    ["EUR", "77.68", given.reason, body.id],
    ["USD", "-84.31", given.reason, body.id],
  ]);
  expect((await must(world.operator, `GET ${pathOf(member)}`)).body.data).toEqual([body]);
  const entries = await world.ctx.db<{ currency: string; account: string; amount: string }[]>`
    select t.currency, e.account, e.amount::text from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.source_id = ${body.id} order by t.currency, e.account`;
  expect(entries.map(({ currency, account, amount }) => [currency, account, Number(amount)])).toEqual([
    ["EUR", "available", 77.68],
    ["EUR", "exchange", -77.68],
    ["USD", "available", -84.31],
    ["USD", "exchange", 84.31],
  ]);
  await expectRightBooks();
});

test("a negative balance is converted as a debt", async () => {
  const member = await withBalance("-12.34");
  expect((await convert(member)).body).toMatchObject({ from: { amount: "-12.34" }, to: { amount: "-11.37" } });
  expect(await balancesOf(member)).toEqual({ USD: "0.00", EUR: "-11.37" });
  await expectRightBooks();
});

test("a part of it, and then no more than is left", async () => {
  const member = await withBalance("10");
  expect((await convert(member, { amount: "4.50" })).status).toBe(201);
  const beyond = await convert(member, { amount: "5.51" });
  expect([beyond.status, beyond.body.error.details[0]]).toEqual([
    409,
    { field: "amount", issue: "must be between 0 and 5.50" },
  ]);
  const other = await convert(member, { amount: "-1" });
  expect([other.status, other.body.error.code]).toEqual([409, "invalid_state"]);
  expect((await convert(member, { amount: "5.50", to: "JPY", rate: "151.5" })).body.to.amount).toBe("833");
  expect(await balancesOf(member)).toEqual({ USD: "0.00", EUR: "4.15", JPY: "833" });
});

test("of two at once of all, one is made", async () => {
  const member = await withBalance("84.317");
  const statuses = (await Promise.all([convert(member), convert(member)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409]);
  expect(await balancesOf(member)).toEqual({ USD: "0.007", EUR: "77.68" });
  await expectRightBooks();
});

test("conversions in opposite directions at once never wait in a ring", async () => {
  const member = await withBalance("100");
  await convert(member, { amount: "50" });
  const one = (index: number) =>
    index % 2 === 0
      ? convert(member, { amount: "1" })
      : convert(member, { from: "EUR", to: "USD", rate: "1.05", amount: "1" });
  const answers = await Promise.all(Array.from({ length: 12 }, (_none, index) => one(index)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  await expectRightBooks();
});

test.each([
  [{ to: "USD" }, "to"],
  [{ rate: "0" }, "rate"],
  [{ rate: "-1" }, "rate"],
  [{ amount: "1.005" }, "amount"],
  [{ amount: "0" }, "amount"],
  [{ from: "XXX" }, "from"],
  [{ reason: "" }, "reason"],
])("%j is refused at its field", async (body, field) => {
  const { status, body: answer } = await convert(world.label, body);
  expect([status, answer.error.details[0].field]).toEqual([422, field]);
});

test("nothing, and what rounds to nothing, is not converted", async () => {
  expect((await convert(world.label)).status).toBe(409);
  expect((await convert(await withBalance("0.009"))).status).toBe(409);
  expect((await convert(await withBalance("0.01"), { to: "KWD", rate: "0.01" })).status).toBe(409);
  expect(
    (await world.operator.call("POST /v1/operator/organizations/org_none/conversions", { body: given })).status,
  ).toBe(404);
});
