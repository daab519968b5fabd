// Where files are kept, and where and when backups are made.

import { isAbsolute, resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import type { S3Storage } from "./platform/storage/s3.ts";
import type { Storage } from "./platform/storage/storage.ts";
import type { Variables } from "./settings.ts";

export function readUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/(?<!\/)\/+$/, "");
  throw new ConfigError(`${name} must be an http:// or https:// address, not "${text}".`);
}

export function readStorage(text: string | undefined, data_dir: string, variables: Variables): Storage {
  if (text === undefined || text === "file:") return { kind: "folder", path: resolve(data_dir, "files") };
  const path = /^file:(?:\/\/)?(\/.+)$/.exec(text)?.[1];
  if (path !== undefined) return { kind: "folder", path: resolve(path) };
  const bucket = readBucket(text, variables);
  if (bucket) return bucket;
  throw new ConfigError(`SEGUE_STORAGE must be file:/folder or s3://bucket/prefix, not "${text}".`);
}

function readBucket(text: string, variables: Variables): S3Storage | undefined {
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})(?:\/([\w./-]*))?$/i.exec(text) ?? [];
  if (bucket === undefined) return undefined;
  return {
    kind: "s3",
    bucket,
    prefix: prefix.replaceAll(/^\/+|\/+$/g, ""),
    endpoint: readUrl("AWS_ENDPOINT_URL", variables.AWS_ENDPOINT_URL_S3 || variables.AWS_ENDPOINT_URL || undefined),
    region: variables.AWS_REGION || variables.AWS_DEFAULT_REGION || undefined,
  };
}

/** Backups that the service makes by itself: where, how often, and how many of them stay. */
export type BackupPlan = { place: { kind: "folder"; path: string } | S3Storage; every_s: number; keep: number };

const intervals = { hourly: 3_600, daily: 86_400, weekly: 604_800 } as const;
const MAX_KEPT = 1_000;

/** `/folder,daily,keep=7`: the place first, the rest in any order. Without them it is daily, and seven stay. */
export function readBackup(text: string | undefined, variables: Variables): BackupPlan | undefined {
  if (text === undefined) return undefined;
  const [where = "", ...rest] = text.split(",").map((part) => part.trim());
  const place = isAbsolute(where) ? ({ kind: "folder", path: resolve(where) } as const) : readBucket(where, variables);
  let [every_s, keep]: [number, number] = [intervals.daily, 7];
  let isKnown = place !== undefined;
  for (const part of rest) {
    const kept = /^keep=(\d{1,4})$/.exec(part)?.[1];
    if (kept !== undefined && Number(kept) >= 1 && Number(kept) <= MAX_KEPT) keep = Number(kept);
    else if (Object.hasOwn(intervals, part)) every_s = intervals[part as keyof typeof intervals];
    else isKnown = false;
  }
  if (place && isKnown) return { place, every_s, keep };
  throw new ConfigError(
    `SEGUE_BACKUP must be a place, hourly, daily or weekly, and how many to keep (1 to ${MAX_KEPT}), such as /mnt/backups,daily,keep=7 or s3://bucket/prefix,weekly,keep=4, not "${text}".`,
  );
}
