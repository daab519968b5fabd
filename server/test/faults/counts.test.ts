import { expect, test } from "vitest";
import { addCounts, describeSums } from "./counts.ts";

const part = (campaign: string, day: string, counts: object) =>
  JSON.stringify({ at: `2026-11-${day}T10:00:00.000Z`, commit: "abc1234", campaign, counts });

test("the parts of a campaign are added up, and of times the longest is kept", () => {
  const sums = addCounts([
    part("million", "18", { kills: 10, lost: 0, slowest_ms: 900 }),
    part("Redis", "19", { kills: 3 }),
    part("million", "17", { kills: 20, lost: 0, slowest_ms: 1_200 }),
  ]);
  expect(sums.map(({ campaign, parts, counts }) => ({ campaign, parts, counts }))).toEqual([
    { campaign: "million", parts: 2, counts: { kills: 30, lost: 0, slowest_ms: 1_200 } },
    { campaign: "Redis", parts: 1, counts: { kills: 3 } },
  ]);
  expect(describeSums(sums)).toBe(
    "million: 30 kills, 0 lost, 1,200 slowest_ms (2 parts, 2026-11-17 to 2026-11-18)\n" +
      "Redis: 3 kills (1 parts, 2026-11-19 to 2026-11-19)\n",
  );
});
