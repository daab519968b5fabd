// Two PostgreSQL servers: a primary, and a standby that has every commit before the primary acknowledges it. When the primary is killed
// the standby is promoted, and a new standby is made of it at the place of the dead one.

import type { ChildProcess } from "node:child_process";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Database, openDatabase } from "../src/platform/database/db.ts";
import { findLauncher, type Launcher, launch } from "../src/platform/embedded/postgres-launcher.ts";
import { makeRunFolder } from "./postgres.ts";
import { prepareFolder } from "./prepared-folder.ts";
import { eventually } from "./segue-process.ts";

const USERNAME = "segue";

type Server = { folder: string; child: ChildProcess | undefined };

export type PostgresPair = {
  /** With both servers, as an operator would write it. */
  url: string;
  /** Kills the primary and promotes the standby. Answers when it can be written to; the next standby is not there yet. */
  failOver(): Promise<void>;
  /** Makes a standby of what is the primary now. From then on commits wait for it. */
  follow(): Promise<void>;
  close(): Promise<void>;
};

/** With the databases of a service that was never used. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const root = await makeRunFolder();
  const launcher = await findLauncher(root);
  let [primary, standby]: Server[] = ["one", "two"].map((name) => ({ folder: join(root, name), child: undefined }));
  if (!primary || !standby) throw new Error("There are two servers.");
  for (const { folder } of [primary, standby]) await mkdir(socketsOf(folder), { recursive: true, mode: 0o700 });
  await prepareFolder(primary.folder);
  primary.child = await start(launcher, primary);
  await followBy(launcher, primary, standby);
  return {
    url: `postgres://${USERNAME}@/segue?host=${socketsOf(primary.folder)},${socketsOf(standby.folder)}&target_session_attrs=read-write`,
    async failOver() {
      [primary, standby] = [standby as Server, primary as Server];
      await kill(standby);
      await withAdmin(primary, ({ db }) => db`select pg_promote()`);
    },
    follow: () => followBy(launcher, primary as Server, standby as Server),
    async close() {
      for (const server of [primary, standby]) await kill(server as Server);
      await rm(root, { recursive: true, force: true });
    },
  };
}

const clusterOf = (folder: string) => join(folder, "postgres");
const socketsOf = (folder: string) => join(folder, "sockets");

async function start(launcher: Launcher, { folder }: Server, settings: readonly string[] = []): Promise<ChildProcess> {
  const all = [
    "listen_addresses=",
    `unix_socket_directories=${socketsOf(folder)}`,
    "max_connections=200",
    "wal_level=replica",
    "max_wal_senders=4",
    "wal_keep_size=1GB",
    ...settings,
  ];
  const options = ["-D", clusterOf(folder), ...all.flatMap((setting) => ["-c", setting])];
  const child = launch(launcher, launcher.binaries.postgres, options);
  child.stderr?.resume();
  await eventually(() => withAdmin({ folder, child }, ({ db }) => db`select 1`));
  return child;
}

async function withAdmin<T>({ folder }: Server, work: (admin: Database) => Promise<T>): Promise<T> {
  const admin = openDatabase({ socket_dir: socketsOf(folder), username: USERNAME, database: "postgres" }, 1);
  try {
    // A busy machine may let a first connection wait for longer than the service would.
    await eventually(() => admin.db`select 1`);
    return await work(admin);
  } finally {
    await admin.close();
  }
}

/** As pg_basebackup does it, which does not come with the embedded PostgreSQL. */
async function followBy(launcher: Launcher, primary: Server, standby: Server): Promise<void> {
  const cluster = clusterOf(standby.folder);
  await rm(cluster, { recursive: true, force: true });
  await withAdmin(primary, ({ alone }) =>
    alone(async (db) => {
      // The session is the backup's, however long the copy takes.
      await db`set idle_session_timeout = 0`;
      await db`select pg_backup_start('pair', true)`;
      // A file may go while it is copied. The standby does without it: it reads the log from before the copy.
      await promisify(execFile)("cp", ["-a", clusterOf(primary.folder), cluster]).catch(() => undefined);
      const [backup] = await db<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
      await writeFile(join(cluster, "backup_label"), backup?.labelfile ?? "");
    }),
  );
  const log = join(cluster, "pg_wal");
  for (const entry of await readdir(log, { withFileTypes: true }))
    if (entry.isFile()) await rm(join(log, entry.name), { force: true });
  for (const name of ["postmaster.pid", "postmaster.opts"]) await rm(join(cluster, name), { force: true });
  // A server that is promoted waits for no standby: there is none yet.
  await writeFile(join(cluster, "postgresql.auto.conf"), "");
  await writeFile(join(cluster, "standby.signal"), "");
  const place = `primary_conninfo=host=${socketsOf(primary.folder)} user=${USERNAME}`;
  standby.child = await start(launcher, standby, [place]);
  await withAdmin(primary, async ({ db }) => {
    await db`alter system set synchronous_standby_names = '*'`;
    await db`select pg_reload_conf()`;
    await eventually(async () => {
      const [sync] = await db`select 1 from pg_stat_replication where sync_state = 'sync'`;
      if (!sync) throw new Error("The standby does not follow.");
    });
  });
}

async function kill(server: Server): Promise<void> {
  const { child } = server;
  server.child = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
