// Sales belong to what a store was really sent, or to what was approved: writing another's number earns nothing.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { nextPeriod } from "../../test/reported-sales.ts";
import { addRelease, addStore } from "../../test/sales.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const store_id of ["store_one", "store_two"]) await addStore(world, store_id);
});
afterAll(() => world.close());

let count = 0;
const newIsrc = () => `GB-CCC-20-${String(++count).padStart(5, "0")}`;
let reports = 0;

type Code = { isrc?: string; upc?: string };

async function importOf(period: string, ...codes: Code[]) {
  // The same bytes are not taken twice.
  const usage = ++reports;
  const rows = codes.map(({ isrc = "", upc = "" }) => `${isrc},${upc},DE,${usage},1,EUR`);
  const text = `isrc,upc,territory,play_count,unit_rate,currency\n${rows.join("\n")}\n`;
  const path = `/v1/operator/sales-reports?store_id=store_one&period=${period}`;
  const made = await world.operator.call(`POST ${path}`, { raw: text, headers: { "content-type": "text/csv" } });
  expect(made.status, made.text).toBe(201);
  return made.body.id as string;
}

/** The owners of these rows of store_one: an organization's id, else the reason. */
async function ownersOf(...codes: Code[]) {
  return ownersIn(await importOf(nextPeriod(world), ...codes), ...codes);
}

async function ownersIn(report_id: string, ...codes: Code[]) {
  const works = await world.ctx.db<{ isrc: string; upc: string; owner: string }[]>`
    select isrc, upc, coalesce(organization_id, reason) as owner from sales_works
    where report = (select number from sales_reports where id = ${report_id})`;
  const as_kept = (upc: string) => upc.replace(/^0(?=\d{12}$)/, "");
  return codes.map(
    ({ isrc = "", upc = "" }) => works.find((work) => work.isrc === isrc && work.upc === as_kept(upc))?.owner,
  );
}

const close = (period: string) => must(world.operator, `POST /v1/operator/periods/${period}/close`);

/** Delivered to store_one and taken down again. With `is_sent` the message to the store was made before it answered. */
async function sentOnce(
  by: Member,
  isrc: string,
  { is_sent = false, answer = "delivered", upc }: { is_sent?: boolean; answer?: string; upc?: string } = {},
) {
  const made = await addRelease(world, by, { isrcs: [isrc], ...(upc && { upc }) });
  const asked = { release_id: made.release_id, store_ids: ["store_one"], territory_codes: ["WORLDWIDE"] };
  const { id } = (await must(by, "POST /v1/deliveries", asked)).body;
  if (is_sent) await world.runJobs();
  const report = (status: string) =>
    must(world.operator, `POST /v1/operator/deliveries/${id}/stores/store_one/report`, { status });
  await report(answer);
  if (answer === "delivered") {
    await must(by, `POST /v1/deliveries/${id}/takedown`);
    await report("taken_down");
  }
  return { ...made, track_id: made.track_ids[0] ?? "", delivery_id: id as string };
}

/** As a partner does it: the submission is withdrawn, then the track of the draft is deleted. */
async function deleteTrack(by: Member, { release_id, track_id }: { release_id: string; track_id: string }) {
  const [latest] = (await must(by, `GET /v1/submissions?release_id=${release_id}`)).body.data;
  await must(by, `POST /v1/submissions/${latest.submission_id}/withdraw`);
  await must(by, `DELETE /v1/tracks/${track_id}`);
}

describe.each([
  ["from the message that it took", true],
  ["as it was approved, where a person reported before it was sent", false],
])("what a store was sent, %s,", (_what, is_sent) => {
  test("stays its sender's after the codes were changed, and another's number earns nothing", async () => {
    const [mine, theirs] = [newIsrc(), newIsrc()];
    const [thief, victim] = [await world.organization(), await world.organization()];
    const old = await sentOnce(thief, mine, { is_sent });
    const { upc } = await addRelease(world, victim, { isrcs: [theirs] });
    await must(thief, `PATCH /v1/tracks/${old.track_id}`, { isrc: theirs });
    await must(thief, `PATCH /v1/releases/${old.release_id}`, { upc });
    expect(await ownersOf({ isrc: mine }, { upc: old.upc }, { isrc: theirs }, { upc })).toEqual([
      thief.id,
      thief.id,
      "ambiguous",
      "ambiguous",
    ]);
  });

  test("is not made ambiguous by another's change of codes", async () => {
    const isrc = newIsrc();
    const [rival, victim] = [await world.organization(), await world.organization()];
    const { track_id, release_id } = await sentOnce(rival, newIsrc(), { is_sent });
    const { upc } = await sentOnce(victim, isrc, { is_sent });
    await must(rival, `PATCH /v1/tracks/${track_id}`, { isrc });
    await must(rival, `PATCH /v1/releases/${release_id}`, { ean: `0${upc}` });
    expect(await ownersOf({ isrc }, { upc }, { upc: `0${upc}` })).toEqual([victim.id, victim.id, victim.id]);
  });
});

