import { randomBytes } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertMember } from "../../test/known-people.ts";
import { freePort, type MailServer, mail_credentials, startMailServer } from "../../test/mail-server.ts";
import { staff } from "../../test/people.ts";
import { createWorld, type World } from "../../test/world.ts";
import { transaction } from "../platform/context.ts";
import { createSeal } from "../platform/seal.ts";
import { deriveKeys } from "../secrets.ts";
import { queueMail } from "./actions.ts";
import { type MailKind, mailKindTable, type NewMail } from "./mail.ts";

const secret = randomBytes(32);
const vault = createSeal(deriveKeys(secret).vault_key, Number.POSITIVE_INFINITY);
const MINUTE_MS = 60_000;

function write(world: World, mail: Partial<NewMail> = {}): Promise<void> {
  const content = {
    subject: "A new password",
    paragraphs: ["You asked for it."],
    action: { label: "Set a new password", url: "http://segue.test/dashboard/reset#token=pr_live_secret" },
  };
  const usual: NewMail = {
    kind: "password_reset",
    to: "ana@example.com",
    person_id: null,
    about_organization: null,
    content,
  };
  return transaction(world.ctx, (ctx) => queueMail(ctx, { vault }, { ...usual, ...mail }));
}

const list = async (world: World, query = "") =>
  (await world.operator.call(`GET /v1/operator/mails${query}`)).body.data;
const latest = async (world: World) => (await list(world, "?limit=1"))[0];

test("the guide has the table of kinds", async () => {
  const rows = Object.entries(mailKindTable).map(([kind, { usual, members, staff, when }]) => {
    const to = members.length > 0 ? members.join(", ") : staff.length > 0 ? `staff: ${staff.join(", ")}` : "the person";
    return `| \`${kind}\` | ${usual} | ${to} | ${when} |`;
  });
  const page = await readFile(new URL("../../../docs/mail.md", import.meta.url), "utf8");
  expect(page).toContain(rows.join("\n"));
});

describe("to a mail server", () => {
  let world: World;
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
    world = await createWorld({ secret, mail: server.way });
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  test("a mail is sent over TLS with user and password, once, and its text is dropped", async () => {
    await write(world);
    expect(await latest(world)).toMatchObject({ status: "queued", attempts: 0, sent_at: null });
    await world.runJobs();
    const mail = await latest(world);
    expect(mail).toEqual({
      id: expect.stringMatching(/^mal_/),
      kind: "password_reset",
      to: "ana@example.com",
      subject: "A new password",
      status: "sent",
      error: null,
      attempts: 1,
      created_at: expect.any(String),
      sent_at: expect.any(String),
    });
    const [received, ...others] = server.received;
    expect(others).toEqual([]);
    expect(received).toMatchObject({ to: "ana@example.com", is_encrypted: true, user: mail_credentials.user });
    expect(received?.raw).toContain(`Message-ID: <${mail.id}@127.0.0.1>`);
    expect(received?.raw).toContain("From: Segue <segue@localhost>");
    expect(received?.raw).toMatch(/^Content-Type: multipart\/alternative/m);
    const [row] = await world.ctx.db`select content from mails where id = ${mail.id}`;
    expect(row?.content).toBeNull();
    await world.runJobs();
    expect(server.received).toHaveLength(1);
  });

  test("an answer 5xx about the mail is final: no further try, and no parked job", async () => {
    server.refuse({ code: 550, text: "no such\r\nmailbox" });
    await write(world, { to: "gone@example.com" });
    await world.runJobs();
    const mail = await latest(world);
    expect(mail).toMatchObject({ status: "failed", attempts: 1, error: expect.stringContaining("550") });
    expect((await world.operator.call("GET /v1/operator/jobs?status=parked")).body.data).toEqual([]);
    server.refuse(undefined);
    const retried = await world.operator.call(`POST /v1/operator/mails/${mail.id}/retry`);
    expect([retried.status, retried.body.status]).toEqual([202, "queued"]);
    await world.runJobs();
    expect(await latest(world)).toMatchObject({ id: mail.id, status: "sent", attempts: 2, error: null });
    expect((await world.operator.call(`POST /v1/operator/mails/${mail.id}/retry`)).status).toBe(409);
    expect((await world.operator.call("POST /v1/operator/mails/mal_01h455vb4pex5vsknk084sn02q/retry")).status).toBe(
      404,
    );
  });

  test("an answer 4xx is tried again a minute later", async () => {
    server.refuse({ code: 451, text: "try later" });
    await write(world, { to: "later@example.com" });
    await world.runJobs();
    expect(await latest(world)).toMatchObject({ status: "queued", attempts: 1, error: expect.stringContaining("451") });
    server.refuse(undefined);
    await world.runJobs();
    expect(await latest(world)).toMatchObject({ status: "queued" });
    world.clock.advance(MINUTE_MS);
    await world.runJobs();
    expect(await latest(world)).toMatchObject({ status: "sent", attempts: 2 });
  });

  test("mail that waited longer than its link lives is failed, and not sent", async () => {
    const expires_at = new Date(world.clock.now().getTime() + MINUTE_MS).toISOString();
    const before = server.received.length;
    await write(world, { to: "late@example.com", expires_at });
    world.clock.advance(MINUTE_MS);
    await world.runJobs();
    expect(await latest(world)).toMatchObject({ status: "failed", error: expect.stringContaining("waited longer") });
    expect(server.received).toHaveLength(before);
  });

  test("nothing in a name or title becomes a header", async () => {
    const subject = "A\r\nBcc: x@example.com\u2028 Owl";
    await write(world, { to: "safe@example.com", content: { subject, paragraphs: ["A\r\nBcc: y@example.com"] } });
    await world.runJobs();
    const [head = ""] = server.received.at(-1)?.raw.split("\r\n\r\n") ?? [];
    expect(head).not.toMatch(/^Bcc:/im);
    expect((await latest(world)).subject).toBe("A Bcc: x@example.com Owl");
  });

  test("mails are found by status, kind and address", async () => {
    await write(world, { to: "found@example.com", kind: "security" });
    expect(await list(world, "?to=Found@Example.com")).toHaveLength(1);
    expect(await list(world, "?to=found@example.com&kind=invitation")).toEqual([]);
    expect(await list(world, "?kind=security&status=queued")).toHaveLength(1);
    expect(await list(world, "?status=sent&to=found@example.com")).toEqual([]);
    expect((await world.operator.call("GET /v1/operator/mails?kind=case")).status).toBe(400);
    expect((await world.label.call("GET /v1/operator/mails")).status).toBe(404);
  });

  test("no password and no link is in a list, an error or a log", async () => {
    const seen = JSON.stringify(await list(world)) + world.log_lines.join("\n");
    expect(seen).not.toContain(mail_credentials.password);
    expect(seen).not.toContain("pr_live_secret");
  });

  test("rows go after 90 days", async () => {
    // None of them is queued then: a sweep leaves those alone.
    await world.runJobs();
    world.clock.advance(91 * 24 * 60 * MINUTE_MS);
    await world.runJobs();
    expect(await list(world)).toEqual([]);
  });
});

