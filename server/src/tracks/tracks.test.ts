import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draft, insertAsset } from "../../test/catalog.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const lots = { rate_limit: { per_minute: 100_000, burst: 10_000 } };

async function release(changes: object = {}, by: Member = world.label): Promise<string> {
  const made = await by.call("POST /v1/releases", { body: { ...draft, ...changes } });
  expect(made.status).toBe(201);
  return made.body.id;
}

const add = (body: object, by: Member = world.label) =>
  by.call("POST /v1/tracks", { body: { title: "Rue Lepic", ...body } });
const bulk = (tracks: object[], by: Member = world.label, idempotency_key?: string) =>
  by.call("POST /v1/tracks/bulk", { body: { tracks }, ...(idempotency_key && { idempotency_key }) });
const patch = (id: string, body: object, by: Member = world.label) => by.call(`PATCH /v1/tracks/${id}`, { body });
const tracksOf = async (release_id: string, by: Member = world.label): Promise<Answer["body"][]> =>
  (await by.call(`GET /v1/tracks?release_id=${release_id}&limit=100`)).body.data;
const setStatus = (id: string, status: string) => world.ctx.db`update releases set status = ${status} where id = ${id}`;

const asset = (settings: { type?: "audio" | "artwork"; status?: string; by?: Member } = {}): Promise<string> =>
  insertAsset(world, settings.by ?? world.label, { type: "audio", ...settings });

function refusal({ status, body }: Answer): unknown[] {
  const { code, details = [] } = body.error as { code: string; details?: { field: string }[] };
  return [status, code, ...details.map(({ field }) => field)];
}

