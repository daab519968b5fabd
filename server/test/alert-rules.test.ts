// Each alert of prometheus-rules.yaml fires in the state that it is for, and is silent before; one that partners and stores can
// cause is silent in the sandbox. The dashboard of
// grafana-dashboard.json asks for metrics that exist, by labels that they have.

import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../src/platform/context.ts";
import { BACKUP_FAILURES, countSetting, LAST_BACKUP, setSetting } from "../src/platform/database/installation.ts";
import { lost } from "../src/platform/database/socket.ts";
import { createMetrics, type GaugeReading } from "../src/platform/http/observing/metrics.ts";
import type { Room } from "../src/platform/storage/disk-room.ts";
import {
  fires,
  isOfOneReading,
  labelsOf,
  metricsOf,
  readAlertRules,
  readPanelQueries,
  readSamples,
} from "./alert-rules.ts";
import { makeRelease, must } from "./catalog.ts";
import { happen, happenOften, register } from "./webhooks.ts";
import { createWorld, type World } from "./world.ts";

const GIB = 1024 ** 3;
const HOUR_MS = 3_600_000;
const rules = readAlertRules();

let world: World;
let folder: string;
let room: Room;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "segue-alerts-"));
  room = { free_bytes: 100 * GIB, total_bytes: 100 * GIB };
  const storage = { kind: "folder", path: folder, measure: async () => room } as const;
  world = await createWorld({ environment: "sandbox", storage });
  await backUp();
});
afterEach(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const metrics = async () => (await must(world.operator, "GET /metrics")).text;

/** The names of the rules that fire. */
async function alerts(text?: string): Promise<string[]> {
  const samples = readSamples(text ?? (await metrics()));
  return rules.filter((rule) => isOfOneReading(rule) && fires(rule, samples)).map(({ alert }) => alert);
}

const backUp = () => setSetting(world.ctx.db, LAST_BACKUP, world.clock.now().toISOString());

async function deliverTo(store_id: string): Promise<string> {
  const release_id = await makeRelease(world);
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const body = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"] };
  return (await must(world.label, "POST /v1/deliveries", body)).body.id;
}

/** Tries of a store that fails come further and further apart. */
async function tryOften(times: number): Promise<void> {
  for (let done = 0; done < times; done++) {
    await world.runJobs();
    world.clock.advance(HOUR_MS);
  }
}

const states: Record<string, () => Promise<void>> = {
  SegueStoreUnreached: async () => {
    await deliverTo("store_stall");
    await tryOften(3);
  },
  SegueDeliveriesStalled: async () => {
    await deliverTo("store_stall");
    await tryOften(3);
  },
  SegueEndpointsFailing: async () => {
    const { id } = await register(world.label, "http://127.0.0.1:9/hook");
    await world.ctx.db`update webhooks set status = 'verified' where id = ${id}`;
    await happen(world, world.label);
    await world.runJobs();
  },
  SegueEventsUndelivered: async () => {
    // Nothing listens there, so the endpoint stays unverified, and no event is even tried.
    await register(world.rival, "http://127.0.0.1:9/hook");
    await happenOften(world, world.rival, 100);
  },
  SegueMailsFailed: async () => {
    await world.ctx.db`
      insert into mails (id, kind, recipient, subject, status, created_at)
      values ('mal_failed', 'security', 'ana@example.com', 'x', 'failed', now())`;
  },
  SegueJobsParked: async () => {
    await world.ctx.db`
      insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
      values ('job_parked', 'sweep_events', 'housekeeping', '', '', '{}', 'parked', now(), now())`;
  },
  SegueJobsLate: async () => {
    await deliverTo("store_auralis");
    world.clock.advance(HOUR_MS);
  },
  SegueDiskAlmostFull: async () => {
    room = { free_bytes: 7 * GIB - 1, total_bytes: 100 * GIB };
  },
  SegueDiskFull: async () => {
    room = { free_bytes: 5 * GIB, total_bytes: 100 * GIB };
  },
  SegueBackupOld: async () => {
    await backUp();
    world.clock.advance(37 * HOUR_MS);
  },
  SegueBackupFails: async () => {
    await transaction(world.ctx, (ctx) => countSetting(ctx.db, BACKUP_FAILURES));
  },
  SegueReviewWaits: async () => {
    const member = await world.organization({ review: "manual" });
    await must(member, `POST /v1/releases/${await makeRelease(world, member)}/submit`);
    world.clock.advance(49 * HOUR_MS);
  },
  SegueSalesUnmatched: async () => {
    const made = await world.operator.call("POST /v1/operator/sales-reports?store_id=store_auralis&period=2025-01", {
      raw: "isrc,territory,play_count,unit_rate,currency\nQZ-TST-26-99999,DE,7,0.5,EUR\n",
      headers: { "content-type": "text/csv" },
    });
    expect(made.status).toBe(201);
    world.clock.advance(15 * 24 * HOUR_MS);
  },
};

/** Partners and the fictional stores of the sandbox bring these about. */
const ofPartners = [
  "SegueStoreUnreached",
  "SegueDeliveriesStalled",
  "SegueEndpointsFailing",
  "SegueEventsUndelivered",
  "SegueReviewWaits",
  "SegueSalesUnmatched",
];

/** The metrics as production shows them in this state: the environment is in a label alone. */
const asProduction = (text: string) => text.replaceAll('environment="sandbox"', 'environment="production"');

type Facts = { clock_ahead_s: number; is_shared: boolean; readDatabase: () => Promise<GaugeReading[]> };
const well: Facts = { clock_ahead_s: 1, is_shared: true, readDatabase: async () => [] };
const away = async () => {
  throw lost("CONNECTION_CLOSED");
};

/** The facts of one process, which a test cannot bring about in the database. */
const measured = (facts: Partial<Facts>, environment = "production") => {
  const { clock_ahead_s, is_shared, readDatabase } = { ...well, ...facts };
  return createMetrics(environment, {
    queue: async () => [],
    sharing: { isShared: () => is_shared, slowAnswers: () => 0 },
    clockAhead: () => clock_ahead_s,
    gauges: { table: [], readMachine: async () => [], readDatabase },
  }).text();
};

/** Rules about how a number grows, and about a process that is gone: Prometheus alone knows. */
const ofHistory = ["SegueRedisSlow", "SegueRequestsFail", "SegueProcessGone"];
const ofProcess = ["SegueClockWrong", "SegueRateLimitsNotShared", "SegueDatabaseUnreached"];

describe("an alert", () => {
  test.each(Object.keys(states))("%s fires in its state, and not before", async (alert) => {
    expect(await alerts(asProduction(await metrics()))).toEqual([]);
    await states[alert]?.();
    const text = await metrics();
    expect(await alerts(asProduction(text))).toContain(alert);
    const inSandbox = await alerts(text);
    expect(inSandbox.includes(alert)).toBe(!ofPartners.includes(alert));
    expect(inSandbox.filter((name) => ofPartners.includes(name))).toEqual([]);
  });

  test("names its environment, unless a process is gone", () => {
    const silent = rules.filter(({ summary }) => !summary.startsWith("{{ $labels.environment }}: "));
    expect(silent.map(({ alert }) => alert)).toEqual(["SegueProcessGone"]);
    const lost = rules.filter(({ expr }) => !/ by \(environment\b/.test(expr));
    expect(lost.map(({ alert }) => alert)).toEqual(["SegueProcessGone"]);
  });

  test("about failed requests wants more than one in a hundred, and a least number", () => {
    const { expr = "" } = rules.find(({ alert }) => alert === "SegueRequestsFail") ?? {};
    const failed = 'segue_http_requests_total\\{status=~"5.."\\}\\[5m\\]';
    const sum = "sum by \\(environment\\) ";
    const share = `${sum}\\(rate\\(${failed}\\)\\) / ${sum}\\(rate\\(segue_http_requests_total\\[5m\\]\\)\\) > ([\\d.]+)`;
    const least = `${sum}\\(increase\\(${failed}\\)\\) >= (\\d+)`;
    const [, above, from] = new RegExp(`^${share} and ${least}$`).exec(expr) ?? [];
    const isAlarm = (failed: number, all: number) => failed / all > Number(above) && failed >= Number(from);
    expect([isAlarm(1, 20), isAlarm(5, 20), isAlarm(5, 1_000)]).toEqual([false, true, false]);
  });

  test("SegueBackupOld fires too where there never was a backup", async () => {
    await world.ctx.db`delete from settings where name = ${LAST_BACKUP}`;
    expect(await metrics()).toMatch(/^segue_backup_age_seconds\{environment="sandbox"\} \+Inf$/m);
    expect(await alerts()).toEqual(["SegueBackupOld"]);
  });

  test("fires for the facts of one process, which no database has", async () => {
    const ill = { clock_ahead_s: -3, is_shared: false, readDatabase: away };
    for (const environment of ["production", "sandbox"]) {
      expect(await alerts(await measured({}, environment))).toEqual([]);
      expect(await alerts(await measured(ill, environment))).toEqual(ofProcess);
    }
  });

  test("is tested here, has metrics that exist, and stands in the guide", async () => {
    const names = rules.map(({ alert }) => alert);
    expect([...Object.keys(states), ...ofProcess, ...ofHistory].sort()).toEqual([...names].sort());
    expect(rules.filter((rule) => !isOfOneReading(rule)).map(({ alert }) => alert)).toEqual(ofHistory);
    const text = `${await metrics()}\n${await measured({})}`;
    const named = rules.flatMap(({ expr }) => expr.match(/segue_\w+/g) ?? []);
    expect(named.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
    const guide = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
    const missing = [...names, ...(text.match(/(?<=^# TYPE )segue_\w+/gm) ?? [])];
    expect(missing.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("the dashboard", () => {
  const guide = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const [queries, ofPrometheus] = [readPanelQueries(), ["instance", "job", "le"]];

  test("asks for metrics that exist, and for each that the guide lists", async () => {
    const text = `${await metrics()}\n${await measured({})}`;
    const named = queries.flatMap(({ expr }) => metricsOf(expr));
    expect(named.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
    expect(queries.filter(({ expr }) => metricsOf(expr).length === 0)).toEqual([]);
    const listed = [...guide.matchAll(/^\| `(segue_\w+)` \|/gm)].map(([, name]) => name);
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.filter((name) => name !== undefined && !named.includes(name))).toEqual([]);
  });

  test("asks for series of Segue alone, though other programs export Node's metrics too", () => {
    const ofNode = queries.filter(({ expr }) => /\b(?:process|nodejs)_/.test(expr));
    expect(ofNode.length).toBeGreaterThan(0);
    expect(ofNode.filter(({ expr }) => !expr.includes('job="segue"'))).toEqual([]);
    const text = readFileSync(new URL("../../grafana-dashboard.json", import.meta.url), "utf8");
    expect(text.match(/"allValue": .*/g)).toEqual(['"allValue": ".+",']);
  });

  test("selects and groups by labels that the guide names for the metric, as the alerts do", () => {
    const known = (name: string) => {
      const [, labels = ""] = new RegExp(`^\\| \`${name}\` \\| ([^|]*)\\|`, "m").exec(guide) ?? [];
      return [...(labels.match(/\w+/g) ?? []), "environment", ...ofPrometheus];
    };
    const asked = [...queries.map(({ expr }) => expr), ...rules.map(({ expr }) => expr)];
    const unknown = asked.filter((expr) => {
      const labels = metricsOf(expr).flatMap(known);
      return labels.length > 0 && labelsOf(expr).some((label) => !labels.includes(label));
    });
    expect(unknown).toEqual([]);
  });
});

describe("a store that is down", () => {
  const setBehaviour = (behaviour: string) =>
    must(world.operator, "PATCH /v1/operator/stores/store_stall", {
      connector: { kind: "simulated", behaviour, latency_ms: 0 },
    });
  const lines = (level: number) =>
    world.log_lines
      .map((line) => JSON.parse(line))
      .filter((line) => line.level === level && line.store_id === "store_stall")
      .map(({ msg }) => msg);

  test("is one line of the log from its third failure on, and another after it was reached and fell again", async () => {
    await deliverTo("store_stall");
    await deliverTo("store_stall");
    await tryOften(2);
    expect(lines(40)).toEqual([]);
    await tryOften(4);
    const warning =
      "The store store_stall was not reached 3 times in a row and is tried again: The store does not answer.";
    expect(lines(40)).toEqual([warning]);
    expect(await metrics()).toMatch(
      /^segue_store_unreached_seconds\{store_id="store_stall",environment="sandbox"\} \d/m,
    );
    expect(await metrics()).toContain('segue_store_stalled_deliveries{store_id="store_stall",environment="sandbox"} 2');

    await setBehaviour("confirm");
    world.clock.advance(24 * HOUR_MS);
    await tryOften(1);
    expect(lines(30)).toEqual(["The store store_stall is reached again"]);
    expect(await metrics()).not.toContain(`store_id="store_stall"`);

    await setBehaviour("stall");
    await deliverTo("store_stall");
    await tryOften(6);
    expect(lines(40)).toEqual([warning, warning]);
  });
});
