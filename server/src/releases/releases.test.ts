import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { upcFromNumber } from "../../test/codes.ts";
import { atScale } from "../../test/faults/scale.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";
import { isUpc } from "../standards/identifier.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const draft = { title: "Midnight in Paris", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };
const create = (changes: object = {}, by: Member = world.label) =>
  by.call("POST /v1/releases", { body: { ...draft, ...changes } });
const issuesOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field);

describe("works", () => {
  test("a title, one artist and a release_date suffice for a valid draft", async () => {
    const made = await create();
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...draft,
      id: expect.stringMatching(/^rel_[0-9a-z]{26}$/),
      status: "draft",
      label: "Nightjar Records",
      territories: ["WORLD"],
      explicit: false,
      type: null,
      artwork_asset_id: null,
    });
    expect(isUpc(made.body.upc)).toBe(true);
    expect(made.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(made.body.updated_at).toBe(made.body.created_at);
    const read = await world.label.call(`GET /v1/releases/${made.body.id}`);
    expect(read.text).toBe(made.text);
  });

  test("every field that is given is kept", async () => {
    const given = {
      ...draft,
      version: "Deluxe Edition",
      type: "album",
      artists: [
        { name: "Vera Lux", role: "main", isni: "000000012146438X", store_artist_ids: { store_auralis: "ar-20417" } },
        { name: "Ola Berg", role: "featured" },
      ],
      original_release_date: "1999-12-31",
      label: "Other Label",
      upc: "036000291452",
      territories: ["FR", "DE"],
      genre: "Electronic",
      language: "pt-BR",
      p_line: "2027 Nightjar",
      c_line: "2027 Nightjar",
      explicit: true,
    };
    const made = await create(given);
    expect(made.body).toMatchObject(given);
    expect((await world.label.call(`GET /v1/releases/${made.body.id}`)).body).toMatchObject(given);
  });

  test("PATCH changes only the included fields, any combination", async () => {
    const { body: before } = await create({ version: "Live", genre: "Jazz" });
    world.clock.advance(5_000);
    const { body: after } = await world.label.call(`PATCH /v1/releases/${before.id}`, {
      body: { title: "Dawn", genre: null },
    });
    expect(after).toEqual({ ...before, title: "Dawn", genre: null, updated_at: after.updated_at });
    expect(after.updated_at > before.updated_at).toBe(true);
    const { body: unchanged } = await world.label.call(`PATCH /v1/releases/${before.id}`, { body: {} });
    expect(unchanged).toEqual(after);
  });

  test("PATCH replaces the territory list in full, no merge", async () => {
    const { body } = await create({ territories: ["DE", "FR"] });
    const patched = await world.label.call(`PATCH /v1/releases/${body.id}`, { body: { territories: ["JP"] } });
    expect(patched.body.territories).toEqual(["JP"]);
    const again = await world.label.call(`PATCH /v1/releases/${body.id}`, { body: { territories: ["WORLD"] } });
    expect(again.body.territories).toEqual(["WORLD"]);
  });

  test("two changes at once are both kept", async () => {
    const { body } = await create();
    const changes = [{ genre: "Jazz" }, { language: "fr" }, { version: "Live" }, { p_line: "P" }, { c_line: "C" }];
    await Promise.all(changes.map((change) => world.label.call(`PATCH /v1/releases/${body.id}`, { body: change })));
    const { body: after } = await world.label.call(`GET /v1/releases/${body.id}`);
    expect(after).toMatchObject(Object.assign({}, ...changes));
  });

  test("DELETE removes a draft, answers 204, and the id is then missing", async () => {
    const { body } = await create();
    const deleted = await world.label.call(`DELETE /v1/releases/${body.id}`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    for (const operation of ["GET", "DELETE", "PATCH"]) {
      const gone = await world.label.call(
        `${operation} /v1/releases/${body.id}`,
        operation === "PATCH" ? { body: {} } : {},
      );
      expect(gone.status).toBe(404);
    }
  });

  test("a list is newest first, by status, and by any part of title, version, artist, label or UPC", async () => {
    const member = await world.organization();
    const titles = ["Ångström", "Bee 100%", "Cee_dee", "Straße"];
    for (const title of titles)
      await create({ title, artists: [{ name: `Artist of ${title}`, role: "main" }] }, member);
    const list = async (query: string) => {
      const { body } = await member.call(`GET /v1/releases?${query}`);
      return body.data.map(({ title }: { title: string }) => title);
    };
    expect(await list("")).toEqual(titles.toReversed());
    expect(await list("status=draft")).toEqual(titles.toReversed());
    expect(await list("status=submitted")).toEqual([]);
    expect(await list(`q=${encodeURIComponent("ångSTR")}`)).toEqual(["Ångström"]);
    expect(await list(`q=${encodeURIComponent("0%")}`)).toEqual(["Bee 100%"]);
    expect(await list("q=e_d")).toEqual(["Cee_dee"]);
    expect(await list("q=artist+of+cee")).toEqual(["Cee_dee"]);
    expect(await list("q=nothing-like-it")).toEqual([]);
    expect(await list("q=a&status=rejected")).toEqual([]);
  });

  test("a whole ISRC finds the releases of its tracks, and a whole id its release", async () => {
    const member = await world.organization();
    const first = await create({ title: "First" }, member);
    const second = await create({ title: "Second" }, member);
    const named = await create({ title: "Cover of qzabc2600001" }, member);
    for (const { body } of [first, second])
      await member.call("POST /v1/tracks", { body: { release_id: body.id, title: "One", isrc: "QZ-ABC-26-00001" } });
    const list = async (q: string, by = member) => {
      const { body } = await by.call(`GET /v1/releases?q=${q}`);
      return body.data.map(({ title }: { title: string }) => title);
    };
    expect(await list("QZ-ABC-26-00001")).toEqual(["Second", "First"]);
    expect(await list("qzabc2600001")).toEqual([named.body.title, "Second", "First"]);
    expect(await list("QZ-ABC-26-00002")).toEqual([]);
    expect(await list(first.body.id)).toEqual(["First"]);
    expect(await list(first.body.id, await world.organization())).toEqual([]);
    expect(await list("QZ-ABC-26-00001", await world.organization())).toEqual([]);
  });
});

