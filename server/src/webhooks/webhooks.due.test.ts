// Looking up what to send, on tables that were analyzed while nothing waited: the usual state of a service that keeps up.

import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";
import { listDue } from "./queries.ts";

const EVENTS = 3_000;
const AT_ONCE = 60;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const idOf = (place: number) => `evt_${String(place).padStart(26, "0")}`;

test("after a flood of events, each look-up reads the dispatches that it was asked for, not all that wait", async () => {
  const { db, begin } = world.ctx;
  const { id: organization_id } = world.label;
  await db`
    insert into webhooks (id, organization_id, url, event_type, status, secret, created_at, updated_at)
    values ('whk_1', ${organization_id}, 'https://example.com', array['delivery.completed'], 'verified', '', now(), now())`;
  const add = async (status: "pending" | "delivered", first: number) => {
    const ids = Array.from({ length: EVENTS }, (_, place) => idOf(first + place));
    await db`
      insert into events (id, organization_id, event_type, body, created_at)
      select id, ${organization_id}, 'delivery.completed', '{}', now() from unnest(${ids}::text[]) as id`;
    await db`
      insert into dispatches (event_id, webhook_id, organization_id, status, next_attempt_at, created_at)
      select id, 'whk_1', ${organization_id}, ${status}::text, case when ${status}::text = 'pending' then now() end, now()
      from unnest(${ids}::text[]) as id`;
  };
  await add("delivered", 0);
  for (const table of ["events", "dispatches", "webhooks"]) await db.unsafe(`vacuum analyze ${table}`);
  await add("pending", EVENTS);
  const asked = Array.from({ length: AT_ONCE }, (_, place) => idOf(EVENTS + place * 7));
  const read = await begin(async (db) => {
    // As the connections of a worker have it.
    await db`set local enable_seqscan = off`;
    const due = await listDue(
      db,
      asked.map((event_id) => ({ event_id, webhook_id: "whk_1", round: 1 })),
    );
    expect(due.map((one) => one?.event_id)).toEqual(asked);
    const [row] = await db<[{ rows: number }]>`
      select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'dispatches'`;
    return row.rows;
  });
  expect(read).toBe(AT_ONCE);
});
