// A PostgreSQL that follows another and so cannot be written to, until it is promoted. It is made of a copy; the one that
// it follows is not there any more.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDatabase } from "../src/platform/database/create.ts";
import { openDatabase } from "../src/platform/database/db.ts";
import { startEmbeddedPostgres } from "../src/platform/embedded/embedded-postgres.ts";
import { findLauncher, launch } from "../src/platform/embedded/postgres-launcher.ts";
import { makeRunFolder } from "./postgres.ts";
import { eventually } from "./segue-process.ts";

export type Standby = { socket_dir: string; username: string; promote(): Promise<void>; close(): Promise<void> };

/** With one database, empty, of this name. */
export async function startStandby(database: string): Promise<Standby> {
  const data_dir = await makeRunFolder();
  const first = await startEmbeddedPostgres({ data_dir, durable: false, log: () => undefined });
  const { username, socket_dir } = first;
  await ensureDatabase({ socket_dir, username, database: "postgres" }, database);
  await first.stop();
  const cluster = join(data_dir, "postgres");
  await writeFile(join(cluster, "standby.signal"), "");
  await mkdir(socket_dir, { recursive: true, mode: 0o700 });
  const launcher = await findLauncher(data_dir);
  const settings = ["listen_addresses=", `unix_socket_directories=${socket_dir}`, "fsync=off", "max_connections=200"];
  const options = ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting])];
  const child: ChildProcess = launch(launcher, launcher.binaries.postgres, options);
  child.stderr?.resume();
  const admin = openDatabase({ socket_dir, username, database }, 1);
  await eventually(() => admin.db`select 1`);
  return {
    socket_dir,
    username,
    promote: async () => void (await admin.db`select pg_promote()`),
    async close() {
      await admin.close();
      const ended = once(child, "exit");
      child.kill("SIGQUIT");
      await ended;
      await rm(socket_dir, { recursive: true, force: true });
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
