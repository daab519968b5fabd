// UPCs and ISRCs are assigned from the ranges of one organization. No other organization may use them up, by name or by
// number.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isrcStem } from "../src/standards/identifier.ts";
import { isrcFromStem, upcFromNumber } from "./codes.ts";
import { type Answer, createWorld, type Member, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const draft = { title: "Counted", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2030-03-01" };
const refusal = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details?.[0]?.field];
const foreign = (field: string) => [422, "validation_failed", field];
const release = (member: Member, more: object = {}) =>
  member.call("POST /v1/releases", { body: { ...draft, ...more } });
const bulk = (member: Member, tracks: object[]) => member.call("POST /v1/tracks/bulk", { body: { tracks } });
async function releaseId(member: Member): Promise<string> {
  return (await release(member)).body.id;
}
describe("UPCs of another's range", () => {
  let first = 61_000_000_000;
  let victim: Member;
  beforeEach(async () => {
    first += 1_000;
    victim = await world.organization({ upc_ranges: [{ first: String(first), last: String(first + 9) }] });
  });

  test("cannot be named by a stranger, neither by POST nor by PATCH, pooled or not", async () => {
    const own = (await release(world.rival)).body;
    const attack = async () => {
      for (const number of [first, first + 4, first + 9]) {
        const upc = upcFromNumber(number);
        expect(refusal(await release(world.rival, { upc }))).toEqual(foreign("upc"));
        const patched = await world.rival.call(`PATCH /v1/releases/${own.id}`, { body: { upc } });
        expect(refusal(patched)).toEqual(foreign("upc"));
      }
    };
    await attack();
    const taken = await release(victim);
    expect(taken.body.upc).toBe(upcFromNumber(first));
    // That one is used by now, which is another matter.
    expect((await release(world.rival, { upc: taken.body.upc })).status).toBe(201);
    for (let n = 1; n < 10; n++) expect((await release(victim)).body.upc).toBe(upcFromNumber(first + n));
    expect(refusal(await release(victim)).slice(0, 2)).toEqual([409, "upc_pool_exhausted"]);
  });

  test("cannot be named as an EAN either, which is 0 and that UPC; one that is used by then can be", async () => {
    const own = (await release(world.rival)).body;
    for (const number of [first, first + 9]) {
      const ean = `0${upcFromNumber(number)}`;
      expect(refusal(await release(world.rival, { ean }))).toEqual(foreign("ean"));
      const patched = await world.rival.call(`PATCH /v1/releases/${own.id}`, { body: { ean } });
      expect(refusal(patched)).toEqual(foreign("ean"));
    }
    const ean = `0${(await release(victim)).body.upc}`;
    expect((await release(world.rival, { ean })).status).toBe(201);
    // The owner's own, and one that belongs to no range, is named and never assigned later.
    const named = await release(victim, { ean: `0${upcFromNumber(first + 3)}` });
    expect(named.status).toBe(201);
    const rest = [named.body.upc];
    for (let n = 0; n < 6; n++) rest.push((await release(victim)).body.upc);
    expect(rest).not.toContain(upcFromNumber(first + 3));
    expect((await release(world.rival, { ean: "4006381333931" })).status).toBe(201);
  });

  test("that are kept as an EAN are not judged again", async () => {
    const ean = `0${upcFromNumber(first + 500)}`;
    const { body } = await release(world.rival, { ean });
    await world.ctx.db`delete from upcs where upc = ${ean.slice(1)}`;
    await world.operator.call(`PATCH /v1/operator/organizations/${victim.id}`, {
      body: { upc_ranges: [{ first: String(first), last: String(first + 600) }] },
    });
    const kept = await world.rival.call(`PATCH /v1/releases/${body.id}`, { body: { ean, title: "Kept" } });
    expect(kept.status).toBe(200);
  });

  test("stay with whoever used them first, and are not judged again", async () => {
    const upc = upcFromNumber(first + 500);
    const { body } = await release(world.rival, { upc });
    await world.operator.call(`PATCH /v1/operator/organizations/${victim.id}`, {
      body: { upc_ranges: [{ first: String(first), last: String(first + 600) }] },
    });
    const kept = await world.rival.call(`PATCH /v1/releases/${body.id}`, { body: { upc, title: "Kept" } });
    expect([kept.status, kept.body.upc]).toEqual([200, upc]);
  });

  test("are named by their owner, and never handed out after that, by eight at once in two organizations", async () => {
    const named = upcFromNumber(first + 1);
    expect((await release(victim, { upc: named })).status).toBe(201);
    const attack = Array.from({ length: 8 }, (_, n) => release(world.rival, { upc: upcFromNumber(first + 2 + n) }));
    const made = await Promise.all([...attack, ...Array.from({ length: 8 }, () => release(victim))]);
    const upcs = made.slice(8).map(({ status, body }) => (status === 201 ? body.upc : status));
    expect(new Set(upcs).size).toBe(8);
    expect(upcs).not.toContain(named);
    for (const { status, body } of made.slice(0, 8)) {
      // Refused, or used by its owner a moment before.
      if (status === 201) expect(upcs).toContain(body.upc);
      else expect(refusal({ status, body } as Answer)).toEqual(foreign("upc"));
    }
  });

  test("that a refused write named are free again", async () => {
    const upc = upcFromNumber(first);
    const answer = await release(victim, { upc, territories: ["QQ"] });
    expect(answer.status).toBe(422);
    expect((await release(victim)).body.upc).toBe(upc);
  });

  test("are found behind twenty thousand that are used, in one go", async () => {
    const from = 62_000_000_000;
    const member = await world.organization({ upc_ranges: [{ first: String(from), last: String(from + 20_001) }] });
    await world.ctx.db`
      insert into upcs (upc, is_used) select upc_of(n), true from generate_series(${from}::bigint, ${from + 19_999}::bigint) n`;
    expect((await release(member)).body.upc).toBe(upcFromNumber(from + 20_000));
    expect((await release(member)).body.upc).toBe(upcFromNumber(from + 20_001));
    expect(refusal(await release(member)).slice(0, 2)).toEqual([409, "upc_pool_exhausted"]);
  });

  test("the database makes a UPC as the service does", async () => {
    const numbers = [0, 3_600_029_145, 60_254_779_048, 88_807_203_404, 99_999_999_999, 12_345_678_901];
    const rows = await world.ctx.db<
      { upc: string }[]
    >`select upc_of(n::bigint) as upc from unnest(${numbers.map(String)}::text[]) n`;
    expect(rows.map(({ upc }) => upc)).toEqual(numbers.map((number) => upcFromNumber(number)));
  });

  test("a block of its own is one that strangers have not used up beforehand", async () => {
    const next = await world.organization({ upc_ranges: undefined });
    const [{ first: begin }] = (await world.operator.call(`GET /v1/operator/organizations/${next.id}`)).body.upc_ranges;
    const from = Number(begin) + 100_000;
    await world.ctx.db`
      insert into upcs (upc, is_used) select upc_of(n), true from generate_series(${from}::bigint, ${from + 1_000}::bigint) n`;
    const later = await world.organization({ upc_ranges: undefined });
    const [range] = (await world.operator.call(`GET /v1/operator/organizations/${later.id}`)).body.upc_ranges;
    expect(range.first).toBe(String(from + 100_000));
  });
});

describe("ISRCs of another's prefix", () => {
  let number = 0;
  let prefix: string;
  let victim: Member;
  beforeEach(async () => {
    prefix = `QZV${String(10 + number++)}`;
    victim = await world.organization({ isrc_prefix: prefix });
  });
  const isrc = (designation: number, years = 0) =>
    isrcFromStem(isrcStem(prefix, world.clock.now().getUTCFullYear() + years), designation);
  const add = (member: Member, track: object) =>
    member.call("POST /v1/tracks", { body: { title: "Counted", ...track } });

  test("cannot be named by a stranger, for this year or the next; the victim's tracks get them all", async () => {
    const release_id = await releaseId(world.rival);
    const { body: own } = await add(world.rival, { release_id });
    for (const years of [0, 1]) {
      expect(refusal(await add(world.rival, { release_id, isrc: isrc(1, years) }))).toEqual(foreign("isrc"));
      const patched = await world.rival.call(`PATCH /v1/tracks/${own.id}`, { body: { isrc: isrc(7, years) } });
      expect(refusal(patched)).toEqual(foreign("isrc"));
    }
    const tracks = Array.from({ length: 200 }, (_, n) => ({ release_id, title: "x", isrc: isrc(n + 1) }));
    const flood = await bulk(world.rival, tracks);
    expect(refusal(flood)).toEqual(foreign("tracks[0].isrc"));
    expect(flood.body.error.details).toHaveLength(100);
    const home = await releaseId(victim);
    expect((await add(victim, { release_id: home })).body.isrc).toBe(isrc(1));
    expect(await world.ctx.db`select 1 from named_isrcs where isrc like ${`${isrc(1).slice(0, 6)}%`}`).toHaveLength(0);
  });

  test("of other years, and those in use, can be named: a catalogue moves with its numbers", async () => {
    const release_id = await releaseId(world.rival);
    for (const years of [-30, -1, 2, 30])
      expect((await add(world.rival, { release_id, isrc: isrc(1, years) })).status).toBe(201);
    const { body } = await add(victim, { release_id: await releaseId(victim) });
    expect((await add(world.rival, { release_id, isrc: body.isrc })).status).toBe(201);
    // Named by its owner counts as much as handed out; what waits in the pool does not.
    await add(victim, { release_id: await releaseId(victim), isrc: isrc(500) });
    expect((await add(world.rival, { release_id, isrc: isrc(500) })).status).toBe(201);
    expect(refusal(await add(world.rival, { release_id, isrc: isrc(501) }))).toEqual(foreign("isrc"));
  });

  test("that a track has already are not judged again", async () => {
    const release_id = await releaseId(world.rival);
    await world.operator.call(`PATCH /v1/operator/organizations/${victim.id}`, { body: { isrc_prefix: null } });
    const { body } = await add(world.rival, { release_id, isrc: isrc(3) });
    await world.operator.call(`PATCH /v1/operator/organizations/${victim.id}`, { body: { isrc_prefix: prefix } });
    const kept = await world.rival.call(`PATCH /v1/tracks/${body.id}`, { body: { isrc: isrc(3), title: "Kept" } });
    expect([kept.status, kept.body.isrc]).toEqual([200, isrc(3)]);
  });

  test("are found behind a dense region that is used, and used up they are refused at once", async () => {
    const release_id = await releaseId(victim);
    const use = (from: number, to: number) => world.ctx.db`
      insert into named_isrcs (isrc) select ${isrc(0).slice(0, 10)} || lpad(n::text, 5, '0')
      from generate_series(${from}::int, ${to}::int) n on conflict do nothing`;
    await add(victim, { release_id });
    await use(2, 99_790);
    const tracks = Array.from({ length: 200 }, () => ({ release_id, title: "x" }));
    const made = await bulk(victim, tracks);
    expect(made.body.data.map((track: Answer["body"]) => track.isrc)).toEqual(tracks.map((_, n) => isrc(99_791 + n)));
    const exhausted = await bulk(victim, tracks);
    expect([exhausted.status, exhausted.body.error.code]).toEqual([409, "invalid_state"]);
    expect(exhausted.body.error.message).toContain(`The ISRCs of the prefix ${prefix}`);
    // Nothing of the refused bulk is lost.
    expect((await bulk(victim, tracks.slice(0, 9))).status).toBe(201);
    expect((await add(victim, { release_id })).status).toBe(409);
  });
});

describe("assign-isrcs", () => {
  const assign = (member: Member, id: string) => member.call(`POST /v1/releases/${id}/assign-isrcs`);
  const bare = async (member: Member, count: number) => {
    const release_id = await releaseId(member);
    await bulk(
      member,
      Array.from({ length: count }, (_, n) => ({ release_id, title: `No ${n}` })),
    );
    return release_id;
  };
  const give = (member: Member, isrc_prefix: string) =>
    world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, { body: { isrc_prefix } });
  const year = () => world.clock.now().getUTCFullYear();

  test("gives every track without an ISRC one, in the release's order; a second call has nothing to do", async () => {
    const member = await world.organization();
    const id = await bare(member, 3);
    const named = await member.call("POST /v1/tracks", {
      body: { release_id: id, title: "x", isrc: "QZ-ZZ9-01-00001" },
    });
    await give(member, "QZAS1");
    const { status, body } = await assign(member, id);
    expect(status).toBe(200);
    expect(body.data.map((track: Answer["body"]) => [track.track_number, track.isrc])).toEqual(
      [1, 2, 3].map((n) => [n, isrcFromStem(isrcStem("QZAS1", year()), n)]),
    );
    expect((await member.call(`GET /v1/tracks/${named.body.id}`)).body.isrc).toBe("QZ-ZZ9-01-00001");
    expect((await member.call(`GET /v1/tracks/${body.data[0].id}`)).body).toEqual(body.data[0]);
    expect((await assign(member, id)).body).toEqual({ data: [], has_more: false });
  });

  test("eight at once, in two organizations, give each track one number and no number twice", async () => {
    const [one, two] = [await world.organization(), await world.organization()];
    const [mine, yours] = [await bare(one, 20), await bare(two, 20)];
    await give(one, "QZAS2");
    await give(two, "QZAS3");
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? assign(one, mine) : assign(two, yours))),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    const isrcs = all.flatMap(({ body }) => body.data.map((track: Answer["body"]) => track.isrc));
    expect([isrcs.length, new Set(isrcs).size]).toEqual([40, 40]);
  });

  test("takes the year in which it is asked, by UTC", async () => {
    const member = await world.organization();
    const [before, after] = [await bare(member, 1), await bare(member, 1)];
    await give(member, "QZAS4");
    world.clock.moveTo("2031-12-31T23:59:50.000Z");
    expect((await assign(member, before)).body.data[0].isrc).toBe("QZ-AS4-31-00001");
    world.clock.moveTo("2032-01-01T00:00:00.000Z");
    expect((await assign(member, after)).body.data[0].isrc).toBe("QZ-AS4-32-00001");
    // Numbers of last year are no longer reserved; those of next year are.
    const release_id = await releaseId(world.rival);
    const name = (isrc: string) => world.rival.call("POST /v1/tracks", { body: { release_id, title: "x", isrc } });
    expect((await name("QZ-AS4-31-00077")).status).toBe(201);
    expect(refusal(await name("QZ-AS4-33-00077"))).toEqual(foreign("isrc"));
    world.clock.moveTo(new Date().toISOString());
  });

  test("is refused without a prefix, for another's release, without the scope, and where the year has too few", async () => {
    const member = await world.organization();
    const id = await bare(member, 2);
    expect((await assign(member, id)).body.error).toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("no ISRC prefix"),
    });
    await give(member, "QZAS5");
    expect((await assign(world.rival, id)).status).toBe(404);
    const reader = world.as(await world.keyFor(member.id, { scopes: ["catalog:read"] }));
    expect((await assign({ ...reader, id: member.id }, id)).body.error.code).toBe("insufficient_scope");
    await world.ctx.db`insert into isrc_stems (stem, next) values (${isrcStem("QZAS5", year())}, 99999)`;
    expect((await assign(member, id)).body.error.code).toBe("invalid_state");
    expect(
      (await member.call(`GET /v1/tracks?release_id=${id}`)).body.data.map((track: Answer["body"]) => track.isrc),
    ).toEqual([null, null]);
  });

  test("answers with 4 MiB of tracks at most, and says that there are more", async () => {
    const member = await world.organization();
    const id = await bare(member, 100);
    await world.ctx.db`update tracks set lyrics = repeat('x', 50000) where release_id = ${id}`;
    await give(member, "QZAS6");
    const { body, text } = await assign(member, id);
    expect([text.length < 4.3 * 1_048_576, body.data.length, body.has_more]).toEqual([true, 82, true]);
    expect(await world.ctx.db`select 1 from tracks where release_id = ${id} and isrc is null`).toHaveLength(0);
  });
});
