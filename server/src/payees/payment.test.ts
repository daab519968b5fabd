// Payment details: set, replaced, removed; and that nothing of them is ever shown, logged, mailed or sent again.

import { randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { insertMember } from "../../test/known-people.ts";
import { member } from "../../test/people.ts";
import { type Answer, cloneDatabase, createWorld, type World } from "../../test/world.ts";
import { tryLimits } from "../people/tries.ts";
import { newId } from "../platform/ids.ts";

const IBAN = "DE89370400440532013000";
const iban = { method: "bank", holder: "Vera Luxembourg-Holder", iban: IBAN };
const own = "/v1/payment-details";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await member(world, { email: "owner@example.com", role: "owner" });
  await member(world, { email: "finance@example.com", role: "finance" });
});
afterAll(() => world.close());

const outcome = ({ status, body }: Answer) => [status, body?.error?.code];
const fields = ({ body }: Answer) => body.error.details.map(({ field }: { field: string }) => field);
const makePayee = async (body: object = {}): Promise<string> =>
  (await must(world.label, "POST /v1/payees", { name: "Vera Lux", ...body })).body.id;

/** A payout that waits, as an older request made it. */
async function pendingPayout(payee_id: string | null): Promise<string> {
  const id = newId("pay");
  await world.ctx.db`
    insert into payouts (id, organization_id, payee_id, amount, currency, status, created_at, updated_at)
    values (${id}, ${world.label.id}, ${payee_id}, 1, 'EUR', 'pending', now(), now())`;
  return id;
}

/** The recipients and texts of the mails that wait or were sent since `from`. */
async function mailsAfter(from: number): Promise<{ to: string; text: string }[]> {
  await world.runJobs();
  const names = (await readdir(world.mail_dir)).filter((name) => name.endsWith(".eml")).sort();
  const texts = await Promise.all(names.slice(from).map((name) => readFile(join(world.mail_dir, name), "utf8")));
  return texts.map((text) => ({ to: /^To: (.*)\r$/m.exec(text)?.[1] ?? "", text }));
}
const mailCount = async () => (await mailsAfter(0)).length;

