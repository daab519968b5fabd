// The package as a partner has it: packed, installed into an empty folder, and run against a service.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRelease } from "../../server/test/catalog.ts";
import { createWorld, type World } from "../../server/test/world.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "segue-cli-"));
const packed = join(folder, "packed");
const installed = join(folder, "installed");
const run = promisify(execFile);

let world: World;
beforeAll(async () => {
  mkdirSync(packed);
  mkdirSync(installed);
  // The run has built the commands already, so the scripts are left out: other tests are using that build.
  await run("npm", ["pack", "-w", "cli", "--ignore-scripts", "--silent", "--pack-destination", packed], {
    cwd: repository,
  });
  const tarball = join(packed, readdirSync(packed)[0] ?? "");
  const options = "--offline --no-audit --no-fund --silent".split(" ");
  await run("npm", ["install", tarball, ...options], { cwd: installed });
  world = await createWorld({ environment: "sandbox" });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

async function segue(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: installed,
    SEGUE_URL: world.url,
    SEGUE_API_KEY: world.label.key,
  };
  const ended = await run(join(installed, "node_modules/.bin/segue"), args, { cwd: installed, env }).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code: "code" in ended ? ended.code : 0, out: ended.stdout, err: ended.stderr };
}

test("it needs no other package, and has nothing in it but the build", () => {
  const { packages } = JSON.parse(readFileSync(join(installed, "node_modules/.package-lock.json"), "utf8"));
  expect(Object.keys(packages)).toEqual(["node_modules/@segue/cli"]);
  const files = readdirSync(join(installed, "node_modules/@segue/cli"), { recursive: true, encoding: "utf8" });
  const expected = /^(bin(\/segue\.js)?|dist(\/[\w-]+\.js|\/docs(\/pages\.json)?)?|README\.md|package\.json)$/;
  expect(files.filter((name) => !expected.test(name))).toEqual([]);
  expect(files).toContain("dist/docs/pages.json");
});

test("it calls the service with a key", async () => {
  const release_id = await makeRelease(world);
  expect(await segue("--help")).toMatchObject({ code: 0, out: expect.stringContaining("Usage: npx segue") });
  expect(await segue("release", "list", "-q")).toEqual({ code: 0, out: `${release_id}\n`, err: "" });
});

test.each(["serve", "backup a.tar", "restore a.tar"])("`segue %s` says where it runs", async (command) => {
  const { code, err } = await segue(...command.split(" "));
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/^segue: `npx segue \w+` runs on the machine of the service.+\n$/),
  ]);
});
