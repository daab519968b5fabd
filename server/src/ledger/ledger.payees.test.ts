// Movements of payees' money: who sees them, which balances they change, and what the database refuses.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { insertPayee } from "../../test/payees.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { transaction } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { decimal, negate } from "../standards/decimal.ts";
import { post, postIfCovered, postMany } from "./actions.ts";
import type { Movement } from "./movement.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const EUR = { currency: "EUR", type: "statement", description: "Royalties of 2026-02" } as const;

const stated = (organization_id: string, net: string): Movement => ({
  ...EUR,
  organization_id,
  source_id: newId("stm"),
  entries: { available: decimal(net), stores: negate(decimal(net)) },
});

type Payee = { organization_id: string; payee_id: string };

/** A share of which a tax is withheld. */
const shared = (of: Payee, share: string, tax = "0"): Movement => ({
  ...EUR,
  ...of,
  source_id: newId("pst"),
  entries: {
    available: negate(decimal(share)),
    payees: { ...decimal(share), units: decimal(share).units - decimal(tax).units },
    taxes: decimal(tax),
  },
});

const owed = (of: Payee, net: string): Movement => ({
  ...EUR,
  ...of,
  source_id: newId("pst"),
  entries: { owed: decimal(net), owing: negate(decimal(net)) },
});

const moved = (of: Payee, type: Movement["type"], entries: Movement["entries"]): Movement => ({
  ...of,
  currency: "EUR",
  type,
  source_id: newId("pay"),
  description: "Moved",
  entries,
});

const kept = async (member: Member) => {
  const own = (await must(member, "GET /v1/balance")).body.data;
  const of_payees = await world.ctx.db`
    select available::text, in_transit::text from payee_balances where organization_id = ${member.id} order by payee_id`;
  return { own, of_payees: of_payees.map(({ available, in_transit }) => [available, in_transit]) };
};

async function makePayee(member: Member): Promise<Payee> {
  return { organization_id: member.id, payee_id: await insertPayee(world, member.id) };
}

describe("works", () => {
  test("an organization's movement and those of its payees are posted together; it sees them as split", async () => {
    const member = await world.organization();
    const [a, b] = [await makePayee(member), await makePayee(member)];
    const movements = [stated(member.id, "297.50"), shared(a, "119.00"), shared(b, "59.50", "9.50")];
    await transaction(world.ctx, (ctx) => postMany(ctx, movements));
    expect(await kept(member)).toEqual({
      own: [{ currency: "EUR", available: "119.00", pending: "0.00" }],
      of_payees: [
        ["119", "0"],
        ["50", "0"],
      ],
    });
    const listed = (await must(member, "GET /v1/balance/transactions")).body.data;
    const shown = listed.map(({ type, amount }: { type: string; amount: string }) => `${type} ${amount}`);
    expect(shown.sort()).toEqual(["split -119.00", "split -59.50", "statement 297.50"]);
    const of = await world.ctx.db`
      select type, amount::text, payee_amount::text from ledger_transactions where payee_id = ${b.payee_id}`;
    expect(of).toEqual([{ type: "statement", amount: "-59.5", payee_amount: "50" }]);
  });

  test("what an organization owes by itself leaves it without a balance of its own", async () => {
    const member = await world.organization();
    const a = await makePayee(member);
    await transaction(world.ctx, (ctx) => postMany(ctx, [owed(a, "119.00"), owed(a, "-0.50")]));
    expect(await kept(member)).toEqual({ own: [], of_payees: [["118.5", "0"]] });
    expect((await must(member, "GET /v1/balance/transactions")).body.data).toEqual([]);
  });

  test("what takes from a payee or from its organization is posted only if both cover it", async () => {
    const member = await world.organization();
    const a = await makePayee(member);
    await transaction(world.ctx, (ctx) => postMany(ctx, [stated(member.id, "20.00"), shared(a, "10.00")]));
    const covered = (type: Movement["type"], entries: Movement["entries"]) =>
      transaction(world.ctx, (ctx) => postIfCovered(ctx, moved(a, type, entries)));
    const take = (amount: string) =>
      covered("payout", { payees: negate(decimal(amount)), payees_in_transit: decimal(amount) });
    const give = (amount: string) =>
      covered("adjustment", { available: negate(decimal(amount)), payees: decimal(amount) });
    expect([await take("10.01"), await take("10.00"), await take("0.01")]).toEqual([false, true, false]);
    expect([await give("10.01"), await give("10.00"), await give("-10.01")]).toEqual([false, true, false]);
    expect(await kept(member)).toEqual({
      own: [{ currency: "EUR", available: "0.00", pending: "0.00" }],
      of_payees: [["10", "10"]],
    });
  });
});

describe("the database itself refuses", () => {
  const posting = (movement: Movement) => transaction(world.ctx, (ctx) => post(ctx, movement));

  test("money of a payee without its payee, or of another organization's", async () => {
    const a = await makePayee(world.label);
    const nameless = { ...moved(a, "payout_paid", { payees_in_transit: decimal("0"), bank: decimal("0") }) };
    delete nameless.payee_id;
    await expect(posting(nameless)).rejects.toThrow(/names no payee/);
    await posting(owed(a, "1.00"));
    await expect(posting(owed({ ...a, organization_id: world.rival.id }, "1.00"))).rejects.toThrow(
      /another organization/,
    );
  });

  test("to take more out of a payee's transit than is in it", async () => {
    const a = await makePayee(world.label);
    const wrong = moved(a, "payout_paid", { payees_in_transit: decimal("-1.00"), bank: decimal("1.00") });
    await expect(posting(wrong)).rejects.toThrow(/more out of transit/);
  });
});
