// Computes the needs of an installation from measured costs. One table holds the costs; `bench day --each` measures
// them again and prints it in this form.

/** The cost of one thing: processor time in milliseconds, WAL and disk in bytes. */
export type Cost = { node_ms: number; postgres_ms: number; wal_bytes: number; disk_bytes: number };

/** Measured on two cores of a shared x86-64 machine. */
export const measuredCosts = {
  /** Created with artwork and four tracks, submitted, and its delivery requested: five requests. */
  release: { node_ms: 27.3, postgres_ms: 23.7, wal_bytes: 54_500, disk_bytes: 39_800 },
  /** One store of a delivery, from taking it up to its answer, with its message. */
  store_delivery: { node_ms: 0.671, postgres_ms: 0.574, wal_bytes: 8_250, disk_bytes: 7_430 },
  /** One event with one endpoint: sent, answered and recorded. */
  event: { node_ms: 0.173, postgres_ms: 0.767, wal_bytes: 3_300, disk_bytes: 876 },
  /** One line of a sales report: imported, matched, and closed into a statement. */
  statement_line: { node_ms: 0.00485, postgres_ms: 0.0183, wal_bytes: 445, disk_bytes: 396 },
} as const satisfies Record<string, Cost>;

/** Days that were measured, of different size and apart from the table: a test compares the model with them. */
export const measuredDays = [
  { releases: 200, stores: 5, node_s: 7.54, postgres_s: 8 },
  { releases: 500, stores: 20, node_s: 22.9, postgres_s: 24.4 },
];

export type Load = {
  releases_per_day: number;
  stores: number;
  /** How many endpoints each event goes to. */
  endpoints: number;
  lines_per_month: number;
  /** How much busier the busiest hour is than the average one. */
  peak: number;
};

export const usualLoad: Load = { releases_per_day: 25_000, stores: 20, endpoints: 1, lines_per_month: 0, peak: 3 };

export type Need = {
  /** Processor time of one day, in seconds. */
  node_s: number;
  postgres_s: number;
  /** Two cores alone, with nothing else to do. */
  hours_on_two_cores: number;
  /** In the busiest hour, with room left. */
  api_processes: number;
  worker_processes: number;
  postgres_cores: number;
  connections: number;
  wal_mb_s: number;
  disk_gb_month: number;
  /** The space of rows and files that are kept for a while, once that while has passed. */
  disk_gb_standing: number;
  advice: string[];
};

// The events of a release itself: submitted, reviewed, delivered, and its delivery completed.
const EVENTS_OF_A_RELEASE = 4;
const DAYS_A_MONTH = 30;
const DAY_S = 86_400;
const EVENTS_KEPT_DAYS = 30;
// A process or a server that is busier than this answers late.
const BUSY = 0.6;
// For production and for the sandbox: a pool of 16 for requests, one of 16 for the queue, one connection that listens.
const CONNECTIONS_A_PROCESS = 2 * (16 + 16 + 1);

export function needOf(load: Load): Need {
  const counts = countsOf(load);
  const daily = (field: keyof Cost) =>
    sum(
      Object.entries(counts).map(([name, count]) => count * measuredCosts[name as keyof typeof measuredCosts][field]),
    );
  const node_s = daily("node_ms") / 1000;
  const postgres_s = daily("postgres_ms") / 1000;
  const at_peak = (seconds: number) => (seconds / DAY_S) * load.peak;
  const api_s = (counts.release * measuredCosts.release.node_ms) / 1000;
  const processes = (seconds: number) => Math.max(1, Math.ceil(at_peak(seconds) / BUSY));
  const isOneProcess = at_peak(node_s) <= BUSY;
  const api_processes = isOneProcess ? 1 : processes(api_s);
  const worker_processes = isOneProcess ? 0 : processes(node_s - api_s);
  const postgres_cores = Math.max(1, Math.ceil(at_peak(postgres_s) / BUSY));
  const { event, ...kept } = counts;
  const kept_bytes = sum(
    Object.entries(kept).map(([name, count]) => count * measuredCosts[name as keyof typeof kept].disk_bytes),
  );
  const figures = {
    node_s,
    postgres_s,
    hours_on_two_cores: (node_s + postgres_s) / 2 / 3600,
    api_processes,
    worker_processes,
    postgres_cores,
    connections: (api_processes + worker_processes) * CONNECTIONS_A_PROCESS,
    wal_mb_s: at_peak(daily("wal_bytes")) / 1e6,
    disk_gb_month: (kept_bytes * DAYS_A_MONTH) / 1e9,
    disk_gb_standing: (event * measuredCosts.event.disk_bytes * EVENTS_KEPT_DAYS) / 1e9,
  };
  return { ...figures, advice: adviceFor(figures) };
}

