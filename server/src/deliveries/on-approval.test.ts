// A submit asks for the delivery that its approval makes.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approve, makeRelease, must } from "../../test/catalog.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
let reviewed: Member;
beforeAll(async () => {
  world = await createWorld();
  reviewed = await world.organization({ review: "manual" });
  for (const store_id of ["store_one", "store_two"]) await addStore(store_id);
  await addStore("store_germany", { territories: ["DE"] });
  await addStore("store_strict", { requirements: { isrc_missing: {} } });
  await addStore("store_asleep");
  await must(world.operator, "PATCH /v1/operator/stores/store_asleep", { status: "paused" });
});
afterAll(() => world.close());

async function addStore(store_id: string, more: object = {}): Promise<void> {
  const store = {
    store_id,
    name: store_id,
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "manual" },
  };
  await must(world.operator, "POST /v1/operator/stores", { ...store, ...more });
}

const everywhere = (store_ids: readonly string[] | "all") => ({ store_ids, territory_codes: ["WORLDWIDE"] });
const submit = (release_id: string, deliver: object, by: Member = world.label) =>
  by.call(`POST /v1/releases/${release_id}/submit`, { body: { deliver } });
const storesOf = async (delivery_id: string, by: Member = world.label): Promise<string[]> => {
  const { stores } = (await must(by, `GET /v1/deliveries/${delivery_id}`)).body;
  return stores.map(({ store_id }: { store_id: string }) => store_id);
};
const deliveriesOf = async (release_id: string, by: Member = world.label) =>
  (await must(by, `GET /v1/deliveries?release_id=${release_id}`)).body.data;
const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field }: { field: string }) => field),
];

/** Waits for its review. */
async function waiting(store_ids: readonly string[] | "all"): Promise<{ release_id: string; submission_id: string }> {
  const release_id = await makeRelease(world, reviewed);
  const answer = await submit(release_id, everywhere(store_ids), reviewed);
  expect(answer.body).toMatchObject({ review_status: "pending_review", delivery_id: null });
  return { release_id, submission_id: answer.body.submission_id };
}

describe("without a review", () => {
  test("the same request delivers it", async () => {
    const release_id = await makeRelease(world);
    const { status, body } = await submit(release_id, everywhere(["store_two", "store_one"]));
    expect([status, body]).toMatchObject([
      200,
      { review_status: "approved", deliver: everywhere(["store_two", "store_one"]) },
    ]);
    expect(await storesOf(body.delivery_id)).toEqual(["store_two", "store_one"]);
    expect((await must(world.label, `GET /v1/submissions/${body.submission_id}`)).body).toEqual(body);
    const [event] = (await must(world.label, "GET /v1/events?limit=100")).body.data.filter(
      ({ event_type, data }: { event_type: string; data: { release_id: string } }) =>
        event_type === "submission.reviewed" && data.release_id === release_id,
    );
    expect(event.data).toMatchObject({ delivery_id: body.delivery_id });
    await world.runJobs();
    expect((await must(world.label, `GET /v1/releases/${release_id}`)).body.status).toBe("submitted");
  });

  test("without `deliver` nothing is delivered", async () => {
    const release_id = await makeRelease(world);
    const { body } = await must(world.label, `POST /v1/releases/${release_id}/submit`);
    expect(body).toMatchObject({ review_status: "approved", deliver: null, delivery_id: null });
    expect(await deliveriesOf(release_id)).toEqual([]);
  });

  test("all: the active stores that preflight does not block, in the territories that are asked for", async () => {
    const release_id = await makeRelease(world);
    const { body } = await submit(release_id, { store_ids: "all", territory_codes: ["FR"] });
    expect(await storesOf(body.delivery_id)).toEqual(["store_one", "store_two"]);
    const other = (await submit(await makeRelease(world), everywhere("all"))).body;
    expect(await storesOf(other.delivery_id)).toEqual(["store_germany", "store_one", "store_two"]);
  });
});

test("what is written beside nothing that it is judged by does not stop a submit: that the store is reached, a file's preview and MD5", async () => {
  const { db } = world.ctx;
  const release_ids = [await makeRelease(world), await makeRelease(world), await makeRelease(world)];
  let isOver = false;
  const writing = (async () => {
    for (let round = 0; !isOver; round++) {
      await db`update stores set unreached_since = ${round % 2 === 0 ? world.ctx.clock.now().toISOString() : null} where store_id = 'store_one'`;
      await db`update assets set checksum_md5 = ${String(round)}, has_preview = true`;
    }
  })();
  const answers = await Promise.all(release_ids.map((id) => submit(id, everywhere(["store_one"]))));
  isOver = true;
  await writing;
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await db`update stores set unreached_since = null where store_id = 'store_one'`;
});

