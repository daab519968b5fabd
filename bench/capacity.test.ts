import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Cost, describeNeed, measuredCosts, measuredDays, needOf, usualLoad } from "./capacity-model.ts";

const page = readFileSync(new URL("../docs/scale.md", import.meta.url), "utf8");
// Two runs on a machine that others use too differ by about as much.
const TOLERANCE = 0.35;

describe("the model of what an installation needs", () => {
  test.each(measuredDays)("says what $releases releases to $stores stores took when they were measured", (day) => {
    const { node_s, postgres_s } = needOf({ ...usualLoad, releases_per_day: day.releases, stores: day.stores });
    expect(node_s / day.node_s).toBeGreaterThan(1 - TOLERANCE);
    expect(node_s / day.node_s).toBeLessThan(1 + TOLERANCE);
    expect(postgres_s / day.postgres_s).toBeGreaterThan(1 - TOLERANCE);
    expect(postgres_s / day.postgres_s).toBeLessThan(1 + TOLERANCE);
  });

  test("never needs less for more", () => {
    const sizes = [100, 1_000, 10_000, 100_000, 1_000_000].map((releases_per_day) =>
      needOf({ ...usualLoad, releases_per_day }),
    );
    for (const field of [
      "api_processes",
      "worker_processes",
      "postgres_cores",
      "connections",
      "disk_gb_month",
    ] as const) {
      const figures = sizes.map((need) => need[field]);
      expect(figures).toEqual([...figures].sort((a, b) => a - b));
    }
  });

  test("leaves a small label with one process, and shards what no one PostgreSQL carries", () => {
    const small = needOf({ ...usualLoad, releases_per_day: 100 });
    expect([small.api_processes, small.worker_processes, small.postgres_cores]).toEqual([1, 0, 1]);
    expect(small.advice).toEqual(["One process does it all: SEGUE_ROLE=all."]);
    const whole = needOf({ ...usualLoad, releases_per_day: 50_000_000, stores: 200 });
    expect(whole.advice.join(" ")).toMatch(/shard by organization over \d+ installations/);
  });

  test("uses the costs that docs/scale.md shows", () => {
    const shown = Object.fromEntries(
      [...page.matchAll(/^\| `(\w+)` [^|]*\| ([\d.]+) ms \| ([\d.]+) ms \| ([\d.]+) kB \| ([\d.]+) kB \|$/gm)].map(
        ([, name = "", node, postgres, wal, disk]): [string, Cost] => [
          name,
          {
            node_ms: Number(node),
            postgres_ms: Number(postgres),
            wal_bytes: Math.round(Number(wal) * 1000),
            disk_bytes: Math.round(Number(disk) * 1000),
          },
        ],
      ),
    );
    expect(shown).toEqual(measuredCosts);
  });

  test("answers for the whole industry as docs/scale.md shows", () => {
    expect(page).toContain(describeNeed({ ...usualLoad, lines_per_month: 1_000_000_000 }));
    expect(page).toContain(describeNeed({ ...usualLoad, releases_per_day: 556_000 }));
  });
});
