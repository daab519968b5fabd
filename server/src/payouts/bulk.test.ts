// Payouts that are processed and paid together: all or none.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { insertPayee } from "../../test/payees.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  const { is_right, differences } = (await must(world.operator, "GET /v1/operator/ledger/check")).body;
  expect([is_right, differences]).toEqual([true, []]);
  await world.close();
});

/** An organization with a payee, and payouts of 1.00 of each in turn. */
async function earner(count: number): Promise<{ member: Member; payee_id: string; ids: string[] }> {
  const member = await world.organization();
  const given = { currency: "EUR", amount: "100.00", reason: "Earned" };
  await must(world.operator, `POST /v1/operator/organizations/${member.id}/adjustments`, given);
  const payee_id = await insertPayee(world, member.id);
  await must(member, `POST /v1/payees/${payee_id}/adjustments`, { ...given, amount: "50.00" });
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    const body = { currency: "EUR", amount: "1.00", ...(made % 2 === 1 && { payee_id }) };
    ids.push((await must(member, "POST /v1/payouts", body)).body.id);
  }
  return { member, payee_id, ids };
}

const bulk = (move: "process" | "pay", body: object) =>
  world.operator.call(`POST /v1/operator/payouts/${move}`, { body });
const statuses = async (member: Member) =>
  (await must(member, "GET /v1/payouts")).body.data.map(({ status }: { status: string }) => status);

test("payouts of organizations and payees are processed and paid together, with an event for each", async () => {
  const [one, other] = [await earner(4), await earner(2)];
  const payout_ids = [...other.ids, ...one.ids].reverse();
  const processed = await bulk("process", { payout_ids });
  expect([processed.status, processed.body.data.map(({ id }: { id: string }) => id)]).toEqual([200, payout_ids]);
  const paid = await bulk("pay", { payout_ids, reference: "Batch 7" });
  expect(paid.status).toBe(200);
  for (const row of paid.body.data)
    expect([row.status, row.reference, row.paid_at]).toEqual(["paid", "Batch 7", row.updated_at]);
  expect(await statuses(one.member)).toEqual(["paid", "paid", "paid", "paid"]);
  expect((await must(one.member, "GET /v1/balance")).body.data).toEqual([
    { currency: "EUR", available: "48.00", pending: "0.00" },
  ]);
  expect((await must(one.member, `GET /v1/payees/${one.payee_id}/balance`)).body.data).toEqual([
    { currency: "EUR", available: "48.00", pending: "0.00" },
  ]);
  const events = (await must(one.member, "GET /v1/events?event_type=payout.status.changed")).body.data;
  const emitted = events.map(({ data }: { data: Record<string, string> }) => `${data.previous_status} ${data.status}`);
  expect(emitted.sort()).toEqual([...Array(4).fill("pending processing"), ...Array(4).fill("processing paid")]);
});

describe("refuses", () => {
  test("all if one is on hold or in another status, and names each", async () => {
    const { member, ids } = await earner(4);
    const [held = "", cancelled = ""] = ids;
    await must(world.operator, `POST /v1/operator/payouts/${held}/hold`, { reason: "Who?", required_actions: [] });
    await must(member, `POST /v1/payouts/${cancelled}/cancel`);
    for (const move of ["process", "pay"] as const) {
      const { status, body } = await bulk(move, { payout_ids: ids });
      expect([status, body.error.code]).toEqual([409, "invalid_state"]);
      expect(body.error.message).toContain(`${held} is on_hold`);
      expect(body.error.message).toContain(`${cancelled} is cancelled`);
      expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
        "payout_ids[0]",
        "payout_ids[1]",
      ]);
    }
    expect(await statuses(member)).toEqual(["pending", "pending", "cancelled", "on_hold"]);
  });

  test("ids that are none, twice the same, none and too many", async () => {
    const { ids } = await earner(1);
    const field = async (payout_ids: string[]) => {
      const { status, body } = await bulk("process", { payout_ids });
      return [status, body.error.details[0].field];
    };
    expect(await field([...ids, "pay_none"])).toEqual([422, "payout_ids[1]"]);
    expect(await field([...ids, ...ids])).toEqual([422, expect.stringContaining("payout_ids")]);
    expect(await field([])).toEqual([422, "payout_ids"]);
    expect(await field(Array.from({ length: 501 }, (_, n) => `pay_${n}`))).toEqual([422, "payout_ids"]);
  });

  test("to pay twice: of two at once one pays, whatever the order of its list", async () => {
    const { member, ids } = await earner(6);
    const answers = await Promise.all([
      bulk("pay", { payout_ids: ids }),
      bulk("pay", { payout_ids: [...ids].reverse() }),
      world.operator.call(`POST /v1/operator/payouts/${ids[5]}/pay`, { body: {} }),
    ]);
    const counts = answers.map(({ status }) => status);
    expect(counts.filter((status) => status === 200)).toHaveLength(1);
    expect(counts.filter((status) => status === 409)).toHaveLength(2);
    const paid = (await statuses(member)).filter((status: string) => status === "paid").length;
    expect([1, 6]).toContain(paid);
  });
});
