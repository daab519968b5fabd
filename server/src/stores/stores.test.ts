import { randomBytes, randomUUID } from "node:crypto";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import { createWorld, type World } from "../../test/world.ts";
import type { ConnectorKinds } from "../connectors/kinds.ts";
import { connectManual } from "../connectors/manual.ts";
import { openConnectorSecrets } from "../connectors/secrets.ts";
import { TransportFailure } from "../messages/message.ts";
import { createSeal } from "../platform/seal.ts";
import { deriveKeys } from "../secrets.ts";

/** A kind with a secret: how real ones keep theirs. */
const connectors: ConnectorKinds = {
  postbox: {
    summary: "A fake with a password",
    connect: connectManual,
    retry_s: [60],
    settings: { host: Type.String(), port: Type.Optional(Type.Integer({ default: 22 })) },
    secrets: { password: Type.String({ minLength: 1 }), private_key: Type.String({ minLength: 1 }) },
  },
};

const secret = randomBytes(32);
let world: World;
beforeAll(async () => {
  world = await createWorld({ connectors, secret });
});
afterAll(() => world.close());

const sent = { store_id: "store_auralis", name: "Auralis", territories: ["WORLD"], connector: { kind: "manual" } };
let number = 0;
const another = (changes: object = {}) => ({ ...sent, store_id: `store_no_${++number}`, ...changes });
const add = (changes: object = {}) => world.operator.call("POST /v1/operator/stores", { body: another(changes) });
const addStore = async (changes: object = {}): Promise<string> =>
  (await must(world.operator, "POST /v1/operator/stores", another(changes))).body.store_id;
const change = (store_id: string, body: object) =>
  world.operator.call(`PATCH /v1/operator/stores/${store_id}`, { body });
const see = (store_id: string) => world.label.call(`GET /v1/stores/${store_id}`);
const listed = async (query: string, by = world.label): Promise<string[]> =>
  (await by.call(`GET /v1/stores?limit=100&${query}`)).body.data.map(({ store_id }: { store_id: string }) => store_id);

