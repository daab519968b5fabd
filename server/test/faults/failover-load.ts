// Everything that runs while something is killed or replaced: releases go to stores and tell of it by webhooks, sales reports are imported and months
// are closed. Each request is repeated with one key until it is answered for good.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { png, sine, wav } from "../media.ts";
import { upload } from "../upload.ts";
import type { Answer, Caller } from "../world.ts";
import { watchEndpoints } from "./watched-endpoints.ts";
import { releaseBody } from "./writers.ts";

type Statement = { period_start: string; gross_amount: string };

export type FailoverLoad = {
  /** No new work; then all that was begun comes to its end. */
  finish(): Promise<FailoverCounts>;
  close(): Promise<void>;
};
type FailoverCounts = { deliveries: number; events: number; closes: number };

const AGAIN_AFTER_MS = 200;
const ENDED_WITHIN = { timeout: 180_000, interval: 200 };
const ROWS = 2_000;
/** 0.01 for each play: 0, 1, 2 and so on to the last row. */
const GROSS = "19990.00";
const REPORTS = "/v1/operator/sales-reports";

/** Until it is neither refused for the moment nor lost. */
async function insist(
  by: Caller,
  operation: string,
  { body, raw }: { body?: object; raw?: string } = {},
): Promise<Pick<Answer, "status" | "body">> {
  const idempotency_key = randomUUID();
  for (;;) {
    const sent = raw === undefined ? { ...(body && { body }) } : { raw: Buffer.from(raw), headers: csv };
    const answer = await by.call(operation, { ...sent, idempotency_key }).catch(() => undefined);
    const code = answer?.body?.error?.code;
    if (answer && answer.status !== 503 && code !== "idempotency_in_progress") return answer;
    await sleep(AGAIN_AFTER_MS);
  }
}
const csv = { "content-type": "text/csv" };

/** `store_id`: a store that confirms by itself. */
export async function startFailoverLoad(
  operator: Caller,
  partner: Caller,
  store_id = "store_auralis",
): Promise<FailoverLoad> {
  const endpoints = await watchEndpoints();
  await endpoints.register(partner as never, "delivery.completed");
  const files = {
    audio: await upload(partner, wav({ sound: sine({ seconds: 3, hertz: 440 }) })),
    artwork: await upload(partner, await png({ width: 3_000, height: 3_000 }), {
      type: "artwork",
      filename: "cover.png",
      content_type: "image/png",
    }),
  };
  await expect
    .poll(async () => (await partner.call(`GET /v1/assets/${files.audio}`)).body.status, ENDED_WITHIN)
    .toBe("ready");
  await expect
    .poll(async () => (await partner.call(`GET /v1/assets/${files.artwork}`)).body.status, ENDED_WITHIN)
    .toBe("ready");
  const made = { deliveries: [] as string[], closed: [] as string[] };
  const wrong: string[] = [];
  let isEnding = false;
  const isrc = await deliverOne(0);
  const running = [deliverOn(), closeOn()];

  /** Undefined, and noted, if it is any other answer. */
  async function expected(statuses: readonly number[], ...asked: Parameters<typeof insist>): Promise<Answer["body"]> {
    const { status, body } = await insist(...asked);
    if (statuses.includes(status)) return body;
    wrong.push(`${asked[1]}: ${status} ${JSON.stringify(body).slice(0, 500)}`);
    return undefined;
  }

  async function deliverOn(): Promise<void> {
    for (let number = 1; !isEnding && wrong.length === 0; number++) await deliverOne(number);
  }

  /** Answers with the code of its recording. */
  async function deliverOne(number: number): Promise<string> {
    const release = await expected([201], partner, "POST /v1/releases", { body: releaseBody(`Delivered ${number}`) });
    const path = `/v1/releases/${release?.id}`;
    const track = { release_id: release?.id, title: "Song", audio_asset_id: files.audio };
    const { id } = (await expected([201], partner, "POST /v1/tracks", { body: track })) ?? {};
    await expected([200], partner, `PATCH ${path}`, { body: { artwork_asset_id: files.artwork } });
    const deliver = { store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
    const submitted = await expected([200, 201], partner, `POST ${path}/submit`, { body: { deliver } });
    made.deliveries.push(submitted?.delivery_id);
    return (await insist(partner, `GET /v1/tracks/${id}`)).body.isrc;
  }

  /** A month is reported, and then closed. */
  async function closeOn(): Promise<void> {
    for (let month = 0; !isEnding && wrong.length === 0; month++) {
      const period = `${2010 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
      const rows = Array.from({ length: ROWS }, (_, row) => `${isrc},DE,${row},0.01,EUR,${period}\n`);
      const raw = `isrc,territory,play_count,unit_rate,currency,month\n${rows.join("")}`;
      // If it was committed but the answer was lost, it is a duplicate.
      await expected([201, 409], operator, `POST ${REPORTS}?store_id=${store_id}&period=${period}`, { raw });
      await expected([200], operator, `POST /v1/operator/periods/${period}/close`);
      made.closed.push(period);
      await sleep(AGAIN_AFTER_MS);
    }
  }

  return {
    async finish() {
      isEnding = true;
      await Promise.all(running);
      expect(wrong).toEqual([]);
      for (const id of made.deliveries)
        await expect
          .poll(async () => (await insist(partner, `GET /v1/deliveries/${id}`)).body.status, ENDED_WITHIN)
          .toBe("delivered");
      const eventsOfDeliveries = () => {
        const found = new Map<string, Set<string>>();
        for (const [key, { body }] of endpoints.seen) {
          const { id } = JSON.parse(body).data;
          found.set(id, (found.get(id) ?? new Set()).add(key));
        }
        return found;
      };
      await expect.poll(() => eventsOfDeliveries().size, ENDED_WITHIN).toBe(made.deliveries.length);
      expect([...eventsOfDeliveries().values()].filter((events) => events.size !== 1)).toEqual([]);
      expect([...endpoints.seen.values()].filter(({ forged, changed }) => forged + changed > 0)).toEqual([]);
      const statements = (await insist(partner, "GET /v1/statements?limit=100")).body.data as Statement[];
      expect(
        statements.map(({ period_start, gross_amount }) => [period_start.slice(0, 7), gross_amount]).sort(),
      ).toEqual(made.closed.slice(-100).map((period) => [period, GROSS]));
      expect((await insist(operator, "GET /v1/operator/ledger/check")).body.is_right).toBe(true);
      return {
        deliveries: made.deliveries.length,
        events: endpoints.seen.size,
        closes: made.closed.length,
      };
    },
    close: () => endpoints.close(),
  };
}
