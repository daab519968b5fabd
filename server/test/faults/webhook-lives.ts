// Lives of workers that send events, each of which ends by a kill, and receivers that are not always well.

import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { deathPoints } from "./mortal-outbound.ts";
import { between } from "./scale.ts";
import type { Manner } from "./watched-endpoints.ts";
import type { Campaign } from "./webhook-campaign.ts";

/** Some fail now and then, some are late, and a few never succeed. */
export function moodily(key: string): Manner {
  const isHopeless = (createHash("sha256").update(key).digest()[0] ?? 0) < 5;
  const chance = Math.random();
  if (isHopeless || chance < 0.15) return { status: 500, after_ms: 0 };
  return { status: 200, after_ms: chance < 0.25 ? between(50, 300) : 0 };
}

/** `events` are emitted in each life. A life that ends at a point of a call has so many calls before. */
export type Life = { events: number; calls: [number, number] };

/** One life after the other, each of which ends at one of the points or is killed from outside at any time. */
export async function liveAndDie(
  campaign: Campaign,
  lives: Iterator<number, undefined>,
  { events, calls }: Life,
): Promise<void> {
  for (let life = lives.next(); !life.done; life = lives.next()) {
    const at = deathPoints[life.value % (deathPoints.length + 1)];
    const after_calls = Math.ceil(between(...calls));
    const worker = await campaign.startWorker(at && { at, after_calls });
    await campaign.emitEvents(events);
    if (!at) {
      await sleep(between(0, 700));
      worker.signal("SIGKILL");
    }
    expect(await worker.exit).toEqual({ code: null });
  }
}
