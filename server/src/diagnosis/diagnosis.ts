// A diagnosis says in plain words what is wrong with the service: one check for each thing that it depends on. The checks are judged here,
// from readings; actions.ts takes the readings.

import { type Static, Type } from "typebox";
import { readOnlyAdvice } from "../platform/database/trouble.ts";
import { Nullable, OneOf, Timestamp } from "../platform/schema.ts";

const checkNames = [
  "settings",
  "clock",
  "database",
  "migrations",
  "standby",
  "disk",
  "storage",
  "queue",
  "stores",
  "mail",
  "rate_limits",
  "backup",
] as const;
export type CheckName = (typeof checkNames)[number];

export const Check = Type.Object(
  {
    name: OneOf(checkNames),
    ok: Type.Boolean(),
    detail: Type.String({ examples: ["3 jobs are parked: send_mail (2), plan_delivery (1)."] }),
    advice: Nullable(
      Type.String({
        description: "The operator should do this. Null: nothing is wrong.",
        examples: ["See why with `segue job list --status parked`, then `segue job retry <job_id>`."],
      }),
    ),
    ms: Type.Integer({ minimum: 0, description: "How long the check took.", examples: [12] }),
  },
  { title: "DiagnosisCheck" },
);
export type Check = Static<typeof Check>;

export const Diagnosis = Type.Object(
  {
    ok: Type.Boolean({ description: "Nothing is wrong." }),
    time: Timestamp,
    checks: Type.Array(Check, { description: "In a fixed order; a check that does not apply is left out." }),
  },
  { title: "Diagnosis" },
);
export type Diagnosis = Static<typeof Diagnosis>;

/** With advice, something is wrong. */
export type CheckFinding = { detail: string; advice?: string };

export type DatabaseReading = {
  version: string;
  size_bytes: number;
  connections: number;
  max_connections: number;
  is_read_only: boolean;
  /** The least time of a statement that does nothing. */
  round_trip_ms: number;
};

/** A busy machine is as slow at times, so this is said, and is not wrong. */
const SLOW_ROUND_TRIP_MS = 50;
/** With more of the server's connections in use, the next process may get none. */
const CROWDED = 0.9;

/** `variable` names the database. Undefined: it comes with Segue. */
export function judgeDatabase(reading: DatabaseReading, variable?: string): CheckFinding {
  const { version, size_bytes, connections, max_connections, round_trip_ms } = reading;
  const used = `${connections} of ${max_connections} connections are in use`;
  const slow = round_trip_ms > SLOW_ROUND_TRIP_MS ? ", which is slow: run the service near its database" : "";
  const answers = `PostgreSQL ${version} answers in ${round_trip_ms.toFixed(1)} ms${slow}`;
  const detail = `${answers}; ${roomText(size_bytes)}; ${used}.`;
  if (reading.is_read_only)
    return {
      detail: `${detail} It is read-only, so every change is refused.`,
      advice: readOnlyAdvice(variable),
    };
  if (connections > max_connections * CROWDED)
    return { detail, advice: "Raise max_connections of PostgreSQL, or run fewer processes." };
  return { detail };
}

export type StandbyReading = {
  /** PostgreSQL's setting `synchronous_standby_names`. Empty: commits wait for no standby. */
  synchronous_names: string;
  standbys: number;
  /** Null: the database's user may not see it. */
  synchronous: number | null;
};

export function judgeStandby({ synchronous_names, standbys, synchronous }: StandbyReading): CheckFinding {
  const follow = standbys === 1 ? "1 standby follows" : `${standbys} standbys follow`;
  if (synchronous_names === "") return { detail: `${follow}; commits wait for none.` };
  if ((synchronous ?? standbys) > 0) return { detail: `${follow}; commits wait for one of ${synchronous_names}.` };
  return {
    detail: `Commits wait for a standby (${synchronous_names}), and none is connected: no change can be made.`,
    advice: "Start the standby, or take it out of synchronous_standby_names and reload PostgreSQL.",
  };
}

/** `low`: a sentence about the disks that are almost full. */
export type DisksReading = {
  disks: readonly { disk: string; path: string; free_bytes: number; writable_bytes: number }[];
  low: string | undefined;
};

export function judgeDisks({ disks, low }: DisksReading): CheckFinding {
  if (disks.length === 0)
    return { detail: "Files and database are not on a disk of this machine: watch their disks where they are." };
  const each = disks.map(({ disk, path, free_bytes }) => `${roomText(free_bytes)} free for the ${disk} (${path})`);
  const detail = `${each.join(", ")}.`;
  const full = disks.find(({ writable_bytes }) => writable_bytes <= 0);
  if (full) return { detail: `${detail} Uploads are refused.`, advice: `Make room on the disk of ${full.path}.` };
  return low === undefined ? { detail } : { detail, advice: `${low}.` };
}

export type QueueReading = {
  live_workers: number;
  dead_workers: number;
  jobs: readonly { name: string; status: string; jobs: number; age_s: number }[];
};

