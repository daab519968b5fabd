import { type Context, timestamp, transaction } from "../context.ts";
import type { TransactionDb } from "../database/db.ts";
import type { Schedule } from "./handler.ts";
import { enqueue } from "./queue.ts";

export async function enqueueScheduled(ctx: Context, { definition, every_s }: Schedule): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const next_at = new Date(ctx.clock.now().getTime() + every_s * 1000).toISOString();
    const turn = { name: definition.name, now: timestamp(ctx), next_at };
    if (await takeTurn(ctx.db, turn)) await enqueue(ctx, definition, {});
  });
}

/**
 * True for one caller each time the schedule is due, however many ask. If the stored time is more than one interval after
 * the given `next_at`, a wrong clock wrote it: run now, or the schedule would be silent until then.
 */
export async function takeTurn(
  db: TransactionDb,
  schedule: { name: string; now: string; next_at: string },
): Promise<boolean> {
  const { name, now, next_at } = schedule;
  const { count } = await db`
    insert into schedules (name, next_at) values (${name}, ${next_at})
    on conflict (name) do update set next_at = excluded.next_at
    where schedules.next_at <= ${now} or schedules.next_at - ${next_at} > ${next_at}::timestamptz - ${now}`;
  return count === 1;
}