describe("works", () => {
  test("there is no store until the operator adds one; partners see all of it but how it is reached", async () => {
    expect((await world.label.call("GET /v1/stores")).body).toEqual({ data: [], next_cursor: null, has_more: false });
    const added = await world.operator.call("POST /v1/operator/stores", { body: sent });
    const shown = {
      store_id: "store_auralis",
      name: "Auralis",
      territories: ["WORLD"],
      capabilities: {
        streaming: true,
        download: false,
        preorder: false,
        updates: true,
        takedown: true,
        ugc: false,
        message_format: "ern_4.3.2",
      },
      requirements: "standard",
      status: "active",
      price_tiers: [],
      release_profile: null,
      migration: "overlap",
    };
    const tables = { genres: {}, roles: {} };
    expect(added.status).toBe(201);
    const { created_at } = added.body;
    const inside = {
      connector: { kind: "manual" },
      connector_secrets: [],
      report_names: [],
      created_at,
      updated_at: created_at,
    };
    expect(added.body).toEqual({ ...shown, ...tables, ...inside });
    expect((await see("store_auralis")).body).toEqual({ ...shown, ...tables });
    expect((await world.label.call("GET /v1/stores")).body.data).toEqual([shown]);
    const health = { last_sent_at: null, last_answered_at: null, stalled_deliveries: 0, stalled_since: null };
    expect((await world.operator.call("GET /v1/operator/stores")).body.data).toEqual([
      { ...shown, ...inside, ...health },
    ]);
  });

  test("the operator reads what is publicly known of real stores; settings that are not public are named", async () => {
    const { data } = (await must(world.operator, "GET /v1/operator/store-presets")).body;
    const of = (name: string) => data.find(({ preset }: { preset: string }) => preset === name);
    expect(of("spotify")).toMatchObject({
      name: "Spotify",
      is_possible: true,
      connector: "ern_sftp",
      message_format: "ern_4.3",
      settings: { takedown_style: "no_deals" },
      open: ["recipients", "deals"],
    });
    expect(of("deezer")).toMatchObject({ is_possible: true, connector: null, message_format: null, settings: {} });
    expect(of("apple-music")).toMatchObject({ is_possible: false, open: [] });
    expect((await world.label.call("GET /v1/operator/store-presets")).status).toBe(404);
  });

  test("lists are newest first and go on by their cursor", async () => {
    const made: string[] = [];
    for (let index = 0; index < 3; index++) {
      world.clock.advance(1000);
      made.unshift(await addStore());
    }
    for (const [by, path] of [
      [world.label, "/v1/stores"],
      [world.operator, "/v1/operator/stores"],
    ] as const) {
      const first = await by.call(`GET ${path}?limit=2`);
      const next = await by.call(`GET ${path}?limit=1&cursor=${first.body.next_cursor}`);
      expect([...first.body.data, ...next.body.data].map(({ store_id }) => store_id)).toEqual(made);
    }
  });

  test("the list is narrowed by territory and by capability", async () => {
    const nordic = await addStore({ territories: ["NO", "SE"], capabilities: { preorder: true } });
    const world_wide = await addStore({ capabilities: { streaming: false, download: true } });
    expect(await listed("territory=NO")).toEqual(expect.arrayContaining([nordic, world_wide]));
    expect(await listed("territory=JP")).toContain(world_wide);
    expect(await listed("territory=JP")).not.toContain(nordic);
    expect(await listed("territory=WORLD")).not.toContain(nordic);
    expect(await listed("capability=preorder")).toEqual([nordic]);
    expect(await listed("capability=streaming")).not.toContain(world_wide);
    expect(await listed("capability=download&territory=SE")).toEqual([world_wide]);
    // A filter that nothing matches is no mistake.
    expect(await listed("territory=ZZ")).toEqual([]);
  });

  test("territories: what the network supports and the caller is licensed for, with the number of active stores", async () => {
    const before = (await world.label.call("GET /v1/stores/territories")).body.data;
    expect(before).toHaveLength(249);
    const of = (rows: { code: string }[], wanted: string) => rows.find(({ code }) => code === wanted);
    const stores = (code: string) => (of(before, code) as unknown as { stores: number }).stores;
    await addStore({ territories: ["DE", "FR"] });
    await addStore();
    await addStore({ territories: ["DE"], status: "paused" });
    const german = await world.organization({ licensed_territories: ["JP", "DE"] });
    expect((await german.call("GET /v1/stores/territories")).body).toEqual({
      data: [
        { code: "DE", name: "Germany", stores: stores("DE") + 2 },
        { code: "JP", name: "Japan", stores: stores("JP") + 1 },
      ],
    });
  });

  test("a change replaces what is sent, of capabilities what is named", async () => {
    const store_id = await addStore({ connector: { kind: "simulated", behaviour: "stall" } });
    const rules = { art_too_small: { severity: "info", min_pixels: 1400 }, isrc_missing: {} };
    world.clock.advance(1000);
    const { status, body } = await change(store_id, {
      name: "Auralis Two",
      territories: ["FR"],
      capabilities: { download: true, message_format: "ern_4.3" },
      requirements: rules,
      status: "paused",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      store_id,
      name: "Auralis Two",
      territories: ["FR"],
      requirements: rules,
      status: "paused",
      capabilities: { streaming: true, download: true, updates: true, message_format: "ern_4.3" },
      connector: { kind: "simulated", behaviour: "stall", latency_ms: 1000 },
    });
    expect(body.requirements).toEqual(rules);
    expect(body.updated_at > body.created_at).toBe(true);
    expect((await see(store_id)).body).toMatchObject({ status: "paused", requirements: rules });
    expect((await change(store_id, {})).body).toEqual(body);
    expect((await change(store_id, { connector: { kind: "manual" } })).body.connector).toEqual({ kind: "manual" });
  });
});

