// The findings of the campaign: counts, the slowest answers, and the faults, each with a request to paste into a shell.

import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sent } from "./client.ts";
import type { Kept, WatchedService } from "./watched-service.ts";

/** A request that was begun, and when it ended. */
export type Exchange = { name: string; sent: Sent; is_heavy: boolean; from: number; to: number | undefined };

/** `request_id`: the service may have logged what went wrong in it. */
type Fault = { what: string; times: number; request_id: string | undefined };

type About = { sent?: Sent | undefined; request_id?: string | null };

export type Report = {
  requests: number;
  faults: Map<string, Fault>;
  bystander_checks: number;
  /** Answers of 503 that say when to come again. */
  unavailable: number;
  count(name: string, outcome: string, took_ms: number): void;
  /** Faults of one kind are counted, and the first is shown. */
  fault(kind: string, what: string, about?: About): void;
  progress(service: WatchedService): string;
  summary(ends: { service: WatchedService; early: Kept; late: Kept }): string;
};

const MAX_FAULTS = 50;
const MAX_INLINE = 2_000;
const MIB = 1_048_576;

export function createReport(seed: number): Report {
  const began = performance.now();
  const statuses = new Map<string, number>();
  const operations = new Map<string, { outcomes: Map<string, number>; slowest_ms: number }>();
  const folder = join(tmpdir(), `segue-hostile-${seed}`);
  let seen_before = { requests: 0, at: began };

  const report: Report = {
    requests: 0,
    faults: new Map(),
    bystander_checks: 0,
    unavailable: 0,
    count(name, outcome, took_ms) {
      report.requests++;
      increase(statuses, outcome);
      const row = operations.get(name) ?? { outcomes: new Map<string, number>(), slowest_ms: 0 };
      increase(row.outcomes, outcome);
      row.slowest_ms = Math.max(row.slowest_ms, took_ms);
      operations.set(name, row);
    },
    fault(kind, what, { sent, request_id } = {}) {
      const known = report.faults.get(kind);
      if (known) known.times++;
      if (known || report.faults.size >= MAX_FAULTS) return;
      print(`fault: ${kind}: ${what}`);
      if (sent) print(`  ${reproductionOf(sent, folder, report.faults.size)}`);
      report.faults.set(kind, { what, times: 1, request_id: request_id ?? undefined });
    },
    progress({ seen }) {
      const now = { requests: report.requests, at: performance.now() };
      const rate = ((now.requests - seen_before.requests) * 1000) / (now.at - seen_before.at);
      seen_before = now;
      return [
        `${grouped(report.requests)} requests`,
        `${rate.toFixed(0)}/s`,
        [...statuses]
          .sort()
          .map(([status, times]) => `${status} ${grouped(times)}`)
          .join(" "),
        `loop held for ${seen.longest_ms.toFixed(0)} ms at most`,
        `RSS ${inMib(seen.rss)}, heap ${inMib(seen.heap)}`,
        `${grouped(report.bystander_checks)} checks by bystanders`,
        `${report.faults.size} kinds of faults`,
      ].join(" | ");
    },
    summary({ service, early, late }) {
      const rows = [...operations].sort(([, a], [, b]) => b.slowest_ms - a.slowest_ms);
      const lines = rows.map(([name, { outcomes, slowest_ms }]) => {
        const counts = [...outcomes].sort().map(([outcome, times]) => `${outcome} ${grouped(times)}`);
        return `  ${slowest_ms.toFixed(0).padStart(6)} ms  ${name}: ${counts.join(", ")}`;
      });
      return [
        ...logged(report, service),
        "by operation, the slowest answer first:",
        ...lines,
        `${((performance.now() - began) / 1000).toFixed(1)} s | ${report.progress(service)}`,
        `kept after the first tenth: heap ${inMib(early.heap)}, RSS ${inMib(early.rss)}; at the end: heap ${inMib(late.heap)}, RSS ${inMib(late.rss)}`,
      ].join("\n");
    },
  };
  return report;
}

/** For each kind of fault: how often it came, and the service's own log of the first. It writes that a moment later. */
function logged({ faults }: Report, { linesWith }: WatchedService): string[] {
  return [...faults].flatMap(([kind, { times, request_id }]) => {
    const lines = request_id ? linesWith(request_id).map((line) => `  logged: ${line.slice(0, MAX_INLINE)}`) : [];
    return [`${times} times: ${kind}`, ...lines];
  });
}

/** Past the test runner, which would frame it. */
export function print(...lines: string[]): void {
  // Answers to hostile requests must not control the terminal.
  const plain = (line: string) =>
    line.replaceAll(/[^\P{C}\n]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
  process.stdout.write(lines.map((line) => `hostile: ${plain(line)}\n`).join(""));
}

/** A line for a shell in which API is the service's address and API_KEY the caller's key. */
function reproductionOf({ method, path, headers = {}, body, cut }: Sent, folder: string, number: number): string {
  const shown = Object.entries({ ...(body !== undefined && { "content-type": "application/json" }), ...headers });
  const head = shown.map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`).join("");
  const data = body === undefined ? "" : ` --data-binary ${payload(body, folder, number)}`;
  const hangUp = cut ? `  # the client hung up in the ${cut}` : "";
  return `curl -i -X ${method} "$API"${quoted(path)} -H "Authorization: Bearer $API_KEY"${head}${data}${hangUp}`;
}

function payload(body: string | Uint8Array, folder: string, number: number): string {
  if (typeof body === "string" && body.length <= MAX_INLINE) return quoted(body);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${number}.body`);
  writeFileSync(file, body);
  return `@${file}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function inMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}

function grouped(number: number): string {
  return number.toLocaleString("en-US");
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