describe("a mail server that is away", () => {
  test("six tries by the clock, then failed with a parked job; retried when it is back, the mail is sent", async () => {
    const port = await freePort();
    const { way, close } = await startMailServer();
    await close();
    const world = await createWorld({ secret, mail: { ...way, port } });
    await write(world);
    const pauses_min = [0, 1, 5, 30, 120, 480];
    for (const [index, pause] of pauses_min.entries()) {
      // A moment too early nothing is tried.
      if (pause > 0) {
        world.clock.advance(pause * MINUTE_MS - 20_000);
        await world.runJobs();
        expect((await latest(world)).attempts).toBe(index);
        world.clock.advance(20_000);
      }
      await world.runJobs();
      const mail = await latest(world);
      expect(mail).toMatchObject({ attempts: index + 1, status: index === 5 ? "failed" : "queued" });
      expect(mail.error).toBe(`The mail server localhost:${port} refused the connection.`);
    }
    const parked = (await world.operator.call("GET /v1/operator/jobs?status=parked")).body.data;
    expect(parked).toMatchObject([{ name: "send_mail", attempts: 6 }]);
    const server = await startMailServer({ port });
    const { id } = await latest(world);
    expect((await world.operator.call(`POST /v1/operator/mails/${id}/retry`)).status).toBe(202);
    await world.runJobs();
    expect(await latest(world)).toMatchObject({ status: "sent", attempts: 7 });
    expect((await world.operator.call("GET /v1/operator/jobs?status=parked")).body.data).toEqual([]);
    expect(server.received).toHaveLength(1);
    await world.close();
    await server.close();
  });

  test.each([
    ["offers no TLS", { has_tls: false }, {}],
    ["has a certificate that is not trusted", {}, { ca: "" }],
    ["refuses user and password", {}, { credentials: { user: "segue", password: "wrong secret" } }],
  ])("a server that %s gets no mail, and the mail is tried again", async (_why, options, changed) => {
    const server = await startMailServer(options);
    const way = { ...server.way, ...changed };
    if (way.ca === "") Reflect.deleteProperty(way, "ca");
    const world = await createWorld({ secret, mail: way });
    await write(world);
    await world.runJobs();
    const mail = await latest(world);
    expect(mail).toMatchObject({ status: "queued", attempts: 1, error: expect.stringMatching(/^The mail server .+/) });
    expect(mail.error).not.toContain("wrong secret");
    expect(server.received).toEqual([]);
    await world.close();
    await server.close();
  });
});