describe("secrets of a connector", () => {
  const password = `hunter2-${randomUUID()}`;
  const private_key = `-----BEGIN KEY-----${"k".repeat(4000)}${randomUUID()}`;
  const kept = async (store_id: string): Promise<Record<string, string>> => {
    const [row] = await world.ctx.db<{ connector_secrets: Record<string, string> }[]>`
      select connector_secrets from stores where store_id = ${store_id}`;
    return row?.connector_secrets ?? {};
  };

  test("are kept sealed, and neither shown nor logged, nor kept in a stored reply or the audit log", async () => {
    const body = another({ connector: { kind: "postbox", host: "sftp.example", password, private_key } });
    const idempotency_key = randomUUID();
    const added = await world.operator.call("POST /v1/operator/stores", { body, idempotency_key });
    const replayed = await world.operator.call("POST /v1/operator/stores", { body, idempotency_key });
    expect(added.body.connector).toEqual({ kind: "postbox", host: "sftp.example", port: 22 });
    expect(added.body.connector_secrets.sort()).toEqual(["password", "private_key"]);
    expect(replayed.text).toBe(added.text);
    await world.operator.call("POST /v1/operator/stores", { body: { ...body, name: 7 } });
    const { db } = world.ctx;
    const rows = [
      await db`select to_jsonb(stores) as row from stores`,
      await db`select to_jsonb(audit_log) as row from audit_log`,
      await db`select body from idempotency_keys`,
    ];
    const answers = [added, await see(body.store_id), await world.operator.call("GET /v1/operator/stores?limit=100")];
    const everything = JSON.stringify([rows, answers.map(({ text }) => text), world.log_lines]);
    expect(everything).toContain(body.store_id);
    for (const secret of [password, private_key.slice(-36)]) expect(everything).not.toContain(secret);
    const sealed = await kept(body.store_id);
    const vault = createSeal(deriveKeys(secret).vault_key, Number.POSITIVE_INFINITY);
    expect(openConnectorSecrets(vault, body.store_id, sealed)).toEqual({ password, private_key });
    expect(() => openConnectorSecrets(vault, "store_else", sealed)).toThrow(TransportFailure);
  });

  test("one that is not sent stays, as long as the kind does", async () => {
    const store_id = await addStore({ connector: { kind: "postbox", host: "a.example", password } });
    const first = await kept(store_id);
    await change(store_id, { name: "Renamed" });
    const moved = await change(store_id, { connector: { kind: "postbox", host: "b.example", private_key } });
    expect(moved.body.connector).toEqual({ kind: "postbox", host: "b.example", port: 22 });
    expect(await kept(store_id)).toEqual({ password: first.password, private_key: expect.any(String) });
    await change(store_id, { connector: { kind: "postbox", host: "b.example", password: "another" } });
    expect((await kept(store_id)).password).not.toBe(first.password);
    expect((await change(store_id, { connector: { kind: "manual" } })).body.connector_secrets).toEqual([]);
    expect(await kept(store_id)).toEqual({});
  });
});

describe("a part of a connector", () => {
  const before = { kind: "postbox", host: "a.example", port: 2222 };

  test("is enough to change it: settings and secrets that are left out stay, and null removes one", async () => {
    const store_id = await addStore({ connector: { ...before, password: "first" } });
    const moved = await change(store_id, { connector: { host: "b.example" } });
    expect(moved.body.connector).toEqual({ kind: "postbox", host: "b.example", port: 2222 });
    expect(moved.body.connector_secrets).toEqual(["password"]);
    const reset = await change(store_id, { connector: { port: null, password: null, private_key: "key" } });
    expect(reset.body.connector).toEqual({ kind: "postbox", host: "b.example", port: 22 });
    expect(reset.body.connector_secrets).toEqual(["private_key"]);
  });

  test("is refused by its field, and so is another kind without its settings", async () => {
    const store_id = await addStore({ connector: before });
    for (const [connector, field, code] of [
      [{ port: "many" }, "connector.port", "validation_failed"],
      [{ hoost: "b.example" }, "connector.hoost", "unknown_field"],
      [{ host: null }, "connector.host", "missing_required_field"],
      [{ kind: "ern_http" }, "connector.recipients", "missing_required_field"],
      [{ kind: "pigeon" }, "connector.kind", "validation_failed"],
    ] as const) {
      const { status, body } = await change(store_id, { connector });
      expect([status, body.error.code, body.error.details[0].field]).toEqual([422, code, field]);
    }
    expect((await change(store_id, {})).body.connector).toEqual(before);
  });
});

