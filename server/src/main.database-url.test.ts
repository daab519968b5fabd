// The service on an operator's own PostgreSQL.

import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { atScale } from "../test/faults/scale.ts";
import { openServices } from "../test/services.ts";
import { startTcpProxy } from "../test/tcp-proxy.ts";
import { startTlsFront } from "../test/tls-front.ts";
import { openDatabase } from "./platform/database/db.ts";

const { makeFolder, start, stop, close } = openServices();
afterAll(close);

test("the same code there: databases are made and migrated, also by several nodes at once and with TLS; one secret for all", async () => {
  const { socket_dir, username } = inject("postgres");
  const front = await startTlsFront({ path: join(socket_dir, ".s.PGSQL.5432") });
  const proxy = await startTcpProxy({ port: front.port, host: "127.0.0.1" });
  const name = `segue_url_${process.pid}`;
  const admin = openDatabase({ socket_dir, username, database: "postgres" }, 1);
  await admin.db.unsafe(`create database ${name}`);
  await admin.close();
  const shared = {
    DATABASE_URL: `postgres://${username}@127.0.0.1:${proxy.port}/${name}?sslmode=require`,
    SEGUE_SECRET: Buffer.alloc(32, 1).toString("base64"),
    SEGUE_OPERATOR_KEY: "an-operator-key-of-many-characters",
  };
  const numbers = atScale({ short: [1, 2], full: [1, 2, 3] });
  const nodes = numbers.map(() => start({ ...shared, SEGUE_DATA_DIR: makeFolder() }));
  const urls = await Promise.all(nodes.map(({ ready }) => ready));
  const headers = { authorization: `Bearer ${urls[0]?.sandbox_key}` };
  for (const { sandbox_url } of urls)
    expect((await fetch(`${sandbox_url}/v1/organization`, { headers })).status).toBe(200);

  const stranger = start({
    ...shared,
    SEGUE_SECRET: Buffer.alloc(32, 2).toString("base64"),
    SEGUE_DATA_DIR: makeFolder(),
  });
  expect((await stranger.exit).code).toBe(1);
  expect(stranger.output()).toMatch(/^segue: SEGUE_SECRET .+ is not the secret .*$/);

  proxy.cut();
  const away = await fetch(`${urls[0]?.sandbox_url}/v1/organization`, { headers: { authorization: "Bearer x" } });
  expect(away.status).toBe(401);
  const [{ sandbox_url } = { sandbox_url: "" }] = urls;
  await expect.poll(async () => (await fetch(`${sandbox_url}/v1/releases`, { headers })).status).toBe(503);
  proxy.mend();
  await expect.poll(async () => (await fetch(`${sandbox_url}/v1/releases`, { headers })).status).toBe(200);
  const [last, ...others] = nodes;
  for (const node of others) await stop(node);
  proxy.cut();
  if (last) await stop(last);
  expect(front).toMatchObject({ plain: 0 });
  await proxy.close();
  await front.close();
});

test("a socket's folder, as the documentation writes it, is one server for both databases", async () => {
  const { socket_dir, username } = inject("postgres");
  const name = `segue_folder_${process.pid}`;
  const admin = openDatabase({ socket_dir, username, database: "postgres" }, 1);
  await admin.db.unsafe(`create database ${name}`);
  const DATABASE_URL = `postgres://${username}@/${name}?host=${socket_dir}`;
  const service = start({ DATABASE_URL, SEGUE_DATA_DIR: makeFolder() });
  const { production_url, sandbox_url } = await service.ready;
  for (const url of [production_url, sandbox_url]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const rows = await admin.db`select datname from pg_database where datname in (${name}, ${`${name}_sandbox`})`;
  expect(rows).toHaveLength(2);
  await stop(service);
  await admin.close();
});

test("a sandbox on a server of its own is looked for there, and made nowhere else", async () => {
  const { socket_dir, username } = inject("postgres");
  const servers = await Promise.all([1, 2].map(() => startTcpProxy({ path: join(socket_dir, ".s.PGSQL.5432") })));
  const [DATABASE_URL = "", elsewhere] = servers.map(({ port }) => `postgres://${username}@127.0.0.1:${port}/postgres`);
  const SANDBOX_DATABASE_URL = `${elsewhere}_elsewhere`;
  const service = start({ DATABASE_URL, SANDBOX_DATABASE_URL, SEGUE_DATA_DIR: makeFolder() });
  expect((await service.exit).code).toBe(1);
  expect(service.output()).toBe(
    `segue: SANDBOX_DATABASE_URL (127.0.0.1:${servers[1]?.port}): database "postgres_elsewhere" does not exist (3D000)`,
  );
  for (const server of servers) await server.close();
});
