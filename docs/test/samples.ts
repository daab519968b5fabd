// Runs samples of the pages as a reader would: in a shell, in Node with the SDK, in Python.

import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { sine, wav } from "../../server/test/media.ts";

export const repository = fileURLToPath(new URL("../..", import.meta.url));

export type SampleAnswer = { id: string; status: number; text: string };
type Code = { id: string; code: string };
type Variables = Record<string, string>;

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A folder as a reader has it: a file to upload, and the SDK installed. */
export function readerFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "segue-samples-"));
  writeFileSync(join(folder, "song.wav"), wav({ sound: sine({ hertz: 440, seconds: 1, amplitude: 0.2 }) }));
  const sdk = join(folder, "node_modules/@segue/sdk");
  mkdirSync(sdk, { recursive: true });
  writeFileSync(join(sdk, "package.json"), '{ "name": "@segue/sdk", "type": "module", "exports": "./src/client.ts" }');
  symlinkSync(join(repository, "sdk/src"), join(sdk, "src"));
  symlinkSync(join(repository, "node_modules/@types"), join(folder, "node_modules/@types"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  // Adds the status to what curl prints, without a change of the samples.
  mkdirSync(join(folder, "curl"));
  writeFileSync(join(folder, "curl/.curlrc"), 'silent\nwrite-out = "\\n@@status %{http_code}\\n"\n');
  return folder;
}

/** Asynchronous: the service that is called runs in this process. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env, input }: { cwd: string; env: Variables; input?: string },
) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const variables = { PATH: process.env.PATH, XDG_CONFIG_HOME: cwd, ...env };
    const child = execFile(program, args, { cwd, env: variables, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      resolve({ code: error ? (typeof error.code === "number" ? error.code : -1) : 0, out, err });
    });
    // A program may end before it reads.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input ?? "");
  });
}

export async function runCurl(samples: readonly Code[], cwd: string, env: Variables): Promise<SampleAnswer[]> {
  const script = samples.map(({ id, code }) => `echo '@@sample ${id}'\n${code}\n`).join("");
  const { out } = await run("bash", ["--norc", "-c", script], { cwd, env: { ...env, CURL_HOME: join(cwd, "curl") } });
  return out
    .split("@@sample ")
    .slice(1)
    .map((part) => {
      const [, id = "", text = "", status = "-1"] = /^(\S+)\n([\s\S]*)@@status (\d+)/.exec(part) ?? [];
      return { id: id || part.slice(0, 80), status: Number(status), text };
    });
}

export async function runTypeScript(samples: readonly Code[], cwd: string, env: Variables): Promise<SampleAnswer[]> {
  const sources = samples.map(({ id, code }) => ({ path: join(cwd, `${id}.ts`), code }));
  for (const { path, code } of sources) writeFileSync(path, `${code}\nexport {};\n`);
  // All at once: compiled one by one when they are imported, they take ten times the processor time.
  const outdir = join(cwd, "built");
  await build({
    entryPoints: sources.map(({ path }) => path),
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  const input = JSON.stringify(samples.map(({ id }) => ({ id, file: join(outdir, `${id}.js`) })));
  const { out, err } = await run(process.execPath, [here("run-samples.mjs")], { cwd, env, input });
  return lines(out, err);
}

export const hasPython = spawnSync("python3", ["--version"]).status === 0;
export const hasHttpx = hasPython && spawnSync("python3", ["-c", "import httpx"]).status === 0;

/** Without httpx, a stand-in on the standard library takes its place. */
export async function runPython(samples: readonly Code[], cwd: string, env: Variables): Promise<SampleAnswer[]> {
  const path = hasHttpx ? {} : { PYTHONPATH: here("httpx") };
  const { out, err } = await run("python3", ["-B", here("run_samples.py")], {
    cwd,
    env: { ...env, ...path },
    input: JSON.stringify(samples),
  });
  return lines(out, err);
}

function lines(out: string, err: string): SampleAnswer[] {
  if (out === "") throw new Error(err);
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The strict compiler's complaints about TypeScript files of a folder. */
export async function typeCheck(cwd: string): Promise<string> {
  const options = {
    extends: join(repository, "tsconfig.json"),
    // As a reader's project has it, so that a sample needs no care for the type of a variable that may be unset.
    compilerOptions: { exactOptionalPropertyTypes: false, noUnusedLocals: false, types: ["node"], rootDir: "/" },
    include: ["*.ts"],
  };
  writeFileSync(join(cwd, "tsconfig.json"), JSON.stringify(options));
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  return (await run(process.execPath, [tsc, "--noEmit", "-p", cwd], { cwd, env: {} })).out;
}