describe("a store is removed", () => {
  const at = (store_id: string) => `/v1/operator/stores/${store_id}`;

  test("if nothing was ever sent to it", async () => {
    const store_id = await addStore();
    const shown = await must(world.operator, `GET ${at(store_id)}`);
    expect(shown.body).toMatchObject({ store_id, stalled_deliveries: 0, last_sent_at: null });
    expect((await world.operator.call(`DELETE ${at(store_id)}`)).status).toBe(204);
    expect((await world.operator.call(`GET ${at(store_id)}`)).status).toBe(404);
    expect((await world.operator.call(`DELETE ${at(store_id)}`)).status).toBe(404);
  });

  test("and only paused if something was", async () => {
    const store_id = await addStore({ requirements: "none" });
    const release_id = await makeRelease(world);
    await must(world.label, `POST /v1/releases/${release_id}/submit`);
    const request = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
    await must(world.label, "POST /v1/deliveries", request);
    const { status, body } = await world.operator.call(`DELETE ${at(store_id)}`);
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      "invalid_state",
      expect.stringContaining("Pause it"),
    ]);
    expect((await world.label.call(`DELETE ${at(store_id)}`)).status).toBe(404);
  });
});

describe("preflight at a store", () => {
  const check = (release_id: string, store_id: string) =>
    world.label.call(`GET /v1/releases/${release_id}/preflight?store_id=${store_id}`);
  let release_id: string;
  beforeAll(async () => {
    release_id = await makeRelease(world, world.label, { territories: ["DE"] });
  });

  /** About ISRCs: the network warns where there are none, the standard requirements insist on them. */
  async function issuesAt(changes: object): Promise<{ ready: boolean; severity?: string; store_id?: string }> {
    const store_id = await addStore(changes);
    const { status, body } = await check(release_id, store_id);
    expect(status).toBe(200);
    const found = body.issues.find(({ code }: { code: string }) => code === "isrc_missing");
    expect(found?.store_id ?? store_id).toBe(store_id);
    return { ready: body.ready, severity: found?.severity, store_id: found?.store_id && "its own" };
  }

  test.each([
    ["none" as const, { ready: true, severity: "warning", store_id: undefined }],
    ["standard" as const, { ready: false, severity: "blocker", store_id: "its own" }],
    [{ isrc_missing: {} }, { ready: false, severity: "blocker", store_id: "its own" }],
    [{ isrc_missing: { severity: "info" } }, { ready: true, severity: "info", store_id: "its own" }],
  ])("with the requirements %j", async (requirements, expected) => {
    expect(await issuesAt({ requirements })).toEqual(expected);
  });

  test("with thresholds of its own", async () => {
    const codes = async (requirements: object) => {
      const { body } = await check(release_id, await addStore({ requirements }));
      return body.issues.map(({ code }: { code: string }) => code);
    };
    expect(await codes({ art_too_small: { min_pixels: 3001 } })).toContain("art_too_small");
    expect(await codes({ art_too_small: { min_pixels: 3000 } })).not.toContain("art_too_small");
  });

  test("a store that serves none of the release's territories is reported", async () => {
    const codes = async (territories: string[]) => {
      const { body } = await check(release_id, await addStore({ territories, requirements: "none" }));
      return body.issues.map(({ code }: { code: string }) => code);
    };
    expect(await codes(["JP"])).toContain("store_territory_unsupported");
    for (const served of [["DE", "JP"], ["WORLD"]])
      expect(await codes(served)).not.toContain("store_territory_unsupported");
  });

  test("an unknown store is a bad request, and an unknown release is missing whatever the store", async () => {
    const unknown = await check(release_id, "store_nowhere");
    expect([unknown.status, unknown.body.error.code]).toEqual([400, "invalid_request"]);
    expect(unknown.body.error.details).toEqual([{ field: "store_id", issue: "names no store: store_nowhere" }]);
    expect((await check("rel_none", "store_nowhere")).status).toBe(404);
  });
});

