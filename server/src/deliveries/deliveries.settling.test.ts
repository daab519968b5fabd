// A release takes its status, and its fingerprint, from all its stores. Stores A, B and C are reached by hand.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approve as approveRead, insertAsset, makeRelease, must } from "../../test/catalog.ts";
import { atScale } from "../../test/faults/scale.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";

const TIMES = atScale({ short: 6, full: 40 });
const stores = ["store_a", "store_b", "store_c"];
const fingerprint = { label: "Nightjar Records", release_date: "2027-03-01" };

let world: World;
let reviewed: Member;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  reviewed = await world.organization({ review: "manual" });
  for (const store_id of stores)
    await must(world.operator, "POST /v1/operator/stores", {
      store_id,
      name: store_id,
      territories: ["WORLD"],
      requirements: "none",
      connector: { kind: "manual" },
    });
});
afterAll(() => world.close());

const submit = async (id: string, by: Member = world.label): Promise<string> =>
  (await must(by, `POST /v1/releases/${id}/submit`)).body.submission_id;
const submitted = async (changes: object = {}, by: Member = world.label): Promise<string> => {
  const id = await makeRelease(world, by, changes);
  await submit(id, by);
  return id;
};
const askToDeliver = (release_id: string, names: string, by: Member = world.label) =>
  by.call("POST /v1/deliveries", {
    body: { release_id, store_ids: [...names].map(storeOf), territory_codes: ["WORLDWIDE"] },
  });
const storeOf = (name: string) => `store_${name.toLowerCase()}`;
/** Every store has the message and has not answered. */
const ingesting = async (release_id: string, names: string, by: Member = world.label): Promise<string> => {
  const answer = await askToDeliver(release_id, names, by);
  expect(answer.status, answer.text).toBe(201);
  await world.runJobs();
  return answer.body.id;
};
const says = async (id: string, name: string, status: string, by: Member = world.label) =>
  must(by, `POST /v1/sandbox/deliveries/${id}/simulate`, { store_id: storeOf(name), status });
const asks = async (id: string, action: string, names: string, by: Member = world.label) => {
  await must(by, `POST /v1/deliveries/${id}/${action}`, { store_ids: [...names].map(storeOf) });
  await world.runJobs();
};
const delivered = async (release_id: string, names: string, by: Member = world.label): Promise<string> => {
  const id = await ingesting(release_id, names, by);
  for (const name of names) await says(id, name, "delivered", by);
  return id;
};
const takenDown = async (id: string, names: string, by: Member = world.label) => {
  await asks(id, "takedown", names, by);
  for (const name of names) await says(id, name, "taken_down", by);
};
const statusOf = async (id: string, by: Member = world.label): Promise<string> =>
  (await must(by, `GET /v1/releases/${id}`)).body.status;
const deliveryStatusOf = async (id: string): Promise<string> =>
  (await must(world.label, `GET /v1/deliveries/${id}`)).body.status;
const latestOf = async (release_id: string, by: Member = world.label) =>
  (await must(by, `GET /v1/submissions?release_id=${release_id}`)).body.data[0];
const withdraw = async (release_id: string, by: Member = world.label) =>
  by.call(`POST /v1/submissions/${(await latestOf(release_id, by)).submission_id}/withdraw`);
const refusal = ({ status, body }: Answer) => [status, body.error?.code];
const conflict = [409, "invalid_state"];
const duplicate = [409, "duplicate_submission"];
const approve = async (release_id: string, by: Member) =>
  approveRead(world, (await latestOf(release_id, by)).submission_id);
const reject = async (release_id: string, by: Member) => {
  const { submission_id } = await latestOf(release_id, by);
  await must(world.operator, `POST /v1/operator/submissions/${submission_id}/reject`, { reason: "It shows a price." });
};
const holds = async (id: string): Promise<boolean> => {
  const [row] = await world.ctx.db<{ holds_fingerprint: boolean }[]>`
    select holds_fingerprint from releases where id = ${id}`;
  return row?.holds_fingerprint ?? false;
};
const eventsOf = async (id: string) => {
  const rows = await world.ctx.db<{ body: string }[]>`
    select body from events where body like ${`%${id}%`} order by created_at, id`;
  return rows.map(({ body }) => JSON.parse(body));
};
/** How often, and between which statuses, the release was said to move. */
const movesOf = async (id: string): Promise<string[]> =>
  (await eventsOf(id))
    .filter(({ event_type }) => event_type === "release.status.changed")
    .map(({ data }) => `${data.previous_status} to ${data.status}`);
