// Folders for work that needs a path. Each is removed with its work. If its process was killed, it is removed when it
// is old. Their names cannot be guessed, so that no other user of a shared folder can create one before us.

import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "segue-scratch-";
/** No work takes as long. */
const OLD_AFTER_MS = 6 * 3_600_000;

export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes what killed processes left behind. Age is judged by this machine's clock, which dated the folders; other
 * processes work there too.
 */
export async function discardScratch(): Promise<void> {
  const before = Date.now() - OLD_AFTER_MS;
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const path of names.map((name) => join(tmpdir(), name))) {
    // Undefined: another node was first.
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (found.mtimeMs < before) await rm(path, { recursive: true, force: true });
  }
}
