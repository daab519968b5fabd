// One Segue process at a time in a data folder.
//
// The lock must be gone when its process is (kill -9, power cut), must hold before there is a database to ask, and two
// processes that both find a dead lock must not both take it over. Node has no flock, and "delete the dead lock, make
// mine" has a gap in which a second process deletes the first one's new lock.
//
// So locks are numbered files, `segue.lock.<n>`, each naming its holder by pid and start, and the highest number is the
// lock. A process that finds the holder dead makes number n + 1 with link(2), which only one process can, complete with
// its text. Then it checks again that its number is the highest, because it may have slept between the look and the
// link. The highest file is never deleted, only marked as released: otherwise a process that slept could make it again.
// The new holder removes the lower ones. A lock that cannot be read (a power cut leaves empty files) counts as dead.

import { randomUUID } from "node:crypto";
import { link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { greatest } from "../long-list.ts";
import { identifySelf, isSameProcessRunning, type ProcessIdentity } from "./process-identity.ts";

export class DataFolderInUse extends Error {
  override name = "DataFolderInUse";
}

export type FolderLock = { release(): Promise<void> };

const PREFIX = "segue.lock.";

/**
 * A turn is lost only to another process that made progress. More than a few lost turns mean many processes, one of
 * which wins.
 */
const MAX_TURNS = 20;

export async function lockFolder(folder: string): Promise<FolderLock> {
  const me = await identifySelf();
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const newest = await findNewest(folder);
    const holder = await readHolder(lockPath(folder, newest));
    if (holder !== undefined && (await isSameProcessRunning(holder))) {
      throw new DataFolderInUse(`The data folder ${folder} is in use by another Segue process (pid ${holder.pid}).`);
    }
    const mine = newest + 1;
    if (!(await claim(folder, mine, me))) continue;
    if ((await findNewest(folder)) === mine) {
      await removeLitter(folder, mine);
      return { release: () => release(folder, mine) };
    }
    await rm(lockPath(folder, mine), { force: true });
  }
  throw new DataFolderInUse(`The data folder ${folder} is in use by another Segue process.`);
}

function lockPath(folder: string, generation: number): string {
  return join(folder, `${PREFIX}${generation}`);
}

async function listLockFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith(PREFIX));
}

async function findNewest(folder: string): Promise<number> {
  const generations = (await listLockFiles(folder)).map((name) => Number(name.slice(PREFIX.length)));
  return greatest(generations.filter(Number.isSafeInteger), 0);
}

async function readHolder(path: string): Promise<ProcessIdentity | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, "utf8"));
    return isIdentity(holder) ? holder : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== "object" || value === null) return false;
  return "pid" in value && typeof value.pid === "number" && "started" in value && typeof value.started === "string";
}

async function claim(folder: string, generation: number, me: ProcessIdentity): Promise<boolean> {
  const draft = await writeDraft(folder, me);
  try {
    await link(draft, lockPath(folder, generation));
    return true;
  } catch (error) {
    // Another process has that number, or became the holder and removed our draft.
    if (hasCode(error, "EEXIST") || hasCode(error, "ENOENT")) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function release(folder: string, generation: number): Promise<void> {
  try {
    await rename(await writeDraft(folder, "released"), lockPath(folder, generation));
  } catch (error) {
    // The folder was deleted, and the lock with it.
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

async function writeDraft(folder: string, text: ProcessIdentity | "released"): Promise<string> {
  const draft = join(folder, `${PREFIX}${randomUUID()}`);
  await writeFile(draft, `${JSON.stringify(text)}\n`, { flag: "wx", mode: 0o644 });
  return draft;
}

async function removeLitter(folder: string, mine: number): Promise<void> {
  const litter = (await listLockFiles(folder)).filter((name) => name !== `${PREFIX}${mine}`);
  await Promise.all(litter.map((name) => rm(join(folder, name), { force: true })));
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