test("a message that a store never took matches nothing", async () => {
  const isrc = newIsrc();
  const [refused, other] = [await world.organization(), await world.organization()];
  await sentOnce(refused, isrc, { is_sent: true, answer: "rejected" });
  await addRelease(world, other, { isrcs: [isrc] });
  expect(await ownersOf({ isrc })).toEqual(["ambiguous"]);
  await sentOnce(other, isrc, { is_sent: true });
  expect(await ownersOf({ isrc })).toEqual([other.id]);
});

test("the same codes are kept once, however many stores and messages have them", async () => {
  const member = await world.organization();
  const isrcs = [newIsrc(), newIsrc()];
  const { release_id, upc } = await addRelease(world, member, { isrcs, stores: ["store_one", "store_two"] });
  const [kept] = await world.ctx.db`
    select array_agg(code order by code) as codes, count(distinct set_id)::int as sets,
      (select count(*)::int from sent_sets where set_id = any(array_agg(c.set_id))) as stores
    from sent_codes c where release_id = ${release_id}`;
  expect(kept).toEqual({ codes: [`0${upc}`, ...isrcs].sort(), sets: 1, stores: 2 });
});

describe("where the store was sent nothing under the code", () => {
  const approve = (release_id: string) => world.ctx.db`
    update submissions set review_status = 'approved' where release_id = ${release_id} and review_status = 'pending_review'`;

  test("a release earns once it was approved, and not while it waits, was refused or is a draft again", async () => {
    const isrc = newIsrc();
    const member = await world.organization({ review: "manual" });
    const { release_id, upc } = await addRelease(world, member, { isrcs: [isrc] });
    const owners = () => ownersOf({ isrc }, { upc });
    expect(await owners()).toEqual(["unknown", "unknown"]);
    const [waiting] = (await must(member, `GET /v1/submissions?release_id=${release_id}`)).body.data;
    await must(world.operator, `POST /v1/operator/submissions/${waiting.submission_id}/reject`, { reason: "Whose?" });
    expect(await owners()).toEqual(["unknown", "unknown"]);
    await must(member, `POST /v1/releases/${release_id}/submit`);
    await approve(release_id);
    expect(await owners()).toEqual([member.id, member.id]);
    await must(member, `PATCH /v1/releases/${release_id}`, { title: "Somebody else's" });
    expect(await owners()).toEqual(["unknown", "unknown"]);
  });

  describe("a change of an approved release that the partner withdrew", () => {
    async function approvedOnce(isrc: string) {
      const member = await world.organization({ review: "manual" });
      const made = await addRelease(world, member, { isrcs: [isrc] });
      await approve(made.release_id);
      return { member, ...made, track_id: made.track_ids[0] ?? "" };
    }
    const latest = async (by: Member, release_id: string) =>
      (await must(by, `GET /v1/submissions?release_id=${release_id}`)).body.data[0];
    async function withdraw(by: Member, release_id: string) {
      await must(by, `POST /v1/submissions/${(await latest(by, release_id)).submission_id}/withdraw`);
    }

    test("leaves its rows where they are, and earns by the codes that were approved", async () => {
      const isrc = newIsrc();
      const { member, release_id, upc } = await approvedOnce(isrc);
      const codes = [{ isrc }, { upc }];
      const period = nextPeriod(world);
      const id = await importOf(period, ...codes);
      for (const title of ["Changed", "Changed again"]) {
        await must(member, `PATCH /v1/releases/${release_id}`, { title });
        expect(await ownersOf(...codes)).toEqual(["unknown", "unknown"]);
        await withdraw(member, release_id);
        expect(await ownersOf(...codes)).toEqual([member.id, member.id]);
      }
      await close(period);
      expect(await ownersIn(id, ...codes)).toEqual([member.id, member.id]);
      expect((await must(member, `GET /v1/statements?period=${period}`)).body.data).toHaveLength(1);
    });

    test("earns nothing by a code that it wrote: no reviewer has approved that", async () => {
      const [mine, theirs] = [newIsrc(), newIsrc()];
      const { member, release_id, track_id, upc } = await approvedOnce(mine);
      const ean = "4006381333931";
      await must(member, `PATCH /v1/tracks/${track_id}`, { isrc: theirs });
      await must(member, `PATCH /v1/releases/${release_id}`, { ean });
      await withdraw(member, release_id);
      expect(await ownersOf({ isrc: theirs }, { upc: ean }, { upc })).toEqual(["unknown", "unknown", member.id]);
    });

    test("does not undo a refusal", async () => {
      const isrc = newIsrc();
      const { member, release_id } = await approvedOnce(isrc);
      await must(member, `PATCH /v1/releases/${release_id}`, { title: "Changed" });
      const { submission_id } = await latest(member, release_id);
      await must(world.operator, `POST /v1/operator/submissions/${submission_id}/reject`, { reason: "Whose?" });
      await must(member, `POST /v1/releases/${release_id}/submit`);
      await withdraw(member, release_id);
      expect(await ownersOf({ isrc })).toEqual(["unknown"]);
    });
  });

  test("one that waits for its review takes nothing from another's that was approved", async () => {
    const isrc = newIsrc();
    const [waiting, member] = [await world.organization({ review: "manual" }), await world.organization()];
    await addRelease(world, waiting, { isrcs: [isrc] });
    await addRelease(world, member, { isrcs: [isrc] });
    expect(await ownersOf({ isrc })).toEqual([member.id]);
  });
});

