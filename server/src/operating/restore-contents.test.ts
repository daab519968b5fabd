import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCommand } from "../../test/segue-command.ts";
import { createArchive, openArchive } from "../platform/archive.ts";
import { readContents } from "./restore-contents.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-restore-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = `ast_${"0".repeat(26)}`;
const database = {
  tables: [{ name: "releases", columns: ["id"] }],
  sequences: [{ name: "numbers", last_value: "7", is_called: true }],
  migrations: [],
  storage_id: "own",
};
const honest: Record<string, string> = {
  "backup.json": JSON.stringify({ format: 1, version: "0.4.0", made_at: "2026-11-15T00:00:00.000Z" }),
  secret: randomBytes(32).toString("base64"),
  "operator-key": "an-operator-key-of-many-characters",
  "production/database.json": JSON.stringify(database),
  "sandbox/database.json": JSON.stringify(database),
  "production/tables/releases/000001": "rel_1\n",
  "production/keys/000001": `${KEY}\n`,
  [`production/files/${KEY}`]: "bytes",
};

async function write(members: Record<string, string | undefined>): Promise<string> {
  const path = join(folder, "crafted.segue");
  const archive = await createArchive(path);
  for (const [name, text] of Object.entries(members)) if (text !== undefined) await archive.addText(name, text);
  await archive.finish();
  return path;
}

/** The command's refusal, in one line, with nothing made on the disk. */
async function refusal(members: Record<string, string | undefined>): Promise<string> {
  await write({ ...honest, ...members });
  const { code, out, err } = await runCommand(
    ["restore", "crafted.segue"],
    { SEGUE_DATA_DIR: join(folder, "data") },
    folder,
  );
  expect([code, out, err.trim().split("\n")]).toEqual([1, "", [expect.stringMatching(/Nothing was restored/)]]);
  expect(existsSync(join(folder, "data"))).toBe(false);
  return err;
}

test("the contents of an honest backup are read", async () => {
  const archive = await openArchive(await write(honest));
  expect(await readContents(archive)).toMatchObject({
    backup: { version: "0.4.0" },
    databases: { production: database },
  });
  await archive.close();
});

describe("a crafted backup is refused before anything is written, for a file named", () => {
  test.each([
    "/etc/passwd",
    "../outside",
    "production/files/../../outside",
    "production/files//etc/passwd",
    `production/files/${KEY.toUpperCase()}`,
    `production/files/${KEY}/more`,
    `production/files/sub/${KEY}`,
    "production/files/",
    "production/files/unfinished",
    "production/files/x\u001b[2J",
    `staging/files/${KEY}`,
    "production/tables/releases/1",
    "production/tables/releases/../../../000001",
    "production/tables/secrets/000001",
    "production/keys/abcdef",
    "secret/000001",
    "surprise",
  ])("%s", async (name) => {
    expect(await refusal({ [name]: "x" })).toContain("which no backup has");
  });
});

describe("likewise, for facts that are wrong:", () => {
  const facts = (changes: object) => ({ "production/database.json": JSON.stringify({ ...database, ...changes }) });
  test.each<[what: string, members: Record<string, string | undefined>]>([
    ["none at all", { "sandbox/database.json": undefined }],
    ["no JSON", { "sandbox/database.json": "{" }],
    ["another shape", facts({ tables: {} })],
    ["a table with a strange name", facts({ tables: [{ name: 'x"; drop table releases; --', columns: ["id"] }] })],
    ["a column with a strange name", facts({ tables: [{ name: "releases", columns: ["../id"] }] })],
    ["a sequence that is no number", facts({ sequences: [{ name: "numbers", last_value: "1; x", is_called: true }] })],
    ["migrations without names", facts({ migrations: [null] })],
    ["backup.json with nothing in it", { "backup.json": "null" }],
    ["a short secret", { secret: "c2hvcnQ=" }],
    ["an operator key with a line break", { "operator-key": "an-operator-key-of\nmany-characters" }],
  ])("%s", async (_what, members) => {
    await refusal(members);
  });
});
