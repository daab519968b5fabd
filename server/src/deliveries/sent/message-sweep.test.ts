import { afterAll, beforeAll, expect, test } from "vitest";
import { addStoreByHand, deliverByHand } from "../../../test/store-by-hand.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { removeOldAcknowledgements, removeOldMessages } from "./message-sweep.ts";

const DAY_MS = 86_400_000;
let world: World;
let store_id: string;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  store_id = await addStoreByHand(world);
});
afterAll(() => world.close());

/** One message an attempt: how many days ago it was made, and whether the store took it. */
async function insertMessages(delivery_id: string, made: [days_ago: number, isTaken: boolean][]): Promise<void> {
  for (const [place, [days_ago, isTaken]] of made.entries()) {
    const at = new Date(world.clock.now().getTime() - days_ago * DAY_MS).toISOString();
    await world.ctx.db`
      insert into store_messages (message_id, organization_id, delivery_id, store_id, attempt, kind, message, created_at, taken_at)
      values (${`${delivery_id}-${place + 1}`}, ${world.label.id}, ${delivery_id}, ${store_id}, ${place + 1}, 'new', '{}', ${at},
        ${isTaken ? at : null})`;
  }
}

async function attemptsOf(delivery_id: string): Promise<number[]> {
  const rows = await world.ctx.db<{ attempt: number }[]>`
    select attempt from store_messages where delivery_id = ${delivery_id} order by attempt`;
  return rows.map(({ attempt }) => attempt);
}

test.each<[string, [number, boolean][], number[]]>([
  [
    "the message that the store took last, and the last one",
    [
      [400, true],
      [390, false],
      [380, true],
      [370, false],
      [360, false],
    ],
    [3, 5],
  ],
  [
    "all of the last 90 days",
    [
      [400, true],
      [80, true],
      [70, false],
      [60, false],
    ],
    [2, 3, 4],
  ],
  ["the only one, however old", [[900, false]], [1]],
  [
    "the last one, where the store took none",
    [
      [900, false],
      [800, false],
    ],
    [2],
  ],
])("old messages to stores are removed, except %s", async (_what, made, kept) => {
  const { delivery_id } = await deliverByHand(world);
  await insertMessages(delivery_id, made);
  await removeOldMessages(world.ctx);
  expect(await attemptsOf(delivery_id)).toEqual(kept);
});

test.each([
  ["content_id", "messages"],
  ["document_id", "documents"],
])("what several messages say is removed with the last of them (%s of %s)", async (column) => {
  const { delivery_id } = await deliverByHand(world);
  await insertMessages(delivery_id, [
    [400, true],
    [390, true],
    [380, true],
  ]);
  const share = (attempts: number[], content_id: string) => world.ctx.db`
    update store_messages set ${world.ctx.db(column)} = ${content_id} where delivery_id = ${delivery_id} and attempt = any(${attempts})`;
  await share([1], `${delivery_id}-1`);
  await share([2, 3], `${delivery_id}-2`);
  for (const id of [`${delivery_id}-1`, `${delivery_id}-2`])
    await world.ctx.db`insert into message_contents (id, content) values (${id}, '{}')`;
  await removeOldMessages(world.ctx);
  expect(await attemptsOf(delivery_id)).toEqual([3]);
  const left = await world.ctx.db`select id from message_contents where id like ${`${delivery_id}%`}`;
  expect(left).toEqual([{ id: `${delivery_id}-2` }]);
});

test("old acknowledgements are removed, except the last about each message that is kept", async () => {
  const { delivery_id } = await deliverByHand(world);
  await insertMessages(delivery_id, [
    [400, true],
    [300, true],
  ]);
  const [first, second, gone] = [`${delivery_id}-1`, `${delivery_id}-2`, `${delivery_id}-0`];
  const acknowledged: [name: string, days_ago: number, message_ids: string[]][] = [
    ["the first word about the first", 399, [first]],
    ["the last word about the first", 398, [first]],
    ["the last word about the second, with others", 290, [gone, second]],
    ["about a message that is gone", 280, [gone]],
    ["of the last 90 days", 80, [gone]],
  ];
  for (const [name, days_ago, message_ids] of acknowledged) {
    const at = new Date(world.clock.now().getTime() - days_ago * DAY_MS).toISOString();
    await world.ctx.db`
      insert into store_acknowledgements (store_id, digest, message_ids, name, made_at, received_at, document)
      values (${store_id}, ${Buffer.from(name)}, ${message_ids}, ${name}, ${at}, ${at}, ${Buffer.from(name)})`;
  }
  await removeOldAcknowledgements(world.ctx);
  const rows = await world.ctx.db<{ name: string }[]>`select name from store_acknowledgements order by received_at`;
  expect(rows.map(({ name }) => name)).toEqual(
    acknowledged.flatMap(([name], index) => ([1, 2, 4].includes(index) ? [name] : [])),
  );
});
