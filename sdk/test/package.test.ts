// The package as a newcomer has it: the tarball in an empty project, with the examples of the README.

import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build, transformSync } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sine, wav } from "../../server/test/media.ts";
import { createWorld, type World } from "../../server/test/world.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "segue-sdk-"));
const examples = [...examplesOf("sdk/README.md"), ...examplesOf("docs/webhooks.md")];
const MAX_BYTES = 9_200;
/** A bundle has those that it uses, and no others. */
const MAX_BYTES_OF_FACTS = 5_000;

/** The blocks of TypeScript that begin with the name of a file. */
function examplesOf(page: string): { name: string; text: string }[] {
  const blocks = readFileSync(join(repository, page), "utf8").matchAll(/^```ts\n(\/\/ ([\w-]+\.ts)\n[\s\S]*?)^```$/gm);
  return [...blocks].map(([, text = "", name = ""]) => ({ name, text }));
}

function npm(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

let world: World;
beforeAll(async () => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  // Packed as it is published, then installed. The run has built it already, so the scripts are left out.
  const options = "--install-links --ignore-scripts --offline --no-audit --no-fund --silent".split(" ");
  npm("install", join(repository, "sdk"), ...options);
  for (const { name, text } of examples) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, name.replace(/ts$/, "js")), transformSync(text, { loader: "ts", format: "esm" }).code);
  }
  writeFileSync(join(folder, "song.wav"), wav({ sound: sine({ seconds: 2 }) }));
  world = await createWorld({ environment: "sandbox" });
  await world.work();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

test("it has nothing in it but what is needed, and needs no other package", () => {
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  expect(Object.keys(packages)).toEqual(["node_modules/@segue/sdk"]);
  const files = readdirSync(join(folder, "node_modules/@segue/sdk"), { recursive: true, encoding: "utf8" });
  expect(files.filter((name) => !/^(dist(\/.*\.(js|d\.ts))?|README\.md|LICENSE|package\.json)$/.test(name))).toEqual(
    [],
  );
});

test("every example is right to the strict compiler", () => {
  symlinkSync(join(repository, "node_modules/@types"), join(folder, "node_modules/@types"));
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const options = "--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2022 --types node";
  const files = [...examples.map(({ name }) => name), "uses.ts"];
  writeFileSync(join(folder, "uses.ts"), uses);
  const { stdout } = spawnSync(process.execPath, [tsc, ...options.split(" "), ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stdout).toBe("");
});

/** Each line that must not compile says so to the compiler. */
const uses = `
import { createSegue, type MethodErrors, SegueError } from "@segue/sdk";
import type { WebhookEvent } from "@segue/sdk/webhooks";
const segue = createSegue({ apiKey: "sk_test_1" });
export const title: Promise<string> = segue.releases.get("rel_1").then((release) => release.title);
// @ts-expect-error: there is no such status.
void segue.releases.list({ status: "lost" });
// @ts-expect-error: a release has a title.
void segue.releases.create({ artists: [], release_date: "2030-03-01" });
// @ts-expect-error: the id comes first.
void segue.tracks.update({ title: "Other" });
// @ts-expect-error: there is no such code.
export const isLost = (error: SegueError) => error.code === "lost";
// @ts-expect-error: nothing to read has been reused.
export const code: MethodErrors["releases.get"] = "idempotency_key_reused";
export const storeOf = (event: WebhookEvent) => event.event_type === "delivery.store.updated" ? event.data.store.store_id : undefined;
`;

const run = promisify(execFile);
async function example(name: string): Promise<string> {
  const env = { PATH: process.env.PATH, SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key };
  return (await run(process.execPath, [`${name}.js`], { cwd: folder, env })).stdout;
}

test("every example runs", async () => {
  expect(await example("first-release")).toMatch(/ready: true\n$/);
  const [upload, deliver, errors, money, facts, webhook] = await Promise.all(
    ["upload", "deliver", "errors", "money", "facts", "webhook"].map(example),
  );
  expect(upload).toMatch(/^0 %\n100 %\nwav 44100\n$/);
  expect(deliver).toMatch(/^store_auralis delivered null\nstore_rejecta rejected .+\n$/);
  expect(errors).toMatch(/ req_\w+\n$/);
  expect(money).toBe("[]\n");
  const [first, ...others] = (facts ?? "").trimEnd().split("\n");
  expect(first).toBe("Requested -> Stopped, At the bank, Paid, Returned, Cancelled");
  expect(others.at(-1)).toBe("Cancelled -> nothing more");
  expect(webhook).toBe("rel_1 delivered\n200\n");
  expect(await example("lists")).toMatch(/^1 false\n$/);
});

async function packedSize(contents: string): Promise<number> {
  const options = { bundle: true, minify: true, format: "esm", write: false } as const;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: folder }, ...options });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

test("minified and packed, it is small", async () => {
  const webhooks = 'export * from "@segue/sdk/webhooks";';
  const errors = "AssetFailedError, SegueArgumentError, SegueConnectionError, SegueError";
  const client = await packedSize(`export { createSegue, methods, ${errors} } from "@segue/sdk"; ${webhooks}`);
  const whole = await packedSize(`export * from "@segue/sdk"; ${webhooks}`);
  expect(client).toBeLessThanOrEqual(MAX_BYTES);
  expect(whole).toBeLessThanOrEqual(MAX_BYTES + MAX_BYTES_OF_FACTS);
  console.info(`@segue/sdk: ${client} bytes, minified and gzipped; with all facts ${whole}`);
});