describe("works", () => {
  test("a release and a title suffice", async () => {
    const release_id = await release();
    const made = await add({ release_id });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^trk_[0-9a-z]{26}$/),
      release_id,
      title: "Rue Lepic",
      version: null,
      artists: null,
      contributors: null,
      isrc: null,
      disc_number: 1,
      track_number: 1,
      territory: ["WORLD"],
      explicit: false,
      language: null,
      lyrics: null,
      lyrics_synced: null,
      p_line: null,
      advisory: "none",
      is_instrumental: false,
      is_cover: false,
      recording_year: null,
      recording_country: null,
      iswc: null,
      publishers: null,
      work: null,
      movement_number: null,
      movement_title: null,
      translations: null,
      withheld: false,
      ai: "none",
      ai_parts: null,
      instant_gratification: false,
      audio_asset_id: null,
      duration_ms: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: made.body.created_at,
    });
    expect((await world.label.call(`GET /v1/tracks/${made.body.id}`)).text).toBe(made.text);
  });

  test("every field that is given is kept", async () => {
    const release_id = await release({ territories: ["DE", "FR"] });
    const given = {
      release_id,
      title: "Rue Lepic",
      version: "Radio Edit",
      artists: [{ name: "Vera Lux", role: "main", isni: "000000012146438X", store_artist_ids: { store_auralis: "1" } }],
      contributors: [
        { name: "Ola Berg", role: "Mixing engineer", isni: "0000000121464388" },
        { name: "Ida", role: "lyricist" },
      ],
      isrc: "QZ-ABC-26-00001",
      disc_number: 2,
      track_number: 7,
      territory: ["FR"],
      explicit: true,
      language: "pt-BR",
      lyrics: "La la\r\n\tla",
      audio_asset_id: await asset(),
    };
    const made = await add(given);
    expect(made.body).toMatchObject({ ...given, duration_ms: 180_000 });
    expect((await world.label.call(`GET /v1/tracks/${made.body.id}`)).text).toBe(made.text);
  });

  test("null on creation means not given", async () => {
    const release_id = await release();
    const names = ["version", "artists", "contributors", "isrc", "disc_number", "track_number", "territory"];
    const nulls = Object.fromEntries([...names, "language", "lyrics", "audio_asset_id"].map((name) => [name, null]));
    const made = await add({ release_id, ...nulls });
    expect(made.body).toMatchObject({ disc_number: 1, track_number: 1, territory: ["WORLD"], isrc: null });
  });

  test.each(["gb-a1b-26-00042", "GBA1B2600042", "gba1b2600042"])(
    "the ISRC %s is shown as GB-A1B-26-00042",
    async (isrc) => {
      const { body } = await add({ release_id: await release(), isrc });
      expect(body.isrc).toBe("GB-A1B-26-00042");
      expect((await patch(body.id, { isrc: isrc.replace("42", "43") })).body.isrc).toBe("GB-A1B-26-00043");
      expect((await patch(body.id, { isrc: null })).body.isrc).toBeNull();
    },
  );

  test("one territory may be written as a code; none is the release's, also when they change", async () => {
    const release_id = await release({ territories: ["DE", "FR"] });
    const { body: own } = await add({ release_id, territory: "FR" });
    const { body: follows } = await add({ release_id });
    expect([own.territory, follows.territory]).toEqual([["FR"], ["DE", "FR"]]);
    await world.label.call(`PATCH /v1/releases/${release_id}`, { body: { territories: ["DE", "AT"] } });
    const [second, first] = await tracksOf(release_id);
    expect([first.territory, second.territory]).toEqual([["FR"], ["DE", "AT"]]);
    expect((await patch(own.id, { territory: null })).body.territory).toEqual(["DE", "AT"]);
    expect((await patch(own.id, { territory: "AT" })).body.territory).toEqual(["AT"]);
  });

  test("an asset may still be on its way, and the duration shows once it is ready", async () => {
    const release_id = await release();
    for (const status of ["awaiting_upload", "processing", "failed"]) {
      const audio_asset_id = await asset({ status });
      const { body } = await add({ release_id, audio_asset_id });
      expect([body.audio_asset_id, body.duration_ms]).toEqual([audio_asset_id, null]);
    }
    const { body } = await add({ release_id });
    const patched = await patch(body.id, { audio_asset_id: await asset() });
    expect(patched.body.duration_ms).toBe(180_000);
    expect((await patch(body.id, { audio_asset_id: null })).body.duration_ms).toBeNull();
  });

  test("have whatever duration their audio has", async () => {
    const [release_id, audio_asset_id] = [await release(), await asset()];
    await world.ctx.db`
      update assets set audio = jsonb_set(audio, '{duration_ms}', '25530610132486') where id = ${audio_asset_id}`;
    const { status, body } = await add({ release_id, audio_asset_id });
    expect([status, body.duration_ms]).toEqual([201, 25_530_610_132_486]);
    expect((await world.label.call(`GET /v1/tracks/${body.id}`)).body.duration_ms).toBe(25_530_610_132_486);
  });

  test("tracks of a bulk are numbered in order, named numbers aside, over several releases and discs", async () => {
    const [one, two] = [await release(), await release({ territories: ["DE"] })];
    await add({ release_id: one });
    const made = await bulk([
      { release_id: one, title: "A" },
      { release_id: two, title: "B", explicit: true },
      { release_id: one, title: "C", track_number: 3 },
      { release_id: one, title: "D" },
      { release_id: one, title: "E", disc_number: 2 },
    ]);
    expect(made.status).toBe(201);
    expect(made.body.data.map((track: Answer["body"]) => [track.title, track.disc_number, track.track_number])).toEqual(
      [
        ["A", 1, 2],
        ["B", 1, 1],
        ["C", 1, 3],
        ["D", 1, 4],
        ["E", 2, 1],
      ],
    );
    expect(made.body.data[1]).toMatchObject({ territory: ["DE"], explicit: true });
    for (const track of made.body.data)
      expect((await world.label.call(`GET /v1/tracks/${track.id}`)).body).toEqual(track);
  });

  test("200 tracks of a bulk are listed newest first, page by page; a bulk of several MiB is taken", async () => {
    const release_id = await release();
    const lyrics = "la ".repeat(8_000);
    const { status, body } = await bulk(
      Array.from({ length: 200 }, (_, n) => ({ release_id, title: `No ${n}`, lyrics })),
    );
    expect(status).toBe(201);
    const pages: Answer["body"][] = [];
    for (let cursor = ""; ; ) {
      const path = `/v1/tracks?release_id=${release_id}&limit=90${cursor && `&cursor=${cursor}`}`;
      const page = await world.label.call(`GET ${path}`);
      pages.push(...page.body.data);
      if (!page.body.has_more) break;
      cursor = page.body.next_cursor;
    }
    expect(pages).toEqual(body.data.toReversed());
    expect(pages.map(({ track_number }) => track_number)).toEqual(Array.from({ length: 200 }, (_, n) => 200 - n));
  });

  test("a list without a filter shows all, and with an unknown release none", async () => {
    const member = await world.organization();
    const ids = [await release({}, member), await release({}, member)];
    for (const release_id of ids) await add({ release_id }, member);
    const { body } = await member.call("GET /v1/tracks");
    expect(body.data.map(({ release_id }: Answer["body"]) => release_id)).toEqual(ids.toReversed());
    expect(await tracksOf("rel_unknown", member)).toEqual([]);
  });

  test("PATCH changes only the included fields and leaves the release's updated_at alone", async () => {
    const release_id = await release();
    const { body: before } = await add({ release_id, version: "Live", language: "en" });
    world.clock.advance(5_000);
    const { body: after } = await patch(before.id, { title: "Dawn", language: null, track_number: 9 });
    expect(after).toEqual({ ...before, title: "Dawn", language: null, track_number: 9, updated_at: after.updated_at });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect((await patch(before.id, {})).body).toEqual(after);
    const { body } = await world.label.call(`GET /v1/releases/${release_id}`);
    expect(body.updated_at).toBe(body.created_at);
  });

  test("a deleted track is gone and its number is free", async () => {
    const release_id = await release();
    const { body } = await add({ release_id });
    const deleted = await world.label.call(`DELETE /v1/tracks/${body.id}`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);
    expect((await world.label.call(`GET /v1/tracks/${body.id}`)).status).toBe(404);
    expect((await add({ release_id, track_number: 1 })).status).toBe(201);
  });

  test("a deleted draft takes its tracks with it", async () => {
    const release_id = await release();
    const { body } = await add({ release_id });
    await world.label.call(`DELETE /v1/releases/${release_id}`);
    expect((await world.label.call(`GET /v1/tracks/${body.id}`)).status).toBe(404);
  });
});

