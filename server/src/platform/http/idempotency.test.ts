import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atScale } from "../../../test/faults/scale.ts";
import { sendRaw } from "../../../test/raw-http.ts";
import { type Answer, createWorld, type Member, type World } from "../../../test/world.ts";
import { ApiError } from "../errors.ts";
import { OutOfDate, runOutside } from "./idempotency.ts";
import { route, takesIdempotencyKey } from "./route.ts";

/** A door that a handler waits at until the test opens it. */
type Door = { arrived: Promise<void>; open(): void; pass(): Promise<void> };

function newDoor(): Door {
  let open: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const pass = () => {
    arrive();
    return opened;
  };
  return { arrived, open, pass };
}

const doors = new Map<string, Door>();
/** The calls of `prepare`, each with the id that its resource will have. */
const outside: { note: string; claim_id: string; idle_in_transaction: number }[] = [];

const NoteBody = Type.Object(
  { note: Type.String(), door: Type.Optional(Type.String()), fail: Type.Optional(Type.String()) },
  { additionalProperties: false },
);
const Note = Type.Object({ id: Type.String(), note: Type.String() });

const probe = { tag: "Probe", summary: "A probe", access: { scope: "catalog:write" }, body: NoteBody } as const;

const atomic = route({
  ...probe,
  method: "POST",
  path: "/v1/notes",
  operation: "probeAtomic",
  success: { status: 201, schema: Note },
  handle: async (ctx, { principal, body }) => {
    const id = randomUUID();
    await ctx.db`insert into notes (id, organization_id, note) values (${id}, ${principal.organization_id}, ${body.note})`;
    if (body.door) await doors.get(body.door)?.pass();
    if (body.fail) throw new ApiError("invalid_state", "The probe was told to fail.");
    return { id, note: body.note };
  },
});

const outsideCalling = route({
  ...probe,
  method: "POST",
  path: "/v1/outside-notes",
  operation: "probeOutside",
  success: { status: 201, schema: Note },
  prepare: async (ctx, { body, claim_id }) => {
    const [row] = await ctx.db<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    outside.push({ note: body.note, claim_id, idle_in_transaction: row?.count ?? -1 });
    if (body.door) await doors.get(body.door)?.pass();
    if (body.fail === "prepare") throw new ApiError("webhook_url_not_allowed", "The probe was told to fail.");
    return `${body.note} from outside`;
  },
  handle: async (ctx, { principal, body, claim_id }, note) => {
    await ctx.db`insert into notes (id, organization_id, note) values (${claim_id}, ${principal.organization_id}, ${note})`;
    if (body.fail === "handle") throw new ApiError("invalid_state", "The probe was told to fail.");
    return { id: claim_id, note };
  },
});

/** How often work was done ahead for a note. `fail` is how many rounds of it are out of date by the time of the transaction. */
const worked = new Map<string, number>();
/** Notes whose work ahead fails from now on. */
const gone = new Set<string>();

const workingAhead = route({
  ...probe,
  method: "POST",
  path: "/v1/ahead-notes",
  operation: "probeAhead",
  success: { status: 201, schema: Note },
  ahead: async (_ctx, { body: { note } }) => {
    if (gone.has(note)) throw new ApiError("not_found", "The probe was told to find nothing.");
    const round = (worked.get(note) ?? 0) + 1;
    worked.set(note, round);
    return round;
  },
  handle: async (ctx, { principal, body: { note, fail = "0" } }, round) => {
    const id = randomUUID();
    await ctx.db`insert into notes (id, organization_id, note) values (${id}, ${principal.organization_id}, ${note})`;
    if (round <= Number(fail)) throw new OutOfDate();
    return { id, note: `${note} in round ${round}` };
  },
});

const routes = [atomic, outsideCalling, workingAhead];
const secret = randomBytes(32);
const operator_key = "operator-key-of-both-nodes";

