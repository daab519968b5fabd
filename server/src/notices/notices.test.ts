import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { countingRoundTrips } from "../../test/counting-statements.ts";
import { insertMember, insertStaff } from "../../test/known-people.ts";
import { happen } from "../../test/webhooks.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { emitAll, notify } from "../events/actions.ts";
import { noticeKinds, OPERATOR } from "../events/notice.ts";
import { mailKinds } from "../mail/mail.ts";
import { transaction } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { handler } from "../platform/jobs/handler.ts";
import { enqueue, housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";
import { createSeal } from "../platform/seal.ts";
import { gatherDue, notifyParked } from "./actions.ts";

const doomed: JobDefinition<NoPayload> = { name: "doomed", lane: housekeeping, retry_s: [] };
const failing = handler(doomed, { handle: () => Promise.reject(new Error("No.")), parked: "Nothing waits for it." });
const MINUTE_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", jobs: [failing] });
});
afterAll(() => world.close());

type ListedMail = { to: string; kind: string; subject: string; text: string };

async function mailsOf(label: Member): Promise<ListedMail[]> {
  return (await label.call("GET /v1/sandbox/mails")).body.data;
}

async function mailsTo(email: string): Promise<{ kind: string; subject: string }[]> {
  return (await world.operator.call(`GET /v1/operator/mails?to=${email}`)).body.data;
}

async function release(label: Member, settings: object = {}): Promise<string> {
  const body = {
    title: "First Light",
    artists: [{ name: "Owl", role: "main" }],
    release_date: "2030-03-01",
    ...settings,
  };
  const made = await label.call("POST /v1/releases", { body });
  expect([made.status, made.status === 201 ? "" : made.text]).toEqual([201, ""]);
  return made.body.id;
}

const rejected = (release_id: string) => ({
  submission_id: newId("sub"),
  release_id,
  review_status: "rejected",
  reason: "The artwork shows a price.",
});

async function passMinutes(minutes: number): Promise<void> {
  await world.runJobs();
  world.clock.advance(minutes * MINUTE_MS);
  await world.runJobs();
}

test("every kind of notice is a kind of mail that is gathered", () => {
  expect(noticeKinds.filter((kind) => !mailKinds.includes(kind))).toEqual([]);
});