describe("numbers from the pool", () => {
  const AT_ONCE = atScale({ short: 60, full: 300 });
  test(`${AT_ONCE} creations at once without UPC have ${AT_ONCE} distinct valid UPCs`, async () => {
    const member = await world.organization({ rate_limit: { per_minute: 6_000, burst: 1_000 } });
    const made = await Promise.all(Array.from({ length: AT_ONCE }, () => create({}, member)));
    expect(made.filter(({ status }) => status !== 201)).toEqual([]);
    const upcs = new Set(made.map(({ body }) => body.upc as string));
    expect(upcs.size).toBe(AT_ONCE);
    expect([...upcs].every(isUpc)).toBe(true);
  });

  test("a range is used up to its last number, then 409 upc_pool_exhausted; a client's own number is never handed out", async () => {
    const first = 60254779000;
    const own = [upcFromNumber(first + 3), upcFromNumber(first + 7)];
    // One by a stranger, before the range had an owner; one while the pool is in use.
    expect((await create({ upc: own[0] }, world.rival)).status).toBe(201);
    const member = await world.organization({ upc_ranges: [{ first: String(first), last: String(first + 9) }] });
    const answers = await Promise.all([
      create({ upc: own[1] }, member),
      ...Array.from({ length: 20 }, () => create({}, member)),
    ]);
    const assigned = answers.slice(1).filter(({ status }) => status === 201);
    const upcs = assigned.map(({ body }) => body.upc as string);
    expect(new Set(upcs).size).toBe(upcs.length);
    expect(upcs).not.toContain(own[0]);
    // The client's number may have been handed out a moment before the client named it, but never after.
    expect(upcs.length).toBeGreaterThanOrEqual(8);
    expect(upcs.length).toBeLessThanOrEqual(9);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.every(({ status, body }) => status === 409 && body.error.code === "upc_pool_exhausted")).toBe(true);
    expect((await create({ upc: "888072034044" }, member)).status).toBe(201);
  });

  test("a number in the hand of a creation that fails comes back", async () => {
    const member = await world.organization({ upc_ranges: [{ first: "60254778000", last: "60254778000" }] });
    const idempotency_key = randomUUID();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => member.call("POST /v1/releases", { body: draft, idempotency_key })),
    );
    expect(all.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect((await member.call("GET /v1/releases")).body.data).toHaveLength(1);
  });

  test("a deleted draft's number is not handed out again, and drafts of one organization may share a number", async () => {
    const member = await world.organization({ upc_ranges: [{ first: "60254777000", last: "60254777001" }] });
    const { body } = await create({}, member);
    await member.call(`DELETE /v1/releases/${body.id}`);
    const { body: second } = await create({}, member);
    expect(second.upc).not.toBe(body.upc);
    expect((await create({ upc: second.upc }, member)).status).toBe(201);
    expect((await create({}, member)).body.error.code).toBe("upc_pool_exhausted");
  });

  test("a number set by PATCH is not handed out later either", async () => {
    const member = await world.organization({ upc_ranges: [{ first: "60254776000", last: "60254776001" }] });
    const { body } = await create({ upc: "036000291452" }, member);
    const taken = upcFromNumber(60254776000);
    expect((await member.call(`PATCH /v1/releases/${body.id}`, { body: { upc: taken } })).body.upc).toBe(taken);
    expect((await create({}, member)).body.upc).toBe(upcFromNumber(60254776001));
  });
});