let world: World;
beforeAll(async () => {
  world = await createWorld({ routes, secret, operator_key, has_request_log: false });
  await world.ctx.db`create table notes (id text primary key, organization_id text not null, note text not null)`;
});
afterAll(() => world.close());

const draft = { title: "Midnight in Paris", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };
const newKey = () => randomUUID();
const code = (answer: Answer | undefined) => [answer?.status, answer?.body.error?.code];
const notesOf = async (note: string) =>
  (await world.ctx.db`select id from notes where note = ${note}`).map(({ id }) => id);
const isReplay = (answer: Answer) => answer.headers.get("idempotency-replayed");

describe("work ahead of the transaction", () => {
  const send = (body: object, idempotency_key: string) =>
    world.label.call("POST /v1/ahead-notes", { body, idempotency_key });

  test("changes nothing in vain: not for a replay, nor for a key that was used otherwise", async () => {
    const key = newKey();
    const first = await send({ note: "ahead" }, key);
    expect(worked.get("ahead")).toBe(1);
    const second = await send({ note: "ahead" }, key);
    expect([first.status, isReplay(second), second.text]).toEqual([201, "true", first.text]);
    expect(code(await send({ note: "ahead of another" }, key))).toEqual([422, "idempotency_key_reused"]);
    expect([await notesOf("ahead"), await notesOf("ahead of another")]).toEqual([[first.body.id], []]);
  });

  test("that fails is answered as the key says, if it is taken", async () => {
    const key = newKey();
    const first = await send({ note: "soon gone" }, key);
    gone.add("soon gone");
    const second = await send({ note: "soon gone" }, key);
    expect([second.status, isReplay(second), second.text]).toEqual([201, "true", first.text]);
    expect(code(await send({ note: "soon gone", fail: "0" }, key))).toEqual([422, "idempotency_key_reused"]);
    expect(code(await send({ note: 7 }, key))).toEqual([422, "idempotency_key_reused"]);
    expect(code(await send({ note: "soon gone" }, newKey()))).toEqual([404, "not_found"]);
  });

  test("is done again where it no longer holds, and leaves nothing of the rounds before", async () => {
    const made = await send({ note: "changed twice", fail: "2" }, newKey());
    expect([made.status, made.body.note]).toEqual([201, "changed twice in round 3"]);
    expect(await notesOf("changed twice")).toHaveLength(1);
  });

  test("ends where it never holds: 409, and the key is free", async () => {
    const key = newKey();
    const request = { note: "never the same", fail: "4" };
    const answer = await send(request, key);
    expect(code(answer)).toEqual([409, "invalid_state"]);
    expect(await notesOf("never the same")).toEqual([]);
    expect((await send(request, key)).status).toBe(201);
  });
});

