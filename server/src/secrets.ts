// The service's own secrets: given by the environment, or made on the first start and kept in the data folder.

import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateKey } from "./organizations/api-key.ts";
import { keepSetting } from "./organizations/queries.ts";
import type { Db } from "./platform/db.ts";
import { StartRefused } from "./platform/errors.ts";

export type Secrets = { secret: Buffer; operator_key: string; is_operator_key_new: boolean };

/** Keys for single purposes, derived: none of them tells anything about another or about the secret. */
export type DerivedKeys = { pepper: Buffer; cursor_key: Buffer; demo_seed: Buffer };

const SECRET_BYTES = 32;

export async function loadSecrets(
  data_dir: string,
  given: { secret: Buffer | undefined; operator_key: string | undefined },
): Promise<Secrets> {
  const secret = given.secret ?? (await keptSecret(join(data_dir, "secret")));
  if (given.operator_key) return { secret, operator_key: given.operator_key, is_operator_key_new: false };
  const path = join(data_dir, "operator-key");
  const kept = await keptFile(path, () => generateKey("sk_operator_"));
  if (!/^[\x21-\x7e]{24,512}$/.test(kept.text)) throw damaged(path, "an operator key");
  return { secret, operator_key: kept.text, is_operator_key_new: kept.is_new };
}

async function keptSecret(path: string): Promise<Buffer> {
  const { text } = await keptFile(path, () => randomBytes(SECRET_BYTES).toString("base64"));
  const secret = Buffer.from(text, "base64");
  if (secret.length !== SECRET_BYTES) throw damaged(path, "a secret");
  return secret;
}

/** An empty or cut file must not become a secret that anybody can guess. */
function damaged(path: string, what: string): StartRefused {
  return new StartRefused(`${path} does not hold ${what}; restore it from a backup, or remove it to have one made.`);
}

/** Reads the file, or makes it whole and with mode 0600: never half, and never twice with different content. */
async function keptFile(path: string, make: () => string): Promise<{ text: string; is_new: boolean }> {
  const found = await readFile(path, "utf8").catch(() => undefined);
  if (found?.trim()) return { text: found.trim(), is_new: false };
  await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${make()}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
    return { text: (await readFile(path, "utf8")).trim(), is_new: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return { text: (await readFile(path, "utf8")).trim(), is_new: false };
  } finally {
    await rm(draft, { force: true });
  }
}

export function deriveKeys(secret: Buffer): DerivedKeys {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, "", `segue ${purpose}`, length));
  return {
    pepper: derive("credential pepper", 32),
    cursor_key: derive("cursor seal", 32),
    demo_seed: derive("demo key", 64),
  };
}

/** All nodes of one database share one secret; a different one would quietly make every stored hash worthless. */
export async function assertSameSecret(db: Db, secret: Buffer): Promise<void> {
  const fingerprint = createHmac("sha256", secret).update("segue fingerprint").digest("base64url");
  if ((await keepSetting(db, "secret_fingerprint", fingerprint)) === fingerprint) return;
  throw new StartRefused(
    "SEGUE_SECRET is not the one this database was set up with; start every node with the same secret.",
  );
}
