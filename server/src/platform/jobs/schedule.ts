import { type Context, timestamp, transaction } from "../context.ts";
import type { TransactionDb } from "../database/db.ts";
import type { Schedule } from "./handler.ts";
import { enqueue } from "./queue.ts";

/** Each worker asks every second, and seldom is anything due: one statement looks at all schedules. */
export async function enqueueDue(ctx: Context, schedules: readonly Schedule[]): Promise<void> {
  const due = await findDue(ctx, schedules);
  for (const schedule of schedules) if (due.has(schedule.definition.name)) await enqueueScheduled(ctx, schedule);
}

async function enqueueScheduled(ctx: Context, schedule: Schedule): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const turn = { name: schedule.definition.name, now: timestamp(ctx), next_at: nextAt(ctx, schedule) };
    if (await takeTurn(ctx.db, turn)) await enqueue(ctx, schedule.definition, {});
  });
}

function nextAt(ctx: Context, { every_s }: Schedule): string {
  return new Date(ctx.clock.now().getTime() + every_s * 1000).toISOString();
}

/** The names of those that may be due: another worker may be quicker, so `takeTurn` decides, by the same rule. */
async function findDue(ctx: Context, schedules: readonly Schedule[]): Promise<Set<string>> {
  const [names, next_ats] = [
    schedules.map(({ definition }) => definition.name),
    schedules.map((one) => nextAt(ctx, one)),
  ];
  const now = timestamp(ctx);
  const rows = await ctx.db<{ name: string }[]>`
    select name from unnest(${names}::text[], ${next_ats}::text[]) as asked (name, next_at)
    where not exists (
      select 1 from schedules s where s.name = asked.name and s.next_at > ${now}
        and s.next_at - asked.next_at::timestamptz <= asked.next_at::timestamptz - ${now}::timestamptz)`;
  return new Set(rows.map(({ name }) => name));
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
