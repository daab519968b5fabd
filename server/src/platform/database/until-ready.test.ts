import { expect, inject, test } from "vitest";
import { startTcpProxy } from "../../../test/tcp-proxy.ts";
import { StartRefused } from "../errors.ts";
import { createLog } from "../logging.ts";
import { checkDatabase } from "./check.ts";
import { untilReady } from "./until-ready.ts";

function listen() {
  const lines: string[] = [];
  return { lines, log: createLog({ level: "warn", destination: { write: (line) => void lines.push(line) } }) };
}

test("a server that cannot be reached is named with host and port and the variable, in one line, without the password", async () => {
  const closed = await startTcpProxy({ path: "/nowhere" });
  await closed.close();
  const { lines, log } = listen();
  const url = `postgres://label:p%40ssword@127.0.0.1:${closed.port}/segue`;
  const refused = await untilReady({ variable: "DATABASE_URL", url, log, within_ms: 0 }, () =>
    checkDatabase(url),
  ).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartRefused);
  expect((refused as Error).message).toBe(
    `DATABASE_URL (127.0.0.1:${closed.port}): found no writable database within 0 s: nothing takes connections at 127.0.0.1:${closed.port} (ECONNREFUSED)`,
  );
  expect(lines).toEqual([]);
});

test("while it waits, the log says once for which server, and why", async () => {
  const { lines, log } = listen();
  const failures = [1, 2].map(() => Object.assign(new Error("the database system is starting up"), { code: "57P03" }));
  const url = "postgres://label:password@a.example,b.example:5433/segue";
  await untilReady({ variable: "DATABASE_URL", url, log, pause_ms: 1 }, async () => {
    const failure = failures.pop();
    if (failure) throw failure;
  });
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    "DATABASE_URL (a.example:5432, b.example:5433) is not ready yet: the database system is starting up (57P03); trying again for 30 s",
  ]);
});

test("what the server itself refuses is not waited for, and named likewise", async () => {
  const { socket_dir, username } = inject("postgres");
  const url = `postgres://${username}@/segue_nowhere?host=${socket_dir}`;
  await expect(
    untilReady({ variable: "DATABASE_URL", url, log: listen().log }, () => checkDatabase(url)),
  ).rejects.toThrow(`DATABASE_URL (${socket_dir}/.s.PGSQL.5432): database "segue_nowhere" does not exist (3D000)`);
});
