// PgBouncer for tests, from the PATH or where Debian puts it: on a Unix socket of its own, before the run's PostgreSQL.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { openDatabase } from "../src/platform/database/db.ts";
import { makeRunFolder } from "./postgres.ts";
import { eventually } from "./segue-process.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

const PATH = `${process.env.PATH}:/usr/sbin`;
const NOBODY = 65_534;
const PORT = 6432;

export const hasPgBouncer = spawnSync("pgbouncer", ["--version"], { env: { PATH } }).status === 0;

export type PgBouncer = { url(database: string): string; close(): Promise<void> };

export async function startPgBouncer(pool_mode: "session" | "transaction"): Promise<PgBouncer> {
  const { socket_dir, username } = inject("postgres");
  // It runs as a user who may not enter the folder of the server's socket.
  const way = await startTcpProxy({ path: join(socket_dir, ".s.PGSQL.5432") });
  const folder = await makeRunFolder();
  await chmod(folder, 0o777);
  const settings = { pool_mode, unix_socket_dir: folder, listen_port: PORT, auth_type: "any", default_pool_size: 70 };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const server = `* = host=127.0.0.1 port=${way.port} user=${username}`;
  const file = join(folder, "pgbouncer.ini");
  await writeFile(file, ["[databases]", server, "[pgbouncer]", ...lines, ""].join("\n"), { mode: 0o644 });
  // It does not run as root.
  const prefix =
    process.geteuid?.() === 0 ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
  const [command = "pgbouncer", ...options] = [...prefix, "pgbouncer", "--quiet", file];
  const child = spawn(command, options, { env: { PATH }, cwd: "/", stdio: "ignore" });
  const url = (database: string) => `postgres://${username}@/${database}?host=${folder}&port=${PORT}`;
  const probe = openDatabase(url("postgres"), 1);
  await eventually(() => probe.db.unsafe("select 1"));
  await probe.close();
  return {
    url,
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      await way.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
