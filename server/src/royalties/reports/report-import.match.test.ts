import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { addRelease, addStore, deliver } from "../../../test/sales.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { transaction } from "../../platform/context.ts";
import { matchWorks, ownersOf } from "../matching/match-queries.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const store_id of ["store_one", "store_two"]) await addStore(world, store_id);
});
afterAll(() => world.close());

let count = 0;
const newIsrc = () => `GB-BBB-20-${String(++count).padStart(5, "0")}`;

/** Rows of store_one about these; each is an ISRC, an ISRC with a UPC, or a UPC alone. Answers with the works, in that order. */
async function report(...works: { isrc?: string; upc?: string }[]) {
  const rows = works.map(({ isrc = "", upc = "" }) => `${isrc},${upc},DE,1,1,EUR`);
  const text = `isrc,upc,territory,play_count,unit_rate,currency\n${rows.join("\n")}\n`;
  const path = `/v1/operator/sales-reports?store_id=store_one&period=${2000 + count++}-01`;
  const { body } = await world.operator.call(`POST ${path}`, { raw: text, headers: { "content-type": "text/csv" } });
  return { id: body.id, works: await worksOf(body.id, works) };
}

async function worksOf(id: string, works: { isrc?: string; upc?: string }[]) {
  const kept = await world.ctx.db`
    select isrc, upc, reason, organization_id, release_id, track_ids from sales_works
    where report = (select number from sales_reports where id = ${id})`;
  return works.map(({ isrc = "", upc = "" }) => {
    const as_kept = upc.replace(/^0(?=\d{12}$)/, "");
    return kept.find((work) => work.isrc === isrc && work.upc === as_kept);
  });
}

describe("a row belongs to", () => {
  test("the track whose release was ever delivered to the store, even if others have the ISRC", async () => {
    const isrc = newIsrc();
    const mine = await addRelease(world, world.label, { isrcs: [isrc], stores: ["store_one"] });
    await addRelease(world, world.rival, { isrcs: [isrc], stores: ["store_two"] });
    const { works } = await report({ isrc });
    expect(works[0]).toMatchObject({ reason: null, organization_id: world.label.id, track_ids: mine.track_ids });
  });

  test("the release that was there, also after it was taken down and its history was cut", async () => {
    const isrc = newIsrc();
    const { release_id } = await addRelease(world, world.label, { isrcs: [isrc], stores: ["store_one"] });
    await addRelease(world, world.rival, { isrcs: [isrc] });
    await world.ctx.db`
      update delivery_stores set status = 'taken_down', history = '[]'
      where delivery_id in (select id from deliveries where release_id = ${release_id})`;
    expect((await report({ isrc })).works[0]).toMatchObject({ organization_id: world.label.id });
  });

  test("the only organization that submitted it, where the store never got it from us", async () => {
    const isrc = newIsrc();
    await addRelease(world, world.rival, { isrcs: [isrc], is_draft: true });
    const mine = await addRelease(world, world.label, { isrcs: [isrc] });
    expect((await report({ isrc })).works[0]).toMatchObject({ release_id: mine.release_id });
  });

  test("nobody, where only a draft has it, or several organizations: the UPC never decides between these", async () => {
    const [drafted, disputed] = [newIsrc(), newIsrc()];
    await addRelease(world, world.rival, { isrcs: [drafted], is_draft: true });
    const mine = await addRelease(world, world.label, { isrcs: [disputed], stores: ["store_one"] });
    await addRelease(world, world.rival, { isrcs: [disputed], stores: ["store_one"] });
    const { works } = await report({ isrc: drafted }, { isrc: disputed }, { isrc: disputed, upc: mine.upc });
    expect(works.map((work) => [work?.reason, work?.organization_id])).toEqual([
      ["unknown", null],
      ["ambiguous", null],
      ["ambiguous", null],
    ]);
  });

  test("of one organization's tracks the one that the UPC names, else the one delivered first, else created first", async () => {
    const [delivered, submitted] = [newIsrc(), newIsrc()];
    const late = await addRelease(world, world.label, { isrcs: [delivered] });
    const early = await addRelease(world, world.label, { isrcs: [delivered], stores: ["store_one"] });
    await deliver(world, world.label, late.release_id, "store_one");
    const first = await addRelease(world, world.label, { isrcs: [submitted] });
    const second = await addRelease(world, world.label, { isrcs: [submitted] });
    const { works } = await report(
      { isrc: delivered },
      { isrc: delivered, upc: late.upc },
      { isrc: submitted },
      { isrc: submitted, upc: second.upc },
    );
    const releases = [early, late, first, second].map(({ release_id }) => release_id);
    expect(works.map((work) => work?.release_id)).toEqual(releases);
  });
});