describe("it is refused as a delivery is, and nothing happens", () => {
  test.each<[string, object, unknown[]]>([
    ["an unknown store", everywhere(["store_one", "store_none"]), [422, "validation_failed", "deliver.store_ids[1]"]],
    ["no store", everywhere([]), [422, "validation_failed", "deliver.store_ids"]],
    [
      "a word that is not all",
      { store_ids: "some", territory_codes: ["WORLDWIDE"] },
      [422, "validation_failed", "deliver.store_ids"],
    ],
    [
      "too many",
      everywhere(Array.from({ length: 501 }, (_, index) => `store_${index}`)),
      [422, "validation_failed", "deliver.store_ids"],
    ],
    ["no territories", { store_ids: "all" }, [422, "missing_required_field", "deliver.territory_codes"]],
    [
      "an unknown territory",
      { store_ids: "all", territory_codes: ["DE", "QQ"] },
      [422, "territory_not_supported", "deliver.territory_codes[1]"],
    ],
    [
      "a territory that no store has",
      { store_ids: ["store_germany"], territory_codes: ["DE", "FR"] },
      [422, "territory_not_supported", "deliver.territory_codes[1]"],
    ],
    [
      "a store without territory",
      { store_ids: ["store_one", "store_germany"], territory_codes: ["FR"] },
      [422, "territory_not_supported", "deliver.store_ids[1]"],
    ],
    ["an unknown field", { ...everywhere("all"), stores: [] }, [422, "unknown_field", "deliver.stores"]],
  ])("%s", async (_, deliver, expected) => {
    const release_id = await makeRelease(world);
    expect(refusal(await submit(release_id, deliver))).toEqual(expected);
    expect((await must(world.label, `GET /v1/releases/${release_id}`)).body.status).toBe("draft");
    expect(await deliveriesOf(release_id)).toEqual([]);
  });

  test("a store whose requirements it does not meet", async () => {
    const release_id = await makeRelease(world, reviewed);
    const answer = await submit(release_id, everywhere(["store_strict"]), reviewed);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("required by store_strict")]);
    expect((await must(reviewed, `GET /v1/releases/${release_id}`)).body.status).toBe("draft");
  });

  test("a key without the right to deliver", async () => {
    const key = await world.keyFor(world.label.id, { scopes: ["catalog:write"] });
    const release_id = await makeRelease(world);
    const answer = await world
      .as(key)
      .call(`POST /v1/releases/${release_id}/submit`, { body: { deliver: everywhere("all") } });
    expect(refusal(answer)).toEqual([403, "insufficient_scope"]);
    expect((await world.as(key).call(`POST /v1/releases/${release_id}/submit`)).status).toBe(200);
  });
});

