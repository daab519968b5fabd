// Payment details and payouts: the holds they cause, the details that a payout keeps, and the file that the operator pays by.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { insertPayee } from "../../test/payees.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { transaction } from "../platform/context.ts";
import { createSeal } from "../platform/seal.ts";
import { deriveKeys } from "../secrets.ts";
import { holdPendingPayouts } from "./actions.ts";

const secret = Buffer.alloc(32, 7);
const vault = createSeal(deriveKeys(secret).vault_key, Number.POSITIVE_INFINITY);
const HOUR_MS = 3_600_000;
const iban = "DE89370400440532013000";

let world: World;
beforeAll(async () => {
  world = await createWorld({ secret });
});
afterAll(() => world.close());

/** An organization and its payee, with 100.00 each. */
async function earner(name = "Vera Lux") {
  const member = await world.organization();
  const given = { currency: "EUR", amount: "200.00", reason: "Earned" };
  await must(world.operator, `POST /v1/operator/organizations/${member.id}/adjustments`, given);
  const payee_id = await insertPayee(world, member.id, { name });
  await must(member, `POST /v1/payees/${payee_id}/adjustments`, { ...given, amount: "100.00" });
  return { member, payee_id };
}

/** As a change of payment details does. */
async function setDetails(member: Member, payee_id: string | null, details: object): Promise<void> {
  const owner_id = payee_id ?? member.id;
  const sealed = vault.seal(details, `payment details ${owner_id}`);
  await transaction(world.ctx, async (ctx) => {
    await ctx.db`
      insert into payment_details (owner_id, organization_id, method, last4, sealed, changed_at)
      values (${owner_id}, ${member.id}, 'bank', '3000', ${sealed}, ${ctx.clock.now().toISOString()})
      on conflict (owner_id) do update set sealed = excluded.sealed, changed_at = excluded.changed_at`;
    await holdPendingPayouts(ctx, { organization_id: member.id, payee_id });
  });
}

const requested = async (member: Member, body: object = {}) =>
  (await must(member, "POST /v1/payouts", { currency: "EUR", amount: "10.00", ...body })).body;
const holdsOf = async (member: Member) =>
  (await must(member, "GET /v1/events?event_type=payout.status.changed")).body.data.map(
    ({ data }: { data: Record<string, string> }) => `${data.id} ${data.previous_status} ${data.status}`,
  );

describe("holds", () => {
  test("new details hold what is pending, and what is requested in the next 72 hours", async () => {
    const { member, payee_id } = await earner();
    const before = await requested(member, { payee_id });
    const own = await requested(member);
    expect([before.status, own.status]).toEqual(["pending", "pending"]);
    await setDetails(member, payee_id, { method: "bank", holder: "Vera Lux", iban });
    const held = (await must(member, `GET /v1/payouts/${before.id}`)).body;
    expect([held.status, held.hold.code, held.hold.required_actions.length]).toEqual([
      "on_hold",
      "identity_verification",
      1,
    ]);
    expect((await must(member, `GET /v1/payouts/${own.id}`)).body.status).toBe("pending");
    world.clock.advance(HOUR_MS);
    const soon = await requested(member, { payee_id });
    expect([soon.status, soon.hold.code]).toEqual(["on_hold", "identity_verification"]);
    expect((await holdsOf(member)).sort()).toEqual(
      [`${before.id} pending on_hold`, `${soon.id} pending on_hold`].sort(),
    );
    world.clock.advance(72 * HOUR_MS);
    expect((await requested(member, { payee_id })).status).toBe("pending");
    // Nothing is released by time.
    expect((await must(member, `GET /v1/payouts/${soon.id}`)).body.status).toBe("on_hold");
    await must(world.operator, `POST /v1/operator/payouts/${soon.id}/release`);
    expect((await must(member, `GET /v1/payouts/${soon.id}`)).body.status).toBe("pending");
  });

  test("the organization's own details hold its own payouts alone", async () => {
    const { member, payee_id } = await earner();
    const [own, its] = [await requested(member), await requested(member, { payee_id })];
    await setDetails(member, null, { method: "bank", holder: "Label", iban });
    expect((await must(member, `GET /v1/payouts/${own.id}`)).body.status).toBe("on_hold");
    expect((await must(member, `GET /v1/payouts/${its.id}`)).body.status).toBe("pending");
    expect((await requested(member)).status).toBe("on_hold");
    expect((await requested(member, { payee_id })).status).toBe("pending");
  });

  test("where tax forms are required, a payee without one that is valid today", async () => {
    const { member, payee_id } = await earner();
    const { db } = world.ctx;
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { requires_tax_form: true });
    const statusWith = async (form: string | null, expires_on: string | null, received_on: string | null = null) => {
      await must(member, `PATCH /v1/payees/${payee_id}`, { tax: { form, expires_on, received_on } });
      return (await requested(member, { payee_id })).status;
    };
    const today = world.clock.now().toISOString().slice(0, 10);
    expect(await statusWith(null, null)).toBe("on_hold");
    expect(await statusWith("w8ben", "2020-01-01")).toBe("on_hold");
    expect(await statusWith("w8ben", today)).toBe("pending");
    expect(await statusWith("w9", null, "2099-01-01")).toBe("on_hold");
    expect(await statusWith("w9", null, today)).toBe("pending");
    expect((await requested(member)).status).toBe("pending");
    await db`update payees set tax_form = null where id = ${payee_id}`;
    await setDetails(member, payee_id, { method: "bank", holder: "Vera Lux", iban });
    expect((await requested(member, { payee_id })).hold.required_actions).toHaveLength(2);
  });
});