describe("the same key and the same request", () => {
  test("answers with the stored status and the same bytes again, and says so", async () => {
    const request = { body: draft, idempotency_key: newKey() };
    const first = await world.label.call("POST /v1/releases", request);
    const second = await world.label.call("POST /v1/releases", request);
    expect([first.status, isReplay(first)]).toEqual([201, null]);
    expect([second.status, isReplay(second), second.text]).toEqual([201, "true", first.text]);
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    const changed = { body: { title: "Changed" }, idempotency_key: newKey() };
    const patched = await world.label.call(`PATCH /v1/releases/${first.body.id}`, changed);
    await world.label.call(`PATCH /v1/releases/${first.body.id}`, { body: { title: "Changed again" } });
    const replayed = await world.label.call(`PATCH /v1/releases/${first.body.id}`, changed);
    expect([replayed.status, isReplay(replayed), replayed.text]).toEqual([200, "true", patched.text]);
    const { body } = await world.label.call(`GET /v1/releases/${first.body.id}`);
    expect(body.title).toBe("Changed again");
  });

  test("is one key in any case of its letters", async () => {
    const key = newKey();
    const first = await world.label.call("POST /v1/releases", { body: draft, idempotency_key: key.toUpperCase() });
    const second = await world.label.call("POST /v1/releases", { body: draft, idempotency_key: key });
    expect([second.text, isReplay(second)]).toEqual([first.text, "true"]);
  });

  test("keeps no one-time secret: it is null in a replay, and nowhere in the database", async () => {
    const request = { body: { name: "Once" }, idempotency_key: newKey() };
    const first = await world.label.call("POST /v1/api-keys", request);
    const second = await world.label.call("POST /v1/api-keys", request);
    expect(first.body.key).toMatch(/^sk_live_/);
    expect(second.body).toEqual({ ...first.body, key: null });
    const kept = await world.ctx.db`select 1 from idempotency_keys where body like ${`%${first.body.key}%`}`;
    expect(kept).toHaveLength(0);
    const issued = { body: {}, idempotency_key: newKey() };
    const path = `POST /v1/operator/organizations/${world.label.id}/api-keys`;
    const made = await world.operator.call(path, issued);
    expect((await world.operator.call(path, issued)).body).toEqual({ ...made.body, key: null });
  });

  test("is forgotten after 24 hours, and not before", async () => {
    const request = { body: draft, idempotency_key: newKey() };
    const first = await world.label.call("POST /v1/releases", request);
    world.clock.advance(24 * 3_600_000 - 30_000);
    expect((await world.label.call("POST /v1/releases", request)).text).toBe(first.text);
    world.clock.advance(31_000);
    const later = await world.label.call("POST /v1/releases", request);
    expect([later.status, isReplay(later)]).toEqual([201, null]);
    expect(later.body.id).not.toBe(first.body.id);
    // It begins anew, also for another request.
    expect((await world.label.call("POST /v1/releases", request)).text).toBe(later.text);
    world.clock.advance(25 * 3_600_000);
    const other = { ...request, body: { ...draft, title: "Another" } };
    expect((await world.label.call("POST /v1/releases", other)).status).toBe(201);
  });

  test("is kept per organization: the same key of two has two effects, and the operator counts as one", async () => {
    const request = { body: draft, idempotency_key: newKey() };
    const [ours, theirs] = [
      await world.label.call("POST /v1/releases", request),
      await world.rival.call("POST /v1/releases", request),
    ];
    expect([theirs.status, isReplay(theirs)]).toEqual([201, null]);
    expect(theirs.body.id).not.toBe(ours.body.id);
    const organization = { body: { name: "By the operator" }, idempotency_key: request.idempotency_key };
    const made = await world.operator.call("POST /v1/operator/organizations", organization);
    expect([made.status, isReplay(made)]).toEqual([201, null]);
    expect((await world.operator.call("POST /v1/operator/organizations", organization)).text).toBe(made.text);
  });

  test("is the organization's, whichever of its keys is used", async () => {
    const second = world.as(await world.keyFor(world.label.id));
    const request = { body: draft, idempotency_key: newKey() };
    const first = await world.label.call("POST /v1/releases", request);
    expect((await second.call("POST /v1/releases", request)).text).toBe(first.text);
  });

  test("without the scope is refused, not replayed", async () => {
    const reader = world.as(await world.keyFor(world.label.id, { scopes: ["catalog:read"] }));
    const request = { body: draft, idempotency_key: newKey() };
    await world.label.call("POST /v1/releases", request);
    expect((await reader.call("POST /v1/releases", request)).status).toBe(403);
  });
});