describe("the close compares again", () => {
  test("a release that is no longer approved loses its rows, one that the store was sent keeps them as a draft", async () => {
    const [waiting, sent] = [newIsrc(), newIsrc()];
    const [member, sender] = [await world.organization({ review: "manual" }), await world.organization()];
    const { release_id } = await addRelease(world, member, { isrcs: [waiting] });
    await world.ctx.db`update submissions set review_status = 'approved' where release_id = ${release_id}`;
    const old = await sentOnce(sender, sent);
    const period = nextPeriod(world);
    const codes = [{ isrc: waiting }, { isrc: sent }];
    const id = await importOf(period, ...codes);
    expect(await ownersIn(id, ...codes)).toEqual([member.id, sender.id]);
    await must(member, `PATCH /v1/releases/${release_id}`, { title: "Changed" });
    await world.ctx.db`update releases set status = 'draft' where id = ${old.release_id}`;
    await close(period);
    expect(await ownersIn(id, ...codes)).toEqual(["unknown", sender.id]);
    expect((await must(world.operator, `GET /v1/operator/sales-reports/${id}`)).body).toMatchObject({ unmatched: 1 });
    expect((await must(member, `GET /v1/statements?period=${period}`)).body.data).toEqual([]);
  });

  test("rows of what was sent stay where they are when another organization sends the same code", async () => {
    const isrc = newIsrc();
    const [member, rival] = [await world.organization(), await world.organization()];
    await sentOnce(member, isrc);
    const period = nextPeriod(world);
    const id = await importOf(period, { isrc });
    await sentOnce(rival, isrc);
    expect(await ownersOf({ isrc })).toEqual(["ambiguous"]);
    await close(period);
    expect(await ownersIn(id, { isrc })).toEqual([member.id]);
  });

  test("a track that was sent and is gone keeps its rows from those who were not sent", async () => {
    const isrc = newIsrc();
    const [member, rival] = [await world.organization(), await world.organization()];
    const { release_id, track_id } = await sentOnce(member, isrc);
    const period = nextPeriod(world);
    const id = await importOf(period, { isrc });
    await addRelease(world, rival, { isrcs: [isrc] });
    await world.ctx.db`update releases set status = 'draft' where id = ${release_id}`;
    await must(member, `DELETE /v1/tracks/${track_id}`);
    await close(period);
    expect(await ownersIn(id, { isrc })).toEqual(["unknown"]);
  });

  test("a track or an album that was sent and is gone does not leave its rows to another organization that sent the same code", async () => {
    const isrc = newIsrc();
    const [member, rival] = [await world.organization(), await world.organization()];
    const mine = await sentOnce(member, isrc);
    const period = nextPeriod(world);
    const codes = [{ isrc }, { upc: mine.upc }];
    const id = await importOf(period, ...codes);
    const theirs = await sentOnce(rival, isrc, { upc: mine.upc });
    expect(await ownersOf(...codes)).toEqual(["ambiguous", "ambiguous"]);
    await deleteTrack(member, mine);
    expect(await ownersOf(...codes)).toEqual(["ambiguous", "ambiguous"]);
    await close(period);
    expect(await ownersIn(id, ...codes)).toEqual(["ambiguous", "ambiguous"]);
    for (const one of [member, rival])
      expect((await must(one, `GET /v1/statements?period=${period}`)).body.data).toEqual([]);
    await deleteTrack(rival, theirs);
    expect(await ownersOf(...codes)).toEqual(["ambiguous", "ambiguous"]);
  });

  test("of two tracks that one organization sent, the one that is left has the rows", async () => {
    const isrc = newIsrc();
    const member = await world.organization();
    const gone = await sentOnce(member, isrc);
    const left = await sentOnce(member, isrc);
    const period = nextPeriod(world);
    const id = await importOf(period, { isrc });
    await deleteTrack(member, gone);
    await close(period);
    expect(await ownersIn(id, { isrc })).toEqual([member.id]);
    const [work] = await world.ctx.db`
      select track_ids from sales_works where report = (select number from sales_reports where id = ${id})`;
    expect(work?.track_ids).toEqual([left.track_id]);
  });

  test("money that was assigned to a draft is unmatched again once the draft is deleted", async () => {
    const isrc = newIsrc();
    const member = await world.organization();
    const { release_id, track_ids } = await addRelease(world, member, { isrcs: [isrc], is_draft: true });
    const period = nextPeriod(world);
    const id = await importOf(period, { isrc });
    await must(world.operator, `POST /v1/operator/sales-reports/${id}/assign`, { isrc, track_id: track_ids[0] });
    expect(await ownersIn(id, { isrc })).toEqual([member.id]);
    await must(member, `DELETE /v1/releases/${release_id}`);
    await close(period);
    expect(await ownersIn(id, { isrc })).toEqual(["unknown"]);
    expect((await must(member, `GET /v1/statements?period=${period}`)).body.data).toEqual([]);
    const { unmatched, unmatched_totals } = (await must(world.operator, `GET /v1/operator/sales-reports/${id}`)).body;
    expect([unmatched, unmatched_totals]).toEqual([1, [{ currency: "EUR", amount: `${reports}.00` }]]);
  });
});

