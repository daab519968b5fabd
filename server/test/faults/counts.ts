// The counts of campaigns, kept and added up: a campaign may be run in parts, on several days and machines. Each part is one line of JSON in the
// file that FAULTS_COUNTS names; `npm run test:faults -- counts FILE…` adds the parts of each campaign up.

import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";

export type Counts = Record<string, number>;

type Part = { at: string; commit: string; campaign: string; counts: Counts };
type Sum = { campaign: string; parts: number; first: string; last: string; counts: Counts };

const FILE = process.env.FAULTS_COUNTS;

/** A part that fails throws before, and keeps nothing. Names of times end with their unit: the sum has the longest. */
export function keepCounts(campaign: string, counts: Counts): void {
  if (FILE === undefined) return;
  const part: Part = { at: new Date().toISOString(), commit: commit(), campaign, counts };
  appendFileSync(FILE, `${JSON.stringify(part)}\n`);
}

export function addCounts(lines: readonly string[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const line of lines) {
    const { campaign, at, counts } = JSON.parse(line) as Part;
    const sum = sums.get(campaign) ?? { campaign, parts: 0, first: at, last: at, counts: {} };
    sum.parts++;
    if (at < sum.first) sum.first = at;
    if (at > sum.last) sum.last = at;
    for (const [what, number] of Object.entries(counts)) {
      const before = sum.counts[what] ?? 0;
      sum.counts[what] = what.endsWith("_ms") ? Math.max(before, number) : before + number;
    }
    sums.set(campaign, sum);
  }
  return [...sums.values()];
}

/** One line for each campaign. */
export function describeSums(sums: readonly Sum[]): string {
  const lines = sums.map(({ campaign, parts, first, last, counts }) => {
    const numbers = Object.entries(counts).map(([what, number]) => `${number.toLocaleString("en-US")} ${what}`);
    return `${campaign}: ${numbers.join(", ")} (${parts} parts, ${first.slice(0, 10)} to ${last.slice(0, 10)})\n`;
  });
  return lines.join("");
}

/** "unknown" in a copy without history. */
function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "unknown";
  }
}

// Run by its path: `npm run test:faults -- counts FILE…`.
if (process.argv[1]?.endsWith("/faults/counts.ts")) {
  const texts = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line !== "");
  process.stdout.write(describeSums(addCounts(lines)));
}
