// The facts that a backup has about itself. It may come from a stranger, with a checksum that is right. So every name
// and every fact is checked here, before the restore writes anything.

import { type Static, type TSchema, Type } from "typebox";
import { type Archive, ArchiveDamaged } from "../platform/archive.ts";
import { StartRefused } from "../platform/errors.ts";
import { compileValidator } from "../platform/http/validation.ts";
import { isKey } from "../platform/storage/blobs.ts";
import { isOperatorKey, isSecret, type Secrets } from "../secrets.ts";
import type { EnvironmentName } from "../settings.ts";
import { type Backup, type DatabaseManifest, environmentNames, FORMAT } from "./backup-run.ts";

export type Contents = {
  backup: Backup;
  secrets: Partial<Secrets>;
  databases: Record<EnvironmentName, DatabaseManifest>;
};

// The names of tables, columns and sequences in our migrations.
const Name = Type.String({ pattern: "^[a-z_][a-z0-9_]{0,62}$" });
const Text = Type.String({ maxLength: 200 });

const BackupFacts = Type.Object({ format: Type.Integer(), version: Text, made_at: Text });
const DatabaseFacts = Type.Object({
  tables: Type.Array(Type.Object({ name: Name, columns: Type.Array(Name) })),
  sequences: Type.Array(
    Type.Object({ name: Name, last_value: Type.String({ pattern: "^-?[0-9]{1,19}$" }), is_called: Type.Boolean() }),
  ),
  migrations: Type.Array(Type.Object({ name: Text, checksum: Text })),
  storage_id: Type.Optional(Text),
});

export async function readContents(archive: Archive): Promise<Contents> {
  const texts = await readTexts(archive);
  const backup = readFacts(BackupFacts, "backup.json", texts);
  if (backup.format !== FORMAT)
    throw new StartRefused(
      `The backup has the format version ${backup.version}, which this version of Segue cannot read.`,
    );
  const factsOf = (name: EnvironmentName): DatabaseManifest => {
    const facts = readFacts(DatabaseFacts, `${name}/database.json`, texts);
    return { ...facts, storage_id: facts.storage_id };
  };
  const databases = { production: factsOf("production"), sandbox: factsOf("sandbox") };
  await assertNames(archive, databases);
  const secret = Buffer.from(texts.get("secret") ?? "", "base64");
  const operator_key = texts.get("operator-key");
  if (!isSecret(secret) || (operator_key !== undefined && !isOperatorKey(operator_key)))
    throw new ArchiveDamaged("its secret or its operator key is damaged");
  return { backup, secrets: { secret, ...(operator_key !== undefined && { operator_key }) }, databases };
}

const textNames = [
  "backup.json",
  "secret",
  "operator-key",
  ...environmentNames.map((environment) => `${environment}/database.json`),
];

async function readTexts(archive: Archive): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { name, text } of archive.members("")) if (textNames.includes(name)) texts.set(name, await text());
  return texts;
}

function readFacts<Facts extends TSchema>(
  schema: Facts,
  name: string,
  texts: ReadonlyMap<string, string>,
): Static<Facts> {
  const value = parsed(texts.get(name) ?? "");
  if (compileValidator(schema)(value).length > 0) throw new ArchiveDamaged(`its ${name} is missing or wrong`);
  return value as Static<Facts>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The names that a backup writes, and no other. */
async function assertNames(archive: Archive, databases: Contents["databases"]): Promise<void> {
  const folders = environmentNames.flatMap((environment) => [
    `${environment}/keys`,
    ...databases[environment].tables.map(({ name }) => `${environment}/tables/${name}`),
  ]);
  const known = { whole: new Set([...textNames, "checksum"]), folders: new Set(folders) };
  for await (const { name } of archive.members(""))
    if (!isNameOfBackup(name, known)) throw new ArchiveDamaged(`it has a file ${name}, which no backup has`);
}

function isNameOfBackup(name: string, known: { whole: Set<string>; folders: Set<string> }): boolean {
  if (known.whole.has(name)) return true;
  const cut = name.lastIndexOf("/");
  const [folder, last] = [name.slice(0, Math.max(cut, 0)), name.slice(cut + 1)];
  if (environmentNames.some((environment) => folder === `${environment}/files`)) return isKey(last);
  return known.folders.has(folder) && /^[0-9]{6,9}$/.test(last);
}