/** Another release of the same fingerprint, as a draft. */
const twinOf = async (release_id: string): Promise<string> => {
  const id = await makeRelease(world);
  const { upc } = (await must(world.label, `GET /v1/releases/${release_id}`)).body;
  await world.ctx.db`update releases set upc = ${upc} where id = ${id}`;
  return id;
};

describe("a release settles", () => {
  test("1: a delivery is made, and the release stays submitted", async () => {
    const release_id = await submitted();
    expect((await askToDeliver(release_id, "AB")).body.status).toBe("in_progress");
    expect([await statusOf(release_id), await movesOf(release_id)]).toEqual(["submitted", ["draft to submitted"]]);
  });

  test("2 and 3: it is delivered as soon as one store has it, also if another rejects it then", async () => {
    const release_id = await submitted();
    const id = await ingesting(release_id, "AB");
    await says(id, "A", "delivered");
    expect([await statusOf(release_id), await deliveryStatusOf(id)]).toEqual(["delivered", "in_progress"]);
    const types = (await eventsOf(release_id)).map(({ event_type }) => event_type);
    expect(types.slice(-2)).toEqual(["delivery.store.updated", "release.status.changed"]);
    await says(id, "B", "rejected");
    expect([await statusOf(release_id), await deliveryStatusOf(id)]).toEqual(["delivered", "rejected"]);
    expect((await eventsOf(release_id)).at(-1).event_type).toBe("delivery.completed");
    expect(await movesOf(release_id)).toEqual(["draft to submitted", "submitted to delivered"]);
  });

  test("4 and 5: it stays delivered while one store takes it down and another gets an update", async () => {
    const release_id = await submitted();
    const id = await delivered(release_id, "AB");
    await takenDown(id, "A");
    expect([await statusOf(release_id), await deliveryStatusOf(id)]).toEqual(["delivered", "taken_down"]);
    await asks(id, "update", "B");
    expect([await statusOf(release_id), await deliveryStatusOf(id)]).toEqual(["delivered", "in_progress"]);
    await says(id, "B", "delivered");
    expect(await statusOf(release_id)).toBe("delivered");
    expect(await movesOf(release_id)).toEqual(["draft to submitted", "submitted to delivered"]);
  });

  test("6: an update that its only store rejects makes it rejected, and the resubmission delivered", async () => {
    const release_id = await submitted();
    const id = await delivered(release_id, "A");
    await asks(id, "update", "A");
    expect(await statusOf(release_id)).toBe("delivered");
    await says(id, "A", "rejected");
    expect(await statusOf(release_id)).toBe("rejected");
    await must(world.label, `POST /v1/deliveries/${id}/resubmit`, {});
    expect(await statusOf(release_id)).toBe("delivered");
  });

  test("7: the last takedown that is confirmed makes it submitted, with one event, and frees its fingerprint", async () => {
    const release_id = await submitted();
    const id = await delivered(release_id, "AB");
    await asks(id, "takedown", "AB");
    await says(id, "A", "taken_down");
    expect([await statusOf(release_id), await holds(release_id)]).toEqual(["delivered", true]);
    await says(id, "B", "taken_down");
    expect([await statusOf(release_id), await holds(release_id)]).toEqual(["submitted", false]);
    expect((await movesOf(release_id)).slice(2)).toEqual(["delivered to submitted"]);
    await submit(await twinOf(release_id));
  });

  test("8: what is at no store any more is withdrawn, and its tracks can be changed", async () => {
    const release_id = await submitted();
    const id = await delivered(release_id, "A");
    await must(world.operator, "PATCH /v1/operator/stores/store_b", { status: "paused" });
    const other = await ingesting(release_id, "B");
    await must(world.label, `POST /v1/deliveries/${other}/cancel`, {});
    await must(world.operator, "PATCH /v1/operator/stores/store_b", { status: "active" });
    await takenDown(id, "A");
    const answer = await withdraw(release_id);
    expect([answer.status, answer.body.review_status, await statusOf(release_id)]).toEqual([200, "withdrawn", "draft"]);
    expect((await movesOf(release_id)).at(-1)).toBe("submitted to draft");
    const audio_asset_id = await insertAsset(world, world.label, { type: "audio" });
    await must(world.label, "POST /v1/tracks", { release_id, title: "At Dawn", audio_asset_id });
    const [first] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    await must(world.label, `DELETE /v1/tracks/${first.id}`);
    expect(refusal(await askToDeliver(release_id, "A"))).toEqual(conflict);
    expect(refusal(await world.label.call(`DELETE /v1/releases/${release_id}`))).toEqual(conflict);
    await submit(release_id);
    await delivered(release_id, "A");
    expect(await statusOf(release_id)).toBe("delivered");
  });

  test("9: what was taken down is delivered again, unless another release has its fingerprint by then", async () => {
    const release_id = await submitted();
    await takenDown(await delivered(release_id, "A"), "A");
    const again = await ingesting(release_id, "A");
    expect([await statusOf(release_id), await holds(release_id)]).toEqual(["submitted", true]);
    await says(again, "A", "delivered");
    expect(await statusOf(release_id)).toBe("delivered");
    await takenDown(again, "A");
    await submit(await twinOf(release_id));
    expect(refusal(await askToDeliver(release_id, "B"))).toEqual(duplicate);
    expect([await statusOf(release_id), await holds(release_id)]).toEqual(["submitted", false]);
  });

  test("10: it is submitted while a store waits for an answer, then rejected, and its fingerprint stays taken", async () => {
    const release_id = await submitted();
    const id = await ingesting(release_id, "ABC");
    await says(id, "C", "delivered");
    await says(id, "A", "action_required");
    await says(id, "B", "rejected");
    await takenDown(id, "C");
    expect(await statusOf(release_id)).toBe("submitted");
    await asks(id, "resubmit", "B");
    await says(id, "B", "rejected");
    expect(await statusOf(release_id)).toBe("submitted");
    await says(id, "A", "rejected");
    expect([await statusOf(release_id), await holds(release_id)]).toEqual(["rejected", true]);
    expect(refusal(await world.label.call(`POST /v1/releases/${await twinOf(release_id)}/submit`))).toEqual(duplicate);
  });

  test("a second delivery that is cancelled leaves a release that was taken down as it was", async () => {
    const release_id = await submitted();
    await takenDown(await delivered(release_id, "A"), "A");
    const { id } = (await askToDeliver(release_id, "A")).body;
    expect(await holds(release_id)).toBe(true);
    await must(world.label, `POST /v1/deliveries/${id}/cancel`, {});
    expect([await statusOf(release_id), await holds(release_id)]).toEqual(["submitted", false]);
    expect((await movesOf(release_id)).at(-1)).toBe("delivered to submitted");
  });

  test("an answer that comes too late does not count as having it", async () => {
    const release_id = await submitted();
    const id = await ingesting(release_id, "A");
    await says(id, "A", "rejected");
    await world.ctx.db`
      update delivery_stores set history = history || '[{"status": "delivered", "at": "2026-01-01T00:00:00.000Z", "is_ignored": true}]'
      where delivery_id = ${id}`;
    await must(world.label, `POST /v1/deliveries/${id}/resubmit`, {});
    expect(await statusOf(release_id)).toBe("submitted");
  });

  test("what the database keeps of a store that has it is what its history says", async () => {
    const rows = await world.ctx.db`
      select delivery_id, store_id from delivery_stores
      where (delivered_at is not null) <> jsonb_path_exists(history, '$[*] ? (@.status == "delivered" && !exists (@.is_ignored))')`;
    expect(rows).toEqual([]);
  });
});

