// Segue processes for tests of what happens when they are killed: each has nothing but its database.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once as happens } from "node:events";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import { startEmbeddedPostgres } from "../src/platform/embedded/embedded-postgres.ts";
import { isAnyProcessNaming } from "../src/platform/embedded/process-identity.ts";
import { once } from "../src/platform/once.ts";
import { makeRunFolder } from "./postgres.ts";

export const modulePath = fileURLToPath(new URL("../src/platform/embedded/embedded-postgres.ts", import.meta.url));
const repository = fileURLToPath(new URL("../..", import.meta.url));

const PROGRAM = `
  import { startEmbeddedPostgres } from ${JSON.stringify(modulePath)};
  process.on("SIGINT", () => {});
  try {
    const server = await startEmbeddedPostgres({ data_dir: process.env.DATA_DIR, log: (line) => console.log("LOG " + line) });
    process.on("SIGTERM", () => void server.stop().then(() => process.exit()));
    console.log("READY " + server.socket_dir);
  } catch (error) {
    console.log("REFUSED: " + error.name + ": " + error.message);
    process.exitCode = 1;
  }`;

const ANSWER_LIMIT_MS = 240_000;
const POLL_MS = 20;

export type Segue = { child: ChildProcess; lines: string[]; socket_dir(): Promise<string>; exit: Promise<unknown> };

const folders: string[] = [];
const segues: Segue[] = [];

/** Ends and removes all that the functions here made. */
export async function removeFolders(): Promise<void> {
  await Promise.all(segues.splice(0).map(kill));
  for (const folder of folders.splice(0)) {
    if (await isAnyProcessNaming(folder)) await endServer(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A start ends what still runs there, a stop takes its socket away. */
async function endServer(data_dir: string): Promise<void> {
  const leftover = await startEmbeddedPostgres({ data_dir, log: () => undefined });
  await leftover.stop();
}

export async function makeFolder(): Promise<string> {
  const folder = await makeRunFolder();
  folders.push(folder);
  return folder;
}

/** Built once: a process that compiles its modules itself takes twice the time to start. */
const program = once(() => {
  const build = { bundle: true, platform: "node", format: "esm", packages: "external", write: false } as const;
  const { outputFiles } = buildSync({ ...build, stdin: { contents: PROGRAM, resolveDir: repository } });
  return outputFiles[0]?.text ?? "";
});

let prepared: Promise<string> | undefined;

/** A data folder whose first start is over: a copy, which takes a tenth of the time. */
export async function makeUsedFolder(): Promise<string> {
  prepared ??= prepareFolder();
  const folder = await makeFolder();
  // A process of its own: Node copies a thousand files in half a second of ours.
  await promisify(execFile)("cp", ["-R", `${await prepared}/.`, folder]);
  return folder;
}

async function prepareFolder(): Promise<string> {
  const folder = await makeRunFolder();
  await endServer(folder);
  return folder;
}

export function startSegue(data_dir: string, { prefix = [] as string[], path = process.env.PATH ?? "" } = {}): Segue {
  const [command = process.execPath, ...options] = [...prefix, process.execPath];
  const child = spawn(command, [...options, "--input-type=module", "-e", program()], {
    cwd: repository,
    // Its own process group, as a shell gives it.
    detached: true,
    env: { PATH: path, TMPDIR: tmpdir(), DATA_DIR: data_dir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const exit = happens(child, "close");
  const socket_dir = async () => (await waitForLine(lines, /^READY (.*)/))[1] ?? "";
  const segue = { child, lines, socket_dir, exit };
  segues.push(segue);
  return segue;
}

export async function kill(segue: Segue): Promise<void> {
  segue.child.kill("SIGKILL");
  await segue.exit;
}

export async function terminate(segue: Segue): Promise<void> {
  segue.child.kill("SIGTERM");
  await segue.exit;
}

export async function waitForLine(lines: string[], pattern: RegExp): Promise<RegExpExecArray> {
  return eventually(async () => {
    const match = lines.map((line) => pattern.exec(line)).find((found) => found !== null);
    if (!match) throw new Error(`No line ${pattern} but: ${lines.join(" | ")}`);
    return match;
  });
}

export async function eventually<T>(look: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + ANSWER_LIMIT_MS;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(POLL_MS);
  }
}
