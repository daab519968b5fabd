import { execFile, spawn } from "node:child_process";
import { chown, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterEach, expect, test } from "vitest";
import { atScale } from "../../../test/faults/scale.ts";
import {
  eventually,
  kill,
  makeFolder,
  makeUsedFolder,
  modulePath,
  removeFolders,
  startSegue,
  terminate,
  waitForLine,
} from "../../../test/segue-process.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { DataFolderInUse } from "./folder-lock.ts";
import { isAnyProcessNaming } from "./process-identity.ts";

const NOBODY = 65_534;
const ORDINARY_USER = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", "--"];
const isRoot = process.getuid?.() === 0;

afterEach(removeFolders);

/** One connection for one piece of work. The port is said because PGPORT may be set. */
async function withSql<T>(socket_dir: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres({
    host: socket_dir,
    port: 5432,
    username: "segue",
    database: "postgres",
    max: 1,
    onnotice: () => undefined,
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function writeRow(socket_dir: string): Promise<void> {
  await withSql(socket_dir, async (sql) => {
    await sql`create table if not exists kept (id int generated always as identity)`.simple();
    await sql`insert into kept default values`;
  });
}

async function countRows(socket_dir: string): Promise<number> {
  return withSql(socket_dir, async (sql) => Number((await sql`select count(*) from kept`)[0]?.count));
}

async function readPostmasterPid(data_dir: string): Promise<number> {
  return Number.parseInt(await readFile(join(data_dir, "postgres", "postmaster.pid"), "utf8"), 10);
}

test("the server is durable, reachable by its socket alone, and matches letters of any language without case", async () => {
  const data_dir = await makeFolder();
  const first = await startEmbeddedPostgres({ data_dir, log: () => undefined });
  const settings = await withSql(first.socket_dir, async (sql) => {
    const rows = await sql<{ name: string; setting: string }[]>`select name, setting from pg_settings`;
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  });
  expect(settings).toMatchObject({
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    data_checksums: "on",
    listen_addresses: "",
    max_connections: "200",
    server_encoding: "UTF8",
  });
  expect(await withSql(first.socket_dir, (sql) => sql`select 'БЬЁРК' ilike 'бьё%' as is_match`)).toEqual([
    { is_match: true },
  ]);
  const { mode } = await stat(first.socket_dir);
  expect(mode & 0o777).toBe(0o700);
  await first.stop();

  const again = await startEmbeddedPostgres({ data_dir, log: () => undefined });
  await again.stop();
});

test("committed rows survive kill -9 of Node, of both, and of the server, which is started again by itself", async () => {
  const data_dir = await makeUsedFolder();
  const first = startSegue(data_dir);
  await writeRow(await first.socket_dir());
  await kill(first);

  const second = startSegue(data_dir);
  expect(await countRows(await second.socket_dir())).toBe(1);
  expect(second.lines[0]).toMatch(/^LOG Found a PostgreSQL \(pid \d+\) left by a killed Segue process/);
  await writeRow(await second.socket_dir());
  process.kill(await readPostmasterPid(data_dir), "SIGKILL");
  await kill(second);

  const third = startSegue(data_dir);
  expect(await countRows(await third.socket_dir())).toBe(2);
  await writeRow(await third.socket_dir());
  process.kill(await readPostmasterPid(data_dir), "SIGKILL");
  await waitForLine(third.lines, /^LOG PostgreSQL runs again/);
  expect(await countRows(await third.socket_dir())).toBe(3);
  await terminate(third);
});

test("a server that cannot start again is tried until it can, and a stop does not wait for it", async () => {
  const data_dir = await makeUsedFolder();
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({ data_dir, log: (line) => lines.push(line) });
  const control = join(data_dir, "postgres", "global", "pg_control");
  await rename(control, `${control}.away`);
  process.kill(await readPostmasterPid(data_dir), "SIGKILL");
  await waitForLine(lines, /^PostgreSQL did not start: .*pg_control/);
  await rename(`${control}.away`, control);
  await waitForLine(lines, /^PostgreSQL runs again/);
  await rename(control, `${control}.away`);
  process.kill(await readPostmasterPid(data_dir), "SIGKILL");
  await eventually(async () => expect(lines.filter((line) => line.includes("did not start"))).toHaveLength(2));
  await server.stop();
  await rename(`${control}.away`, control);
});

test("a first start that is killed at any moment leaves nothing in the way", async () => {
  const data_dir = await makeFolder();
  for (const latest_ms of atScale({ short: [100, 700], full: [0, 100, 250, 450, 700] })) {
    const segue = startSegue(data_dir);
    await waitForLine(segue.lines, /^(LOG Making|READY)/);
    await sleep(Math.random() * latest_ms);
    await kill(segue);
  }
  const segue = startSegue(data_dir);
  await writeRow(await segue.socket_dir());
  await terminate(segue);

  // An initdb whose Segue was killed may finish its folder; a later start removes it.
  await eventually(async () => expect(await isAnyProcessNaming(join(data_dir, "postgres.half-made"))).toBe(false));
  const last = startSegue(data_dir);
  expect(await countRows(await last.socket_dir())).toBe(1);
  expect((await readdir(data_dir)).map((name) => name.replace(/\d+$/, "n")).toSorted()).toEqual([
    "postgres",
    "segue.lock.n",
  ]);
  await terminate(last);
});

test("a second start on a folder in use is refused in one line, and the first does not notice", async () => {
  const data_dir = await makeUsedFolder();
  const first = await startEmbeddedPostgres({ data_dir, log: () => undefined });
  await writeRow(first.socket_dir);
  await expect(startEmbeddedPostgres({ data_dir, log: () => undefined })).rejects.toThrow(DataFolderInUse);
  const second = startSegue(data_dir);
  const [, message] = await waitForLine(second.lines, /^REFUSED: (.*)/);
  expect(message).toBe(
    `DataFolderInUse: The data folder ${data_dir} is in use by another Segue process (pid ${process.pid}).`,
  );
  expect(await countRows(first.socket_dir)).toBe(1);
  await first.stop();
});

test("of several first starts at the same moment exactly one wins", async () => {
  const data_dir = await makeFolder();
  const segues = [1, 2, 3].map(() => startSegue(data_dir));
  const results = await Promise.all(segues.map((segue) => waitForLine(segue.lines, /^(READY|REFUSED: \w+)/)));
  const answers = results.map(([, answer]) => answer).toSorted();
  expect(answers).toEqual(["READY", ...Array(2).fill("REFUSED: DataFolderInUse")]);
  const winner = segues.find(
    (segue) => segue.child.exitCode === null && segue.lines.some((line) => /^READY/.test(line)),
  );
  await writeRow((await winner?.socket_dir()) ?? "");
});

test("pids that now belong to a stranger neither stop a start nor get the stranger killed", async () => {
  const data_dir = await makeUsedFolder();
  const first = await startEmbeddedPostgres({ data_dir, log: () => undefined });
  await writeRow(first.socket_dir);
  const pidFile = join(data_dir, "postgres", "postmaster.pid");
  const pidLines = (await readFile(pidFile, "utf8")).split("\n");
  await first.stop();

  const stranger = spawn("sleep", ["60"]);
  await writeFile(pidFile, [String(stranger.pid), ...pidLines.slice(1)].join("\n"));
  await writeFile(join(data_dir, "segue.lock.9"), JSON.stringify({ pid: stranger.pid, started: "before" }));
  const second = await startEmbeddedPostgres({ data_dir, log: () => undefined });
  expect(await countRows(second.socket_dir)).toBe(1);
  await second.stop();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  stranger.kill();

  // A power cut leaves a file empty that was not synced.
  await writeFile(pidFile, "");
  await writeFile(join(data_dir, "segue.lock.99"), "");
  const third = await startEmbeddedPostgres({ data_dir, log: () => undefined });
  expect(await countRows(third.socket_dir)).toBe(1);
  await third.stop();
});

test("the server of a folder that was deleted does not disturb the one made anew", async () => {
  const data_dir = await makeFolder();
  const first = startSegue(data_dir);
  await first.socket_dir();
  await kill(first);
  await rm(data_dir, { recursive: true });
  const second = startSegue(data_dir);
  await writeRow(await second.socket_dir());
  expect(second.lines).toContainEqual(expect.stringMatching(/^LOG Found a PostgreSQL/));
  await terminate(second);
});

test("Ctrl-C reaches Segue and not its server, and SIGTERM leaves no process behind", async () => {
  const data_dir = await makeUsedFolder();
  const segue = startSegue(data_dir);
  const socket_dir = await segue.socket_dir();
  process.kill(-(segue.child.pid ?? Number.NaN), "SIGINT");
  await writeRow(socket_dir);
  expect(await countRows(socket_dir)).toBe(1);
  await terminate(segue);
  expect(segue.lines.filter((line) => line.includes("ended by itself"))).toEqual([]);
  await eventually(async () => expect(await isAnyProcessNaming(data_dir)).toBe(false));
  await expect(stat(socket_dir)).rejects.toThrow("ENOENT");
});

test.runIf(isRoot)("root, in a folder only root can enter, may change between its two ways", async () => {
  const data_dir = await makeFolder();
  const cluster = join(data_dir, "postgres");
  // With only these tools on the path, `unshare` is missing.
  const tools = join(data_dir, "tools");
  await mkdir(tools);
  for (const tool of ["setpriv", "test"]) {
    const { stdout } = await promisify(execFile)("which", [tool]);
    await symlink(stdout.trim(), join(tools, tool));
  }
  for (const [turn, { path, uid }] of [
    { path: tools, uid: NOBODY },
    { path: process.env.PATH ?? "", uid: undefined },
    { path: tools, uid: NOBODY },
  ].entries()) {
    const segue = startSegue(data_dir, { path });
    await writeRow(await segue.socket_dir());
    expect(await countRows(await segue.socket_dir())).toBe(turn + 1);
    if (uid !== undefined) expect((await stat(cluster)).uid).toBe(uid);
    // The orphan of one way is found by the other.
    await kill(segue);
  }
});

test.runIf(isRoot)("an ordinary user needs nothing special", async (context) => {
  const data_dir = await makeFolder();
  const [command = "", ...options] = ORDINARY_USER;
  const look = [process.execPath, "-e", "fs.accessSync(process.argv[1])", modulePath];
  const canEnter = promisify(execFile)(command, [...options, ...look], { cwd: "/" }).then(
    () => true,
    () => false,
  );
  context.skip(!(await canEnter), "this checkout, or Node, is in a folder that only root can enter");
  await chown(data_dir, NOBODY, NOBODY);
  const segue = startSegue(data_dir, { prefix: ORDINARY_USER });
  await writeRow(await segue.socket_dir());
  await kill(segue);
  const again = startSegue(data_dir, { prefix: ORDINARY_USER });
  expect(await countRows(await again.socket_dir())).toBe(1);
  await terminate(again);
});
