import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createWorld } from "../test/world.ts";
import { ensureDatabase } from "./platform/database/create.ts";
import { type Database, openDatabase } from "./platform/database/db.ts";
import { StartRefused } from "./platform/errors.ts";
import { assertSameSecret, deriveKeys, loadSecrets } from "./secrets.ts";

const root = mkdtempSync(join(tmpdir(), "segue-secrets-"));
afterAll(() => rmSync(root, { recursive: true }));

const nothing = { secret: undefined, operator_key: undefined };
let data_dir: string;
beforeEach(() => {
  data_dir = join(root, randomBytes(4).toString("hex"), "data");
});

describe("secrets that are not given", () => {
  test("are made on the first start, with mode 0600, and kept", async () => {
    const first = await loadSecrets(data_dir, nothing);
    expect(first.secret).toHaveLength(32);
    expect(first.operator_key).toMatch(/^sk_operator_\w{38}$/);
    for (const name of ["secret", "operator-key"]) expect(statSync(join(data_dir, name)).mode & 0o777).toBe(0o600);
    expect(statSync(data_dir).mode & 0o777).toBe(0o700);
    expect(readdirSync(data_dir).sort()).toEqual(["operator-key", "secret"]);
    expect(first.is_operator_key_new).toBe(true);
    expect(await loadSecrets(data_dir, nothing)).toEqual({ ...first, is_operator_key_new: false });
  });

  test("are the same for all that start at once", async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => loadSecrets(data_dir, nothing)));
    expect(new Set(all.map(({ secret }) => secret.toString("hex"))).size).toBe(1);
    expect(new Set(all.map(({ operator_key }) => operator_key)).size).toBe(1);
  });

  test.each(["", "\n", "c2hvcnQ=", "not base64 at all"])(
    "stop the start where their file is damaged: %j",
    async (content) => {
      await loadSecrets(data_dir, nothing);
      writeFileSync(join(data_dir, "secret"), content);
      await expect(loadSecrets(data_dir, nothing)).rejects.toThrow(StartRefused);
      expect(readFileSync(join(data_dir, "secret"), "utf8")).toBe(content);
      writeFileSync(join(data_dir, "secret"), randomBytes(32).toString("base64"));
      writeFileSync(join(data_dir, "operator-key"), content);
      await expect(loadSecrets(data_dir, nothing)).rejects.toThrow(/operator-key does not hold/);
    },
  );
});

test("secrets that are given are used, and no file is made", async () => {
  const given = { secret: randomBytes(32), operator_key: "an-operator-key-of-our-own" };
  expect(await loadSecrets(data_dir, given)).toEqual({ ...given, is_operator_key_new: false });
  expect(() => statSync(data_dir)).toThrow("ENOENT");
});

test("derived keys differ from each other and from those of another secret, and are always the same", () => {
  const secret = randomBytes(32);
  const keys = [...Object.values(deriveKeys(secret)), ...Object.values(deriveKeys(randomBytes(32)))];
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(keys.length);
  expect(deriveKeys(secret)).toEqual(deriveKeys(Buffer.from(secret)));
});

describe("all nodes of one database share one secret", () => {
  const name = `segue_secret_${randomBytes(6).toString("hex")}`;
  let database: Database;
  beforeAll(async () => {
    await ensureDatabase({ ...inject("postgres"), database: "postgres" }, name, inject("template"));
    database = openDatabase({ ...inject("postgres"), database: name }, 4);
  });
  afterAll(() => database.close());

  test("another one stops the start with one line, and the database keeps a fingerprint only", async () => {
    const secret = randomBytes(32);
    await Promise.all([assertSameSecret(database.db, secret), assertSameSecret(database.db, secret)]);
    const refused = await assertSameSecret(database.db, randomBytes(32)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartRefused);
    expect((refused as Error).message).toMatch(/^SEGUE_SECRET .+ is not the secret .+\.$/);
    await assertSameSecret(database.db, secret);
    const kept = JSON.stringify(await database.db`select value from settings`);
    for (const form of ["base64", "base64url", "hex"] as const) expect(kept).not.toContain(secret.toString(form));
    await expect(createWorld({ database: name })).rejects.toThrow(StartRefused);
  });
});