describe("payment details", () => {
  test("of a payee are shown as last4, replaced whole and removed", async () => {
    const id = await makePayee();
    const path = `/v1/payees/${id}/payment`;
    const set = await must(world.label, `PATCH ${path}`, iban);
    const payment = { method: "bank", last4: "3000", changed_at: expect.any(String), is_readable: true };
    expect(set.body).toEqual(payment);
    expect((await must(world.label, `GET /v1/payees/${id}`)).body.payment).toEqual(payment);
    expect((await must(world.label, `GET /v1/payees?q=${id}`)).body.data[0].payment).toEqual(payment);
    const paypal = await must(world.label, `PATCH ${path}`, { method: "paypal", email: "Vera@Example.com" });
    expect(paypal.body).toMatchObject({ method: "paypal", last4: ".com" });
    expect((await world.label.call(`DELETE ${path}`)).status).toBe(204);
    expect((await must(world.label, `GET /v1/payees/${id}`)).body.payment).toBeNull();
    const again = await world.label.call(`DELETE ${path}`);
    expect([...outcome(again), again.body.error.message]).toEqual([404, "not_found", "There are no payment details."]);
  });

  test("of the organization itself are null, then set, then null again", async () => {
    const empty = await world.label.call(`GET ${own}`);
    expect([empty.status, empty.body]).toEqual([200, null]);
    const us = {
      method: "bank",
      holder: "A",
      account_number: "000123456789",
      routing_number: "021000021",
      country: "US",
    };
    expect((await must(world.label, `PATCH ${own}`, us)).body).toMatchObject({ method: "bank", last4: "6789" });
    expect((await must(world.label, `GET ${own}`)).body).toMatchObject({ last4: "6789", is_readable: true });
    expect((await world.rival.call(`GET ${own}`)).body).toBeNull();
    expect((await world.label.call(`DELETE ${own}`)).status).toBe(204);
    expect((await world.label.call(`GET ${own}`)).body).toBeNull();
  });

  test("are cleared by a PATCH of the payee, and go with it", async () => {
    const id = await makePayee();
    await must(world.label, `PATCH /v1/payees/${id}/payment`, iban);
    const cleared = await must(world.label, `PATCH /v1/payees/${id}`, { payment: null });
    expect(cleared.body.payment).toBeNull();
    await must(world.label, `PATCH /v1/payees/${id}`, { payment: null });
    await must(world.label, `PATCH /v1/payees/${id}/payment`, iban);
    await world.label.call(`DELETE /v1/payees/${id}`);
    expect(await world.ctx.db`select from payment_details where owner_id = ${id}`).toHaveLength(0);
  });

  test("put the pending payouts of their payee on hold with each change, and no others", async () => {
    const id = await makePayee();
    const status = async (payout_id: string) => (await must(world.label, `GET /v1/payouts/${payout_id}`)).body;
    const other = await pendingPayout(await makePayee());
    for (const change of [`PATCH /v1/payees/${id}/payment`, `DELETE /v1/payees/${id}/payment`]) {
      const [waiting, of_organization] = [await pendingPayout(id), await pendingPayout(null)];
      expect((await world.label.call(change, change.startsWith("PATCH") ? { body: iban } : {})).status).toBeLessThan(
        300,
      );
      expect(await status(waiting)).toMatchObject({ status: "on_hold", hold: { code: "identity_verification" } });
      expect((await status(of_organization)).status).toBe("pending");
    }
    const waiting = await pendingPayout(null);
    await must(world.label, `PATCH ${own}`, iban);
    expect((await status(waiting)).status).toBe("on_hold");
    expect((await status(other)).status).toBe("pending");
  });

  test("are mailed to the payee and to all owners, once for each change", async () => {
    const id = await makePayee({ email: "vera@example.com" });
    for (const change of [`PATCH /v1/payees/${id}/payment`, `PATCH /v1/payees/${id}`]) {
      const before = await mailCount();
      const body = change.endsWith("payment") ? iban : { payment: null, email: "elsewhere@example.com" };
      await must(world.label, change, body);
      const mails = await mailsAfter(before);
      expect(mails.map(({ to }) => to).sort()).toEqual(["owner@example.com", "vera@example.com"]);
    }
  });

  test("are mailed to a hundred addresses of payees a day: later changes are made, and owners are mailed so", async () => {
    const label = await world.organization({ name: "Busy" });
    const owner = await insertMember(world, label.id, "owner");
    const id = (await must(label, "POST /v1/payees", { name: "Vera Lux", email: "vera@busy.example.com" })).body.id;
    const { max, within_s } = tryLimits.payee_mail[0];
    const mailed = async () => {
      await must(label, `PATCH /v1/payees/${id}/payment`, iban);
      const rows = await world.ctx.db<{ recipient: string }[]>`
        select recipient from mails where organization_id = ${label.id} order by created_at desc, id desc`;
      return rows.map(({ recipient }) => recipient);
    };
    await mailed();
    await world.ctx.db`
      insert into sign_in_tries (kind, subject, at) select 'payee_mail', subject, at
      from sign_in_tries cross join generate_series(3, ${max}) where kind = 'payee_mail' and subject = (
        select subject from sign_in_tries where kind = 'payee_mail' order by id desc limit 1)`;
    const payees = (recipients: string[]) => recipients.filter((email) => email !== owner.email).length;
    const owners = (recipients: string[]) => recipients.filter((email) => email === owner.email).length;
    const last = await mailed();
    expect([payees(last), owners(last)]).toEqual([2, 2]);
    const before = await mailCount();
    const beyond = await mailed();
    expect([payees(beyond), owners(beyond)]).toEqual([2, 3]);
    expect((await mailsAfter(before))[0]?.text).toContain("The payee gets no mail about it");
    world.clock.advance(within_s * 1_000 + 1_000);
    expect(payees(await mailed())).toBe(3);
  });
});

