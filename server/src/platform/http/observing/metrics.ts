import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isUnavailable } from "../../database/failure.ts";
import { lost } from "../../database/socket.ts";
import { withDeadline } from "../../deadline.ts";
import type { QueueDepth } from "../../jobs/queue.ts";
import type { Sharing } from "../../limits/limiters.ts";

export type Metrics = {
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
  observeJob(name: string, outcome: string, seconds: number): void;
  countFailedSignIn(way: "password" | "oidc", reason: string): void;
  text(): Promise<string>;
};

export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Shorter than the 10 seconds that Prometheus waits: a database that hangs must not cost the other numbers. */
const DATABASE_WITHIN_MS = 8_000;

/** Values that are measured when they are read. `sharing` is undefined if there is only one node. */
export type Measures = {
  /** From the database. */
  queue(): Promise<QueueDepth[]>;
  sharing: Sharing | undefined;
  clockAhead: () => number;
  /** Requests that the request log lost. */
  unlogged?: () => number;
  /** Further gauges, of this machine and from the database. The kernel does not know what they count. */
  gauges: {
    table: readonly GaugeRow[];
    readMachine(): Promise<GaugeReading[]>;
    readDatabase(): Promise<GaugeReading[]>;
  };
};

export type GaugeRow = { name: string; help: string; labels?: readonly string[] };
export type GaugeReading = { name: string; labels?: Record<string, string>; value: number };

export function createMetrics(environment: string, measures: Measures): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ environment });
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "segue_http_requests_total",
    help: "Requests answered, by method, route and status.",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "segue_http_request_duration_seconds",
    help: "Time from a request's arrival to its answer.",
    labelNames: ["method", "route"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
    registers: [registry],
  });
  const jobs = new Counter({
    name: "segue_jobs_total",
    help: "Tries of background jobs, by name and outcome: done, failed, or lost to another worker.",
    labelNames: ["name", "outcome"],
    registers: [registry],
  });
  const job_durations = new Histogram({
    name: "segue_job_duration_seconds",
    help: "Time of one try of a job.",
    labelNames: ["name"],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers: [registry],
  });
  const setQueue = watchQueue(registry);
  const setGauges = watchGauges(registry, measures.gauges.table);
  const setReachable = watchDatabase(registry);
  watchClock(registry, measures.clockAhead);
  watchRequestLog(registry, measures.unlogged);
  if (measures.sharing) watchLimits(registry, measures.sharing);
  return {
    observeJob(name, outcome, seconds) {
      jobs.inc({ name, outcome });
      job_durations.observe({ name }, seconds);
    },
    countFailedSignIn: signInCounter(registry),
    observeRequest({ method, route, status }, seconds) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
    async text() {
      const [machine, database] = await Promise.all([measures.gauges.readMachine(), readDatabase(measures)]);
      setReachable(database !== undefined);
      setQueue(database?.depths ?? []);
      setGauges([...machine, ...(database?.readings ?? [])]);
      return registry.metrics();
    },
  };
}

/** Undefined while the database is unavailable: the graphs of the process itself must not end just then. */
async function readDatabase({ queue, gauges }: Measures) {
  try {
    const asked = Promise.all([queue(), gauges.readDatabase()]);
    const [depths, readings] = await withDeadline(DATABASE_WITHIN_MS, asked, () => lost("CONNECT_TIMEOUT"));
    return { depths, readings };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return undefined;
  }
}

function watchDatabase(registry: Registry): (is_reachable: boolean) => void {
  const reachable = new Gauge({
    name: "segue_database_reachable",
    help: "1 if the database answered this reading, else 0; the numbers that come from it are then left out.",
    registers: [registry],
  });
  return (is_reachable) => reachable.set(is_reachable ? 1 : 0);
}

function watchQueue(registry: Registry): (depths: readonly QueueDepth[]) => void {
  const labelNames = ["name", "status"] as const;
  const depth = new Gauge({ name: "segue_queue_jobs", help: "Jobs in the queue.", labelNames, registers: [registry] });
  const age = new Gauge({
    name: "segue_queue_age_seconds",
    help: "How long the first job has been due.",
    labelNames,
    registers: [registry],
  });
  return (depths) => {
    depth.reset();
    age.reset();
    for (const { name, status, jobs, age_s } of depths) {
      depth.set({ name, status }, jobs);
      age.set({ name, status }, age_s);
    }
  };
}

function signInCounter(registry: Registry): Metrics["countFailedSignIn"] {
  const failed = new Counter({
    name: "segue_failed_sign_ins_total",
    help: "Sign-ins of people that were refused, by way (password or oidc) and reason.",
    labelNames: ["way", "reason"],
    registers: [registry],
  });
  return (way, reason) => failed.inc({ way, reason });
}

/** A gauge without a reading has no line: a store that is reached again disappears. */
function watchGauges(registry: Registry, table: readonly GaugeRow[]): (readings: readonly GaugeReading[]) => void {
  const gauges = new Map(
    table.map(({ name, help, labels = [] }) => [
      name,
      new Gauge({ name, help, labelNames: [...labels], registers: [registry] }),
    ]),
  );
  return (readings) => {
    for (const gauge of gauges.values()) {
      gauge.reset();
      // After a reset, a gauge without labels is 0, which would say that all is well.
      gauge.remove({});
    }
    for (const { name, labels = {}, value } of readings) gauges.get(name)?.set(labels, value);
  };
}

function watchClock(registry: Registry, ahead: () => number): void {
  new Gauge({
    name: "segue_clock_ahead_seconds",
    help: "How far this machine's clock is ahead of the database's; negative: behind it.",
    registers: [registry],
    collect() {
      this.set(ahead());
    },
  });
}

function watchRequestLog(registry: Registry, unlogged = () => 0): void {
  new Counter({
    name: "segue_request_log_dropped_total",
    help: "Requests missing in the request log, because the database was too slow or away.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(unlogged());
    },
  });
}

function watchLimits(registry: Registry, { isShared, slowAnswers }: Sharing): void {
  new Gauge({
    name: "segue_rate_limits_shared",
    help: "1 while the nodes count requests together in Redis, 0 while this one counts alone.",
    registers: [registry],
    collect() {
      this.set(isShared() ? 1 : 0);
    },
  });
  new Counter({
    name: "segue_redis_slow_answers_total",
    help: "Answers of Redis that took 50 ms or longer, while a request waited.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(slowAnswers());
    },
  });
}
