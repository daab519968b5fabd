// Codes are frozen while a store has the release or is being sent it: by whichever way they would change.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approve, makeRelease, must } from "../../test/catalog.ts";
import { atScale } from "../../test/faults/scale.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";

const TIMES = atScale({ short: 6, full: 40 });
const EAN = "4006381333931";
const OTHER_EAN = "5901234123457";
const OTHER_UPC = "888072034044";
const ISRC = "GB-AYE-01-00351";
const OTHER_ISRC = "GB-AYE-02-00351";
const STORE = "store_by_hand";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await must(world.operator, "POST /v1/operator/stores", {
    store_id: STORE,
    name: "By Hand",
    territories: ["WORLD"],
    requirements: "none",
    connector: { kind: "manual" },
  });
});
afterAll(() => world.close());

type Made = { release_id: string; track_id: string; delivery_id: string };

/** On its way to the store, with an EAN and an ISRC. */
async function queued(by: Member = world.label): Promise<Made> {
  const release_id = await makeRelease(world, by, { ean: EAN });
  const [{ id: track_id }] = (await must(by, `GET /v1/tracks?release_id=${release_id}`)).body.data;
  await must(by, `PATCH /v1/tracks/${track_id}`, { isrc: ISRC });
  const { submission_id } = (await must(by, `POST /v1/releases/${release_id}/submit`)).body;
  if (by !== world.label) await approve(world, submission_id);
  const request = { release_id, store_ids: [STORE], territory_codes: ["WORLDWIDE"] };
  return { release_id, track_id, delivery_id: (await must(by, "POST /v1/deliveries", request)).body.id };
}
const ingesting = async (): Promise<Made> => {
  const made = await queued();
  await world.runJobs();
  return made;
};
const says = ({ delivery_id }: Made, status: string, more: object = {}) =>
  must(world.label, `POST /v1/sandbox/deliveries/${delivery_id}/simulate`, { store_id: STORE, status, ...more });
/** With the code that the service itself uses when it sends nothing. */
const flaggedAsInvalid = async (): Promise<Made> => {
  const made = await ingesting();
  await says(made, "action_required", { rejection_code: "invalid_message" });
  return made;
};
const answered = async (...statuses: string[]): Promise<Made> => {
  const made = await ingesting();
  for (const status of statuses) await says(made, status);
  return made;
};
const acted = async (made: Made, action: string): Promise<Made> => {
  await must(world.label, `POST /v1/deliveries/${made.delivery_id}/${action}`, {});
  return made;
};
const change = ({ release_id }: Made, body: object, by = world.label) =>
  by.call(`PATCH /v1/releases/${release_id}`, { body });
const changeTrack = ({ track_id }: Made, body: object, by = world.label) =>
  by.call(`PATCH /v1/tracks/${track_id}`, { body });
const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field }: { field: string }) => field),
];

async function expectFrozen(made: Made): Promise<void> {
  const refused = [
    await change(made, { upc: OTHER_UPC, title: "Another Title" }),
    await change(made, { ean: OTHER_EAN }),
    await change(made, { ean: null }),
    await changeTrack(made, { isrc: OTHER_ISRC }),
    await changeTrack(made, { isrc: null }),
  ];
  expect(refused.map(refusal)).toEqual(
    ["upc", "ean", "ean", "isrc", "isrc"].map((field) => [409, "invalid_state", field]),
  );
  const { upc, ean, title } = (await must(world.label, `GET /v1/releases/${made.release_id}`)).body;
  expect([ean, title]).toEqual([EAN, "Midnight in Paris"]);
  // The same codes are no change.
  expect((await change(made, { upc, ean, genre: "Jazz" })).status).toBe(200);
  expect((await changeTrack(made, { isrc: ISRC.replaceAll("-", ""), explicit: true })).status).toBe(200);
}

async function expectFree(made: Made): Promise<void> {
  const { upc } = (await must(world.label, `GET /v1/releases/${made.release_id}`)).body;
  const done = [
    await change(made, { upc: OTHER_UPC, label: made.release_id }),
    await change(made, { ean: OTHER_EAN }),
    await change(made, { upc, ean: EAN }),
    await changeTrack(made, { isrc: OTHER_ISRC }),
  ];
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
}

