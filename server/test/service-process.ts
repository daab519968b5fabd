// The built service as a process of its own: started as `npm start` does, watched through what it prints.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fstatSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const READY_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 20;

/** A build of the documentation would slow every test down. */
const usual = { SEGUE_PORT: "0", SEGUE_SANDBOX_PORT: "0", SEGUE_LOG_LEVEL: "warn", SEGUE_DOCS: "built" };

export type ServiceProcess = {
  child: ChildProcess;
  /** All it printed so far, to both streams. */
  output(): string;
  /** Resolves when it says that it is ready; rejects with its output if it ends first. */
  ready: Promise<{ production_url: string; sandbox_url: string; sandbox_key: string; operator_key: string }>;
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Once for a whole run: a process must not meet a build half written. `checkout`: a folder with the code, this one if left out. */
export async function buildService(checkout = repository): Promise<void> {
  const [code] = await once(spawn(process.execPath, ["bin/build.mjs"], { cwd: checkout, stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error("The build failed.");
}

/** `hasChannel`: what is loaded into it by NODE_OPTIONS can be spoken with. */
export function startService(
  variables: Record<string, string>,
  { hasChannel = false, checkout = repository } = {},
): ServiceProcess {
  // A file, not a pipe: what is printed costs the reader nothing, however much it is.
  const folder = mkdtempSync(join(tmpdir(), "segue-output-"));
  const file = openSync(join(folder, "output"), "w+");
  const child = spawn(process.execPath, ["bin/segue", "serve"], {
    cwd: checkout,
    env: { ...usual, PATH: process.env.PATH, TMPDIR: tmpdir(), ...variables },
    stdio: ["ignore", file, file, ...(hasChannel ? (["ipc"] as const) : [])],
  });
  rmSync(folder, { recursive: true });
  const output = () => readWhole(file);
  const exit = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const ready = whenReady(output, exit);
  // A caller that never awaits readiness must not cause an unhandled rejection.
  ready.catch(() => undefined);
  return { child, output, ready, exit };
}

function readWhole(file: number): string {
  const text = Buffer.alloc(fstatSync(file).size);
  readSync(file, text, 0, text.length, 0);
  return text.toString("utf8").trimEnd();
}

async function whenReady(output: () => string, exit: ServiceProcess["exit"]): ServiceProcess["ready"] {
  let ended: number | null | undefined;
  void exit.then(({ code }) => {
    ended = code;
  });
  const give_up_at = performance.now() + READY_WITHIN_MS;
  // The banner is written at once, so one line of it is enough to know that it is whole.
  while (!output().includes(" ready.\n")) {
    if (ended !== undefined) throw new Error(`Ended with ${ended}:\n${output()}`);
    if (performance.now() > give_up_at) throw new Error(`Not ready in time:\n${output()}`);
    await sleep(LOOK_EVERY_MS);
  }
  const find = (pattern: RegExp) => pattern.exec(output())?.[1] ?? "";
  return {
    production_url: find(/Production +(http\S+)\/(?:v1|readyz)/),
    sandbox_url: find(/Sandbox +(http\S+)\/(?:v1|readyz)/),
    sandbox_key: find(/Sandbox key +(\S+)/),
    operator_key: keyIn(find(/Operator key +(?:kept )?in (\S+)/)),
  };
}

/** Output that is no terminal names the file of the key. */
function keyIn(path: string): string {
  return path === "" ? "" : readFileSync(path, "utf8").trim();
}
