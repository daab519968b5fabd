// `segue import` of a folder of ERN messages: the texts before and after.

import type { Organization } from "@segue/sdk";
import type { MessageProblem } from "../../../server/src/ddex/ern.ts";
import { counted } from "../counted.ts";
import type { ConnectedClient, Invocation } from "../invocation.ts";
import { alignedRows, cell, type Output, printable } from "../output.ts";
import { createProgress, type Progress, sizeText } from "../progress.ts";
import { UsageError } from "../settings.ts";
import type { ErnPlan, FailedMessage, PlannedMessage } from "./ern-plan.ts";
import { planErn } from "./ern-plan.ts";
import { type ImportedMessage, runErnImport } from "./ern-run.ts";
import { migrateAll, movingLines } from "./migrate.ts";
import type { ImportState } from "./state.ts";
import { type ImportVerdict, type JudgedImport, judgeAll, verdictLines, verdictText } from "./verdict.ts";

/** `paths`: those of the messages in the folder `root`. */
export type ErnFolder = { root: string; paths: readonly string[] };

export async function showErnPlan({ root, paths }: ErnFolder, output: Output): Promise<void> {
  const plan = await planErn(root, paths);
  output.report(plan, planLines(plan));
  if (plan.failed.length > 0) process.exitCode = 1;
}

type Import = {
  client: ConnectedClient["client"];
  output: Output;
  typed: Invocation["typed"];
  organization: Organization;
  state: ImportState;
  /** Runs the work so that Ctrl-C prints how to continue. */
  stoppable<T>(work: () => Promise<T>, progress: Progress): Promise<T>;
  /** The distributor that the releases move from, if they do. */
  from: string | undefined;
};

export async function importErn({ root, paths }: ErnFolder, given: () => Promise<Import>): Promise<void> {
  const plan = await planErn(root, paths);
  const { client, output, typed, organization, state, stoppable, from } = await given();
  if (organization.tier !== "enterprise")
    throw new UsageError(
      `DDEX messages are for enterprise organizations; ${organization.name} is ${organization.tier}. Import folders of audio or a CSV.`,
    );
  const progress = createProgress(bytesOf(plan.messages), output.is_json);
  const { data, failed } = await stoppable(() => runErnImport({ client, state, plan, progress }), progress);
  const judged = await judgeAll(client, releasesOf(data));
  const verdicts = new Map(judged.map(({ release_id, preflight }) => [release_id, preflight]));
  const judgedData = data.map((message) => ({ ...message, preflight: verdicts.get(message.release_id ?? "") ?? null }));
  const moving = from === undefined ? [] : await migrateAll(client, judged, from);
  const lines = outcomeLines(judgedData, { failed, judged, typed });
  const report = { data: judgedData, failed, ...(from !== undefined && { migrations: moving }) };
  output.report(report, from === undefined ? lines : [...lines, ...movingLines(moving, from)]);
  if (failed.length > 0 || moving.some(({ migration_id }) => migration_id === null)) process.exitCode = 1;
}

/** Each once, with its newest title. A release that is taken down needs no preflight. */
function releasesOf(data: readonly ImportedMessage[]): { release_id: string; title: string }[] {
  const titles = new Map<string, string>();
  for (const { release_id, title, result } of data) {
    if (release_id === null) continue;
    if (result === "takedown_requested") titles.delete(release_id);
    else titles.set(release_id, title ?? titles.get(release_id) ?? release_id);
  }
  return [...titles].map(([release_id, title]) => ({ release_id, title }));
}

function bytesOf(messages: readonly PlannedMessage[]): number {
  return [...sizesOf(messages).values()].reduce((total, size_bytes) => total + size_bytes, 0);
}

/** By path. */
function sizesOf(messages: readonly PlannedMessage[]): Map<string, number> {
  const files = messages.flatMap((message) => message.files);
  return new Map(files.flatMap((file) => ("media" in file ? [[file.media.path, file.media.size_bytes]] : [])));
}

function planLines({ messages, failed }: ErnPlan): string[] {
  const files = sizesOf(messages);
  return [
    ...messages.flatMap(messageLines),
    ...failedLines(failed),
    `${counted(messages.length, "message")}, ${counted(files.size, "file")} (${sizeText(bytesOf(messages))}). Nothing was sent.`,
  ];
}

function messageLines({ file, release, files }: PlannedMessage): string[] {
  if (!release) return [printable(`${file}: a takedown`), ""];
  const { artist, title, icpn, tracks } = release;
  const rows = files.map((named) =>
    "media" in named
      ? [`  ${cell(named.media.path)}`, sizeText(named.media.size_bytes)]
      : [`  ${cell(named.uri)}`, `${named.absent}: it must be uploaded already`],
  );
  return [printable(`${file}: ${artist} - ${title}, ${icpn}, ${counted(tracks, "track")}`), ...alignedRows(rows), ""];
}

function failedLines(failed: readonly FailedMessage[]): string[] {
  if (failed.length === 0) return [];
  const lines = failed.flatMap(({ file, problems }) => shown(problems).map((line) => printable(`${file}: ${line}`)));
  return ["Not taken; correct these and import again:", ...lines, ""];
}

const SHOWN = 10;

function shown(problems: readonly MessageProblem[]): string[] {
  const lines = problems.slice(0, SHOWN).map(({ path, issue }) => `${path} ${issue}`.trim());
  const rest = problems.length - lines.length;
  return rest > 0 ? [...lines, `and ${rest} more`] : lines;
}

type Judged = ImportedMessage & { preflight: ImportVerdict | null };
type Around = { failed: readonly FailedMessage[]; judged: readonly JudgedImport[]; typed: Invocation["typed"] };

function outcomeLines(data: readonly Judged[], { failed, judged, typed }: Around): string[] {
  const columns = ["file", "result", "release_id", "title"] as const;
  const rows = data.map((row) => [...columns.map((name) => cell(row[name])), verdictText(row)]);
  const issues = data.flatMap(({ file, issues }) => shown(issues).map((line) => printable(`${file}: ${line}`)));
  const failures = failedLines(failed).slice(0, -1);
  return [
    ...(rows.length > 0 ? alignedRows([[...columns, "preflight"], ...rows]) : []),
    ...(issues.length > 0 ? ["", ...issues] : []),
    ...(failures.length > 0 ? ["", ...failures] : []),
    ...verdictLines(judged, typed),
  ];
}