describe("with a review", () => {
  test("the approval delivers it, and the rejection or the withdrawal does not", async () => {
    const { release_id, submission_id } = await waiting(["store_one"]);
    expect(await deliveriesOf(release_id, reviewed)).toEqual([]);
    const approved = (await approve(world, submission_id)).body;
    expect(approved).toMatchObject({ review_status: "approved", delivery_id: expect.stringMatching(/^dlv_/) });
    expect(await storesOf(approved.delivery_id, reviewed)).toEqual(["store_one"]);
    expect((await must(reviewed, `GET /v1/submissions/${submission_id}`)).body.delivery_id).toBe(approved.delivery_id);

    const rejected = await waiting(["store_one"]);
    await must(world.operator, `POST /v1/operator/submissions/${rejected.submission_id}/reject`, {
      reason: "A price.",
    });
    expect(await deliveriesOf(rejected.release_id, reviewed)).toEqual([]);
    // The next submit does not remember it.
    const again = (await must(reviewed, `POST /v1/releases/${rejected.release_id}/submit`)).body;
    expect((await approve(world, again.submission_id)).body.delivery_id).toBeNull();
    expect(await deliveriesOf(rejected.release_id, reviewed)).toEqual([]);

    const withdrawn = await waiting(["store_one"]);
    await must(reviewed, `POST /v1/submissions/${withdrawn.submission_id}/withdraw`);
    expect(await deliveriesOf(withdrawn.release_id, reviewed)).toEqual([]);
  });

  test("eight approvals at once make one delivery, and so does one that is sent again", async () => {
    const { release_id, submission_id } = await waiting(["store_one", "store_two"]);
    const path = `/v1/operator/submissions/${submission_id}`;
    const { content_version } = (await must(world.operator, `GET ${path}`)).body;
    const idempotency_key = randomUUID();
    const approval = { body: { content_version }, idempotency_key };
    const first = await world.operator.call(`POST ${path}/approve`, approval);
    const others = await Promise.all(
      Array.from({ length: 8 }, () => world.operator.call(`POST ${path}/approve`, { body: { content_version } })),
    );
    expect([first.status, ...new Set(others.map(({ status }) => status))]).toEqual([200, 409]);
    expect((await world.operator.call(`POST ${path}/approve`, approval)).text).toBe(first.text);
    expect((await deliveriesOf(release_id, reviewed)).map(({ id }: { id: string }) => id)).toEqual([
      first.body.delivery_id,
    ]);

    const raced = await waiting(["store_one"]);
    const version = (await must(world.operator, `GET /v1/operator/submissions/${raced.submission_id}`)).body
      .content_version;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.operator.call(`POST /v1/operator/submissions/${raced.submission_id}/approve`, {
          body: { content_version: version },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(await deliveriesOf(raced.release_id, reviewed)).toHaveLength(1);
  });

  test("all: those that preflight does not block when it is approved", async () => {
    const { submission_id } = await waiting("all");
    await addStore("store_later");
    await must(world.operator, "PATCH /v1/operator/stores/store_two", { status: "paused" });
    const approved = (await approve(world, submission_id)).body;
    expect(await storesOf(approved.delivery_id, reviewed)).toEqual(["store_germany", "store_later", "store_one"]);
    expect(approved.issues.map(({ code }: { code: string }) => code)).not.toContain("not_delivered");
    await must(world.operator, "PATCH /v1/operator/stores/store_two", { status: "active" });
    await must(world.operator, "PATCH /v1/operator/stores/store_later", { status: "paused" });
  });
});

describe("what has changed when it is approved never stops the approval", () => {
  const remarks = ({ issues }: { issues: { code: string; field: string; severity: string; store_id?: string }[] }) =>
    issues.flatMap(({ code, field, severity, store_id }) =>
      code === "not_delivered" ? [[severity, field, store_id]] : [],
    );

  test("a store was paused: it waits there, as every delivery does", async () => {
    const { submission_id } = await waiting(["store_one"]);
    await must(world.operator, "PATCH /v1/operator/stores/store_one", { status: "paused" });
    const approved = (await approve(world, submission_id)).body;
    expect([await storesOf(approved.delivery_id, reviewed), remarks(approved)]).toEqual([["store_one"], []]);
    await must(world.operator, "PATCH /v1/operator/stores/store_one", { status: "active" });
  });

  test("a store was removed: the others get it", async () => {
    await addStore("store_brief");
    const some = await waiting(["store_brief", "store_two"]);
    const only = await waiting(["store_brief"]);
    await must(world.operator, "DELETE /v1/operator/stores/store_brief");
    const approved = (await approve(world, some.submission_id)).body;
    expect(await storesOf(approved.delivery_id, reviewed)).toEqual(["store_two"]);
    expect(remarks(approved)).toEqual([["warning", "deliver.store_ids[0]", "store_brief"]]);
    const nowhere = (await approve(world, only.submission_id)).body;
    expect(nowhere).toMatchObject({ review_status: "approved", delivery_id: null });
    expect(remarks(nowhere)).toEqual([["blocker", "deliver.store_ids[0]", "store_brief"]]);
    expect(await deliveriesOf(only.release_id, reviewed)).toEqual([]);
  });

  test("a licence ended: stores without a territory are left out", async () => {
    const member = await world.organization({ review: "manual" });
    const release_id = await makeRelease(world, member);
    const { submission_id } = (await submit(release_id, everywhere(["store_one", "store_germany"]), member)).body;
    await must(world.operator, `PATCH /v1/operator/organizations/${member.id}`, { licensed_territories: ["FR"] });
    const approved = (await approve(world, submission_id)).body;
    expect(remarks(approved)).toEqual([["warning", "deliver.store_ids[1]", "store_germany"]]);
    const { stores } = (await must(member, `GET /v1/deliveries/${approved.delivery_id}`)).body;
    expect(stores).toMatchObject([{ store_id: "store_one", territory_codes: ["FR"] }]);
  });

  test("a store asks for more now", async () => {
    await addStore("store_changing");
    const { submission_id } = await waiting(["store_changing"]);
    const requirements = { isrc_missing: {} };
    await must(world.operator, "PATCH /v1/operator/stores/store_changing", { requirements });
    const approved = (await approve(world, submission_id)).body;
    expect(approved).toMatchObject({ review_status: "approved", delivery_id: null });
    expect(remarks(approved)[0]?.[0]).toBe("blocker");
  });

  test("a store has the release already: a submit is refused, an approval leaves it out", async () => {
    const { release_id, submission_id } = await waiting(["store_one", "store_two"]);
    const [row] = await world.ctx.db<{ upc: string; label: string; release_date: string }[]>`
      select upc, label, release_date::text from releases where id = ${release_id}`;
    const other = await waiting(["store_one"]);
    const { delivery_id } = (await approve(world, other.submission_id)).body;
    await world.ctx.db`
      update delivery_stores set upc = ${row?.upc ?? ""}, label = ${row?.label ?? ""}, release_date = ${row?.release_date ?? ""}
      where delivery_id = ${delivery_id}`;
    const approved = (await approve(world, submission_id)).body;
    expect(await storesOf(approved.delivery_id, reviewed)).toEqual(["store_two"]);
    expect(remarks(approved)).toEqual([["warning", "deliver.store_ids[0]", "store_one"]]);

    // A store rejected it, and it is submitted again.
    const report = { status: "rejected", rejection_code: "art_too_small" };
    await must(world.operator, `POST /v1/operator/deliveries/${approved.delivery_id}/stores/store_two/report`, report);
    expect(refusal(await submit(release_id, everywhere(["store_two"]), reviewed))).toEqual([
      409,
      "duplicate_submission",
    ]);
    expect((await submit(release_id, everywhere("all"), reviewed)).status).toBe(200);
  });
});
