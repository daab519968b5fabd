// A service that does not answer: its diagnosis compares what a start compares, and writes nothing.

import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { freePort } from "../../test/mail-server.ts";
import { cloneDatabase } from "../../test/world.ts";
import { openDatabase } from "../platform/database/db.ts";
import { setSetting } from "../platform/database/installation.ts";
import { fingerprintOf } from "../secrets.ts";
import type { EnvironmentName } from "../settings.ts";
import { diagnoseLocally } from "./local-diagnosis.ts";

const secret = randomBytes(32);
let folder: string;
let variables: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "segue-local-"));
  const [DATABASE_URL, SANDBOX_DATABASE_URL] = [await usedBy("production"), await usedBy("sandbox")];
  variables = {
    SEGUE_DATA_DIR: folder,
    SEGUE_PORT: String(await freePort()),
    SEGUE_SANDBOX_PORT: String(await freePort()),
    SEGUE_SECRET: secret.toString("base64"),
    DATABASE_URL,
    SANDBOX_DATABASE_URL,
  };
});
beforeEach(async () => {
  await rm(join(folder, "files"), { recursive: true, force: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function usedBy(name: EnvironmentName): Promise<string> {
  const url = urlOf(await cloneDatabase());
  const { db, close } = openDatabase(url, 1);
  await setSetting(db, "environment", name);
  await setSetting(db, "secret_fingerprint", fingerprintOf(secret));
  await setSetting(db, "storage_id", `files of ${name}`);
  await close();
  return url;
}

function urlOf(database: string): string {
  const { socket_dir, username } = inject("postgres");
  return `postgres://${username}@/${database}?host=${socket_dir}`;
}

async function checkOf(name: string, more: Record<string, string> = {}, environment: EnvironmentName = "production") {
  const checks = await diagnoseLocally({ ...variables, ...more }, environment);
  return checks.find((check) => check.name === name);
}

test("databases of this service are well, and nothing is made", async () => {
  expect(await checkOf("database")).toMatchObject({ ok: true });
  expect(await checkOf("database", {}, "sandbox")).toMatchObject({ ok: true });
  expect(await readdir(folder)).toEqual([]);
});

test("another secret, or none, than the one with which the database was set up", async () => {
  for (const SEGUE_SECRET of [randomBytes(32).toString("base64"), ""])
    expect(await checkOf("database", { SEGUE_SECRET })).toMatchObject({
      ok: false,
      detail: expect.stringContaining("is not the secret with which this database was set up"),
      advice: "Change this, and start the service again.",
    });
  expect(await readdir(folder)).toEqual([]);
});

test("exchanged databases", async () => {
  const { DATABASE_URL = "", SANDBOX_DATABASE_URL = "" } = variables;
  const exchanged = { DATABASE_URL: SANDBOX_DATABASE_URL, SANDBOX_DATABASE_URL: DATABASE_URL };
  expect(await checkOf("database", exchanged)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("The database of production already belongs to sandbox"),
  });
});

test("files of another database, to which nothing is written", async () => {
  await mkdir(join(folder, "files/production/unfinished"), { recursive: true });
  await writeFile(join(folder, "files/production/owner"), "another");
  expect(await checkOf("storage")).toMatchObject({
    ok: false,
    detail: expect.stringContaining("belong to another database"),
    advice: "Change this, and start the service again.",
  });
  expect((await readdir(join(folder, "files/production"))).sort()).toEqual(["owner", "unfinished"]);
  await writeFile(join(folder, "files/production/owner"), "files of production");
  expect(await checkOf("storage")).toMatchObject({ ok: true });
});

test("a sandbox without a database: the start makes it on the same server, and cannot on another", async () => {
  const missing = { SANDBOX_DATABASE_URL: urlOf("segue_nowhere") };
  expect(await checkOf("database", missing)).toMatchObject({ ok: true });
  expect(await checkOf("database", missing, "sandbox")).toMatchObject({
    ok: true,
    detail: 'The database "segue_nowhere" does not exist yet: the start makes it.',
  });
  expect(await checkOf("migrations", missing, "sandbox")).toMatchObject({ ok: true });
  const port = await freePort();
  const elsewhere = { SANDBOX_DATABASE_URL: `postgres://segue:not-shown@127.0.0.1:${port}/segue` };
  expect(await checkOf("database", elsewhere)).toMatchObject({
    ok: false,
    detail: `The start also needs the database of sandbox. Nothing takes connections at 127.0.0.1:${port} (ECONNREFUSED).`,
    advice: "Look whether PostgreSQL runs, and whether SANDBOX_DATABASE_URL names it.",
  });
});