describe("the sale of a whole release", () => {
  test("belongs to the release with the UPC, with all its tracks in their order", async () => {
    const album = await addRelease(world, world.label, {
      isrcs: [newIsrc(), newIsrc(), newIsrc()],
      stores: ["store_one"],
    });
    const draft = await addRelease(world, world.label, { isrcs: [newIsrc()], is_draft: true });
    const { works } = await report({ upc: album.upc }, { upc: draft.upc });
    expect(works[0]).toMatchObject({ release_id: album.release_id, track_ids: album.track_ids });
    expect(works[1]).toMatchObject({ reason: "unknown", track_ids: null });
  });
});

describe("a release with an EAN, by which stores know it", () => {
  const eans = ["4006381333931", "0042100005264"] as const;

  test.each([
    ["the EAN", eans[0], eans[0]],
    ["the EAN of 14 digits", eans[0], `0${eans[0]}`],
    ["an EAN that begins with a zero", eans[1], eans[1]],
    ["that EAN without its zero", eans[1], eans[1].slice(1)],
  ])("is found by %s, sold whole or by its tracks", async (_what, ean, reported) => {
    const isrc = newIsrc();
    const member = await world.organization();
    const [other, named] = [
      await addRelease(world, member, { isrcs: [isrc] }),
      await addRelease(world, member, { isrcs: [isrc], is_draft: true }),
    ];
    await must(member, `PATCH /v1/releases/${named.release_id}`, { ean });
    const draft = await report({ upc: reported }, { isrc, upc: reported });
    expect(draft.works.map((work) => work?.release_id)).toEqual([null, other.release_id]);
    await must(member, `POST /v1/releases/${named.release_id}/submit`);
    const { works } = await report({ upc: reported }, { isrc, upc: reported }, { isrc, upc: other.upc }, { isrc });
    const releases = [named, named, other, other].map(({ release_id }) => release_id);
    expect(works.map((work) => work?.release_id)).toEqual(releases);
    await world.ctx.db`update releases set status = 'draft' where organization_id = ${member.id}`;
  });

  test("of two organizations with one EAN none is chosen", async () => {
    const [ean] = eans;
    const isrcs = [newIsrc()];
    for (const member of [world.label, world.rival]) {
      const { release_id } = await addRelease(world, member, { isrcs, is_draft: true });
      await must(member, `PATCH /v1/releases/${release_id}`, { ean });
      await must(member, `POST /v1/releases/${release_id}/submit`);
    }
    expect((await report({ upc: ean })).works[0]).toMatchObject({ reason: "ambiguous", organization_id: null });
  });

  test("is looked up by an index", async () => {
    const plan = await world.ctx.begin(async (db) => {
      await db`set local enable_seqscan = off`;
      return db`explain ${ownersOf(db, db`(select 'store_one' as store_id, '' as isrc, '4006381333931' as upc)`)}`;
    });
    expect(JSON.stringify(plan)).toContain("releases_by_ean");
  });
});

test("what is unmatched is matched anew, once somebody has it", async () => {
  const isrc = newIsrc();
  const { id } = await report({ isrc });
  const mine = await addRelease(world, world.label, { isrcs: [isrc] });
  const [row] = await world.ctx.db<{ number: string }[]>`select number from sales_reports where id = ${id}`;
  await transaction(world.ctx, (ctx) => matchWorks(ctx.db, [row?.number ?? ""]));
  expect((await worksOf(id, [{ isrc }]))[0]).toMatchObject({ reason: null, track_ids: mine.track_ids });
  const { body } = await world.operator.call(`GET /v1/operator/sales-reports/${id}`);
  expect([body.matched, body.unmatched, body.unmatched_totals]).toEqual([1, 0, []]);
});

test("what was delivered before the date was kept gets it from its history, or from where it stands", async () => {
  const { db } = world.ctx;
  const { release_id } = await addRelease(world, world.label, {
    isrcs: [newIsrc()],
    stores: ["store_one", "store_two"],
  });
  const [first] = await db<
    { id: string }[]
  >`select id from deliveries where release_id = ${release_id} order by created_at`;
  const of = (id: string) => db`
    select store_id, delivered_at from delivery_stores where delivery_id = ${id} or delivery_id in (
      select id from deliveries where release_id = ${release_id}) order by store_id`;
  await db`
    update delivery_stores set delivered_at = null, status = 'rejected', updated_at = '2026-05-05',
      history = case store_id when 'store_one' then '[{"status": "delivered", "at": "2026-01-02T03:04:05.000Z"}, {"status": "rejected", "at": "2026-02-01T00:00:00.000Z"}]'::jsonb
        else '[{"status": "delivered", "at": "2026-01-02T03:04:05.000Z", "is_ignored": true}]'::jsonb end
    where delivery_id in (select id from deliveries where release_id = ${release_id})`;
  const text = readFileSync(new URL("../../../migrations/0024_delivered_at.sql", import.meta.url), "utf8");
  await db.unsafe(text.slice(text.indexOf("-- step") + "-- step".length));
  expect(await of(first?.id ?? "")).toEqual([
    { store_id: "store_one", delivered_at: "2026-01-02T03:04:05.000Z" },
    { store_id: "store_two", delivered_at: null },
  ]);
});
