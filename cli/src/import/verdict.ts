// The preflight result of imported releases, short enough for a catalog, and the next command.

import { type PreflightIssue, type Segue, SegueError } from "@segue/sdk";
import { counted } from "../counted.ts";
import { alignedRows, cell } from "../output.ts";
import type { Imported } from "./run.ts";

/** `refusing_stores`: the stores that would refuse the release as it is. */
export type ImportVerdict = {
  ready: boolean;
  blockers: { field: string; code: string; issue: string }[];
  warnings: number;
  refusing_stores: string[];
};

type Known = Pick<Imported, "release_id" | "title">;
export type JudgedImport<Release extends Known = Known> = Release & { preflight: ImportVerdict | null };

export async function judgeAll<Release extends Known>(
  client: Segue,
  made: readonly Release[],
): Promise<JudgedImport<Release>[]> {
  const judged: JudgedImport<Release>[] = [];
  for (const release of made) judged.push({ ...release, preflight: await judge(client, release.release_id) });
  return judged;
}

/** Null if the release was just deleted, or the key may not ask. The import itself has succeeded either way. */
async function judge(client: Segue, release_id: string): Promise<ImportVerdict | null> {
  try {
    const { ready, issues, stores } = await client.releases.preflight(release_id);
    const of = (wanted: PreflightIssue["severity"]) => issues.filter(({ severity }) => severity === wanted);
    const refusing = (stores ?? []).filter((store) => !store.ready);
    return {
      ready,
      blockers: of("blocker").map(({ field, code, issue }) => ({ field, code, issue })),
      warnings: of("warning").length,
      refusing_stores: refusing.map(({ store_id }) => store_id),
    };
  } catch (error) {
    if (error instanceof SegueError) return null;
    throw error;
  }
}

const SHOWN_BLOCKERS = 5;
const SHOWN_RELEASES = 10;
const SHOWN_STORES = 3;

/** One cell of a table. */
export function verdictText({ preflight }: Pick<JudgedImport, "preflight">): string {
  if (!preflight) return "-";
  const { ready, blockers, warnings } = preflight;
  const found = [
    ...(blockers.length > 0 ? [counted(blockers.length, "blocker")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  return [ready ? "ready" : "not ready", found.join(", ")].filter(Boolean).join(": ");
}

/** The blockers to fix first, and the next command. `typed` writes a command as the user types it. */
export function verdictLines(judged: readonly JudgedImport[], typed: (command: string) => string): string[] {
  const blocked = judged.filter(({ preflight }) => preflight && !preflight.ready);
  const refused = judged.filter(({ preflight }) => preflight?.ready && preflight.refusing_stores.length > 0);
  const ready = judged.find(({ preflight }) => preflight?.ready);
  const next = [
    ...blocked.slice(0, 1).map(({ release_id }) => typed(`release preflight ${release_id}`)),
    ...(ready ? [typed(`release submit ${ready.release_id}`)] : []),
  ];
  return [
    ...blocked.slice(0, SHOWN_RELEASES).flatMap(blockerLines),
    ...(blocked.length > SHOWN_RELEASES ? ["", `and ${blocked.length - SHOWN_RELEASES} more that are not ready`] : []),
    ...refused.slice(0, SHOWN_RELEASES).flatMap((release) => ["", `${cell(release.title)}: ${storesText(release)}`]),
    ...(next.length === 0 ? [] : ["", "Next:", ...next.map((line) => `  ${line}`)]),
  ];
}

function blockerLines(release: JudgedImport): string[] {
  const { title, preflight } = release;
  const blockers = preflight?.blockers ?? [];
  const rows = blockers
    .slice(0, SHOWN_BLOCKERS)
    .map(({ field, issue }) => [`  ${field || "release"}`, issue].map(cell));
  const rest = blockers.length - rows.length;
  const stores = preflight?.refusing_stores.length ? [`  ${storesText(release)}`] : [];
  return [
    "",
    `${cell(title)} is not ready:`,
    ...alignedRows(rows),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...stores,
  ];
}

function storesText({ preflight }: JudgedImport): string {
  const stores = preflight?.refusing_stores ?? [];
  const shown = stores.slice(0, SHOWN_STORES).map(cell).join(", ");
  const rest = stores.length > SHOWN_STORES ? ", …" : "";
  return `${counted(stores.length, "store")} would refuse it (${shown}${rest})`;
}