describe("a review", () => {
  const change = (release_id: string, title: string, by: Member) =>
    must(by, `PATCH /v1/releases/${release_id}`, { title });

  test("that rejected it holds it rejected, whatever stores say; the next approval makes it delivered again", async () => {
    const release_id = await submitted({}, reviewed);
    await approve(release_id, reviewed);
    const id = await ingesting(release_id, "AB", reviewed);
    await says(id, "A", "delivered", reviewed);
    await change(release_id, "Another Title", reviewed);
    await reject(release_id, reviewed);
    await says(id, "B", "delivered", reviewed);
    expect(await statusOf(release_id, reviewed)).toBe("rejected");
    await submit(release_id, reviewed);
    expect(await statusOf(release_id, reviewed)).toBe("submitted");
    await approve(release_id, reviewed);
    expect(await statusOf(release_id, reviewed)).toBe("delivered");
    expect((await movesOf(release_id)).slice(-2)).toEqual(["rejected to submitted", "submitted to delivered"]);
  });

  test("that is automatic by now approves at once, and the release is delivered", async () => {
    const member = await world.organization({ review: "manual" });
    const release_id = await submitted({}, member);
    await approve(release_id, member);
    await delivered(release_id, "A", member);
    await change(release_id, "Another Title", member);
    await reject(release_id, member);
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { review: "automatic" });
    await submit(release_id, member);
    expect(await statusOf(release_id, member)).toBe("delivered");
  });

  test("that approves leaves what stores rejected submitted", async () => {
    const release_id = await submitted({}, reviewed);
    await approve(release_id, reviewed);
    const id = await ingesting(release_id, "A", reviewed);
    await says(id, "A", "rejected", reviewed);
    await submit(release_id, reviewed);
    await approve(release_id, reviewed);
    expect(await statusOf(release_id, reviewed)).toBe("submitted");
  });

  test("is withdrawn after an approval, submitted, and withdrawn before its next review: a draft both times", async () => {
    const release_id = await submitted({}, reviewed);
    await approve(release_id, reviewed);
    await change(release_id, "Another Title", reviewed);
    await approve(release_id, reviewed);
    const { reviewed_at } = await latestOf(release_id, reviewed);
    expect((await withdraw(release_id, reviewed)).body).toMatchObject({ review_status: "withdrawn", reviewed_at });
    expect(await statusOf(release_id, reviewed)).toBe("draft");
    await submit(release_id, reviewed);
    expect((await withdraw(release_id, reviewed)).status).toBe(200);
    expect(await statusOf(release_id, reviewed)).toBe("draft");
  });
});