describe("refuses", () => {
  test("an id that is taken, also where two come at once", async () => {
    const body = another();
    const answers = await Promise.all([1, 2, 3].map(() => world.operator.call("POST /v1/operator/stores", { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({ code: "invalid_state", details: [{ field: "store_id" }] });
  });

  test.each([
    [{ connector: undefined }, "missing_required_field", "connector", "is required"],
    [{ store_id: "auralis" }, "validation_failed", "store_id", "must be `store_` and up to 50"],
    [{ store_id: `store_${"a".repeat(51)}` }, "validation_failed", "store_id", "must be `store_` and up to 50"],
    [{ name: " " }, "validation_failed", "name", "must not be blank"],
    [{ territories: ["de"] }, "validation_failed", "territories[0]", "two capital letters"],
    [{ territories: ["WORLD", "DE"] }, "validation_failed", "territories[0]", "must stand alone"],
    [{ territories: ["ZZ"] }, "territory_not_supported", "territories[0]", "does not exist"],
    [{ capabilities: { streming: true } }, "unknown_field", "capabilities.streming", "did you mean `streaming`?"],
    [{ requirements: "strict" }, "validation_failed", "requirements", '"standard", "none" or an object of rules'],
    [{ requirements: { isrc_misssing: {} } }, "unknown_field", "requirements.isrc_misssing", "isrc_missing"],
    [{ requirements: { no_tracks: {} } }, "unknown_field", "requirements.no_tracks", "is not known here"],
    [{ connector: {} }, "missing_required_field", "connector.kind", "is required"],
    [{ connector: { kind: "pigeon" } }, "validation_failed", "connector.kind", "must be one of simulated, manual"],
    [{ connector: { kind: "toString" } }, "validation_failed", "connector.kind", "must be one of simulated, manual"],
    [{ connector: { kind: "ern_http" } }, "missing_required_field", "connector.recipients", "is required"],
    [{ connector: { kind: "manual", behaviour: "stall" } }, "unknown_field", "connector.behaviour", "is not known"],
    [{ connector: { kind: "simulated", behavior: "stall" } }, "unknown_field", "connector.behavior", "`behaviour`?"],
    [{ connector: { kind: "simulated", latency_ms: -1 } }, "validation_failed", "connector.latency_ms", "at least 0"],
    [{ connector: { kind: "postbox", password: "x" } }, "missing_required_field", "connector.host", "is required"],
    [{ connector: { kind: "postbox", host: "a", password: 7 } }, "validation_failed", "connector.password", "a string"],
  ])("%j", async (changes, code, field, issue) => {
    const { status, body } = await add(changes);
    expect([status, body.error.code]).toEqual([422, code]);
    expect(body.error.details).toEqual([{ field, issue: expect.stringContaining(issue) }]);
  });

  test("filters that cannot be: 400", async () => {
    for (const query of ["capability=karaoke", "capability=message_format", "territory=de", "territory="]) {
      const { status, body } = await world.label.call(`GET /v1/stores?${query}`);
      expect([query, status, body.error.code]).toEqual([query, 400, "invalid_request"]);
    }
  });

  test("a store that is not there: 404; its id cannot be changed", async () => {
    expect((await see("store_nowhere")).status).toBe(404);
    expect((await change("store_nowhere", { name: "Nowhere" })).status).toBe(404);
    const renamed = await change(await addStore(), { store_id: "store_else" });
    expect([renamed.status, renamed.body.error.code]).toEqual([422, "unknown_field"]);
  });
});

describe("keeps apart", () => {
  test("every organization sees the same stores, and its own territories", async () => {
    await addStore();
    const [label, rival] = [await listed(""), await listed("", world.rival)];
    expect(rival).toEqual(label);
  });

  test("a key without catalog:read sees none, a partner cannot change one", async () => {
    const blind = world.as(await world.keyFor(world.label.id, { scopes: ["webhooks:write"] }));
    const store_id = await addStore();
    for (const path of ["/v1/stores", "/v1/stores/territories", `/v1/stores/${store_id}`])
      expect((await blind.call(`GET ${path}`)).status).toBe(403);
    expect((await world.label.call(`PATCH /v1/operator/stores/${store_id}`, { body: {} })).status).toBe(404);
  });

  test("a replayed key adds one store", async () => {
    const [body, idempotency_key] = [another(), randomUUID()];
    const first = await world.operator.call("POST /v1/operator/stores", { body, idempotency_key });
    const again = await world.operator.call("POST /v1/operator/stores", { body, idempotency_key });
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});
