// Examines the databases of a service that does not answer. It compares what a start compares, in the same order, but it only
// reads: it writes no mark, and makes neither a database nor a schema.

import { assertStorageFits } from "../assets/storage-keeper.ts";
import type { Config } from "../config.ts";
import { databaseVariable, isOneServer, migrations_dir } from "../databases.ts";
import { type Examination, examineDatabase, examineMigrations, wordsOf } from "../diagnosis/actions.ts";
import type { CheckFinding } from "../diagnosis/diagnosis.ts";
import { assertDatabaseFits } from "../own-database.ts";
import { checkDatabase } from "../platform/database/check.ts";
import { mayCreateDatabases, missingDatabase } from "../platform/database/create.ts";
import { type Db, openDatabase } from "../platform/database/db.ts";
import { errorCode } from "../platform/database/failure.ts";
import { hasSettings } from "../platform/database/installation.ts";
import { databaseAdvice, isDatabaseTrouble } from "../platform/database/trouble.ts";
import { databaseName } from "../platform/database/url.ts";
import type { Blobs } from "../platform/storage/blobs.ts";
import { assertSecretFits, findSecrets } from "../secrets.ts";
import type { EnvironmentName } from "../settings.ts";

type Urls = Record<EnvironmentName, string>;

export function databaseChecks(config: Config, environment: EnvironmentName): Examination[] {
  const urls = config.database_urls;
  if (!urls) {
    const detail = "It comes with Segue and runs only while `segue serve` does.";
    return [["database", () => ({ detail })]];
  }
  const advise = (error: unknown) => databaseAdvice(error, databaseVariable(urls, environment));
  return [
    ["database", () => examineBoth(config, urls, environment), advise],
    ["migrations", () => examineSchema(urls, environment)],
  ];
}

/** A start needs both databases. The other one is named only if it is wrong. */
async function examineBoth(config: Config, urls: Urls, environment: EnvironmentName): Promise<CheckFinding> {
  const own = await examineOne(config, urls, environment);
  if (own.advice !== undefined) return own;
  const other = environment === "production" ? "sandbox" : "production";
  const { detail, advice } = await examineOne(config, urls, other).catch(
    (error: unknown): CheckFinding => ({
      detail: wordsOf(error),
      advice: databaseAdvice(error, databaseVariable(urls, other)),
    }),
  );
  return advice === undefined ? own : { detail: `The start also needs the database of ${other}. ${detail}`, advice };
}

async function examineOne(config: Config, urls: Urls, environment: EnvironmentName): Promise<CheckFinding> {
  try {
    await checkDatabase(urls[environment]);
  } catch (error) {
    if (!isMadeByStart(error, urls, environment)) throw error;
    return examineMissing(urls);
  }
  return withDatabase(urls[environment], async (db) => {
    if (await hasSettings(db)) {
      await assertDatabaseFits(db, environment);
      await assertSecretFits(db, (await findSecrets(config.data_dir, config)).secret);
    }
    return examineDatabase(db, databaseVariable(urls, environment));
  });
}

const NO_SUCH_DATABASE = "3D000";

/** The start makes the sandbox's database beside production's. */
function isMadeByStart(error: unknown, { production, sandbox }: Urls, environment: EnvironmentName): boolean {
  return errorCode(error) === NO_SUCH_DATABASE && environment === "sandbox" && isOneServer(production, sandbox);
}

async function examineMissing({ production, sandbox }: Urls): Promise<CheckFinding> {
  const name = databaseName(sandbox);
  if (await withDatabase(production, mayCreateDatabases))
    return { detail: `The database "${name}" does not exist yet: the start makes it.` };
  throw missingDatabase(name);
}

async function examineSchema(urls: Urls, environment: EnvironmentName): Promise<CheckFinding> {
  try {
    return await withDatabase(urls[environment], (db) => examineMigrations(db, migrations_dir));
  } catch (error) {
    if (!isMadeByStart(error, urls, environment)) throw error;
    return { detail: "There is no schema yet: the start makes it." };
  }
}

/** Throws a sentence if the files belong to another database. */
export async function assertOwnStorage(
  { database_urls }: Config,
  environment: EnvironmentName,
  blobs: Blobs,
): Promise<void> {
  // The embedded database does not run now, so there is nothing to compare with.
  if (!database_urls) return;
  try {
    await withDatabase(database_urls[environment], async (db) =>
      assertStorageFits((await hasSettings(db)) ? db : undefined, blobs),
    );
  } catch (error) {
    // The check of the database says so. The storage itself is still examined.
    if (!isDatabaseTrouble(error)) throw error;
  }
}

async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(url, 1);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}
