import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRaw } from "../../test/raw-http.ts";
import { createWorld, type World } from "../../test/world.ts";
import { route } from "./http/route.ts";
import { createLog, type Log, type LogFields } from "./logging.ts";
import { readableForm } from "./readable-log.ts";

const failures: Record<string, () => unknown> = {
  plain: () => {
    throw new Error("The probe broke");
  },
  // Values that code should never throw.
  nothing: () => Promise.reject(undefined),
  text: () => Promise.reject("a bare string with sk_live_secret"),
};
const Body = Type.Object({ how: Type.String(), value: Type.Optional(Type.String()) }, { additionalProperties: false });
const failing = route({
  method: "POST",
  path: "/v1/failing/{id}",
  operation: "fail",
  tag: "Probe",
  summary: "Fails",
  access: "any_key",
  body: Body,
  success: { status: 200, schema: Type.Object({}) },
  handle: async (ctx, { body: { how, value = "" } }) => {
    if (how === "unique") {
      await ctx.db`create temporary table probe (value text unique) on commit drop`;
      await ctx.db`insert into probe values (${value}), (${value})`;
    }
    if (how === "date") await ctx.db`select ${value}::text::date`;
    if (how === "check") await ctx.db.unsafe(`do $$ begin raise exception 'failed: "%"', '${value}'; end $$`);
    return failures[how]?.();
  },
});

let world: World;
beforeAll(async () => {
  world = await createWorld({ routes: [failing] });
});
afterAll(() => world.close());

const allowed = [
  "level",
  "time",
  "msg",
  "environment",
  "request_id",
  "method",
  "route",
  "status",
  "duration_ms",
  "organization_id",
  "actor",
  "address",
  "error",
];
const newLines = async (work: () => Promise<unknown>) => {
  const before = world.log_lines.length;
  await work();
  return world.log_lines.slice(before);
};

test("no credential, body, query or path that was sent is ever logged, wherever it was put", async () => {
  const key = world.label.key ?? "";
  const operator_key = world.operator.key ?? "";
  const made: { key: string }[] = [];
  const lines = await newLines(async () => {
    await world.label.call(`GET /v1/releases?q=${key}`);
    await world.label.call(`GET /v1/releases/${key}`);
    await world.label.call(`GET /v1/${key}`);
    await world.label.call(`GET /v1/releases?${key}=1`);
    await world.label.call(`POST /v1/${key}/%zz`);
    await world.label.call("POST /v1/releases", { body: { title: key, [key]: key } });
    await world.label.call("POST /v1/releases", { raw: `{"title": "${key}` });
    await world.label.call("POST /v1/releases", { body: {}, idempotency_key: key });
    await world.stranger.call("GET /v1/releases", { headers: { authorization: `Basic ${key}` } });
    await world.stranger.call("GET /v1/releases", { headers: { authorization: `Bearer ${key}x` } });
    await world.stranger.call("GET /v1/releases", { headers: { cookie: key, "user-agent": key, "x-request-id": key } });
    await world.operator.call(`GET /v1/operator/organizations/${operator_key}`);
    made.push((await world.label.call("POST /v1/api-keys", { body: { name: "secret name" } })).body);
    await world.label.call(`POST /v1/failing/${key}`, { body: { how: "plain", value: key } });
    await sendRaw(world.url, `${key} nonsense\r\n\r\n`);
  });
  const text = lines.join("");
  expect(lines.length).toBeGreaterThanOrEqual(12);
  for (const secret of [key, operator_key, made[0]?.key ?? "none", "secret name", "Bearer", "authorization"])
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  for (const line of lines) for (const name of Object.keys(JSON.parse(line))) expect(allowed).toContain(name);
});

test("an answer is logged under its request id, with the route's pattern and who called", async () => {
  let id: string | null = "";
  const lines = await newLines(async () => {
    id = (await world.label.call("GET /v1/releases/rel_1")).headers.get("x-request-id");
  });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      request_id: id,
      method: "GET",
      route: "/v1/releases/:release_id",
      status: 404,
      organization_id: world.label.id,
      address: "127.0.0.1",
      actor: expect.stringMatching(/^key_/),
    }),
  ]);
});

