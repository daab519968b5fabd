// Payees through HTTP: made, changed, archived, deleted, found; and what they refuse.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { type Answer, createWorld, type World } from "../../test/world.ts";
import { newId } from "../platform/ids.ts";
import { MAX_PAYEES } from "./payee.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const outcome = ({ status, body }: Answer) => [status, body?.error?.code];
const fields = ({ body }: Answer) => body.error.details.map(({ field }: { field: string }) => field);
const make = async (body: object = {}, by = world.label) =>
  (await must(by, "POST /v1/payees", { name: "Vera Lux", ...body })).body;

/** Money of a payee, as the ledger keeps it. */
async function setBalance(payee_id: string, { available = "0", in_transit = "0" }) {
  await world.ctx.db`
    insert into payee_balances (payee_id, organization_id, currency, available, in_transit, created_at)
    values (${payee_id}, ${world.label.id}, 'EUR', ${available}, ${in_transit}, now())
    on conflict (payee_id, currency) do update set available = excluded.available, in_transit = excluded.in_transit`;
}

async function insertContract(payee_id: string, status: string): Promise<string> {
  const id = newId("con");
  const { db } = world.ctx;
  await db`
    insert into contracts (id, organization_id, name, level, terms, status, version, created_at, updated_at)
    values (${id}, ${world.label.id}, 'All', 'all', '[]', ${status}, 1, now(), now())`;
  await db`
    insert into contract_shares (contract_id, organization_id, payee_id, share, place)
    values (${id}, ${world.label.id}, ${payee_id}, 0.5, 0)`;
  return id;
}

