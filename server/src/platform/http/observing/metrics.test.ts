import { expect, test } from "vitest";
import { readSamples } from "../../../../test/alert-rules.ts";
import { lost } from "../../database/socket.ts";
import { createMetrics, type GaugeReading, type Measures } from "./metrics.ts";

const stored = [
  { name: "stored", value: 7 },
  { name: "stored_by_store", labels: { store_id: "store_a" }, value: 3 },
];
const machine = [{ name: "machine", value: 5 }];

function metricsWith(readDatabase: () => Promise<GaugeReading[]>, queue: Measures["queue"] = async () => []) {
  const table = [
    { name: "stored", help: "x" },
    { name: "stored_by_store", help: "x", labels: ["store_id"] },
    { name: "machine", help: "x" },
  ];
  const gauges = { table, readMachine: async () => machine, readDatabase };
  return createMetrics("production", { queue, sharing: undefined, clockAhead: () => 0, gauges });
}

async function valuesOf(metrics: ReturnType<typeof metricsWith>): Promise<Record<string, number>> {
  const shown = /^(stored|machine|segue_queue|segue_database)/;
  const samples = readSamples(await metrics.text()).filter(({ name }) => shown.test(name));
  return Object.fromEntries(samples.map(({ name, value }) => [name, value]));
}

test("while the database is away, its readings are absent: neither those of before nor zeros", async () => {
  let isAway = false;
  const answer = async <T>(value: T): Promise<T> => {
    if (isAway) throw lost("CONNECTION_CLOSED");
    return value;
  };
  const depths = [{ name: "sweep_events", status: "ready", jobs: 2, age_s: 1 }];
  const metrics = metricsWith(
    () => answer(stored),
    () => answer(depths),
  );
  const whole = { stored: 7, stored_by_store: 3, segue_queue_jobs: 2, segue_queue_age_seconds: 1 };
  expect(await valuesOf(metrics)).toEqual({ ...whole, machine: 5, segue_database_reachable: 1 });
  isAway = true;
  expect(await valuesOf(metrics)).toEqual({ machine: 5, segue_database_reachable: 0 });
  isAway = false;
  expect(await valuesOf(metrics)).toEqual({ ...whole, machine: 5, segue_database_reachable: 1 });
});

test("a reading that fails for another reason fails the whole", async () => {
  const metrics = metricsWith(() => Promise.reject(new TypeError("a bug")));
  await expect(metrics.text()).rejects.toThrow("a bug");
});

test("histograms tell a slow request from a hanging one, and a long job from one of half a minute", async () => {
  const metrics = metricsWith(async () => []);
  metrics.observeRequest({ method: "GET", route: "/", status: 200 }, 15);
  metrics.observeJob("close_month", "done", 300);
  const filled = readSamples(await metrics.text()).filter(({ name, value }) => /_bucket$/.test(name) && value > 0);
  expect(filled.map(({ labels }) => labels.le)).toEqual(["20", "40", "+Inf", "600", "+Inf"]);
});
