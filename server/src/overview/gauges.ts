// Facts that an operator should be woken for, as gauges of /metrics. prometheus-rules.yaml has an alert for each.

import { type Context, timestamp } from "../platform/context.ts";
import type { GaugeReading, GaugeRow } from "../platform/http/observing/metrics.ts";
import { writableBytes } from "../platform/storage/disk-room.ts";
import { measureDisks, type Storage } from "../platform/storage/storage.ts";
import { listTroubledStores, measureWaiting } from "./gauge-queries.ts";

export const gaugeTable = [
  {
    name: "segue_store_unreached_seconds",
    help: "How long a store has not been reached, from its third failure in a row on.",
    labels: ["store_id"],
  },
  {
    name: "segue_store_stalled_deliveries",
    help: "Deliveries that are stalled at a store; 1000 stands for any larger number.",
    labels: ["store_id"],
  },
  {
    name: "segue_endpoints_failing",
    help: "Webhook endpoints whose last attempt failed; 1000 stands for any larger number.",
  },
  {
    name: "segue_events_undelivered",
    help: "Events of the last 24 hours that an endpoint did not get; 1000 stands for any larger number.",
  },
  {
    name: "segue_mails",
    help: "Mails that are queued, and mails of the last 24 hours that failed; 1000 stands for any larger number.",
    labels: ["status"],
  },
  {
    name: "segue_review_age_seconds",
    help: "How long the oldest submission has waited for its review. 0: none waits.",
  },
  {
    name: "segue_unmatched_report_age_seconds",
    help: "How long the oldest sales report has had unmatched rows. 0: none has any.",
  },
  { name: "segue_backup_age_seconds", help: "Time since the last backup was written. +Inf: there was none." },
  {
    name: "segue_backup_failures",
    help: "Backups by schedule that failed since the last one that was written.",
  },
  { name: "segue_disk_free_bytes", help: "Free room on a disk of this machine.", labels: ["disk"] },
  {
    name: "segue_disk_writable_bytes",
    help: "Free room on a disk that uploads may use. At 0 they are refused.",
    labels: ["disk"],
  },
] as const satisfies readonly GaugeRow[];

type GaugeName = (typeof gaugeTable)[number]["name"];

/** Without the database: disks that are full are often why it is away. */
export async function readMachineGauges(storage: Storage): Promise<GaugeReading[]> {
  const disks = await measureDisks(storage);
  return disks.flatMap(({ disk, ...room }) => [
    reading("segue_disk_free_bytes", room.free_bytes, { disk }),
    reading("segue_disk_writable_bytes", positive(writableBytes(room)), { disk }),
  ]);
}

export async function readDatabaseGauges(ctx: Context): Promise<GaugeReading[]> {
  const now = timestamp(ctx);
  const [stores, waiting] = await Promise.all([listTroubledStores(ctx.db, now), measureWaiting(ctx.db, now)]);
  const ofStores = stores.flatMap(({ store_id, unreached_s, stalled }) => [
    ...(unreached_s === null ? [] : [reading("segue_store_unreached_seconds", positive(unreached_s), { store_id })]),
    reading("segue_store_stalled_deliveries", stalled, { store_id }),
  ]);
  return [
    ...ofStores,
    reading("segue_endpoints_failing", waiting.endpoints_failing),
    reading("segue_events_undelivered", waiting.events_undelivered),
    reading("segue_mails", waiting.mails_queued, { status: "queued" }),
    reading("segue_mails", waiting.mails_failed, { status: "failed" }),
    reading("segue_backup_failures", waiting.backup_failures),
    reading("segue_review_age_seconds", positive(waiting.review_s)),
    reading("segue_unmatched_report_age_seconds", positive(waiting.report_s)),
    reading(
      "segue_backup_age_seconds",
      waiting.backup_s === null ? Number.POSITIVE_INFINITY : positive(waiting.backup_s),
    ),
  ];
}

function reading(name: GaugeName, value: number, labels: Record<string, string> = {}): GaugeReading {
  return { name, value, labels };
}

/** Another machine's clock may have written the time, and may be ahead. */
function positive(value: number | null): number {
  return Math.max(value ?? 0, 0);
}