describe("works", () => {
  test("twelve rejections within five minutes are one mail that names twelve", async () => {
    const label = await world.organization({ name: "Owl <b>" });
    const { email } = await insertMember(world, label.id, "owner");
    for (let number = 1; number <= 12; number++) {
      const release_id = await release(label, { title: `Light ${number}` });
      await happen(world, label, "submission.reviewed", rejected(release_id));
      world.clock.advance(20_000);
    }
    await world.runJobs();
    expect(await mailsOf(label)).toEqual([]);
    await passMinutes(5);
    const mails = await mailsOf(label);
    expect(mails).toMatchObject([{ to: email, kind: "rejection", subject: "12 rejections · Owl <b>" }]);
    for (let number = 1; number <= 12; number++)
      expect(mails[0]?.text).toContain(`- “Light ${number}” was rejected in review: The artwork shows a price.`);
    const files = await Promise.all(
      (await readdir(world.mail_dir)).map((name) => readFile(join(world.mail_dir, name), "utf8")),
    );
    const html = files.find((text) => text.includes(email));
    expect(html).toContain("Owl &lt;b&gt;");
    expect(html).not.toContain("<b>");
    await passMinutes(10);
    expect(await mailsOf(label)).toHaveLength(1);
  });

  test("a hundred are listed, the rest is counted", async () => {
    const label = await world.organization();
    await insertMember(world, label.id, "owner");
    const release_id = await release(label);
    const events = Array.from({ length: 250 }, () => ({
      organization_id: label.id,
      event_type: "submission.reviewed" as const,
      data: rejected(release_id),
    }));
    await transaction(world.ctx, (ctx) => emitAll(ctx, events));
    await passMinutes(6);
    const [mail, ...others] = await mailsOf(label);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^250 rejections/);
    expect(mail?.text.match(/^- /gm)).toHaveLength(101);
    expect(mail?.text).toContain("- and 150 more");
  });

  test("who hears: active members of the role, who did not turn it off", async () => {
    const label = await world.organization();
    const expected = await Promise.all([
      insertMember(world, label.id, "owner"),
      insertMember(world, label.id, "manager"),
      insertMember(world, label.id, "editor"),
    ]);
    await insertMember(world, label.id, "finance");
    await insertMember(world, label.id, "viewer");
    await insertMember(world, label.id, "owner", { status: "suspended" });
    await insertMember(world, label.id, "owner", { status: "invited" });
    await insertMember(world, label.id, "owner", { person_status: "disabled" });
    await insertMember(world, label.id, "owner", { notifications: { rejection: false } });
    const wants = await insertMember(world, label.id, "viewer", { notifications: { rejection: true } });
    await happen(world, label, "submission.reviewed", rejected(await release(label)));
    await passMinutes(6);
    expect((await mailsOf(label)).map(({ to }) => to).sort()).toEqual(expected.map(({ email }) => email).sort());
    expect(await mailsTo(wants.email)).toEqual([]);
  });

  test("members with labels hear of their labels alone, by the labels that releases have when the mail goes out", async () => {
    const label = await world.organization();
    const nightjar = await insertMember(world, label.id, "editor", { labels: ["Nightjar"] });
    const owl = await insertMember(world, label.id, "editor", { labels: ["Owl"] });
    const all = await insertMember(world, label.id, "editor");
    for (const name of ["Nightjar", "Nightjar", "Wren"])
      await happen(world, label, "submission.reviewed", rejected(await release(label, { label: name })));
    await passMinutes(6);
    const subjects = Object.fromEntries((await mailsOf(label)).map(({ to, subject }) => [to, subject.split(" · ")[0]]));
    expect(subjects).toEqual({ [nightjar.email]: "2 rejections", [all.email]: "3 rejections" });
    expect(await mailsTo(owl.email)).toEqual([]);
  });

  test("a person who lost the right before the mail goes out gets none", async () => {
    const label = await world.organization();
    const { id } = await insertMember(world, label.id, "owner");
    await happen(world, label, "submission.reviewed", rejected(await release(label)));
    await world.ctx.db`update members set status = 'suspended' where person_id = ${id}`;
    await passMinutes(6);
    expect(await mailsOf(label)).toEqual([]);
  });

  test("each kind by its event, and `delivered` only to those who turned it on", async () => {
    const label = await world.organization();
    const owner = await insertMember(world, label.id, "owner", { notifications: { delivered: true } });
    const plain = await insertMember(world, label.id, "owner");
    const release_id = await release(label);
    const dlv = newId("dlv");
    const store = { store_id: "store_x", status: "action_required", rejection_reason: "Too loud." };
    await happen(world, label, "delivery.store.updated", { delivery_id: dlv, release_id, store });
    await happen(world, label, "delivery.store.updated", {
      delivery_id: dlv,
      release_id,
      store: { ...store, status: "delivered" },
    });
    await happen(world, label, "delivery.completed", { id: dlv, release_id, status: "delivered" });
    await happen(world, label, "delivery.completed", { id: dlv, release_id, status: "rejected" });
    await happen(world, label, "delivery.taken_down", { id: dlv, release_id });
    await happen(world, label, "statement.available", {
      id: "stm_1",
      period_start: "2026-01-01",
      net_amount: "10.00",
      currency: "EUR",
    });
    const payout = { id: "pay_1", amount: "5.00", currency: "EUR", hold: null, failure_reason: null };
    await happen(world, label, "payout.status.changed", { ...payout, status: "paid" });
    await happen(world, label, "payout.status.changed", { ...payout, status: "processing" });
    await happen(world, label, "submission.reviewed", { ...rejected(release_id), review_status: "approved" });
    await passMinutes(6);
    const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind).sort();
    expect(await kindsTo(plain.email)).toEqual(["payout", "rejection", "statement", "taken_down"]);
    expect(await kindsTo(owner.email)).toEqual(["delivered", "payout", "rejection", "statement", "taken_down"]);
  });

  test("members of the role payee hear of their own payees' statements and payouts; owners hear of payouts, and of no payee statement", async () => {
    const label = await world.organization();
    const payee = async (name: string): Promise<string> => (await must(label, "POST /v1/payees", { name })).body.id;
    const [vera, owl, wren] = [await payee("Vera Lux"), await payee("Owl"), await payee("Wren")];
    const owner = await insertMember(world, label.id, "owner");
    const one = await insertMember(world, label.id, "payee", { payee_ids: [vera] });
    const both = await insertMember(world, label.id, "payee", { payee_ids: [vera, owl] });
    await insertMember(world, label.id, "payee", { payee_ids: [wren], status: "suspended" });
    const money = { period_start: "2026-01-01", net_amount: "10.00", currency: "EUR" };
    const payout = { amount: "5.00", currency: "EUR", hold: null, failure_reason: null, status: "paid" };
    await happen(world, label, "statement.available", { id: "stm_1", ...money });
    for (const payee_id of [vera, owl, wren])
      await happen(world, label, "payee_statement.available", { id: `pst_${payee_id}`, payee_id, ...money });
    await happen(world, label, "payout.status.changed", { id: "pay_1", payee_id: null, ...payout });
    await happen(world, label, "payout.status.changed", { id: "pay_2", payee_id: owl, ...payout });
    const [kept] = await world.ctx.db`
      select count(*)::int as count from notices where organization_id = ${label.id} and facts ->> 'payee_id' = ${wren}`;
    expect(kept?.count).toBe(0);
    await passMinutes(6);
    const linesOf = async ({ email }: { email: string }) => {
      const own = (await mailsOf(label)).filter(({ to }) => to === email);
      return Object.fromEntries(own.map(({ kind, text }) => [kind, text.match(/(?<=^- ).*/gm)]));
    };
    expect(await linesOf(owner)).toEqual({
      statement: ["2026-01: 10.00 EUR"],
      payout: ["5.00 EUR was paid", "5.00 EUR for Owl was paid"],
    });
    expect(await linesOf(one)).toEqual({ statement: ["Vera Lux, 2026-01: 10.00 EUR"] });
    expect(await linesOf(both)).toEqual({
      statement: ["Vera Lux, 2026-01: 10.00 EUR", "Owl, 2026-01: 10.00 EUR"],
      payout: ["5.00 EUR for Owl was paid"],
    });
    const [mail] = (await mailsOf(label)).filter(({ to }) => to === one.email);
    expect(mail?.text).toContain(`${world.url}/dashboard/`);
    expect(mail?.text).not.toContain("/earnings");
  });

  test("an endpoint that has failed for an hour is reported once, and again if it fails anew", async () => {
    const label = await world.organization();
    const { email } = await insertMember(world, label.id, "manager");
    const id = newId("whk");
    const failSince = (time: Date) => world.ctx.db`
      insert into webhooks (id, organization_id, url, event_type, description, status, secret, failing_since, created_at, updated_at)
      values (${id}, ${label.id}, 'https://hooks.example.com/in', '{ping}', '', 'verified', '', ${time.toISOString()}, now(), now())
      on conflict (id) do update set failing_since = excluded.failing_since`;
    await failSince(world.clock.now());
    await passMinutes(50);
    expect(await mailsTo(email)).toEqual([]);
    await passMinutes(15);
    await passMinutes(6);
    expect(await mailsTo(email)).toHaveLength(1);
    await passMinutes(120);
    await passMinutes(6);
    expect(await mailsTo(email)).toHaveLength(1);
    await failSince(world.clock.now());
    await passMinutes(66);
    await passMinutes(6);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test("a store that has not been reached for an hour is reported to admins, and a mail that cannot be sent to none", async () => {
    const admin = await insertStaff(world, "admin");
    await world.ctx
      .db`update stores set unreached_since = ${world.clock.now().toISOString()} where store_id = 'store_auralis'`;
    await transaction(world.ctx, (ctx) => notifyParked(ctx, { id: "job_1", name: "send_mail" }));
    await passMinutes(66);
    await passMinutes(6);
    expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toEqual(["A store cannot be reached"]);
    await world.ctx.db`update stores set unreached_since = null`;
    await world.ctx.db`delete from staff where person_id = ${admin.id}`;
  });

  test("staff hear of parked jobs, of payouts that are requested, and of submissions that wait, once a day", async () => {
    const admin = await insertStaff(world, "admin");
    const finance = await insertStaff(world, "finance");
    const reviewer = await insertStaff(world, "reviewer");
    const label = await world.organization({ name: "Nightjar Records" });
    await transaction(world.ctx, (ctx) => enqueue(ctx, doomed, {}));
    const facts = { organization_id: label.id, amount: "5.00 EUR" };
    await transaction(world.ctx, (ctx) =>
      notify(ctx, [{ kind: "payout_request", organization_id: OPERATOR, subject_id: "pay_1", facts }]),
    );
    await world.ctx.db`
      insert into submissions (id, organization_id, release_id, review_status, issues, submitted_at)
      values (${newId("sub")}, ${label.id}, ${await release(label)}, 'pending_review', '[]', now())`;
    await passMinutes(6);
    await passMinutes(6);
    const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
    expect(await subjectsTo(admin.email)).toEqual(["A background job failed"]);
    expect(await subjectsTo(finance.email)).toEqual(["A payout was requested"]);
    expect(await subjectsTo(reviewer.email)).toEqual(["A submission waits for its review"]);
    for (let hours = 0; hours < 23; hours++) await passMinutes(60);
    expect(await subjectsTo(reviewer.email)).toHaveLength(1);
    for (let hours = 0; hours < 2; hours++) await passMinutes(60);
    expect(await subjectsTo(reviewer.email)).toHaveLength(2);
  });
});

