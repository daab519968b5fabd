// A folder to import may come from a stranger. No path and no link in it may name any other file of this machine.

import { realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

export const LEADS_OUT = "leads out of the imported folder";

/** Follows links. A path that does not exist is judged by its text alone. */
export function leadsOut(root: string, path: string): boolean {
  const place = exists(root) && exists(path) ? realpathSync : resolve;
  return isOutside(place(root), place(path));
}

export function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Such as a name that is too long for this disk, or links in a circle.
    return false;
  }
}

function isOutside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}