describe("a submission that was approved", () => {
  test("is withdrawn where nothing was ever delivered, and where stores rejected it at once", async () => {
    const never = await submitted();
    expect((await withdraw(never)).status).toBe(200);
    expect([await statusOf(never), await holds(never)]).toEqual(["draft", false]);
    const refused = await submitted();
    await says(await ingesting(refused, "A"), "A", "rejected");
    expect((await withdraw(refused)).status).toBe(200);
    expect((await movesOf(refused)).at(-1)).toBe("rejected to draft");
  });

  test.each([
    ["has it", ["delivered"]],
    ["is on its way to it", []],
    ["asks for something", ["action_required"]],
    ["had it and rejected an update", ["delivered", "rejected"]],
  ])("stays while a store %s", async (_, answers) => {
    const release_id = await submitted();
    const id = await ingesting(release_id, "A");
    for (const answer of answers) await says(id, "A", answer);
    const before = await statusOf(release_id);
    expect(refusal(await withdraw(release_id))).toEqual(conflict);
    expect([await statusOf(release_id), (await latestOf(release_id)).review_status]).toEqual([before, "approved"]);
  });

  test("stays if a later one was made", async () => {
    const release_id = await submitted();
    const { submission_id } = await latestOf(release_id);
    await says(await ingesting(release_id, "A"), "A", "rejected");
    await submit(release_id);
    expect(refusal(await world.label.call(`POST /v1/submissions/${submission_id}/withdraw`))).toEqual(conflict);
  });

  test("is withdrawn while it is delivered: one of the two happens", async () => {
    for (let time = 0; time < TIMES; time++) {
      const release_id = await submitted();
      const answers = await Promise.all([withdraw(release_id), askToDeliver(release_id, "A")]);
      const codes = answers.map(({ status }) => status);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(codes);
      expect(await statusOf(release_id)).toBe(codes[0] === 200 ? "draft" : "submitted");
    }
  });
});

describe("a fingerprint", () => {
  test("of what was taken down everywhere is free for a new release, and for a change into it", async () => {
    const release_id = await submitted(fingerprint);
    const { upc } = (await must(world.label, `GET /v1/releases/${release_id}`)).body;
    const other = await makeRelease(world, world.label, fingerprint);
    const created = () => world.label.call("POST /v1/releases", { body: { ...draftOf(upc), ...fingerprint } });
    const changed = () => world.label.call(`PATCH /v1/releases/${other}`, { body: { upc } });
    const id = await delivered(release_id, "A");
    expect([refusal(await created()), refusal(await changed())]).toEqual([duplicate, duplicate]);
    await takenDown(id, "A");
    expect([(await created()).status, (await changed()).status]).toEqual([201, 200]);
    // The new one takes it, and the old one is then treated as a draft.
    await submit(other);
    const back = await world.label.call(`PATCH /v1/releases/${release_id}`, { body: { label: "Nightjar Records" } });
    expect(refusal(back)).toEqual(duplicate);
  });

  test("is taken by one of two: a release that is delivered again, and one that is submitted", async () => {
    for (let time = 0; time < TIMES; time++) {
      const release_id = await submitted();
      await takenDown(await delivered(release_id, "A"), "A");
      const twin = await twinOf(release_id);
      const answers = await Promise.all([
        askToDeliver(release_id, "B"),
        world.label.call(`POST /v1/releases/${twin}/submit`),
      ]);
      const codes = answers.map(({ status }) => status);
      expect([
        [201, 409],
        [409, 200],
      ]).toContainEqual(codes);
      expect([await holds(release_id), await holds(twin)]).toEqual(codes[0] === 201 ? [true, false] : [false, true]);
    }
  });

  test("of a draft that was at stores is taken when it is delivered again; its submit is refused if another has it", async () => {
    const release_id = await submitted();
    await takenDown(await delivered(release_id, "A"), "A");
    await withdraw(release_id);
    const twin = await twinOf(release_id);
    await submit(twin);
    expect(refusal(await world.label.call(`POST /v1/releases/${release_id}/submit`))).toEqual(duplicate);
    await withdraw(twin);
    await submit(release_id);
    expect([await statusOf(release_id), await holds(release_id)]).toEqual(["submitted", false]);
    await ingesting(release_id, "A");
    expect(await holds(release_id)).toBe(true);
  });
});

