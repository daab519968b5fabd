// The service's own secrets: given by the environment, or made on the first start and kept in the data folder.

import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generateKey, KEY_BYTES } from "./credentials/api-key.ts";
import type { Db } from "./platform/database/db.ts";
import { findSetting, keepSetting } from "./platform/database/installation.ts";
import { StartRefused } from "./platform/errors.ts";
import { makeFolder } from "./platform/make-folder.ts";

export type Secrets = {
  secret: Buffer;
  operator_key: string;
  /** It was made just now and has not been shown yet. */
  is_operator_key_new: boolean;
};

/** Keys derived for single purposes: none reveals anything about another or about the secret. */
export type DerivedKeys = {
  pepper: Buffer;
  cursor_key: Buffer;
  demo_seed: Buffer;
  link_key: Buffer;
  vault_key: Buffer;
};

export type GivenSecrets = { secret: Buffer | undefined; operator_key: string | undefined };

const SECRET_BYTES = 32;

export const isSecret = (secret: Buffer) => secret.length === SECRET_BYTES;
export const isOperatorKey = (text: string) => /^[\x21-\x7e]{24,512}$/.test(text);

export async function loadSecrets(data_dir: string, given: GivenSecrets): Promise<Secrets> {
  const secret = given.secret ?? (await keptSecret(join(data_dir, "secret")));
  if (given.operator_key) return { secret, operator_key: given.operator_key, is_operator_key_new: false };
  const path = join(data_dir, "operator-key");
  let made: string | undefined;
  const operator_key = await keptFile(path, () => {
    made = generateKey("sk_operator_", randomBytes(KEY_BYTES));
    return made;
  });
  if (!isOperatorKey(operator_key)) throw damaged(path, "an operator key");
  return { secret, operator_key, is_operator_key_new: operator_key === made };
}

/** Reads existing secrets, and makes none. */
export async function findSecrets(data_dir: string, given: GivenSecrets): Promise<Partial<Secrets>> {
  const text = given.secret ? undefined : await readText(join(data_dir, "secret"));
  const secret = given.secret ?? (text === undefined ? undefined : Buffer.from(text, "base64"));
  const operator_key = given.operator_key ?? (await readText(join(data_dir, "operator-key")));
  return { ...(secret && { secret }), ...(operator_key !== undefined && { operator_key }) };
}

/** Writes the secrets of a backup that the environment does not set. Existing files stay. */
export async function keepSecrets(data_dir: string, given: GivenSecrets, kept: Partial<Secrets>): Promise<void> {
  const { secret, operator_key } = kept;
  if (!given.secret && secret) await keptFile(join(data_dir, "secret"), () => secret.toString("base64"));
  if (!given.operator_key && operator_key) await keptFile(join(data_dir, "operator-key"), () => operator_key);
}

async function keptSecret(path: string): Promise<Buffer> {
  const text = await keptFile(path, () => randomBytes(SECRET_BYTES).toString("base64"));
  const secret = Buffer.from(text, "base64");
  if (!isSecret(secret)) throw damaged(path, "a secret");
  return secret;
}

/** An empty or cut file must not become a secret that is easy to guess. */
function damaged(path: string, what: string): StartRefused {
  return new StartRefused(`${path} does not hold ${what}; restore it from a backup, or remove it to get a new one.`);
}

async function keptFile(path: string, make: () => string): Promise<string> {
  try {
    return (await readText(path)) ?? (await makeFile(path, make()));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartRefused(
      `${path} can be neither read nor created (${code}); set SEGUE_DATA_DIR to a folder that this user can write to.`,
    );
  }
}

async function readText(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.trim() || undefined;
}

/** Writes the file whole and with mode 0600. Two processes can never write different content. */
async function makeFile(path: string, text: string): Promise<string> {
  await makeFolder(dirname(path));
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    // Another process was first: use its secret.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, "utf8")).trim();
}

/** The key of the sandbox's demo organization. It comes from the secret, so that every node can show it again. */
export function demoKey(secret: Buffer, key_prefix: string): string {
  return generateKey(key_prefix, deriveKeys(secret).demo_seed);
}

export function deriveKeys(secret: Buffer): DerivedKeys {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, "", `segue ${purpose}`, length));
  return {
    pepper: derive("credential pepper", 32),
    cursor_key: derive("cursor seal", 32),
    demo_seed: derive("demo key", 64),
    link_key: derive("links to files", 32),
    vault_key: derive("secrets at rest", 32),
  };
}

/** All nodes of one database share one secret; a different one would quietly make every stored hash worthless. */
export async function assertSameSecret(db: Db, secret: Buffer): Promise<void> {
  assertFingerprint(await keepSetting(db, "secret_fingerprint", fingerprintOf(secret)), secret);
}

/** Writes nothing: a database that has no secret yet fits any. Without a secret, the start would make another one. */
export async function assertSecretFits(db: Db, secret: Buffer | undefined): Promise<void> {
  const fingerprint = await findSetting(db, "secret_fingerprint");
  if (fingerprint !== undefined) assertFingerprint(fingerprint, secret);
}

function assertFingerprint(fingerprint: string, secret: Buffer | undefined): void {
  if (secret !== undefined && fingerprintOf(secret) === fingerprint) return;
  throw new StartRefused(
    "SEGUE_SECRET (or the file `secret` in the data folder) is not the secret with which this database was set up; set that secret on every node.",
  );
}

/** The database stores it to recognize its secret. */
export function fingerprintOf(secret: Buffer): string {
  return createHmac("sha256", secret).update("segue fingerprint").digest("base64url");
}
