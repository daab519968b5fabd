import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder, and those above it, for its owner alone; one that is there already is kept. Node's own `recursive` never
 * returns where the system says ENOENT although the folder above exists, as in /proc: it makes the two in turns for ever.
 */
export async function makeFolder(path: string): Promise<void> {
  const failure = await makeOne(path);
  if (failure === undefined) return;
  const parent = dirname(path);
  if (failure.code !== "ENOENT" || parent === path) throw failure;
  await makeFolder(parent);
  const second = await makeOne(path);
  if (second) throw second;
}

/** The failure, unless there is a folder now. */
async function makeOne(path: string): Promise<NodeJS.ErrnoException | undefined> {
  const failure = await mkdir(path, { mode: 0o700 }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  const found = failure && (await stat(path).catch(() => undefined));
  return found?.isDirectory() ? undefined : failure;
}
