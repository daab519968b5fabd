// Shared by tests of webhooks: endpoints, events, and the waiting for them.

import { emit, emitAll } from "../src/events/actions.ts";
import type { EventType } from "../src/events/event.ts";
import { transaction } from "../src/platform/context.ts";
import { must } from "./catalog.ts";
import type { Caller, Member, World } from "./world.ts";

/** An endpoint that wants the types, or `release.status.changed`. */
export async function register(
  caller: Caller,
  url: string,
  event_type: string | string[] = "release.status.changed",
): Promise<{ id: string; secret: string; status: string }> {
  return (await must(caller, "POST /v1/webhooks", { url, event_type })).body;
}

/** As a change would, in a transaction of its own. */
export function happen(
  { ctx }: World,
  { id: organization_id }: Pick<Member, "id">,
  event_type: EventType = "release.status.changed",
  data: object = {},
): Promise<string> {
  return transaction(ctx, (ctx) => emit(ctx, { organization_id, event_type, data }));
}

/** Many in one transaction. Answers with their ids. */
export function happenOften(
  { ctx }: World,
  { id: organization_id }: Pick<Member, "id">,
  how_many: number,
  event_type: EventType = "release.status.changed",
): Promise<string[]> {
  const events = Array.from({ length: how_many }, (_, number) => ({ organization_id, event_type, data: { number } }));
  return transaction(ctx, (ctx) => emitAll(ctx, events));
}

export const HOUR_MS = 3_600_000;

/** More than twice the pauses between tries. Moved by hours each time, every sweep of the service would run each time too. */
const PAUSES_MS = [2 / 60, 11 / 60, 1.1, 4.5, 17, 48].map((hours) => hours * HOUR_MS);

/** The jobs of three days, one try after another: whatever is not delivered by then has had all its tries. */
export async function exhaust({ clock, runJobs }: World): Promise<void> {
  for (const pause_ms of PAUSES_MS) {
    await runJobs();
    clock.advance(pause_ms);
  }
  await runJobs();
}