describe("the same key and another request is 422 idempotency_key_reused", () => {
  test("by its method, its path, its query or the bytes of its body", async () => {
    const idempotency_key = newKey();
    const { body } = await world.label.call("POST /v1/releases", { body: draft, idempotency_key });
    const reused = [422, "idempotency_key_reused"];
    const raw = JSON.stringify(draft);
    const send = (operation: string, request: object) => world.label.call(operation, { ...request, idempotency_key });
    expect(code(await send("POST /v1/releases", { raw: `${raw} ` }))).toEqual(reused);
    expect(code(await send("POST /v1/releases", { body: { ...draft, title: "B" } }))).toEqual(reused);
    expect(code(await send("POST /v1/releases?a=1", { raw }))).toEqual(reused);
    expect(code(await send("POST /v1/notes", { raw }))).toEqual(reused);
    expect(code(await send("POST /v1/outside-notes", { raw }))).toEqual(reused);
    expect(code(await send(`PATCH /v1/releases/${body.id}`, { raw }))).toEqual(reused);
  });

  test("before anything else is said about it: broken, invalid, unknown id", async () => {
    const idempotency_key = newKey();
    await world.label.call("POST /v1/releases", { body: draft, idempotency_key });
    for (const raw of ["{", "{}", "[]", '{"tilte": 1}', ""])
      expect(code(await world.label.call("POST /v1/releases", { raw, idempotency_key }))).toEqual([
        422,
        "idempotency_key_reused",
      ]);
    const missing = await world.label.call("PATCH /v1/releases/rel_0", { body: {}, idempotency_key });
    expect(code(missing)).toEqual([422, "idempotency_key_reused"]);
  });
});

describe("a key that is no UUID v4 is 400 invalid_idempotency_key", () => {
  const keys = [
    "nonsense",
    "1",
    "00000000-0000-0000-0000-000000000000",
    "c232ab00-9414-11ec-b3c8-9f6bdeced846",
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "919108f7-52d1-4320-cbac-f847db4148a8",
    "919108f752d143209bacf847db4148a8",
    "{919108f7-52d1-4320-9bac-f847db4148a8}",
    "919108f7-52d1-4320-9bac-f847db4148a8x",
    `${"a".repeat(5_000)}`,
  ];
  test.each(keys)("%s", async (idempotency_key) => {
    const answer = await world.label.call("POST /v1/releases", { body: draft, idempotency_key });
    expect(code(answer)).toEqual([400, "invalid_idempotency_key"]);
  });

  test("nor are two, or none between the commas", async () => {
    const body = JSON.stringify(draft);
    const key = `Idempotency-Key: ${newKey()}`;
    const head = ["POST /v1/releases HTTP/1.1", "Host: segue", "Connection: close", "Content-Type: application/json"];
    const lines = [...head, `Authorization: Bearer ${world.label.key}`, `Content-Length: ${body.length}`];
    const [two] = await sendRaw(world.url, [...lines, key, key, "", body].join("\r\n"));
    expect(two).toMatchObject({ status: 400, body: { error: { code: "invalid_idempotency_key" } } });
    const [empty] = await sendRaw(world.url, [...lines, "Idempotency-Key:", "", body].join("\r\n"));
    expect(empty).toMatchObject({ status: 400, body: { error: { code: "invalid_idempotency_key" } } });
  });

  test("but DELETE and GET take none, so that whatever it is does not matter", async () => {
    const made = await world.label.call("POST /v1/releases", { body: draft });
    const headers = { "idempotency-key": "nonsense" };
    expect((await world.label.call(`GET /v1/releases/${made.body.id}`, { headers })).status).toBe(200);
    expect((await world.label.call(`DELETE /v1/releases/${made.body.id}`, { headers })).status).toBe(204);
    expect((await world.label.call(`DELETE /v1/releases/${made.body.id}`, { headers })).status).toBe(404);
  });
});

describe("only 2xx answers are stored; after any other the key is free", () => {
  test("after what is wrong with the request", async () => {
    const idempotency_key = newKey();
    for (const raw of ["{", "{}", "[]"])
      expect((await world.label.call("POST /v1/releases", { raw, idempotency_key })).status).toBeGreaterThanOrEqual(
        400,
      );
    const plain = { raw: "{}", headers: { "content-type": "text/plain" }, idempotency_key };
    expect((await world.label.call("POST /v1/releases", plain)).status).toBe(415);
    expect((await world.label.call("POST /v1/releases", { body: draft, idempotency_key })).status).toBe(201);
  });

  test("after a failure that came behind the effect: the effect is gone as well", async () => {
    const idempotency_key = newKey();
    const failed = await world.label.call("POST /v1/notes", { body: { note: "undone", fail: "yes" }, idempotency_key });
    expect(failed.status).toBe(409);
    expect(await notesOf("undone")).toEqual([]);
    const done = await world.label.call("POST /v1/notes", { body: { note: "undone" }, idempotency_key });
    expect([done.status, await notesOf("undone")]).toEqual([201, [done.body.id]]);
  });
});

