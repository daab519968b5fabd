import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";
import { removeOldReceived } from "./received-sweep.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("old messages of partners are removed, except the newest of each release", async () => {
  const received: [message_id: string, days_ago: number, release_id: string | null, made_days_ago: number][] = [
    ["first", 400, "rel_1", 400],
    ["newest, and came before an older one", 300, "rel_1", 250],
    ["older", 290, "rel_1", 299],
    ["of another release", 280, "rel_2", 280],
    ["of no release", 270, null, 270],
    ["of the last 90 days", 80, null, 80],
  ];
  const ago = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000).toISOString();
  for (const [message_id, days_ago, release_id, made_days_ago] of received)
    await world.ctx.db`
      insert into ddex_messages (organization_id, sender_party_id, message_id, message_type, digest, made_at, received_at, release_id)
      values (${world.label.id}, 'PADPIDA1', ${message_id}, 'NewReleaseMessage', ${Buffer.from("x")}, ${ago(made_days_ago)},
        ${ago(days_ago)}, ${release_id})`;
  await removeOldReceived(world.ctx);
  const rows = await world.ctx.db<{ message_id: string }[]>`select message_id from ddex_messages order by received_at`;
  expect(rows.map(({ message_id }) => message_id)).toEqual(
    received.flatMap(([message_id], index) => ([1, 3, 5].includes(index) ? [message_id] : [])),
  );
});
