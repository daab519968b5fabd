// Where the service that runs on a data folder listens: it says so in a file there, and the commands read it.

import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type Running = { pid: number; production_url: string; sandbox_url: string };

const fileIn = (data_dir: string) => join(data_dir, "running.json");

export async function announceRunning(data_dir: string, running: Running): Promise<void> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  await writeFile(fileIn(data_dir), `${JSON.stringify(running)}\n`);
}

/** Several processes may share a folder: each takes away only its own file. */
export async function withdrawRunning(data_dir: string, pid: number): Promise<void> {
  if (readRunning(data_dir)?.pid === pid) await rm(fileIn(data_dir), { force: true });
}

/** Undefined where no process runs; one that was killed has left its file. */
export function findRunning(data_dir: string): Running | undefined {
  const running = readRunning(data_dir);
  return running && isAlive(running.pid) ? running : undefined;
}

function readRunning(data_dir: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(data_dir), "utf8")) as Running;
  } catch {
    // There is none, or it is half written: then the service is not ready.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