describe("the first still running is 409 idempotency_in_progress", () => {
  test("at once, also for another request with that key; afterwards it is replayed", async () => {
    const door = newDoor();
    doors.set("atomic", door);
    const request = { body: { note: "waits", door: "atomic" }, idempotency_key: newKey() };
    const first = world.label.call("POST /v1/notes", request);
    await door.arrived;
    expect(code(await world.label.call("POST /v1/notes", request))).toEqual([409, "idempotency_in_progress"]);
    const other = { ...request, body: { note: "other" } };
    expect(code(await world.label.call("POST /v1/notes", other))).toEqual([409, "idempotency_in_progress"]);
    expect((await world.rival.call("POST /v1/notes", other)).status).toBe(201);
    door.open();
    const { text } = await first;
    expect((await world.label.call("POST /v1/notes", request)).text).toBe(text);
    expect(await notesOf("waits")).toHaveLength(1);
  });

  test("on another node, too", async () => {
    const [here] = await world.ctx.db<{ database: string }[]>`select current_database() as database`;
    const node = { routes, secret, operator_key, has_request_log: false };
    const other = await createWorld({ ...node, database: here?.database ?? "" });
    const door = newDoor();
    doors.set("two nodes", door);
    const request = { body: { note: "on one node", door: "two nodes" }, idempotency_key: newKey() };
    const first = world.label.call("POST /v1/notes", request);
    await door.arrived;
    const elsewhere = other.as(world.label.key);
    expect(code(await elsewhere.call("POST /v1/notes", request))).toEqual([409, "idempotency_in_progress"]);
    door.open();
    const { text } = await first;
    expect((await elsewhere.call("POST /v1/notes", request)).text).toBe(text);
    await other.close();
  });
});

test("who has no organization has no keys: a stranger never gets another's reply", () => {
  expect(takesIdempotencyKey({ method: "POST", access: "any_key" })).toBe(true);
  expect(takesIdempotencyKey({ method: "POST", access: "public" })).toBe(false);
});

const KEYS = atScale({ short: 40, full: 200 });

test(`8 identical POSTs at once for ${KEYS} keys make exactly ${KEYS} releases`, async () => {
  const member = await world.organization({ rate_limit: { per_minute: 100_000, burst: 100_000 } });
  const keys = Array.from({ length: KEYS }, newKey);
  const rounds: Answer[][] = [];
  // Ten keys at a time, eighty requests in flight.
  for (let index = 0; index < keys.length; index += 10) {
    const batch = keys
      .slice(index, index + 10)
      .map((idempotency_key) =>
        Promise.all(
          Array.from({ length: 8 }, () => member.call("POST /v1/releases", { body: draft, idempotency_key })),
        ),
      );
    rounds.push(...(await Promise.all(batch)));
  }
  for (const answers of rounds) {
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made.filter((answer) => isReplay(answer) === null)).toHaveLength(1);
    for (const answer of answers)
      if (answer.status !== 201) expect(code(answer)).toEqual([409, "idempotency_in_progress"]);
  }
  const [row] = await world.ctx.db`select count(*)::int as count from releases where organization_id = ${member.id}`;
  expect(row?.count).toBe(KEYS);
});

