// `npm run test:faults -- million`: 500 kills over 1,000,000 events in one database, in rounds. Each round is finished
// and audited, so a fault shows at once and the memory does not grow. FAULTS_MINUTES ends it after the round that runs
// then, with the counts of what was seen.

import { expect, test } from "vitest";
import { keepCounts } from "./counts.ts";
import { count, isMillion, report, seconds } from "./scale.ts";
import { openCampaign } from "./webhook-campaign.ts";
import { liveAndDie, moodily } from "./webhook-lives.ts";

const ROUNDS = 50;
const DEATHS_OF_ROUND = 10;
const life = { events: 2_000, calls: [20, 400] as [number, number] };
const FINISHED_WITHIN_MS = 1_800_000;
const MINUTES = Number(process.env.FAULTS_MINUTES ?? 1_440);

test.skipIf(!isMillion)(
  "500 kills over 1,000,000 events: nothing is lost, nothing is recorded twice",
  async () => {
    const began = performance.now();
    const campaign = await openCampaign();
    campaign.endpoints.behave(moodily);
    const total = { kills: 0, dispatches: 0, delivered: 0, attempts: 0, requests: 0, in_flight: 0 };
    let round = 0;
    try {
      while (round < ROUNDS && performance.now() - began < MINUTES * 60_000) {
        const numbers = Array.from({ length: DEATHS_OF_ROUND }, (_, number) => number);
        const lives = numbers.values() as Iterator<number, undefined>;
        await Promise.all([liveAndDie(campaign, lives, life), liveAndDie(campaign, lives, life)]);
        const last = await campaign.startWorker();
        await campaign.finish(FINISHED_WITHIN_MS);
        last.signal("SIGTERM");
        await last.exit;
        const { wrong, ...counts } = await campaign.audit();
        expect(wrong.slice(0, 5)).toEqual([]);
        expect(counts.dispatches).toBe(DEATHS_OF_ROUND * life.events * 2);
        await campaign.forget();
        round++;
        for (const [name, number] of Object.entries({ ...counts, kills: DEATHS_OF_ROUND }))
          total[name as keyof typeof total] += number;
        const events = DEATHS_OF_ROUND * life.events;
        keepCounts("million", { kills: DEATHS_OF_ROUND, events, ...counts, wrong: wrong.length });
        report(`million, round ${round} of ${ROUNDS}`, ...Object.entries(counts).map(([name, n]) => count(n, name)));
      }
    } finally {
      report(
        "million",
        `${round} of ${ROUNDS} rounds`,
        count(round * DEATHS_OF_ROUND * life.events, "events"),
        ...Object.entries(total).map(([name, number]) => count(number, name)),
        seconds(performance.now() - began),
      );
      await campaign.close();
    }
    expect(round).toBeGreaterThan(0);
  },
  2 * 86_400_000,
);