describe("codes are frozen", () => {
  test.each<[string, () => Promise<Made>]>([
    ["is receiving it", ingesting],
    ["has it", () => answered("delivered")],
    ["asks for something", () => answered("action_required")],
    ["asks for something and calls what it was sent an invalid message", flaggedAsInvalid],
    [
      "calls what it was sent an invalid message, after a resubmission is cancelled",
      async () => acted(await acted(await flaggedAsInvalid(), "resubmit"), "cancel"),
    ],
    ["has it and waits for an update", async () => acted(await answered("delivered"), "update")],
    ["has it and rejected an update", () => answered("delivered", "rejected")],
    ["is asked to take it down", async () => acted(await answered("delivered"), "takedown")],
  ])("while a store %s", async (_, make) => expectFrozen(await make()));

  test.each<[string, () => Promise<Made>]>([
    ["was not sent it yet", queued],
    ["rejected it at once", () => answered("rejected")],
    ["waits for a resubmission of what it rejected at once", async () => acted(await answered("rejected"), "resubmit")],
    ["was cancelled", async () => acted(await queued(), "cancel")],
    [
      "has taken it down",
      async () => {
        const made = await acted(await answered("delivered"), "takedown");
        await says(made, "taken_down");
        return made;
      },
    ],
  ])("no longer, or not yet, where a store %s", async (_, make) => expectFree(await make()));

  test("under manual review also while a store was not sent it yet: what goes out is what was approved", async () => {
    const member = await world.organization({ review: "manual" });
    const made = await queued(member);
    const refused = [
      await change(made, { upc: OTHER_UPC }, member),
      await changeTrack(made, { isrc: OTHER_ISRC }, member),
    ];
    expect(refused.map(refusal)).toEqual(["upc", "isrc"].map((field) => [409, "invalid_state", field]));
    // A title waits for its review, and the codes stay frozen meanwhile.
    expect((await change(made, { title: "Another Title" }, member)).status).toBe(200);
    expect(refusal(await change(made, { ean: null }, member))).toEqual([409, "invalid_state", "ean"]);
  });

  test("but one that is missing can be set, once", async () => {
    const made = await queued();
    await change(made, { ean: null });
    await changeTrack(made, { isrc: null });
    await world.runJobs();
    await says(made, "delivered");
    expect((await change(made, { ean: OTHER_EAN })).status).toBe(200);
    await must(world.operator, `PATCH /v1/operator/organizations/${world.label.id}`, { isrc_prefix: "QZFRZ" });
    const { data } = (await must(world.label, `POST /v1/releases/${made.release_id}/assign-isrcs`)).body;
    expect(data).toHaveLength(1);
    expect(refusal(await change(made, { ean: EAN }))).toEqual([409, "invalid_state", "ean"]);
    expect(refusal(await changeTrack(made, { isrc: ISRC }))).toEqual([409, "invalid_state", "isrc"]);
    expect((await must(world.label, `POST /v1/releases/${made.release_id}/assign-isrcs`)).body.data).toEqual([]);
  });

  test("says what helps: take it down, change it, deliver again", async () => {
    const made = await answered("delivered");
    const { message } = (await change(made, { upc: OTHER_UPC })).body.error;
    expect(message).toContain("take the release down");
    await acted(made, "takedown");
    await says(made, "taken_down");
    expect((await change(made, { upc: OTHER_UPC, label: made.release_id })).status).toBe(200);
    const request = { release_id: made.release_id, store_ids: [STORE], territory_codes: ["WORLDWIDE"] };
    expect((await world.label.call("POST /v1/deliveries", { body: request })).status).toBe(201);
  });

  test("while a store is started: it is sent the codes that the release keeps", async () => {
    for (let time = 0; time < TIMES; time++) {
      const made = await queued();
      const [, , answer] = await Promise.all([
        world.runJobs(),
        changeTrack(made, { title: "At Dawn" }),
        changeTrack(made, { isrc: OTHER_ISRC }),
      ]);
      const [row] = await world.ctx.db<{ isrc: string }[]>`
        select coalesce(m.message, c.content::json) -> 'tracks' -> 0 ->> 'isrc' as isrc
        from store_messages m left join message_contents c on c.id = m.content_id where m.delivery_id = ${made.delivery_id}`;
      const kept = (await must(world.label, `GET /v1/tracks/${made.track_id}`)).body.isrc;
      expect([row?.isrc, kept]).toEqual(answer.status === 200 ? [OTHER_ISRC, OTHER_ISRC] : [ISRC, ISRC]);
      await must(world.label, `POST /v1/sandbox/deliveries/${made.delivery_id}/simulate`, {
        store_id: STORE,
        status: "rejected",
      });
    }
  });
});
