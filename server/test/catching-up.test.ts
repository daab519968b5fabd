// Catching up: a partner keeps a copy of its catalog by asking each list for what changed since it last asked.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertAsset, makeRelease, must } from "./catalog.ts";
import { createWorld, type Member, type World } from "./world.ts";

let world: World;
let member: Member;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  member = await world.organization({ name: "Reader" });
});
afterAll(() => world.close());

/** How a thing of each list is made and changed, a filter that it passes and one that it does not. */
type List = { make: () => Promise<string>; change: (id: string) => Promise<unknown>; passes: string; refuses: string };

const make = async (path: string, body: object): Promise<string> => (await must(member, `POST ${path}`, body)).body.id;
const releases = { title: "Night Train", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2027-03-01" };

let home: string;
let number = 0;
const lists: Readonly<Record<string, List>> = {
  "/v1/releases": {
    make: () => make("/v1/releases", releases),
    change: (id) => must(member, `PATCH /v1/releases/${id}`, { title: "Day Train" }),
    passes: "status=draft",
    refuses: "status=delivered",
  },
  "/v1/tracks": {
    make: async () => {
      home ??= await make("/v1/releases", releases);
      const audio_asset_id = await insertAsset(world, member, { type: "audio" });
      return make("/v1/tracks", { release_id: home, title: `Track ${++number}`, audio_asset_id });
    },
    change: (id) => must(member, `PATCH /v1/tracks/${id}`, { title: "Renamed" }),
    passes: "",
    refuses: "release_id=rel_unknown",
  },
  "/v1/deliveries": {
    make: async () => {
      const release_id = await makeRelease(world, member);
      await must(member, `POST /v1/releases/${release_id}/submit`);
      const stores = { store_ids: ["store_auralis"], territory_codes: ["WORLDWIDE"] };
      return make("/v1/deliveries", { release_id, ...stores });
    },
    change: (id) =>
      must(member, `POST /v1/sandbox/deliveries/${id}/simulate`, { store_id: "store_auralis", status: "delivered" }),
    passes: "status=delivered",
    refuses: "status=cancelled",
  },
  "/v1/payouts": {
    make: async () => {
      const body = { currency: "EUR", amount: "1.00", reason: "Earned" };
      await must(world.operator, `POST /v1/operator/organizations/${member.id}/adjustments`, body);
      return make("/v1/payouts", { currency: "EUR" });
    },
    change: (id) => must(member, `POST /v1/sandbox/payouts/${id}/simulate`, { status: "processing" }),
    passes: "status=processing",
    refuses: "status=paid",
  },
};

describe.each(Object.entries(lists))("%s", (path, { make, change, passes, refuses }) => {
  const since = (moment: string, more = "") => `GET ${path}?updated_since=${moment}${more && `&${more}`}`;
  const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);
  const now = () => world.clock.now().toISOString();

  test("tells what changed at or after a moment, the oldest change first, page by page", async () => {
    const made: string[] = [];
    for (let count = 0; count < 3; count++) made.push(await make());
    const [first = "", second = "", third = ""] = made;
    world.clock.advance(60_000);
    const moment = now();
    expect((await must(member, since(moment))).body.data).toEqual([]);
    for (const id of [third, first]) {
      world.clock.advance(1_000);
      await change(id);
    }
    const changed = (await must(member, since(moment))).body;
    expect([idsOf(changed), changed.has_more]).toEqual([[third, first], false]);
    const [, last] = changed.data;
    expect(idsOf((await must(member, since(last.updated_at))).body)).toEqual([first]);
    expect(idsOf((await must(member, since(moment, passes))).body)).toEqual([third, first]);
    expect((await must(member, since(moment, refuses))).body.data).toEqual([]);

    const page = (await must(member, since(moment, "limit=1"))).body;
    expect(idsOf(page)).toEqual([third]);
    // Changes while a partner reads on come later, and are not missed.
    world.clock.advance(1_000);
    await change(second);
    const rest = (await must(member, since(moment, `limit=100&cursor=${page.next_cursor}`))).body;
    expect([idsOf(rest), rest.next_cursor]).toEqual([[first, second], null]);
    const other = await member.call(since(last.updated_at, `cursor=${page.next_cursor}`));
    expect([other.status, other.body.error.code]).toEqual([400, "invalid_cursor"]);
    expect((await world.rival.call(since(moment))).body.data).toEqual([]);
  });

  test("refuses what is no moment", async () => {
    for (const moment of ["yesterday", "2026-02-30T00:00:00Z", "2026-02-03"])
      expect((await member.call(since(moment))).body.error?.code).toBe("invalid_request");
  });
});

test("each list that can be caught up with reads an index of its own", async () => {
  for (const table of ["releases", "tracks", "deliveries", "payouts"]) {
    const plan = await world.ctx.begin(async (db) => {
      await db`set local enable_seqscan = off`;
      await db`set local enable_sort = off`;
      return db.unsafe(
        `explain select id from ${table} where organization_id = 'org_x' and updated_at >= now() order by updated_at, id limit 20`,
      );
    });
    expect(JSON.stringify(plan)).toContain(`${table}_changed`);
  }
});
