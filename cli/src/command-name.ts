// The words that start this program in the user's shell, so that every command that is printed can be pasted. A partner who
// installed the commands types `segue`. In a checkout, and in a project that has the package, it is `npx segue`. Elsewhere
// only the path of the program works.
//
// Texts of this package write a command as `segue …` in backticks; `asTyped` writes the user's words into them.

import { realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

export const USUAL_NAME = "segue";

/** `program`: the path that the process was started with. `path`: the variable PATH. */
type Start = { program: string; path: string | undefined; cwd: string };

export function findCommandName({ program, path = "", cwd }: Start): string {
  const here = realPath(program);
  // npx puts folders of this name on the path of its process, which the user's shell does not have.
  const folders = path.split(delimiter).filter((folder) => folder !== "" && !folder.endsWith("node_modules/.bin"));
  const first = folders.map((folder) => realPath(join(folder, USUAL_NAME))).find((found) => found !== undefined);
  if (here !== undefined && first === here) return USUAL_NAME;
  const isInProject = foldersFrom(cwd).some((folder) => realPath(join(folder, "node_modules/.bin", USUAL_NAME)));
  if (isInProject) return `npx ${USUAL_NAME}`;
  return /^[\w@%+=:,./-]+$/.test(program) ? program : `'${program.replaceAll("'", "'\\''")}'`;
}

export function asTyped(text: string, name: string): string {
  return text.replaceAll(`\`${USUAL_NAME} `, `\`${name} `);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The folder and all above it. */
function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}
