// Files of ERN messages, judged on this machine.

import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { XmlRefused } from "../../../server/src/ddex/decode-xml.ts";
import type { MessageProblem } from "../../../server/src/ddex/ern.ts";
import { type ReadMessage, readMessage } from "../../../server/src/ddex/read-message.ts";
import { newReleaseProblems, purgeProblems } from "../../../server/src/ddex/rules.ts";
import { ernSchema } from "../../../server/src/ddex/schemas.ts";
import { createXsdChecker, type XsdChecker } from "../../../server/src/platform/xsd/xsd-checker.ts";
import { atOnce } from "../../../server/src/platform/yielding.ts";
import { findSchemaFolder } from "../../../server/src/schema-folder.ts";
import { UsageError } from "../settings.ts";

/** `version` is null where the file is no message. `schema_checked`: the folder of schemas has that version. */
export type FileVerdict = {
  file: string;
  ok: boolean;
  message_type: string | null;
  version: string | null;
  schema_checked: boolean;
  problems: readonly MessageProblem[];
};

/** In the order of their names. */
export async function judgeFiles(paths: readonly string[], schema_folder: string | undefined): Promise<FileVerdict[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat();
  if (files.length === 0) throw new UsageError("There is no .xml file in there.");
  const schemas = schema_folder === undefined ? undefined : openSchemas(schema_folder);
  try {
    const verdicts: FileVerdict[] = [];
    for (const file of files) verdicts.push(await judgeFile(file, schemas));
    return verdicts;
  } finally {
    await schemas?.close();
  }
}

/** A folder without schemas would find every file right. */
function openSchemas(folder: string): XsdChecker {
  const found = findSchemaFolder(resolve(folder));
  if ("fault" in found) throw new UsageError(`--schemas or SEGUE_DDEX_SCHEMAS ${found.fault}`);
  return createXsdChecker(found.folder);
}

async function filesAt(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => name.toLowerCase().endsWith(".xml"))
    .sort()
    .map((name) => join(path, name));
}

/** At once: this process has nothing else to serve. */
async function judgeFile(file: string, schemas: XsdChecker | undefined): Promise<FileVerdict> {
  const bytes = await readFile(file);
  try {
    const read = atOnce(readMessage(bytes));
    const { message_type, version } = read;
    // The rules name places as ERN 4.3 has them.
    const ruled = ruleProblems(read).map(({ path, issue }) => ({ path: read.pathIn(path), issue }));
    const found = [...read.problems, ...ruled];
    const sample = { key: file, document: () => bytes.toString("utf8") };
    const schema = await schemas?.check(ernSchema(version), sample);
    const problems = [...found, ...(schema ?? [])];
    const schema_checked = schema !== undefined;
    return { file, ok: problems.length === 0, message_type, version, schema_checked, problems };
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    const problems = [{ path: `line ${error.line}`, issue: error.issue }];
    return { file, ok: false, message_type: null, version: null, schema_checked: false, problems };
  }
}

/** A message without deals is a takedown, so none are asked for. */
function ruleProblems(read: ReadMessage): MessageProblem[] {
  return read.message_type === "PurgeReleaseMessage"
    ? purgeProblems(read.message)
    : atOnce(newReleaseProblems(read.message, { has_deals: false }));
}