test("what was sent before codes were kept gets them from its message, else from the catalogue", async () => {
  const { db } = world.ctx;
  const member = await world.organization();
  const kept = () => db`
    select code, track_id, store_id from sent_codes join sent_sets using (set_id) where organization_id = ${member.id}
    order by code, store_id`;
  const isrcs = [newIsrc(), newIsrc(), newIsrc()] as const;
  const sent = await sentOnce(member, isrcs[0], { is_sent: true });
  const reported = await addRelease(world, member, { isrcs: [isrcs[1]], stores: ["store_one", "store_two"] });
  const before = await kept();
  expect(before).toHaveLength(6);
  // The message says the code that the track had.
  await must(member, `PATCH /v1/tracks/${sent.track_id}`, { isrc: isrcs[2] });
  await db`truncate sent_codes, sent_sets`;
  const text = readFileSync(new URL("../../migrations/0057_sent_codes.sql", import.meta.url), "utf8");
  for (const _run of [1, 2]) {
    for (const step of text.split("-- step\n").slice(1)) await db.unsafe(step);
    expect(await kept()).toEqual(before);
  }
  const first = await db`
    select c.release_id, min(first_at) = (select min(delivered_at) from delivery_stores s join deliveries d on d.id = s.delivery_id
      where d.release_id = c.release_id) as is_first
    from sent_codes c join sent_sets using (set_id) where release_id = ${reported.release_id} group by release_id`;
  expect(first).toMatchObject([{ is_first: true }]);
});