describe("a payee", () => {
  test("is made with a name alone, and with everything", async () => {
    const plain = await make();
    const noTax = { country: null, form: null, received_on: null, expires_on: null };
    expect(plain).toEqual({
      id: expect.stringMatching(/^pye_/),
      name: "Vera Lux",
      email: null,
      external_id: null,
      paid_by: "operator",
      minimum_payouts: {},
      tax: { ...noTax, withholding_rate: "0", withholding_territories: null },
      payment: null,
      status: "active",
      created_at: expect.any(String),
      updated_at: plain.created_at,
    });
    const given = {
      name: "=1+1",
      email: " Vera@Example.com",
      external_id: "A-1",
      paid_by: "organization",
      minimum_payouts: { EUR: "50.00" },
      tax: {
        country: "DE",
        form: "w8ben",
        received_on: "2026-01-01",
        expires_on: "2028-12-31",
        withholding_rate: "0.30",
      },
    };
    const full = await make(given);
    const tax = { ...given.tax, withholding_territories: null };
    expect(full).toMatchObject({ ...given, email: "vera@example.com", tax });
    expect((await world.label.call(`GET /v1/payees/${full.id}`)).body).toEqual(full);
  });

  test("changes only in what is sent, and null clears", async () => {
    const tax = { country: "US", form: "w9", withholding_rate: "0.1", withholding_territories: ["US"] };
    const { id, ...before } = await make({ email: "a@example.com", external_id: "A-2", tax });
    const path = `/v1/payees/${id}`;
    const one = (await must(world.label, `PATCH ${path}`, { tax: { country: "DE" } })).body;
    expect(one).toMatchObject({ email: before.email, tax: { ...tax, country: "DE" } });
    const two = (await must(world.label, `PATCH ${path}`, { email: null, external_id: null, tax: null })).body;
    expect([two.email, two.external_id, two.name]).toEqual([null, null, "Vera Lux"]);
    expect(two.tax).toMatchObject({ country: null, form: null, withholding_rate: "0", withholding_territories: null });
    expect((await must(world.label, `PATCH ${path}`, {})).body).toEqual(two);
  });

  test("is listed newest first, by status, and found by name, id, external_id and email", async () => {
    const rival = world.rival;
    const names = ["Åsa Öst", "Bo", "Cy"];
    const ids: string[] = [];
    for (const [n, name] of names.entries())
      ids.push((await make({ name, external_id: `L-${n}`, email: `l${n}@example.com` }, rival)).id);
    await must(rival, `PATCH /v1/payees/${ids[2]}`, { status: "archived" });
    const listed = async (query: string) =>
      (await must(rival, `GET /v1/payees${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed("")).toEqual([...ids].reverse());
    expect(await listed("?status=archived")).toEqual([ids[2]]);
    for (const q of ["öst", ids[0], "L-0", "L0@Example.com"])
      expect(await listed(`?q=${encodeURIComponent(q ?? "")}`), q).toEqual([ids[0]]);
    expect(await listed("?q=%25")).toEqual([]);
    const operator = (query: string) => world.operator.call(`GET /v1/operator/payees${query}`);
    const of_rival = (await operator(`?organization_id=${rival.id}`)).body.data;
    expect(of_rival.map(({ id }: { id: string }) => id)).toEqual([...ids].reverse());
    expect(of_rival[0]).toMatchObject({ organization_id: rival.id, status: "archived" });
    expect(of_rival[0]).not.toHaveProperty("payment");
    expect((await operator("?limit=100")).body.data.length).toBeGreaterThan(3);
  });

  test("is deleted while nothing is known of it, and leaves its external_id free", async () => {
    const { id } = await make({ external_id: "gone" });
    expect((await world.label.call(`DELETE /v1/payees/${id}`)).status).toBe(204);
    expect(outcome(await world.label.call(`GET /v1/payees/${id}`))).toEqual([404, "not_found"]);
    await make({ external_id: "gone" });
  });
});

describe("refuses", () => {
  test.each<[string, object, string[]]>([
    ["a blank name", { name: " " }, ["name"]],
    ["a name that is too long", { name: "x".repeat(201) }, ["name"]],
    ["an address that is none", { name: "A", email: "a@b@c" }, ["email"]],
    ["an external_id that is too long", { name: "A", external_id: "x".repeat(101) }, ["external_id"]],
    ["a payer that is none", { name: "A", paid_by: "store" }, ["paid_by"]],
    ["a minimum of no currency", { name: "A", minimum_payouts: { XXQ: "1" } }, ["minimum_payouts.XXQ"]],
    ["a rate above 1", { name: "A", tax: { withholding_rate: "1.1" } }, ["tax.withholding_rate"]],
    ["seven digits of a rate", { name: "A", tax: { withholding_rate: "0.1234567" } }, ["tax.withholding_rate"]],
    ["a form that is none", { name: "A", tax: { form: "w8" } }, ["tax.form"]],
    ["a country that is none", { name: "A", tax: { country: "QQ" } }, ["tax.country"]],
    ["a day that is none", { name: "A", tax: { received_on: "2026-02-30" } }, ["tax.received_on"]],
    [
      "a form that expires before it came",
      { name: "A", tax: { received_on: "2026-02-02", expires_on: "2026-02-01" } },
      ["tax.expires_on"],
    ],
    ["a status at the start", { name: "A", status: "archived" }, ["status"]],
    ["payment details", { name: "A", payment: { method: "other", text: "x" } }, ["payment"]],
  ])("%s", async (_why, body, at) => {
    const answer = await world.label.call("POST /v1/payees", { body });
    expect([answer.status, fields(answer)], answer.text).toEqual([422, at]);
  });

  test("an expiry before the day that is kept", async () => {
    const { id } = await make({ tax: { received_on: "2026-02-02" } });
    const answer = await world.label.call(`PATCH /v1/payees/${id}`, { body: { tax: { expires_on: "2026-02-01" } } });
    expect([answer.status, fields(answer)]).toEqual([422, ["tax.expires_on"]]);
  });

  test("an external_id that is taken: 409, for a new and for a changed payee; another organization may have it", async () => {
    await make({ external_id: "taken" });
    const { id } = await make();
    const body = { name: "B", external_id: "taken" };
    for (const answer of [
      await world.label.call("POST /v1/payees", { body }),
      await world.label.call(`PATCH /v1/payees/${id}`, { body }),
    ])
      expect([...outcome(answer), fields(answer)]).toEqual([409, "invalid_state", ["external_id"]]);
    await make({ external_id: "taken" }, world.rival);
  });

  test("eight creates with one external_id at once: one 201, seven 409", async () => {
    const body = { name: "Race", external_id: "race" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.label.call("POST /v1/payees", { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test("more than 5,000, also at once", async () => {
    const org = await must(world.operator, "POST /v1/operator/organizations", { name: "Crowded", tier: "enterprise" });
    const crowded = world.as(await world.keyFor(org.body.id));
    await world.ctx.db`
      insert into payees (id, organization_id, name, paid_by, status, created_at, updated_at)
      select 'pye_crowd_' || n, ${org.body.id}, 'x', 'operator', 'active', now(), now()
      from generate_series(1, ${MAX_PAYEES - 1}::int) as n`;
    const body = { name: "Last" };
    const answers = await Promise.all([1, 2, 3].map(() => crowded.call("POST /v1/payees", { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test("a payee in a contract that is not ended, or with money, is not archived", async () => {
    const { id } = await make();
    const archive = () => world.label.call(`PATCH /v1/payees/${id}`, { body: { status: "archived" } });
    for (const status of ["draft", "active"]) {
      const contract = await insertContract(id, status);
      const answer = await archive();
      expect([...outcome(answer), fields(answer)], answer.text).toEqual([409, "invalid_state", ["status"]]);
      expect(answer.body.error.message).toContain(contract);
      await world.ctx.db`update contracts set status = 'ended' where id = ${contract}`;
    }
    for (const money of [{ available: "0.01" }, { available: "-0.01" }, { in_transit: "1" }]) {
      await setBalance(id, money);
      expect(outcome(await archive())).toEqual([409, "invalid_state"]);
    }
    await setBalance(id, {});
    expect((await archive()).body.status).toBe("archived");
    expect((await archive()).body.status).toBe("archived");
    const restored = await world.label.call(`PATCH /v1/payees/${id}`, { body: { status: "active" } });
    expect(restored.body.status).toBe("active");
  });

  test("another payer, while any balance is not 0", async () => {
    const { id } = await make();
    const change = (paid_by: string) => world.label.call(`PATCH /v1/payees/${id}`, { body: { paid_by } });
    for (const money of [{ available: "0.01" }, { in_transit: "1" }]) {
      await setBalance(id, money);
      const answer = await change("organization");
      expect([...outcome(answer), fields(answer)]).toEqual([409, "invalid_state", ["paid_by"]]);
      expect((await change("operator")).status).toBe(200);
    }
    await setBalance(id, {});
    expect((await change("organization")).body.paid_by).toBe("organization");
  });

  test("to delete a payee that a contract, also an earlier version of one, or money names", async () => {
    const { db } = world.ctx;
    const of = world.label.id;
    const uses: Record<string, (id: string) => Promise<unknown>> = {
      contract: (id) => insertContract(id, "ended"),
      version: async (id) => {
        const contract = await insertContract((await make()).id, "active");
        await db`
          insert into contract_versions (contract_id, organization_id, version, name, applies_to, terms, shares, created_at)
          values (${contract}, ${of}, 1, 'All', '{"all": true}', '[]', ${db.json([{ payee_id: id, share: "0.5" }])}, now())`;
      },
      payout: (id) => db`
        insert into payouts (id, organization_id, payee_id, amount, currency, status, created_at, updated_at)
        values (${newId("pay")}, ${of}, ${id}, 1, 'EUR', 'failed', now(), now())`,
      payment: (id) => db`
        insert into payee_payments (id, organization_id, payee_id, currency, amount, paid_on, created_at)
        values (${newId("pmt")}, ${of}, ${id}, 'EUR', 1, '2026-01-01', now())`,
      adjustment: (id) => db`
        insert into adjustments (id, organization_id, payee_id, currency, amount, reason, created_at)
        values (${newId("adj")}, ${of}, ${id}, 'EUR', 1, 'Test', now())`,
    };
    for (const [use, name] of Object.entries(uses)) {
      const { id } = await make();
      await name(id);
      const answer = await world.label.call(`DELETE /v1/payees/${id}`);
      expect(outcome(answer), use).toEqual([409, "invalid_state"]);
      expect(answer.body.error.message).toContain("archive");
    }
  });
});

describe("keeps apart", () => {
  test("another organization's payee is 404, and in no list", async () => {
    const { id } = await make();
    for (const [method, body] of [["GET"], ["PATCH", { name: "Mine" }], ["DELETE"]] as const)
      expect(outcome(await world.rival.call(`${method} /v1/payees/${id}`, { body }))).toEqual([404, "not_found"]);
    expect((await world.rival.call(`GET /v1/payees?q=${id}`)).body.data).toEqual([]);
    expect((await world.label.call(`GET /v1/payees/${id}`)).body.name).toBe("Vera Lux");
  });

  test("keys without the scopes are 403: reading is not writing", async () => {
    const { id } = await make();
    const key = async (...scopes: string[]) => world.as(await world.keyFor(world.label.id, { scopes }));
    const payouts = await key("payouts:write", "catalog:write", "royalties:read");
    const reader = await key("payees:read");
    expect((await payouts.call("GET /v1/payees")).status).toBe(403);
    expect((await reader.call(`GET /v1/payees/${id}`)).status).toBe(200);
    expect((await reader.call(`PATCH /v1/payees/${id}`, { body: {} })).status).toBe(403);
    expect((await reader.call("POST /v1/payees", { body: { name: "A" } })).status).toBe(403);
  });
});
