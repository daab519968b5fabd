// The built service as a process of its own: started as `npm start` does, watched through what it prints.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const READY_WITHIN_MS = 30_000;

export type ServiceProcess = {
  child: ChildProcess;
  /** All it printed so far, to both streams. */
  output(): string;
  /** Resolves when it says that it is ready; rejects with its output if it ends first. */
  ready: Promise<{ production_url: string; sandbox_url: string; sandbox_key: string; operator_key: string }>;
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Builds once for all processes of a test file. */
export async function buildService(): Promise<void> {
  const [code] = await once(spawn(process.execPath, ["bin/build.mjs"], { cwd: repository, stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error("The build failed.");
}

export function startService(variables: Record<string, string>): ServiceProcess {
  const child = spawn(process.execPath, ["bin/segue", "serve"], {
    cwd: repository,
    env: { PATH: process.env.PATH, SEGUE_PORT: "0", SEGUE_SANDBOX_PORT: "0", SEGUE_LOG_LEVEL: "warn", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const output = () => lines.join("\n");
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  const exit = once(child, "exit").then(([code, signal]) => ({ code, signal }));
  const find = (pattern: RegExp) => pattern.exec(output())?.[1] ?? "";
  const ready = new Promise<Awaited<ServiceProcess["ready"]>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready in time:\n${output()}`)), READY_WITHIN_MS);
    const look = () => {
      if (!/-d '\{/.test(output()) && !(output().includes("API reference") && !output().includes("Sandbox key")))
        return;
      clearTimeout(timer);
      resolve({
        production_url: find(/Production +(http\S+)\/v1/),
        sandbox_url: find(/Sandbox +(http\S+)\/v1/),
        sandbox_key: find(/Sandbox key +(\S+)/),
        operator_key: find(/Operator key +(\S+)/),
      });
    };
    child.stdout.on("data", () => setImmediate(look));
    void exit.then(({ code }) => {
      clearTimeout(timer);
      reject(new Error(`Ended with ${code}:\n${output()}`));
    });
  });
  // Whoever never asks whether it was ready must not be told by an unhandled rejection.
  ready.catch(() => undefined);
  return { child, output, ready, exit };
}
