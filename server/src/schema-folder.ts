// The folder of DDEX's schemas. A message whose schema is not there is checked by our rules alone, so a folder without any
// would switch the comparison off without a word: the start refuses it, and names the versions that a folder lacks.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { choreographySchema, ernSchema } from "./ddex/schemas.ts";
import { versionsRead } from "./ddex/versions.ts";

/** The rest of a sentence that begins with the name of the setting. Undefined: the folder has a schema of ERN. */
export function schemaFolderFault(folder: string): string | undefined {
  try {
    return faultOf(folder);
  } catch (error) {
    return `names "${folder}", which cannot be read: ${error instanceof Error ? error.message : "unknown error"}`;
  }
}

function faultOf(folder: string): string | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return `must be a folder, not "${folder}".`;
  if (hasSchema(folder)) return undefined;
  const inside = foldersIn(folder).find(hasSchema);
  const hint = inside === undefined ? "" : ` Did you mean "${inside}"?`;
  return `names "${folder}", which has none of DDEX's schemas: at least one of ${versionsRead.map(ernSchema).join(", ")} must be in it.${hint}`;
}

/** One line for the log about messages that are not compared, or undefined. */
export function schemasMissing(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  const missing = [
    ...versionsRead.map((version) => ({ what: `ERN ${version}`, path: ernSchema(version) })),
    { what: "manifests of batches", path: choreographySchema },
  ].filter(({ path }) => !isFile(join(folder, path)));
  if (missing.length === 0) return undefined;
  const listed = missing.map(({ what, path }) => `${what} (${path})`).join(", ");
  return `Not compared with DDEX's schemas, because SEGUE_DDEX_SCHEMAS lacks their files: ${listed}`;
}

function hasSchema(folder: string): boolean {
  return versionsRead.some((version) => isFile(join(folder, ernSchema(version))));
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