describe("at once", () => {
  test("eight creations have the numbers 1 to 8", async () => {
    const release_id = await release();
    const made = await Promise.all(Array.from({ length: 8 }, () => add({ release_id })));
    expect(made.map(({ body }) => body.track_number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("eight creations with one number: one has it, the others get an error", async () => {
    const release_id = await release();
    const made = await Promise.all(Array.from({ length: 8 }, () => add({ release_id, track_number: 3 })));
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(7);
    for (const answer of refused) expect(refusal(answer)).toEqual([422, "validation_failed", "track_number"]);
  });

  test("bulks over the same releases in either order, creations and moves do not meet", async () => {
    const [one, two] = [await release(), await release()];
    const { body } = await add({ release_id: one });
    const both = [one, two].map((release_id) => ({ release_id, title: "Both" }));
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => [bulk(both), bulk(both.toReversed())]).flat(),
      ...Array.from({ length: 4 }, () => add({ release_id: one })),
      ...[1000, 2000, 3000].map((track_number) => patch(body.id, { track_number })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    const numbers = (await tracksOf(one)).map(({ track_number }) => track_number);
    expect([numbers.length, new Set(numbers).size]).toEqual([13, 13]);
    expect((await tracksOf(two)).map(({ track_number }) => track_number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("a creation waits for a submit that is under way, and is then refused", async () => {
    const release_id = await release();
    let waiting: Promise<Answer> | undefined;
    await world.ctx.begin(async (db) => {
      await db`select id from releases where id = ${release_id} for no key update`;
      waiting = add({ release_id });
      await lockedOut();
      await db`update releases set status = 'submitted' where id = ${release_id}`;
    });
    expect(refusal((await waiting) as Answer)).toEqual([409, "invalid_state", "release_id"]);
    expect(await tracksOf(release_id)).toEqual([]);
  });

  test("an asset that is deleted meanwhile is refused, and one in use stays", async () => {
    const release_id = await release();
    const audio_asset_id = await asset();
    let waiting: Promise<Answer> | undefined;
    await world.ctx.begin(async (db) => {
      await db`delete from assets where id = ${audio_asset_id}`;
      waiting = add({ release_id, audio_asset_id });
      await lockedOut();
    });
    expect(refusal((await waiting) as Answer)).toEqual([422, "validation_failed", "audio_asset_id"]);
    const used = await asset();
    await add({ release_id, audio_asset_id: used });
    await expect(world.ctx.db`delete from assets where id = ${used}`).rejects.toMatchObject({ code: "23503" });
  });

  async function lockedOut(): Promise<void> {
    await expect
      .poll(async () => (await world.ctx.db`select 1 from pg_stat_activity where wait_event_type = 'Lock'`).length)
      .toBeGreaterThan(0);
  }
});

describe("ISRCs from the prefix", () => {
  const year = () => String(world.clock.now().getUTCFullYear() % 100);

  test("are assigned from 00001, never twice, by eight bulks and creations at once", async () => {
    const member = await world.organization({ isrc_prefix: "QZAA1", ...lots });
    const release_id = await release({}, member);
    const { body: first } = await add({ release_id }, member);
    expect(first.isrc).toBe(`QZ-AA1-${year()}-00001`);
    const tracks = Array.from({ length: 200 }, (_, n) => ({ release_id, title: `No ${n}` }));
    const others = await Promise.all(Array.from({ length: 8 }, () => release({}, member)));
    const made = await Promise.all([
      ...others.map((release_id) =>
        bulk(
          tracks.map((track) => ({ ...track, release_id })),
          member,
        ),
      ),
      ...others.map((release_id) => add({ release_id, track_number: 500 }, member)),
    ]);
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const isrcs = made.flatMap(({ body }) => (body.data ?? [body]).map(({ isrc }: Answer["body"]) => isrc));
    expect([isrcs.length, new Set([...isrcs, first.isrc]).size]).toEqual([1_608, 1_609]);
    for (const { body } of made.slice(0, 8)) {
      const own = body.data.map(({ isrc }: Answer["body"]) => isrc);
      expect(own).toEqual(own.toSorted());
    }
  });

  test("pass over what anyone has used before, in the pool or ahead of it", async () => {
    await add({ release_id: await release(), isrc: `QZ-AA2-${year()}-00002` });
    const member = await world.organization({ isrc_prefix: "QZAA2" });
    const release_id = await release({}, member);
    const next = async () => Number((await add({ release_id }, member)).body.isrc.slice(-5));
    expect([await next(), await next()]).toEqual([1, 3]);
    const { body } = await add({ release_id, isrc: `qzaa2${year()}00004` }, member);
    await patch(body.id, { isrc: `QZ-AA2-${year()}-00005` }, member);
    await member.call(`DELETE /v1/tracks/${body.id}`);
    expect(await next()).toBe(6);
    const mixed = await bulk(
      [
        { release_id, title: "A" },
        { release_id, title: "B", isrc: `QZ-AA2-${year()}-00007` },
      ],
      member,
    );
    expect(mixed.body.data.map(({ isrc }: Answer["body"]) => Number(isrc.slice(-5)))).toEqual([8, 7]);
    expect(await next()).toBe(9);
  });

  test("meet those that clients name, in any order and at once, without a ring of waits", async () => {
    const member = await world.organization({ isrc_prefix: "QZAA6", ...lots });
    const releases = await Promise.all(Array.from({ length: 16 }, () => release({}, member)));
    // With a filled pool, no request waits for the one that fills it.
    await add({ release_id: releases[0] }, member);
    const named = (turn: number) => (n: number) =>
      `QZ-AA6-${year()}-${String(((n * 37 + turn * 11) % 1_500) + 1).padStart(5, "0")}`;
    const answers = await Promise.all(
      releases.map((release_id, turn) => {
        const isrcs = Array.from({ length: 60 }, (_, n) => named(turn)(n));
        const own = (turn % 2 ? isrcs : isrcs.toReversed()).map((isrc) => ({ release_id, title: "Own", isrc }));
        return bulk([...own, ...Array.from({ length: 80 }, () => ({ release_id, title: "Assigned" }))], member);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const tracks = answers.flatMap(({ body }) => body.data as Answer["body"][]);
    const assigned = tracks.filter(({ title }) => title === "Assigned").map(({ isrc }) => isrc);
    expect([assigned.length, new Set(assigned).size]).toEqual([1_280, 1_280]);
    const { body: later } = await bulk(
      Array.from({ length: 200 }, () => ({ release_id: releases[0], title: "Later" })),
      member,
    );
    const before = new Set(tracks.map(({ isrc }) => isrc));
    expect(later.data.filter(({ isrc }: Answer["body"]) => before.has(isrc))).toEqual([]);
  });

  test("begin anew with the year in UTC, and stay with the prefix when another organization has it", async () => {
    const member = await world.organization({ isrc_prefix: "QZAA3" });
    const release_id = await release({}, member);
    const now = world.clock.now().toISOString();
    world.clock.moveTo("2031-12-31T23:59:50Z");
    expect((await add({ release_id }, member)).body.isrc).toBe("QZ-AA3-31-00001");
    world.clock.moveTo("2032-01-01T00:00:00Z");
    expect((await add({ release_id }, member)).body.isrc).toBe("QZ-AA3-32-00001");
    const change = (id: string, isrc_prefix: string) =>
      world.operator.call(`PATCH /v1/operator/organizations/${id}`, { body: { isrc_prefix } });
    await change(member.id, "QZAA4");
    const heir = await world.organization({ isrc_prefix: "QZAA3" });
    expect((await add({ release_id: await release({}, heir) }, heir)).body.isrc).toBe("QZ-AA3-32-00002");
    expect((await add({ release_id }, member)).body.isrc).toBe("QZ-AA4-32-00001");
    world.clock.moveTo(now);
  });

  test("of a request that is refused come back; a year that is used up is 409 invalid_state", async () => {
    const member = await world.organization({ isrc_prefix: "QZAA5" });
    const release_id = await release({}, member);
    const stem = `QZ-AA5-${year()}`;
    await world.ctx.db`insert into isrc_stems (stem, next) values (${stem}, 99998)`;
    const three = Array.from({ length: 3 }, () => ({ release_id, title: "Last" }));
    expect(refusal(await bulk(three, member))).toEqual([409, "invalid_state"]);
    expect((await tracksOf(release_id, member)).length).toBe(0);
    const { body } = await bulk(three.slice(1), member);
    expect(body.data.map(({ isrc }: Answer["body"]) => isrc)).toEqual([`${stem}-99998`, `${stem}-99999`]);
    expect(refusal(await add({ release_id }, member))).toEqual([409, "invalid_state"]);
    expect((await add({ release_id, isrc: "GB-A1B-26-00001" }, member)).status).toBe(201);
  });
});

describe("refuses", () => {
  test.each([
    ["missing_required_field", { title: undefined }, ["title"]],
    ["missing_required_field", { release_id: undefined }, ["release_id"]],
    ["unknown_field", { upc: "036000291452" }, ["upc"]],
    ["unknown_field", { duration_ms: 5 }, ["duration_ms"]],
    ["invalid_isrc_format", { isrc: "QZ-ABC-26-1" }, ["isrc"]],
    ["invalid_isrc_format", { isrc: "", territory: "de" }, ["isrc", "territory"]],
    ["validation_failed", { territory: "de" }, ["territory"]],
    ["validation_failed", { territory: ["DE", "Germany"] }, ["territory[1]"]],
    ["validation_failed", { territory: [] }, ["territory"]],
    ["validation_failed", { territory: 5 }, ["territory"]],
    ["validation_failed", { territory: ["WORLD", "DE"] }, ["territory[0]"]],
    ["territory_not_supported", { territory: "ZZ" }, ["territory"]],
    ["territory_not_supported", { territory: ["FR", "US"] }, ["territory[1]"]],
    ["territory_not_supported", { territory: "WORLD" }, ["territory"]],
    ["validation_failed", { disc_number: 0 }, ["disc_number"]],
    ["validation_failed", { track_number: 1.5 }, ["track_number"]],
    ["validation_failed", { track_number: 10_001 }, ["track_number"]],
    ["validation_failed", { language: "not a language" }, ["language"]],
    ["validation_failed", { lyrics: "bell \u0007" }, ["lyrics"]],
    ["validation_failed", { artists: [{ name: "A", role: "featured" }] }, ["artists"]],
    ["missing_required_field", { contributors: [{ name: "A" }] }, ["contributors[0].role"]],
    ["validation_failed", { release_id: "rel_unknown" }, ["release_id"]],
    ["validation_failed", { audio_asset_id: "ast_unknown" }, ["audio_asset_id"]],
  ])("%s: %j", async (code, changes, fields) => {
    const release_id = await release({ territories: ["DE", "FR"] });
    expect(refusal(await add({ release_id, ...changes }))).toEqual([422, code, ...fields]);
    if ("release_id" in changes || fields[0] === "title") return;
    const { body } = await add({ release_id });
    expect(refusal(await patch(body.id, changes))).toEqual([422, code, ...fields]);
    expect((await world.label.call(`GET /v1/tracks/${body.id}`)).body).toEqual(body);
  });

  test("a title has at most 500 characters and lyrics 50,000, counted by code point", async () => {
    const release_id = await release();
    const { body } = await add({ release_id, title: "𝄞".repeat(500), lyrics: "𝄞".repeat(50_000) });
    expect([[...body.title].length, [...body.lyrics].length]).toEqual([500, 50_000]);
    const long = { title: "𝄞".repeat(501), lyrics: "𝄞".repeat(50_001) };
    expect(refusal(await add({ release_id, ...long }))).toEqual([422, "validation_failed", "title", "lyrics"]);
    expect(refusal(await patch(body.id, long))).toEqual([422, "validation_failed", "title", "lyrics"]);
  });

  test("a territory that is not licensed, on a release for the world", async () => {
    const member = await world.organization({ licensed_territories: ["DE", "AT"] });
    const release_id = await release({}, member);
    expect((await add({ release_id, territory: ["AT"] }, member)).status).toBe(201);
    const refused = await add({ release_id, territory: ["AT", "FR"] }, member);
    expect(refusal(refused)).toEqual([422, "territory_not_supported", "territory[1]"]);
  });

  test("artwork in place of audio", async () => {
    const refused = await add({ release_id: await release(), audio_asset_id: await asset({ type: "artwork" }) });
    expect(refusal(refused)).toEqual([422, "validation_failed", "audio_asset_id"]);
  });

  test("a number that is taken, on creation and on PATCH", async () => {
    const release_id = await release();
    const { body: first } = await add({ release_id });
    const { body: second } = await add({ release_id });
    expect(refusal(await add({ release_id, track_number: 2 }))).toEqual([422, "validation_failed", "track_number"]);
    expect(refusal(await patch(first.id, { track_number: 2 }))).toEqual([422, "validation_failed", "track_number"]);
    expect((await patch(second.id, { disc_number: 2, track_number: 1 })).status).toBe(200);
    expect(refusal(await patch(second.id, { disc_number: 1 }))).toEqual([422, "validation_failed", "track_number"]);
    expect((await add({ release_id, track_number: 10_000 })).status).toBe(201);
    expect(refusal(await add({ release_id }))).toEqual([422, "validation_failed", "track_number"]);
  });

  test("every problem of every track of a bulk, and then nothing is made", async () => {
    const release_id = await release({ territories: ["DE"] });
    await add({ release_id, track_number: 4 });
    const wrong = await bulk([
      { release_id, title: "A" },
      { release_id, title: "B", isrc: "nonsense", territory: "de" },
      { release_id },
      { release_id, title: "D", track_number: 7, colour: "red" },
      { release_id, title: "E", track_number: 7 },
    ]);
    expect(refusal(wrong)).toEqual([
      422,
      "missing_required_field",
      "tracks[2].title",
      "tracks[3].colour",
      "tracks[1].isrc",
      "tracks[4].track_number",
      "tracks[1].territory",
    ]);
    const misplaced = await bulk([
      { release_id, title: "A" },
      { release_id, title: "B", track_number: 4, audio_asset_id: "ast_none" },
      { release_id: "rel_none", title: "C" },
      { release_id, title: "D", territory: ["DE", "FR"] },
    ]);
    expect(refusal(misplaced)).toEqual([
      422,
      "territory_not_supported",
      "tracks[3].territory[1]",
      "tracks[1].audio_asset_id",
      "tracks[1].track_number",
      "tracks[2].release_id",
    ]);
    expect(await tracksOf(release_id)).toHaveLength(1);
  });

  test("a bulk of none, of 201, of odd things, and one that is too large", async () => {
    const release_id = await release();
    expect(refusal(await bulk([]))).toEqual([422, "validation_failed", "tracks"]);
    const odd = { release_id: { toString: 1 }, title: "A", disc_number: { valueOf: 1 }, track_number: 1 };
    expect(refusal(await bulk([odd]))).toEqual([
      422,
      "validation_failed",
      "tracks[0].release_id",
      "tracks[0].disc_number",
    ]);
    const many = Array.from({ length: 201 }, () => ({ release_id, title: "A" }));
    expect(refusal(await bulk(many))).toEqual([422, "validation_failed", "tracks"]);
    const large = await bulk([{ release_id, title: "A", lyrics: "x".repeat(8 * 1_048_576) }]);
    expect(refusal(large)).toEqual([413, "payload_too_large"]);
    const single = await add({ release_id, lyrics: "x".repeat(1_048_576) });
    expect(refusal(single)).toEqual([413, "payload_too_large"]);
  });

  test("a release holds 1,000 tracks and no more", async () => {
    const release_id = await release();
    await world.ctx.db`
      insert into tracks (id, organization_id, release_id, title, disc_number, track_number, explicit, created_at, updated_at)
      select 'trk_full_' || n, ${world.label.id}, ${release_id}, 'Full', 1 + n / 5000, 1 + n % 5000, false, now(), now()
      from generate_series(0, 998) as n`;
    const two = [
      { release_id, title: "A" },
      { release_id, title: "B" },
    ];
    expect(refusal(await bulk(two))).toEqual([409, "invalid_state", "tracks[0].release_id", "tracks[1].release_id"]);
    expect((await bulk(two.slice(1))).status).toBe(201);
    expect(refusal(await add({ release_id }))).toEqual([409, "invalid_state", "release_id"]);
  });

  test.each(["submitted", "delivered"])(
    "other tracks and other audio while the release is %s, but not metadata",
    async (status) => {
      const release_id = await release();
      const audio_asset_id = await asset();
      const { body } = await add({ release_id, audio_asset_id });
      await setStatus(release_id, status);
      expect(refusal(await add({ release_id }))).toEqual([409, "invalid_state", "release_id"]);
      expect(refusal(await bulk([{ release_id, title: "A" }]))).toEqual([409, "invalid_state", "tracks[0].release_id"]);
      expect(refusal(await patch(body.id, { audio_asset_id: await asset() }))).toEqual([409, "invalid_state"]);
      expect(refusal(await patch(body.id, { audio_asset_id: null }))).toEqual([409, "invalid_state"]);
      expect(refusal(await world.label.call(`DELETE /v1/tracks/${body.id}`))).toEqual([409, "invalid_state"]);
      const patched = await patch(body.id, { title: "Dawn", track_number: 4, audio_asset_id });
      expect(patched.body).toMatchObject({ title: "Dawn", track_number: 4, audio_asset_id });
      await setStatus(release_id, "rejected");
      expect((await patch(body.id, { audio_asset_id: await asset() })).status).toBe(200);
      expect((await world.label.call(`DELETE /v1/tracks/${body.id}`)).status).toBe(204);
    },
  );

  test("PATCH may not clear what a track must have, nor move it to another release", async () => {
    const { body } = await add({ release_id: await release() });
    const cleared = await patch(body.id, { title: null, disc_number: null, track_number: null, explicit: null });
    expect(refusal(cleared)).toEqual([422, "validation_failed", "title", "disc_number", "track_number", "explicit"]);
    const moved = await patch(body.id, { release_id: await release() });
    expect(refusal(moved)).toEqual([422, "unknown_field", "release_id"]);
  });
});

describe("keeps apart", () => {
  test("another organization's track, a deleted and an unknown one give the same 404", async () => {
    const release_id = await release();
    const [{ body }, { body: deleted }] = [await add({ release_id }), await add({ release_id })];
    await world.label.call(`DELETE /v1/tracks/${deleted.id}`);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const request = method === "PATCH" ? { body: { title: "Mine" } } : {};
      const answers = [
        await world.rival.call(`${method} /v1/tracks/${body.id}`, request),
        await world.label.call(`${method} /v1/tracks/${deleted.id}`, request),
        await world.label.call(`${method} /v1/tracks/trk_unknown`, request),
      ];
      const shown = answers.map(({ status, body }) => [status, { ...body.error, request_id: "" }]);
      expect(shown[0]?.[0]).toBe(404);
      expect([shown[1], shown[2]]).toEqual([shown[0], shown[0]]);
    }
    expect((await world.label.call(`GET /v1/tracks/${body.id}`)).body).toEqual(body);
  });

  test("another organization's release and asset are as unknown as none", async () => {
    const foreign = await release({}, world.rival);
    const same = async (body: object, unknown: object) => {
      const [one, other] = [await add(body), await add(unknown)];
      expect(one.body.error.details).toEqual(other.body.error.details);
      expect([one.status, one.body.error.code]).toEqual([422, "validation_failed"]);
    };
    await same({ release_id: foreign }, { release_id: "rel_unknown" });
    const release_id = await release();
    const audio_asset_id = await asset({ by: world.rival });
    await same({ release_id, audio_asset_id }, { release_id, audio_asset_id: "ast_unknown" });
    const { body } = await add({ release_id });
    expect(refusal(await patch(body.id, { audio_asset_id }))).toEqual([422, "validation_failed", "audio_asset_id"]);
  });

  test("a list shows one's own tracks alone", async () => {
    const release_id = await release();
    await add({ release_id });
    expect(await tracksOf(release_id, world.rival)).toEqual([]);
    expect(await tracksOf(release_id)).toHaveLength(1);
  });

  test("a bulk sent again, also eight times at once, is made once", async () => {
    const release_id = await release();
    const key = randomUUID();
    const send = () =>
      bulk(
        [
          { release_id, title: "A" },
          { release_id, title: "B" },
        ],
        world.label,
        key,
      );
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    const replay = await send();
    expect(replay.headers.get("idempotency-replayed")).toBe("true");
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    for (const answer of made) expect(answer.text).toBe(replay.text);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await tracksOf(release_id)).toHaveLength(2);
  });

  test("a key that may only read adds nothing", async () => {
    const reader = world.as(await world.keyFor(world.label.id, { scopes: ["catalog:read"] }));
    const refused = await reader.call("POST /v1/tracks", { body: { release_id: await release(), title: "A" } });
    expect(refusal(refused)).toEqual([403, "insufficient_scope"]);
  });
});