describe("refuses", () => {
  test.each([
    ["missing_required_field", {}, ["title", "artists", "release_date"]],
    ["unknown_field", { ...draft, colour: "red", titel: "x" }, ["colour", "titel"]],
    ["validation_failed", { ...draft, title: "" }, ["title"]],
    ["validation_failed", { ...draft, title: "𝄞".repeat(501) }, ["title"]],
    ["validation_failed", { ...draft, title: " \u00a0 " }, ["title"]],
    ["validation_failed", { ...draft, title: "Line\nbreak" }, ["title"]],
    ["validation_failed", { ...draft, label: "   " }, ["label"]],
    ["validation_failed", { ...draft, artists: [] }, ["artists"]],
    ["validation_failed", { ...draft, artists: [{ name: "A", role: "featured" }] }, ["artists"]],
    ["validation_failed", { ...draft, artists: [{ name: "A", role: "singer" }] }, ["artists[0].role"]],
    ["missing_required_field", { ...draft, artists: [{ role: "main" }] }, ["artists[0].name"]],
    ...["two\nlines", "", "x".repeat(101)].map((store): [string, object, string[]] => [
      "unknown_field",
      { ...draft, artists: [{ name: "A", role: "main", store_artist_ids: { [store]: 7 } }] },
      [`artists[0].store_artist_ids.${store}`],
    ]),
    ["validation_failed", { ...draft, release_date: "2027-02-29" }, ["release_date"]],
    ["validation_failed", { ...draft, release_date: "2027-2-1" }, ["release_date"]],
    ["validation_failed", { ...draft, release_date: "2027-03-01T00:00:00Z" }, ["release_date"]],
    ["validation_failed", { ...draft, upc: "036000291453" }, ["upc"]],
    ["validation_failed", { ...draft, upc: "36000291452" }, ["upc"]],
    ["validation_failed", { ...draft, territories: [] }, ["territories"]],
    ["validation_failed", { ...draft, territories: ["WORLD", "DE"] }, ["territories[0]"]],
    ["validation_failed", { ...draft, territories: ["de"] }, ["territories[0]"]],
    ["validation_failed", { ...draft, territories: ["DE", "DE"] }, ["territories"]],
    ["territory_not_supported", { ...draft, territories: ["DE", "ZZ"] }, ["territories[1]"]],
    ["territory_not_supported", { ...draft, territories: ["ZZ", "de"] }, ["territories[0]", "territories[1]"]],
    ["validation_failed", { ...draft, language: "not a language" }, ["language"]],
    ["validation_failed", { ...draft, explicit: "yes" }, ["explicit"]],
    ["unknown_field", { ...draft, status: "submitted" }, ["status"]],
  ])("%s: %j", async (code, body, fields) => {
    const answer = await world.label.call("POST /v1/releases", { body });
    expect([answer.status, answer.body.error.code]).toEqual([422, code]);
    expect(issuesOf(answer)).toEqual(fields);
  });

  test("a title has at most 500 characters, counted by code point, on PATCH too", async () => {
    const { body } = await create({ title: "𝄞".repeat(500) });
    expect([...body.title]).toHaveLength(500);
    const patched = await world.label.call(`PATCH /v1/releases/${body.id}`, { body: { title: "𝄞".repeat(501) } });
    expect([patched.status, patched.body.error.code]).toEqual([422, "validation_failed"]);
  });

  test("PATCH may not clear what a release must have", async () => {
    const { body } = await create();
    const patched = await world.label.call(`PATCH /v1/releases/${body.id}`, {
      body: { title: null, artists: null, upc: null },
    });
    expect(issuesOf(patched)).toEqual(["title", "artists", "upc"]);
  });

  test("a territory that is not licensed to the organization is territory_not_supported", async () => {
    const member = await world.organization({ licensed_territories: ["DE", "AT", "CH"] });
    const refused = await create({ territories: ["DE", "FR"] }, member);
    expect([refused.status, refused.body.error.code, ...issuesOf(refused)]).toEqual([
      422,
      "territory_not_supported",
      "territories[1]",
    ]);
    const { body } = await create({}, member);
    expect(body.territories).toEqual(["WORLD"]);
    const patched = await member.call(`PATCH /v1/releases/${body.id}`, { body: { territories: ["FR"] } });
    expect(patched.body.error.code).toBe("territory_not_supported");
    expect((await member.call(`PATCH /v1/releases/${body.id}`, { body: { territories: ["CH"] } })).status).toBe(200);
  });

  test("setting status through PATCH stopped working on 2024-09-01", async () => {
    const { body } = await create();
    for (const status of ["submitted", "draft", "nonsense"]) {
      const patched = await world.label.call(`PATCH /v1/releases/${body.id}`, { body: { title: "Changed", status } });
      expect([patched.status, patched.body.error.code, ...issuesOf(patched)]).toEqual([
        422,
        "feature_sunset",
        "status",
      ]);
    }
    expect((await world.label.call(`GET /v1/releases/${body.id}`)).body.title).toBe(draft.title);
  });

  test.each(["ast_none", ""])("an artwork that does not exist: %j", async (artwork_asset_id) => {
    const { body } = await create();
    const patched = await world.label.call(`PATCH /v1/releases/${body.id}`, { body: { artwork_asset_id } });
    expect([patched.status, patched.body.error.code, ...issuesOf(patched)]).toEqual([
      422,
      "validation_failed",
      "artwork_asset_id",
    ]);
  });

  test("only drafts are deleted", async () => {
    const { body } = await create();
    await world.ctx.db`update releases set status = 'submitted' where id = ${body.id}`;
    const refused = await world.label.call(`DELETE /v1/releases/${body.id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
    expect((await world.label.call(`GET /v1/releases/${body.id}`)).status).toBe(200);
  });

  test("a status that does not exist is no filter: 400 invalid_request", async () => {
    const answer = await world.label.call("GET /v1/releases?status=done");
    expect([answer.status, answer.body.error.code]).toEqual([400, "invalid_request"]);
  });
});

describe("keeps apart", () => {
  test("another organization's release, a deleted and an unknown one give the same 404", async () => {
    const { body } = await create();
    const { body: deleted } = await create();
    await world.label.call(`DELETE /v1/releases/${deleted.id}`);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const request = method === "PATCH" ? { body: { title: "Mine" } } : {};
      const foreign = await world.rival.call(`${method} /v1/releases/${body.id}`, request);
      const gone = await world.label.call(`${method} /v1/releases/${deleted.id}`, request);
      const unknown = await world.label.call(`${method} /v1/releases/rel_unknown`, request);
      const shown = [foreign, gone, unknown].map((answer) => [answer.status, { ...answer.body.error, request_id: "" }]);
      expect(shown[0]?.[0]).toBe(404);
      expect(shown[1]).toEqual(shown[0]);
      expect(shown[2]).toEqual(shown[0]);
    }
    expect((await world.label.call(`GET /v1/releases/${body.id}`)).body.title).toBe(draft.title);
  });

  test("a list shows one's own releases alone", async () => {
    const { body } = await create({ title: "Only Mine" });
    const { body: list } = await world.rival.call("GET /v1/releases?q=only+mine&limit=100");
    expect(list.data).toEqual([]);
    const { body: own } = await world.label.call("GET /v1/releases?q=only+mine");
    expect(own.data.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  });
});
