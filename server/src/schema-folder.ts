// The folder of DDEX's schemas. A message whose schema is not there is checked by our rules alone, so a folder without any
// would switch the comparison off without a word: the start refuses it, and names the versions that a folder lacks.

import { statSync } from "node:fs";
import { join } from "node:path";
import { choreographySchema, ernSchema } from "./ddex/schemas.ts";
import { versionsRead } from "./ddex/versions.ts";

type Found = { folder: string } | { fault: string };

/** This folder, or the folder `xsd` in it. `fault` is the rest of a sentence that begins with the name of the setting. */
export function findSchemaFolder(named: string): Found {
  try {
    if (!statSync(named, { throwIfNoEntry: false })?.isDirectory())
      return { fault: `must be a folder, not "${named}".` };
    const folder = [named, join(named, "xsd")].find(hasSchema);
    return folder === undefined ? { fault: emptyFault(named) } : { folder };
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown error";
    return { fault: `names "${named}", which cannot be read: ${why}` };
  }
}

function emptyFault(folder: string): string {
  const wanted = versionsRead.map(ernSchema).join(", ");
  return `names "${folder}", which has none of DDEX's schemas: at least one of ${wanted} must be in it.`;
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

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