/** Jobs that are due usually start within a second. */
const LATE_S = 300;

export function judgeQueue({ live_workers, dead_workers, jobs }: QueueReading): CheckFinding {
  const due = jobs.filter(({ status }) => status === "ready" || status === "waiting");
  const oldest_s = Math.round(due.reduce((oldest, { age_s }) => Math.max(oldest, age_s), 0));
  const parked = jobs.filter(({ status }) => status === "parked");
  const parked_jobs = parked.reduce((sum, one) => sum + one.jobs, 0);
  const working = live_workers === 1 ? "1 worker runs" : `${live_workers} workers run`;
  if (live_workers === 0)
    return {
      detail: `No worker runs${dead_workers > 0 ? ` (${dead_workers} died)` : ""}: nothing is delivered or sent.`,
      advice: "Start a process with SEGUE_ROLE=worker or all, and look into the log of the last one.",
    };
  if (parked_jobs > 0)
    return {
      detail: `${parked_jobs === 1 ? "1 job is parked after its" : `${parked_jobs} jobs are parked after their`} last try: ${namesOf(parked)}.`,
      advice: "See why with `segue job list --status parked`, correct it, then `segue job retry <job_id>`.",
    };
  if (dead_workers > 0)
    return {
      detail: `${working}; ${dead_workers} died, and their jobs are not given back yet.`,
      advice: "Look into the logs of the workers; run this again in a minute.",
    };
  if (oldest_s > LATE_S)
    return {
      detail: `${working}, but a job has been due for ${oldest_s} s: ${namesOf(due.filter(({ age_s }) => age_s > LATE_S))}.`,
      advice: "Add workers, or look into their logs. A job that only a newer version knows waits for a newer worker.",
    };
  return { detail: `${working}; ${oldest_s === 0 ? "no job is overdue" : `the oldest job is due for ${oldest_s} s`}.` };
}

const NAMED = 5;

function namesOf(rows: readonly { name: string; jobs: number }[]): string {
  const named = rows.slice(0, NAMED).map(({ name, jobs }) => `${name} (${jobs})`);
  return named.join(", ") + (rows.length > NAMED ? " and more" : "");
}

type StoreTrouble = {
  store_id: string;
  is_paused: boolean;
  is_simulated: boolean;
  unreached_s: number | null;
  stalled: number;
};

export type StoresReading = { stores: number; troubled: readonly StoreTrouble[] };

/**
 * A pause is the operator's own decision, so it is named, but it is not wrong. The same is true of a simulated store: it fails
 * and stalls by design.
 */
export function judgeStores({ stores, troubled }: StoresReading): CheckFinding {
  const unreached = troubled.filter(({ unreached_s }) => unreached_s !== null);
  const stalled = troubled.filter(({ stalled }) => stalled > 0);
  const paused = troubled.filter(({ is_paused }) => is_paused);
  const detail = [
    `${stores} ${stores === 1 ? "store" : "stores"}`,
    ...(unreached.length > 0 ? [`not reached: ${storesOf(unreached)}`] : []),
    ...(stalled.length > 0 ? [`deliveries are stalled at: ${storesOf(stalled)}`] : []),
    ...(paused.length > 0 ? [`paused: ${storesOf(paused)}`] : []),
  ].join("; ");
  const first = unreached.find(({ is_simulated }) => !is_simulated);
  if (first)
    return { detail: `${detail}.`, advice: `See the step that fails with \`segue store test ${first.store_id}\`.` };
  if (stalled.some(({ is_simulated }) => !is_simulated))
    return { detail: `${detail}.`, advice: "Look at them with `segue delivery list --stalled`, and ask the store." };
  return { detail: `${detail}.` };
}

function storesOf(rows: readonly StoreTrouble[]): string {
  return (
    rows
      .slice(0, NAMED)
      .map(({ store_id, is_simulated }) => (is_simulated ? `${store_id} (simulated)` : store_id))
      .join(", ") + (rows.length > NAMED ? " and more" : "")
  );
}

export type BackupReading = { age_s: number | null; failures: number };

/** A day and a half, as the alert has it. */
const OLD_BACKUP_S = 129_600;

/** An installation without any backup may be a trial, so that alone is not wrong. */
export function judgeBackup({ age_s, failures }: BackupReading): CheckFinding {
  const hours = Math.floor((age_s ?? 0) / 3_600);
  const detail = age_s === null ? "There was never a backup (see SEGUE_BACKUP)." : `The last backup is ${hours} h old.`;
  if (failures > 0)
    return {
      detail: `${detail} Since then, ${failures} by schedule failed.`,
      advice: "The log says why; then `segue job list --status parked`.",
    };
  if (age_s === null || age_s <= OLD_BACKUP_S) return { detail };
  return { detail, advice: "Make one with `segue backup`, and let SEGUE_BACKUP make the next." };
}

function roomText(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"] as const;
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${(bytes / 1_024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
