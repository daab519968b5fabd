import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Cost, describeNeed, measuredCosts, measuredDays, needOf, usualLoad } from "./capacity-model.ts";

const readPage = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), "utf8");
const page = readPage("scale.md");
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

describe("docs/cost.md", () => {
  const cost = readPage("cost.md");
  const { release, store_delivery, event, statement_line } = measuredCosts;
  const spentMs = ({ node_ms, postgres_ms }: Cost) => node_ms + postgres_ms;
  const [releases, times, minutes] = [1_000, 20, 16];
  const inspected_s = Number(/about ([\d.]+) s for each minute of a\s+song/.exec(page)?.[1]);

  /** `20 × 7.43 kB, 20 × 1.245 ms | 148.6 kB | 24.9 ms` */
  function timesOf(one: Cost): string {
    const [kb, ms] = [one.disk_bytes / 1000, Number(spentMs(one).toPrecision(6))];
    return `${times} × ${kb} kB, ${times} × ${ms} ms | ${(times * kb).toFixed(1)} kB | ${(times * ms).toFixed(1)} ms |`;
  }

  test("takes what a release costs from the same table", () => {
    const created = `| ${release.disk_bytes / 1000} kB | ${spentMs(release).toFixed(1)} ms |`;
    expect(cost).toContain(`| created, submitted and its delivery requested ${created}`);
    expect(cost).toContain(`| ${times} stores: ${timesOf(store_delivery)}`);
    expect(cost).toContain(`| ${times} events to one endpoint: ${timesOf(event)}`);
    const inspected = `${inspected_s} s each | | ${(minutes * inspected_s).toFixed(1)} s |`;
    expect(cost).toContain(`| ${minutes} minutes of sound inspected, ${inspected}`);
  });

  test("sums up a month of it", () => {
    const disk_gb = (releases * (release.disk_bytes + times * (store_delivery.disk_bytes + event.disk_bytes))) / 1e9;
    const stored_ms = spentMs(release) + times * (spentMs(store_delivery) + spentMs(event));
    const hours = (releases * (stored_ms / 1000 + minutes * inspected_s)) / 3600;
    const text = cost.replaceAll(/\s+/g, " ");
    expect(text).toContain(`**${disk_gb.toFixed(1)} GB of database** and **${hours.toFixed(1)} hours of one core**`);
    const [lines_gb, lines_s] = [statement_line.disk_bytes / 1000, spentMs(statement_line) * 1000];
    expect(text).toContain(
      `A million lines of sales reports add ${lines_gb.toFixed(1)} GB and ${lines_s.toFixed(0)} seconds`,
    );
    const busy = ((hours + lines_s / 3600) / (30 * 24)) * 100;
    expect(text).toContain(`busy for about ${busy.toFixed(1)} % of the month`);
  });
});