describe("an outside-calling write", () => {
  const callsOf = (note: string) => outside.filter((call) => call.note === note);
  const send = (note: string, idempotency_key: string | undefined, more: object = {}) =>
    world.label.call("POST /v1/outside-notes", {
      body: { note, ...more },
      ...(idempotency_key && { idempotency_key }),
    });
  const endLease = (key: string) =>
    world.ctx.db`update idempotency_keys set lease_until = now() - interval '1 second' where key = ${key}`;

  test("takes its id from the claim; effect and reply are there together, and are replayed", async () => {
    const key = newKey();
    const first = await send("simple", key);
    expect(first).toMatchObject({ status: 201, body: { id: callsOf("simple")[0]?.claim_id } });
    expect(await notesOf("simple from outside")).toEqual([first.body.id]);
    const second = await send("simple", key);
    expect([second.status, second.text, isReplay(second)]).toEqual([201, first.text, "true"]);
    expect(callsOf("simple")).toHaveLength(1);
    expect(code(await send("another", key))).toEqual([422, "idempotency_key_reused"]);
    expect(callsOf("another")).toHaveLength(0);
  });

  test("works without a key, and then twice", async () => {
    const [one, two] = [await send("keyless", undefined), await send("keyless", undefined)];
    expect(one?.body.id).not.toBe(two?.body.id);
    expect(await notesOf("keyless from outside")).toHaveLength(2);
  });

  test("has no transaction open while it calls, however many call at once", async () => {
    const door = newDoor();
    doors.set("outside", door);
    const waiting = Array.from({ length: 20 }, () => send("held", newKey(), { door: "outside" }));
    await expect.poll(() => callsOf("held")).toHaveLength(20);
    // More calls wait outside than the pool has connections, and a plain read does not wait for them.
    const [row] = await world.ctx.db`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
    expect(row?.count).toBe(0);
    expect((await world.rival.call("GET /v1/organization")).status).toBe(200);
    door.open();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(20).fill(201));
  });

  test("sees no open transaction from inside its call, with a key or without", async () => {
    await send("alone", newKey());
    await send("alone", undefined);
    expect(callsOf("alone")).toMatchObject([{ idle_in_transaction: 0 }, { idle_in_transaction: 0 }]);
  });

  test("two at once: one runs, the other is 409 idempotency_in_progress", async () => {
    const key = newKey();
    const door = newDoor();
    doors.set("two at once", door);
    const first = send("two at once", key, { door: "two at once" });
    await door.arrived;
    expect(code(await send("two at once", key, { door: "two at once" }))).toEqual([409, "idempotency_in_progress"]);
    door.open();
    expect((await first).status).toBe(201);
    expect(callsOf("two at once")).toHaveLength(1);
  });

  test("a call that fails frees the key and leaves nothing", async () => {
    const key = newKey();
    expect(code(await send("fails", key, { fail: "prepare" }))).toEqual([422, "webhook_url_not_allowed"]);
    expect(code(await send("fails", key, { fail: "handle" }))).toEqual([409, "invalid_state"]);
    expect(await notesOf("fails from outside")).toEqual([]);
    expect((await send("fails", key)).status).toBe(201);
  });

  test("a call that fails while the database is away says what failed; the lease frees the key", async () => {
    const failing = { ...world.ctx, db: (() => Promise.reject(new Error("away"))) as never };
    const request = { principal_id: world.label.id, key: newKey(), fingerprint: randomBytes(32) };
    const refused = new ApiError("webhook_url_not_allowed", "Not there.");
    const steps = { prepare: () => Promise.reject(refused), act: () => Promise.reject(new Error("never")) };
    await expect(runOutside(failing, request, steps)).rejects.toBe(refused);
    await expect(runOutside(world.ctx, request, steps)).rejects.toMatchObject({ code: "idempotency_in_progress" });
    await endLease(request.key);
    await expect(runOutside(world.ctx, request, steps)).rejects.toBe(refused);
  });

  test("what is wrong with the request is said before the outside is called, and frees the key", async () => {
    const key = newKey();
    const broken = await world.label.call("POST /v1/outside-notes", { body: { nope: 1 }, idempotency_key: key });
    expect(code(broken)).toEqual([422, "missing_required_field"]);
    expect((await send("mended", key)).status).toBe(201);
  });

  test("killed between call and commit: the retry takes over, with the same id", async () => {
    const key = newKey();
    const door = newDoor();
    doors.set("killed", door);
    const killed = send("taken over", key, { door: "killed" });
    await door.arrived;
    // The process is as good as dead: its lease ends before it does anything more.
    await endLease(key);
    doors.delete("killed");
    const retried = await send("taken over", key, { door: "killed" });
    expect(retried.status).toBe(201);
    const [first, second] = callsOf("taken over");
    expect(second?.claim_id).toBe(first?.claim_id);
    expect(retried.body.id).toBe(first?.claim_id);
    // It wakes up after all: it may not write its effect as well.
    door.open();
    expect(code(await killed)).toEqual([409, "idempotency_in_progress"]);
    expect(await notesOf("taken over from outside")).toEqual([first?.claim_id]);
    expect((await send("taken over", key, { door: "killed" })).text).toBe(retried.text);
  });

  test("woken while the one that took over is still calling: it writes nothing and frees nothing", async () => {
    const key = newKey();
    const [early, late] = [newDoor(), newDoor()];
    doors.set("woken", early);
    const first = send("woken", key, { door: "woken" });
    await early.arrived;
    await endLease(key);
    doors.set("woken", late);
    const second = send("woken", key, { door: "woken" });
    await late.arrived;
    early.open();
    expect(code(await first)).toEqual([409, "idempotency_in_progress"]);
    expect(await notesOf("woken from outside")).toEqual([]);
    expect(code(await send("woken", key, { door: "woken" }))).toEqual([409, "idempotency_in_progress"]);
    late.open();
    expect((await second).status).toBe(201);
    expect(await notesOf("woken from outside")).toHaveLength(1);
  });

  test("an abandoned claim is not taken over by another request", async () => {
    const key = newKey();
    const door = newDoor();
    doors.set("abandoned", door);
    const first = send("abandoned", key, { door: "abandoned" });
    await door.arrived;
    await endLease(key);
    expect(code(await send("a different one", key))).toEqual([422, "idempotency_key_reused"]);
    door.open();
    expect((await first).status).toBe(201);
  });
});

test("any sequence of requests with few keys behaves like one that remembers its 2xx answers", async () => {
  const owners: Member[] = [world.label, world.rival];
  const step = fc.record({
    owner: fc.constantFrom(0, 1),
    key: fc.constantFrom(undefined, 0, 1, 2),
    path: fc.constantFrom("/v1/notes", "/v1/outside-notes"),
    note: fc.constantFrom("a", "b"),
    fail: fc.constantFrom(undefined, undefined, "handle"),
    passes_h: fc.constantFrom(0, 0, 0, 11, 25),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const keys = [newKey(), newKey(), newKey()];
      const remembered = new Map<string, { request: string; text: string; at: number }>();
      for (const { owner, key, path, note, fail, passes_h } of steps) {
        world.clock.advance(passes_h * 3_600_000);
        const body = { note, ...(fail && { fail }) };
        const request = `${path} ${JSON.stringify(body)}`;
        const place = `${owner} ${key}`;
        const known = key === undefined ? undefined : remembered.get(place);
        const isFresh = known && world.clock.now().getTime() - known.at < 24 * 3_600_000;
        const idempotency_key = key === undefined ? {} : { idempotency_key: keys[key] ?? "" };
        const answer = await (owners[owner] as Member).call(`POST ${path}`, { body, ...idempotency_key });
        if (isFresh && known.request === request) expect([answer.text, isReplay(answer)]).toEqual([known.text, "true"]);
        else if (isFresh) expect(code(answer)).toEqual([422, "idempotency_key_reused"]);
        else if (fail) expect(code(answer)).toEqual([409, "invalid_state"]);
        else {
          expect([answer.status, isReplay(answer)]).toEqual([201, null]);
          if (key !== undefined) remembered.set(place, { request, text: answer.text, at: world.clock.now().getTime() });
        }
      }
    }),
    { numRuns: 15 },
  );
});