describe("refuses", () => {
  const account = { method: "bank", holder: "A", account_number: "12345678", country: "US" };
  test.each<[string, object, string[]]>([
    ["a wrong IBAN", { ...iban, iban: "DE89370400440532013001" }, ["iban"]],
    ["an IBAN that is too short", { ...iban, iban: "DE8937040044053201300" }, ["iban"]],
    ["a wrong check digit of a routing number", { ...account, routing_number: "021000022" }, ["routing_number"]],
    ["a BIC of nine characters", { ...account, bic: "CHASUS33X" }, ["bic"]],
    ["a short account number", { ...account, account_number: "123" }, ["account_number"]],
    ["an account number with a blank", { ...account, account_number: "12 34567" }, ["account_number"]],
    ["a country that is none", { ...account, country: "QQ" }, ["country"]],
    ["an account without a country", { method: "bank", holder: "A", account_number: "12345678" }, ["country"]],
    ["a bank without a holder and an account", { method: "bank" }, ["holder", "iban"]],
    ["both forms at once", { ...account, iban: IBAN }, ["iban"]],
    ["a PayPal address that is none", { method: "paypal", email: "vera" }, ["email"]],
    ["fields of another method", { method: "paypal", email: "v@example.com", holder: "V" }, ["holder"]],
    ["no text", { method: "other" }, ["text"]],
    ["a text that is too long", { method: "other", text: "x".repeat(501) }, ["text"]],
    ["a method that is none", { method: "cash" }, ["method"]],
  ])("%s", async (_why, body, at) => {
    const answer = await world.label.call(`PATCH ${own}`, { body });
    expect([answer.status, fields(answer)], answer.text).toEqual([422, at]);
    // A refusal repeats nothing of what was sent.
    expect(answer.text).not.toContain("DE893704");
  });

  test("keys without payees:write, of before or not", async () => {
    const id = await makePayee();
    for (const scopes of [["payouts:write"], ["payees:read"]]) {
      const key = world.as(await world.keyFor(world.label.id, { scopes }));
      for (const path of [own, `/v1/payees/${id}/payment`])
        for (const call of [await key.call(`PATCH ${path}`, { body: iban }), await key.call(`DELETE ${path}`)])
          expect(outcome(call)).toEqual([403, "insufficient_scope"]);
    }
  });

  test("another organization's payee: 404", async () => {
    const path = `/v1/payees/${await makePayee()}/payment`;
    expect(outcome(await world.rival.call(`PATCH ${path}`, { body: iban }))).toEqual([404, "not_found"]);
    expect(outcome(await world.rival.call(`DELETE ${path}`))).toEqual([404, "not_found"]);
  });
});

describe("nothing of the details is mailed again", () => {
  test("a replay has nulls", async () => {
    const path = `PATCH /v1/payees/${await makePayee()}/payment`;
    const headers = { "idempotency-key": randomUUID() };
    const first = await world.label.call(path, { body: iban, headers });
    const again = await world.label.call(path, { body: iban, headers });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual({ ...first.body, method: null, last4: null });
  });

  test("the database, logs, the audit log, the request log, events and mails have none of it", async () => {
    const id = await makePayee({ email: "quiet@example.com" });
    const secret = { method: "other", text: "canary-4711-of-the-details" };
    const body = { method: "bank", holder: "Canary Holder", iban: "GB29NWBK60161331926819" };
    const before = await mailCount();
    await pendingPayout(id);
    for (const given of [secret, body]) await must(world.label, `PATCH /v1/payees/${id}/payment`, given);
    await must(world.label, `PATCH ${own}`, body);
    const needles = ["canary-4711", "Canary Holder", "60161331926819"];
    const mailed = [
      ...world.log_lines,
      ...(await mailsAfter(before)).map(({ text }) => text),
      (await must(world.label, "GET /v1/request-log?limit=100")).text,
      (await must(world.label, "GET /v1/audit-log?limit=100")).text,
      (await must(world.label, "GET /v1/events?limit=100")).text,
      (await must(world.operator, "GET /v1/operator/payees?limit=100")).text,
      (await must(world.operator, "GET /v1/operator/audit-log?limit=100")).text,
    ];
    const { db } = world.ctx;
    const tables = await db<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
    for (const { name } of tables)
      mailed.push(...(await db<{ row: string }[]>`select t::text as row from ${db(name)} t`).map(({ row }) => row));
    for (const needle of needles)
      expect(
        mailed.filter((text) => text.includes(needle)),
        needle,
      ).toEqual([]);
    const audit = (await must(world.label, `GET /v1/audit-log?resource_id=${id}`)).body.data;
    expect(audit[0]).toMatchObject({ operation: "setPayeePayment", fields: ["method", "holder", "iban"] });
  });

  test("after the secret was lost they are there, but not readable, and can be set again", async () => {
    const database = await cloneDatabase();
    const operator_key = `operator-${randomBytes(16).toString("hex")}`;
    const before = await createWorld({ database, operator_key });
    const id = (await must(before.label, "POST /v1/payees", { name: "Vera Lux" })).body.id;
    await must(before.label, `PATCH /v1/payees/${id}/payment`, iban);
    const organization_id = before.label.id;
    await before.ctx.db`delete from settings where name = 'secret_fingerprint'`;
    await before.close();
    const after = await createWorld({ database, operator_key });
    const label = after.as(await after.keyFor(organization_id));
    const { payment } = (await must(label, `GET /v1/payees/${id}`)).body;
    expect(payment).toMatchObject({ method: "bank", last4: "3000", is_readable: false });
    expect((await must(label, `PATCH /v1/payees/${id}/payment`, iban)).body.is_readable).toBe(true);
    await after.close();
  });
});