describe("the export", () => {
  const lines = async (query = "") => {
    const answer = await world.operator.call(`GET /v1/operator/payouts/export${query}`);
    expect(answer.status).toBe(200);
    return { headers: answer.headers, rows: answer.text.trimEnd().split("\r\n") };
  };

  test("has the details that a payout was requested with, oldest first, and cells that compute nothing", async () => {
    const { member, payee_id } = await earner("=1+1");
    await setDetails(member, payee_id, { method: "bank", holder: "Vera, Lux", iban });
    world.clock.advance(73 * HOUR_MS);
    const first = await requested(member, { payee_id });
    await setDetails(member, payee_id, { method: "paypal", email: "vera@example.com" });
    await must(world.operator, `POST /v1/operator/payouts/${first.id}/release`);
    world.clock.advance(73 * HOUR_MS);
    const second = await requested(member, { payee_id });
    const own = await requested(member);
    await world.ctx.db`update payouts set details = 'lost' where id = ${own.id}`;
    const { headers, rows } = await lines("?status=pending&currency=EUR");
    expect(rows[0]).toBe(
      "payout_id,organization,payee,method,holder,iban,account_number,routing_number,bic,country,paypal_email,text,amount,currency,reference,status",
    );
    const { name } = (await must(world.operator, `GET /v1/operator/organizations/${member.id}`)).body;
    const mine = rows.filter((row) => [first.id, second.id, own.id].some((id) => row.startsWith(id)));
    expect(mine).toEqual([
      `${first.id},${name},'=1+1,bank,"Vera, Lux",${iban},,,,,,,10.00,EUR,,pending`,
      `${second.id},${name},'=1+1,paypal,,,,,,,vera@example.com,,10.00,EUR,,pending`,
      `${own.id},${name},,,,,,,,,,,10.00,EUR,,unreadable`,
    ]);
    expect([headers.get("content-type"), headers.get("cache-control"), headers.get("content-disposition")]).toEqual([
      "text/csv; charset=utf-8",
      "no-store",
      expect.stringMatching(/^attachment/),
    ]);
    expect((await lines("?status=processing")).rows).toHaveLength(1);
    expect((await lines("?currency=JPY")).rows).toHaveLength(1);
    const entries = (await must(world.operator, "GET /v1/operator/audit-log?operation=exportPayouts")).body.data;
    expect(entries).toHaveLength(3);
    expect(entries.at(-1).fields).toEqual([`count=${rows.length - 1}`, "status", "currency"]);
  });

  test("is not for organizations", async () => {
    expect((await world.label.call("GET /v1/operator/payouts/export")).status).toBe(404);
  });
});