/** How many of each in a day. */
function countsOf({ releases_per_day, stores, endpoints, lines_per_month }: Load) {
  return {
    release: releases_per_day,
    store_delivery: releases_per_day * stores,
    event: releases_per_day * (stores + EVENTS_OF_A_RELEASE) * endpoints,
    statement_line: lines_per_month / DAYS_A_MONTH,
  };
}

// From where on each helps. A pooler such as PgBouncer keeps connections few; one primary writes about so much WAL on fast disks.
const MANY_CONNECTIONS = 400;
const LARGE_DISK_GB_MONTH = 200;
const ONE_PRIMARY = { cores: 32, wal_mb_s: 100 };

function adviceFor(need: Omit<Need, "advice">): string[] {
  const { api_processes, worker_processes, postgres_cores, connections, wal_mb_s, disk_gb_month } = need;
  const isBeyondOne = postgres_cores > ONE_PRIMARY.cores || wal_mb_s > ONE_PRIMARY.wal_mb_s;
  const installations = Math.ceil(Math.max(postgres_cores / ONE_PRIMARY.cores, wal_mb_s / ONE_PRIMARY.wal_mb_s));
  const all: [boolean, string][] = [
    [worker_processes === 0, "One process does it all: SEGUE_ROLE=all."],
    [worker_processes > 0, `Run workers apart from the API: ${api_processes} × api, ${worker_processes} × worker.`],
    [api_processes > 1, "Put the API nodes behind a proxy, and give them a Redis for their rate limits."],
    [
      postgres_cores > 2,
      `Give PostgreSQL a machine of its own with ${postgres_cores} cores and shared_buffers of a quarter of its memory.`,
    ],
    [connections > MANY_CONNECTIONS, "Put a pooler such as PgBouncer before PostgreSQL."],
    [wal_mb_s > 20, "Put the WAL on its own disk, with max_wal_size of several gigabytes."],
    [
      disk_gb_month > LARGE_DISK_GB_MONTH,
      "Add read replicas for reports and exports, so that they do not evict what the writes need.",
    ],
    [
      isBeyondOne,
      `One PostgreSQL is not enough: shard by organization over ${installations} installations. Organizations share nothing but stores.`,
    ],
  ];
  return all.flatMap(([holds, text]) => (holds ? [text] : []));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** As it is printed. */
export function describeNeed(load: Load): string {
  const need = needOf(load);
  const processes =
    need.worker_processes === 0
      ? "1 process (role all)"
      : `${need.api_processes} × api, ${need.worker_processes} × worker`;
  const rows = [
    ["a day", `${load.releases_per_day.toLocaleString("en")} releases to ${load.stores} stores`],
    ["all of it at once on two cores", `${need.hours_on_two_cores.toFixed(2)} h`],
    ["processes of Segue, one core each", processes],
    ["cores of PostgreSQL in the busiest hour", String(need.postgres_cores)],
    ["connections at most", String(need.connections)],
    ["WAL in the busiest hour", `${need.wal_mb_s.toFixed(1)} MB/s`],
    [
      "disk a month",
      `${need.disk_gb_month.toFixed(0)} GB, and ${need.disk_gb_standing.toFixed(0)} GB for events, which are kept for 30 days`,
    ],
  ];
  const width = Math.max(...rows.map(([what = ""]) => what.length));
  const table = rows.map(([what = "", value = ""]) => `${what.padEnd(width)}  ${value}`);
  return [...table, "", ...need.advice.map((text) => `- ${text}`)].join("\n");
}
