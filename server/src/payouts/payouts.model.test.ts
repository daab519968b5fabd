// Random sequences of statements, adjustments, requests and moves, of an organization and of two payees, against a model that knows
// nothing of a ledger. After each sequence the books are right: balances are what the model says, and the check of the ledger finds no
// difference.

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { atScale } from "../../test/faults/scale.ts";
import { insertPayee } from "../../test/payees.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { post } from "../ledger/actions.ts";
import { transaction } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { add, type Decimal, decimal, formatDecimal, negate, ZERO } from "../standards/decimal.ts";
import { payoutTransitions } from "./payout.ts";

const RUNS = atScale({ short: 8, full: 200 });

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Trigger = keyof typeof payoutTransitions;
const triggers = Object.keys(payoutTransitions) as Trigger[];

/** `millis`: thousandths of a euro, since statements are not always of whole cents. */
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("statement" as const), millis: fc.integer({ min: -9_999, max: 50_000 }) }),
  },
  fc.record({
    kind: fc.constant("adjustment" as const),
    cents: fc.integer({ min: -3_000, max: 3_000 }).filter(Boolean),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("share" as const),
      payee: fc.nat(1),
      cents: fc.integer({ min: -2_000, max: 3_000 }).filter(Boolean),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("request" as const),
      payee: fc.option(fc.nat(1)),
      cents: fc.option(fc.integer({ min: 1, max: 4_000 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      which: fc.nat(20),
      trigger: fc.constantFrom(...triggers),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** In thousandths. */
type Payout = { id: string; millis: number; status: string };
/** The money of the organization, or of a payee. */
type Purse = { earned: number; payouts: Payout[] };
type Model = Purse & { payees: (Purse & { id: string })[] };

const underWay = ["pending", "on_hold", "processing"];
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const pendingIn = ({ payouts }: Purse) =>
  sum(payouts.filter(({ status }) => underWay.includes(status)).map(({ millis }) => millis));
const availableIn = ({ earned, payouts }: Purse) =>
  earned -
  sum(payouts.filter(({ status }) => status !== "failed" && status !== "cancelled").map(({ millis }) => millis));
const text = (millis: number, least = 2) => formatDecimal({ units: BigInt(millis), scale: 3 }, least);

async function earn({ id }: Member, millis: number): Promise<void> {
  const net = decimal(text(millis));
  const statement = newId("stm");
  await transaction(world.ctx, async (ctx) => {
    await ctx.db`
      insert into statements (id, organization_id, period, currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate,
        withholding_rate, line_item_count, is_sandbox, created_at)
      values (${statement}, ${id}, '2026-02', 'EUR', ${text(millis)}, 0, 0, ${text(millis)}, 0, 0, 1, true, now())`;
    await ctx.db`
      insert into royalties (id, organization_id, statement_id, period, release_id, store_id, gross_amount, fee_amount, tax_amount,
        net_amount, currency, created_at)
      values (${newId("roy")}, ${id}, ${statement}, '2026-02', 'rel_1', 'store_one', ${text(millis)}, 0, 0, ${text(millis)}, 'EUR', now())`;
    await ctx.db`
      insert into line_items (statement_id, number, isrc, track_id, release_id, store_id, territory, play_count, unit_rate, earnings, usage_period)
      values (${statement}, 1, 'QZ-ABC-26-00001', 'trk_1', 'rel_1', 'store_one', 'DE', 1, ${text(millis)}, ${text(millis)}, '2026-02')`;
    await post(ctx, {
      organization_id: id,
      currency: "EUR",
      type: "statement",
      source_id: statement,
      description: "Royalties of 2026-02",
      entries: { available: net, stores: negate(net) },
    });
  });
}

async function take(member: Member, model: Model, one: Step): Promise<void> {
  if (one.kind === "statement") {
    await earn(member, one.millis);
    model.earned += one.millis;
  } else if (one.kind === "adjustment") {
    const body = { currency: "EUR", amount: text(one.cents * 10), reason: "Agreed" };
    await must(world.operator, `POST /v1/operator/organizations/${member.id}/adjustments`, body);
    model.earned += one.cents * 10;
  } else if (one.kind === "share") await share(member, model, one);
  else if (one.kind === "request") await request(member, model, one);
  else await move(member, model, one);
}

/** Given to a payee by the organization, or taken back. The giver must have it. */
async function share(member: Member, model: Model, { payee, cents }: { payee: number; cents: number }): Promise<void> {
  const to = model.payees[payee];
  if (!to) return;
  const body = { currency: "EUR", amount: text(cents * 10), reason: "Shared" };
  const answer = await member.call(`POST /v1/payees/${to.id}/adjustments`, { body });
  const isCovered = Math.abs(cents * 10) <= availableIn(cents > 0 ? model : to);
  expect(answer.status).toBe(isCovered ? 201 : 409);
  if (!isCovered) return;
  model.earned -= cents * 10;
  to.earned += cents * 10;
}

type Request = { payee: number | null; cents: number | null };

async function request(member: Member, whole: Model, { payee, cents }: Request): Promise<void> {
  const of = payee === null ? undefined : whole.payees[payee];
  const model = of ?? whole;
  const most = Math.floor(availableIn(model) / 10) * 10;
  const millis = cents === null ? most : cents * 10;
  const body = { currency: "EUR", ...(cents !== null && { amount: text(millis) }), ...(of && { payee_id: of.id }) };
  const answer = await member.call("POST /v1/payouts", { body });
  expect(answer.status).toBe(most > 0 && millis <= most ? 201 : 409);
  if (answer.status !== 201) return;
  expect(answer.body.amount).toBe(text(millis));
  model.payouts.push({ id: answer.body.id, millis, status: "pending" });
}

const bodies: Partial<Record<Trigger, object>> = {
  hold: { reason: "Who are you?", required_actions: [] },
  fail: { reason: "It came back." },
};

async function move(member: Member, model: Model, { which, trigger }: { which: number; trigger: Trigger }) {
  const payouts = [model, ...model.payees].flatMap((purse) => purse.payouts);
  const payout = payouts[which % Math.max(payouts.length, 1)];
  if (!payout) return;
  const row = payoutTransitions[trigger];
  const isAllowed = (row.from as readonly string[]).includes(payout.status);
  const body = bodies[trigger];
  const answer =
    trigger === "cancel"
      ? await member.call(`POST /v1/payouts/${payout.id}/cancel`)
      : await world.operator.call(`POST /v1/operator/payouts/${payout.id}/${trigger}`, body && { body });
  expect(answer.status).toBe(isAllowed ? 200 : 409);
  if (isAllowed) payout.status = row.to;
}

test("after whatever happened, the books are right", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const member = await world.organization();
      const payees = [await insertPayee(world, member.id), await insertPayee(world, member.id)];
      const model: Model = { earned: 0, payouts: [], payees: payees.map((id) => ({ id, earned: 0, payouts: [] })) };
      for (const one of steps) await take(member, model, one);
      const [balance] = (await must(member, "GET /v1/balance")).body.data;
      if (balance)
        expect([balance.available, balance.pending]).toEqual([text(availableIn(model)), text(pendingIn(model))]);
      const { data } = (await must(member, "GET /v1/balance/transactions?limit=100")).body;
      const amounts: Decimal[] = data.map(({ amount }: { amount: string }) => decimal(amount));
      expect(formatDecimal(amounts.reduce(add, ZERO), 2)).toBe(text(availableIn(model)));
      for (const payee of model.payees) {
        const [its] = (await must(member, `GET /v1/payees/${payee.id}/balance`)).body.data;
        if (its) expect([its.available, its.pending]).toEqual([text(availableIn(payee)), text(pendingIn(payee))]);
      }
      const check = (await must(world.operator, "GET /v1/operator/ledger/check")).body;
      expect([check.is_right, check.differences]).toEqual([true, []]);
    }),
    { numRuns: RUNS },
  );
});

test("what was written past the ledger is found", async () => {
  const member = await world.organization();
  await earn(member, 12_345);
  await world.ctx.db`update balances set available = available + 1 where organization_id = ${member.id}`;
  const { is_right, differences } = (await must(world.operator, "GET /v1/operator/ledger/check")).body;
  const wrong = {
    organization_id: member.id,
    source_id: null,
    currency: "EUR",
    field: "available",
    balance: "13.345",
    found: "12.345",
  };
  expect(is_right).toBe(false);
  expect(differences).toEqual(
    ["entries", "transactions", "causes"].map((compared_with) => ({ ...wrong, compared_with })),
  );
  await world.ctx.db`update balances set available = available - 1 where organization_id = ${member.id}`;
});
