// The address of the service that runs on a data folder: it writes it to a file there, and the commands read it.

import { readFileSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { makeFolder } from "./platform/make-folder.ts";

export type Running = { pid: number; production_url: string; sandbox_url: string };

const fileIn = (data_dir: string) => join(data_dir, "running.json");

export async function announceRunning(data_dir: string, running: Running): Promise<void> {
  await makeFolder(data_dir);
  await writeFile(fileIn(data_dir), `${JSON.stringify(running)}\n`);
}

/** Several processes may share a folder, so each removes only its own file. */
export async function withdrawRunning(data_dir: string, pid: number): Promise<void> {
  if (readRunning(data_dir)?.pid === pid) await rm(fileIn(data_dir), { force: true });
}

/** Undefined if no process runs. A killed process has left its file. */
export function findRunning(data_dir: string): Running | undefined {
  const running = readRunning(data_dir);
  return running && isAlive(running.pid) && isOurs(data_dir, running) ? running : undefined;
}

/**
 * Commands send keys to this address, and a data folder may come with a repository from somebody else. So the file
 * counts only if this user or root wrote it and it names this machine.
 */
function isOurs(data_dir: string, { production_url, sandbox_url }: Running): boolean {
  const { uid } = statSync(fileIn(data_dir));
  const isTrusted = uid === 0 || uid === process.getuid?.();
  return isTrusted && [production_url, sandbox_url].every(isOfThisMachine);
}

function isOfThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
  return protocol === "http:" && own.includes(hostname.replace(/^\[|\]$/g, ""));
}

function readRunning(data_dir: string): Running | undefined {
  try {
    const found = JSON.parse(readFileSync(fileIn(data_dir), "utf8")) as Partial<Running>;
    const { pid, production_url, sandbox_url } = found;
    if (typeof pid !== "number" || typeof production_url !== "string" || typeof sandbox_url !== "string")
      return undefined;
    return { pid, production_url, sandbox_url };
  } catch {
    // The file is missing or half written: the service is not ready.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