describe("into files", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ secret, environment: "sandbox" });
  });
  afterAll(() => world.close());

  test("a mail is one file that only its owner reads, and partners read it in the sandbox", async () => {
    const ana = await insertMember(world, world.label.id, "owner", { email: "ana@example.com" });
    await write(world, { person_id: ana.id });
    await world.runJobs();
    const [name = "", ...others] = await readdir(world.mail_dir);
    expect(others).toEqual([]);
    expect((await stat(join(world.mail_dir, name))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(world.mail_dir, name), "utf8")).toContain("To: ana@example.com");
    const { body } = await world.label.call("GET /v1/sandbox/mails?to=ana@example.com");
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      status: "sent",
      text: expect.stringContaining("You asked for it."),
      links: ["http://segue.test/dashboard/reset#token=pr_live_secret"],
    });
    expect((await world.rival.call("GET /v1/sandbox/mails")).body.data).toEqual([]);
  });

  test("a link to a person of several organizations is shown to none of them", async () => {
    const both = await insertMember(world, world.label.id, "owner", { email: "both@example.com" });
    await world.ctx.db`
      insert into members (id, organization_id, person_id, role, status, invited_by, invited_at, invitation_expires_at)
      values ('mbr_of_rival', ${world.rival.id}, ${both.id}, 'owner', 'active', 'operator', now(), now())`;
    await write(world, { person_id: both.id, to: "both@example.com" });
    for (const caller of [world.label, world.rival])
      expect((await caller.call("GET /v1/sandbox/mails?to=both@example.com")).body.data).toEqual([]);
  });

  test("no link is shown to staff that views the organization: it would sign in as the member", async () => {
    const support = await staff(world, { email: "support@example.com", role: "support" });
    await world.runJobs();
    for (const name of await readdir(world.mail_dir)) await rm(join(world.mail_dir, name));
    const view = await support.call(`POST /v1/operator/organizations/${world.label.id}/view`, { body: {} });
    expect(view.status).toBe(200);
    const refused = await support.call("GET /v1/sandbox/mails");
    expect([refused.status, refused.body.error.code]).toEqual([403, "insufficient_scope"]);
  });

  test("after seven days the text is gone, after thirty the file", async () => {
    await writeFile(join(world.mail_dir, "notes.txt"), "not ours");
    world.clock.advance(8 * 24 * 60 * MINUTE_MS);
    await world.runJobs();
    expect((await world.label.call("GET /v1/sandbox/mails")).body.data).toEqual([]);
    const [row] = await world.ctx.db`select count(content)::int as kept from mails where status = 'sent'`;
    expect(row?.kept).toBe(0);
    world.clock.advance(23 * 24 * 60 * MINUTE_MS);
    await world.runJobs();
    expect(await readdir(world.mail_dir)).toEqual(["notes.txt"]);
  });

  test("production has no such list", async () => {
    const production = await createWorld();
    expect((await production.label.call("GET /v1/sandbox/mails")).status).toBe(404);
    await production.close();
  });
});

describe("turning a kind off by the link in its mail", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ secret, environment: "sandbox" });
  });
  afterAll(() => world.close());

  async function linkFor(kind: MailKind): Promise<string[]> {
    const ana = await insertMember(world, world.label.id, "owner", { email: `${kind}@example.com` });
    await write(world, {
      kind,
      person_id: ana.id,
      to: ana.email,
      content: { subject: kind, paragraphs: ["Something."] },
    });
    const { body } = await world.label.call(`GET /v1/sandbox/mails?to=${ana.email}`);
    return body.data[0].links;
  }

  const unsubscribe = (body: unknown, headers = {}) =>
    world.stranger.call("POST /dashboard/unsubscribe", { body, headers });

  test("the kind is off, and the mail has it as a header", async () => {
    const [link = ""] = await linkFor("rejection");
    expect(link).toMatch(new RegExp(`^${world.url}/dashboard/unsubscribe#token=`));
    const answer = await unsubscribe({ token: link.split("=")[1] });
    expect([answer.status, answer.body]).toEqual([200, { kind: "rejection" }]);
    const [row] = await world.ctx.db`select notifications from people where email = 'rejection@example.com'`;
    expect(row?.notifications).toEqual({ rejection: false });
    await world.runJobs();
    const files = await Promise.all(
      (await readdir(world.mail_dir)).map((name) => readFile(join(world.mail_dir, name), "utf8")),
    );
    expect(files.filter((text) => text.includes("List-Unsubscribe: <"))).toHaveLength(1);
  });

  test("a kind that is always sent has no such link", async () => {
    expect(await linkFor("security")).toEqual([]);
  });

  test("a token that is not ours, a broken body, or another site is refused", async () => {
    expect((await unsubscribe({ token: "forged" })).status).toBe(401);
    expect((await unsubscribe({ token: "x".repeat(513) })).status).toBe(422);
    expect((await unsubscribe({})).status).toBe(422);
    expect((await unsubscribe({ token: "a" }, { origin: "https://evil.example" })).status).toBe(400);
  });
});