describe("an internal error is 500 internal_error, logged whole under its request id", () => {
  const fail = async (body: object) => {
    let answer: Awaited<ReturnType<World["label"]["call"]>> | undefined;
    const lines = await newLines(async () => {
      answer = await world.label.call("POST /v1/failing/x", { body });
    });
    const entry = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "A request failed");
    return { answer, entry, text: lines.join("") };
  };

  test.each(["plain", "text", "nothing"])("thrown: %s", async (how) => {
    const { answer, entry } = await fail({ how });
    expect(answer).toMatchObject({ status: 500, body: { error: { code: "internal_error" } } });
    expect(answer?.text).not.toContain("probe");
    expect(entry).toMatchObject({ level: 50, request_id: answer?.body.error.request_id, route: "/v1/failing/:id" });
    if (how === "plain")
      expect(entry.error).toMatchObject({ message: "The probe broke", stack: expect.stringContaining("logging.test") });
    expect(JSON.stringify(entry)).not.toContain("sk_live_secret");
  });

  test.each(["unique", "date", "check"])("of the database, without the values it quotes: %s", async (how) => {
    const { answer, entry, text } = await fail({ how, value: "the private value" });
    expect(answer).toMatchObject({ status: 500, body: { error: { code: "internal_error" } } });
    expect(entry.error).toMatchObject({ name: "PostgresError", code: expect.any(String), stack: expect.any(String) });
    expect(text).not.toContain("the private value");
    expect(answer?.text).not.toContain("private");
  });
});

test("a field that is not on the list cannot be logged", () => {
  const lines: string[] = [];
  const log = createLog({
    level: "info",
    environment: "sandbox",
    destination: { write: (line) => void lines.push(line) },
  });
  log.info({ request_id: "req_1", authorization: "Bearer x", headers: { a: 1 } } as LogFields, "answered");
  log.warn({ error: "a string with a secret" }, "odd");
  expect(Object.keys(JSON.parse(lines[0] ?? ""))).toEqual(["level", "time", "environment", "request_id", "msg"]);
  expect(lines[1]).not.toContain("secret");
});

describe("in a terminal a line is for people", () => {
  const logged = (isColoured: boolean, write: (log: Log) => void) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    write(createLog({ level: "info", environment: "sandbox", destination, form: readableForm({ isColoured }) }));
    return lines.join("");
  };
  const answered = { request_id: "req_1", method: "GET", route: "/v1/releases", duration_ms: 12.3, address: "::1" };

  test("an answer is its time, method, path, status and milliseconds, with the request's id where it failed", () => {
    expect(logged(false, (log) => log.info({ ...answered, status: 200 }, "answered"))).toMatch(
      /^\d\d:\d\d:\d\d sandbox {5}GET {4}\/v1\/releases 200 12\.3 ms\n$/,
    );
    expect(logged(false, (log) => log.info({ ...answered, status: 404 }, "answered"))).toMatch(
      /404 12\.3 ms {2}req_1\n$/,
    );
  });

  test("anything else is its sentence, with the error's own below it", () => {
    const error = new Error("The probe broke");
    const text = logged(false, (log) => log.error({ job: "assets.inspect", job_id: "job_1", error }, "A job failed"));
    const [first = "", ...stack] = text.trimEnd().split("\n");
    expect(first).toMatch(/^\S+ sandbox {5}ERROR A job failed {2}job=assets\.inspect job_id=job_1$/);
    expect(stack[0]).toBe("  Error: The probe broke");
    expect(stack[1]).toContain("logging.test");
    expect(logged(false, (log) => log.warn({ error: "sk_live_secret" }, "Odd"))).not.toContain("secret");
  });

  test("colours are there only where they are wanted, and what a stranger sent cannot bring its own", () => {
    const write = (log: Log) => log.warn({ error: new Error("\u001b[2J\u0007 gone\r") }, "Odd");
    expect(logged(true, write)).toContain("\u001b[33m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is what is promised.
    expect(logged(false, write)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    expect(logged(true, write)).not.toContain("[2J\u0007");
  });
});
