// A backup that the service makes by itself.
//
// The archive is written under another name, read through as a restore would, and only then gets its own. In a bucket it
// appears whole, and its bytes are read back and compared. The oldest beyond the number to keep are removed last, so a backup
// that fails costs no older one. A process that was killed has left a draft, which the next backup removes.

import type { Config } from "../config.ts";
import { openNamedFiles } from "../platform/storage/named-files.ts";
import { withScratch } from "../platform/storage/scratch.ts";
import type { BackupPlan } from "../storage-config.ts";
import { runBackup } from "./backup-run.ts";
import { runCheck } from "./restore-run.ts";

const NAME = /^segue-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.tar$/;

type Scheduled = { config: Config; plan: BackupPlan; version: string; signal: AbortSignal };

export async function makeScheduledBackup({ config, plan, version, signal }: Scheduled): Promise<void> {
  const begin = () => silent;
  await keepBackups(plan, (path, accept) => {
    const check = async () => {
      await runCheck({ path, begin, signal });
      await accept();
    };
    return runBackup({ config, path, version, begin, signal, accept: check });
  });
}

const silent = { sent: () => undefined, skipped: () => undefined, say: () => undefined, end: () => undefined };

/** `make` writes the file at the path and calls `accept` when it has verified it; then the file is kept under its name. */
export async function keepBackups(
  { place, keep }: Pick<BackupPlan, "place" | "keep">,
  make: (path: string, accept: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const files = await openNamedFiles(place);
  const name = `segue-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
  if (place.kind === "folder") await files.withDraft(name, (path) => make(path, () => files.keep(name, path)));
  else await withScratch((folder) => make(`${folder}/${name}`, () => files.keep(name, `${folder}/${name}`)));
  const oldest = (await files.list())
    .filter((one) => NAME.test(one))
    .sort()
    .slice(0, -keep);
  for (const old of oldest) await files.remove(old);
}
