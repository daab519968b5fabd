import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";
import { emit } from "../events/actions.ts";
import { lockRelease, moveRelease } from "../releases/queries.ts";
import { type Context, type Transaction, transaction, withCommit } from "./context.ts";
import { route } from "./http/route.ts";
import { handler } from "./jobs/handler.ts";
import { enqueue, housekeeping, type JobDefinition, type NoPayload } from "./jobs/queue.ts";

const chore: JobDefinition<NoPayload> = { name: "chore", lane: housekeeping, retry_s: [] };
const event = { organization_id: "org_1", event_type: "asset.ready", data: {} } as const;
const move = { id: "rel_1", from: "draft", to: "submitted", updated_at: "2027-01-01T00:00:00.000Z" } as const;
const listed = { path: "/v1/things", operation: "doThings", tag: "Things", summary: "Do", access: "public" } as const;
const success = { status: 204 } as const;

/** `npm run types` fails where one of these compiles. Nothing calls it. */
export function forgottenTransactions(ctx: Context): unknown[] {
  return [
    // @ts-expect-error A job is enqueued in the transaction of the change that asks for it.
    enqueue(ctx, chore, {}),
    // @ts-expect-error An event is emitted in the transaction of its change.
    emit(ctx, event),
    // @ts-expect-error Outside a transaction there is no commit to wait for.
    withCommit(ctx, Promise.resolve()),
    // @ts-expect-error A lock outside a transaction ends with its own statement.
    lockRelease(ctx.db, { organization_id: "org_1", id: "rel_1" }),
    // @ts-expect-error A status moves together with its event.
    moveRelease(ctx.db, "org_1", move),
    // @ts-expect-error A handler that reads has no transaction.
    route({ ...listed, method: "GET", success, handle: (ctx) => enqueue(ctx, chore, {}) }),
    // @ts-expect-error Nor has one that takes a stream.
    route({ ...listed, method: "PUT", takes: "stream", success, handle: (ctx) => enqueue(ctx, chore, {}) }),
    // @ts-expect-error Nor has a job's call to the outside.
    handler(chore, { prepare: (ctx) => enqueue(ctx, chore, {}), handle: async () => undefined }),
    route({ ...listed, method: "POST", success, handle: (ctx) => enqueue(ctx, chore, {}) }),
    handler(chore, { handle: (ctx) => enqueue(ctx, chore, {}) }),
    transaction(ctx, (ctx) => emit(ctx, event)),
  ];
}

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("a transaction within a transaction is the same one", async () => {
  let outer: Transaction | undefined;
  const isSame = await transaction(world.ctx, (ctx) => {
    outer = ctx;
    return transaction(ctx, async (inner) => inner === ctx);
  });
  expect([isSame, outer === world.ctx]).toEqual([true, false]);
});