describe("an upgrade", () => {
  const migrated = async () => {
    const text = readFileSync(new URL("../../migrations/0060_settled_releases.sql", import.meta.url), "utf8");
    const [, settling = ""] = /-- step\n(do \$\$.*?\$\$;)/s.exec(text) ?? [];
    await world.ctx.db.unsafe(settling);
  };
  /** As an earlier version left it. */
  const leftAs = (id: string, status: string) =>
    world.ctx.db`
      update releases set status = ${status}, holds_fingerprint = false, updated_at = '2026-01-01T00:00:00Z' where id = ${id}`;
  const look = async (id: string, by: Member = world.label) => {
    const { status, updated_at } = (await must(by, `GET /v1/releases/${id}`)).body;
    return [status, await holds(id), updated_at === "2026-01-01T00:00:00.000Z" ? "untouched" : "moved"];
  };

  test("gives every release the status of its stores, and its fingerprint if it holds one; no event is sent", async () => {
    const live = await submitted();
    const both = await delivered(live, "AB");
    await takenDown(both, "A");
    await asks(both, "update", "B");
    await leftAs(live, "submitted");
    const gone = await submitted();
    await takenDown(await delivered(gone, "A"), "A");
    await leftAs(gone, "delivered");
    const mixed = await submitted();
    const some = await ingesting(mixed, "AB");
    await says(some, "A", "delivered");
    await says(some, "B", "rejected");
    await leftAs(mixed, "rejected");
    const refused = await submitted();
    await says(await ingesting(refused, "A"), "A", "rejected");
    await leftAs(refused, "rejected");
    const waiting = await submitted();
    await ingesting(waiting, "A");
    await leftAs(waiting, "submitted");
    const never = await submitted();
    await leftAs(never, "submitted");
    const draft = await makeRelease(world);
    await leftAs(draft, "draft");
    const judged = await submitted({}, reviewed);
    await approve(judged, reviewed);
    await delivered(judged, "A", reviewed);
    await must(reviewed, `PATCH /v1/releases/${judged}`, { title: "Another Title" });
    await reject(judged, reviewed);
    await leftAs(judged, "rejected");
    const [before] = await world.ctx.db`select count(*)::int as emitted from events`;

    await migrated();
    await migrated();

    expect(await look(live)).toEqual(["delivered", true, "moved"]);
    expect(await look(gone)).toEqual(["submitted", false, "moved"]);
    expect(await look(mixed)).toEqual(["delivered", true, "moved"]);
    expect(await look(refused)).toEqual(["rejected", true, "untouched"]);
    expect(await look(waiting)).toEqual(["submitted", true, "untouched"]);
    expect(await look(never)).toEqual(["submitted", true, "untouched"]);
    expect(await look(draft)).toEqual(["draft", false, "untouched"]);
    expect(await look(judged, reviewed)).toEqual(["rejected", true, "untouched"]);
    expect(await world.ctx.db`select count(*)::int as emitted from events`).toEqual([before]);
  });

  test("finds what the service keeps itself", async () => {
    const kept = () => world.ctx.db`select id, status, holds_fingerprint, updated_at from releases order by id`;
    const before = await kept();
    await migrated();
    expect(await kept()).toEqual(before);
  });
});

const draftOf = (upc: string) => ({ title: "Midnight in Paris", artists: [{ name: "Vera Lux", role: "main" }], upc });