describe("costs little", () => {
  test("an organization without members causes no notice, and an example of an event none either", async () => {
    const label = await world.organization();
    const release_id = await release(label);
    await happen(world, label, "submission.reviewed", rejected(release_id));
    await insertMember(world, label.id, "owner");
    await label.call("POST /v1/sandbox/events", { body: { event_type: "statement.available" } });
    const [row] = await world.ctx.db`select count(*)::int as count from notices where organization_id = ${label.id}`;
    expect(row?.count).toBe(0);
  });

  test("five thousand payees without a member cause no notice, in one statement", async () => {
    const label = await world.organization();
    await insertMember(world, label.id, "owner");
    const { email } = await insertMember(world, label.id, "payee", { payee_ids: ["pye_4999"] });
    const money = { period_start: "2026-01-01", net_amount: "10.00", currency: "EUR" };
    const events = Array.from({ length: 5_000 }, (_, number) => ({
      organization_id: label.id,
      event_type: "payee_statement.available" as const,
      data: { id: `pst_${number}`, payee_id: `pye_${number}`, ...money },
    }));
    const close = countingRoundTrips(world.ctx);
    await transaction(close.ctx, (ctx) => emitAll(ctx, events));
    expect(close.counts().statements).toBeLessThanOrEqual(2);
    const rows = await world.ctx.db`select subject_id from notices where organization_id = ${label.id}`;
    expect(rows.map(({ subject_id }) => subject_id)).toEqual(["pst_4999"]);
    await passMinutes(6);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["statement"]);
  });

  test("a thousand organizations get their mail in a bounded number of statements, each once", async () => {
    const many = Array.from({ length: 1_000 }, () => newId("org"));
    await world.ctx.db`
      insert into organizations (id, name, tier, label, review, status, licensed_territories, fee_rate, withholding_rate, created_at, updated_at)
      select id, 'Many', 'pro', 'x', 'manual', 'active', '{WORLD}', 0, 0, now(), now() from unnest(${many}::text[]) as given (id)`;
    await world.ctx.db`
      insert into people (id, email, name, status, created_at)
      select 'usr_' || id, id || '@example.com', 'Somebody', 'active', now() from unnest(${many}::text[]) as given (id)`;
    await world.ctx.db`
      insert into members (id, organization_id, person_id, role, status, invited_by, invited_at, invitation_expires_at)
      select 'mbr_' || id, id, 'usr_' || id, 'owner', 'active', 'operator', now(), now() from unnest(${many}::text[]) as given (id)`;
    const data = { id: "stm_1", period_start: "2026-01-01", net_amount: "10.00", currency: "EUR" };
    const close = countingRoundTrips(world.ctx);
    await transaction(close.ctx, (ctx) =>
      emitAll(
        ctx,
        many.map((organization_id) => ({ organization_id, event_type: "statement.available", data })),
      ),
    );
    expect(close.counts().statements).toBeLessThanOrEqual(2);
    world.clock.advance(6 * MINUTE_MS);
    const gathering = countingRoundTrips(world.ctx);
    await gatherDue(gathering.ctx, { vault: createSeal(randomBytes(32)), links: { public_url: world.url } });
    expect(gathering.counts().statements).toBeLessThan(60);
    const [row] = await world.ctx.db`
      select count(*)::int as mails, count(distinct recipient)::int as people from mails where recipient = any(${many.map((id) => `${id}@example.com`)})`;
    expect(row).toEqual({ mails: 1_000, people: 1_000 });
    await world.ctx.db`delete from mails where kind = 'statement' and status = 'queued'`;
  });

  test("two that gather at the same time never write a mail twice", async () => {
    const label = await world.organization();
    const { email } = await insertMember(world, label.id, "owner");
    await happen(world, label, "submission.reviewed", rejected(await release(label)));
    world.clock.advance(6 * MINUTE_MS);
    const parts = { vault: createSeal(randomBytes(32)), links: { public_url: world.url } };
    await Promise.all([1, 2, 3, 4].map(() => gatherDue(world.ctx, parts)));
    expect(await mailsTo(email)).toHaveLength(1);
  });
});
