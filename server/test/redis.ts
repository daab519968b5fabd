// A Redis for tests, from the PATH: on a unix socket of its own, with nothing kept, and with all that can happen to it.

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { makeRunFolder } from "./postgres.ts";
import { eventually } from "./segue-process.ts";

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

export type Redis = {
  url: string;
  /** It hangs: connections stay open, nothing is answered. */
  pause(): void;
  resume(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** The answer of `redis-cli`, line by line. */
  ask(...words: string[]): string[];
  close(): Promise<void>;
};

export async function startRedis(): Promise<Redis> {
  const folder = await makeRunFolder();
  const path = join(folder, "redis.sock");
  let child: ChildProcess;
  async function start(): Promise<void> {
    const options = ["--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no", "--dir", folder];
    child = spawn("redis-server", options, { stdio: "ignore" });
    await eventually(() => reach(path));
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  await start();
  return {
    url: `unix://${path}`,
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    kill,
    start,
    ask: (...words) =>
      execFileSync("redis-cli", ["-s", path, ...words], { encoding: "utf8" })
        .trim()
        .split("\n"),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function reach(path: string): Promise<void> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
