// An export that is cut half-way: the connection ends inside a statement, after the files of the catalogue have come.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../server/test/catalog.ts";
import { sine, wav } from "../../../server/test/media.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-resume-"));
const ISRC = "DE-XX6-19-00001";
let world: World;
let statement_id: string;
let proxy: Server;
let is_cutting = true;
const asked: string[] = [];

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
  writeFileSync(join(folder, "a.wav"), wav({ sound: sine({ seconds: 1 }) }));
  const columns = "release_title,release_artist,release_date,track_title,isrc,audio_file";
  writeFileSync(join(folder, "catalog.csv"), `${columns}\nNight,Vera Lux,2099-03-01,Night,${ISRC},a.wav\n`);
  expect((await segue(world.url, "import", "catalog.csv")).code).toBe(0);
  const row = { isrc: ISRC.replaceAll("-", ""), store_id: "store_auralis", territory: "DE", play_count: 10 };
  const rows = [{ ...row, unit_rate: "0.5", currency: "EUR" }];
  await must(world.label, "POST /v1/sandbox/statements", { period: "2026-01", rows });
  statement_id = (await must(world.label, "GET /v1/statements")).body.data[0].id;
  proxy = createServer((request, reply) => void passOn(request, reply));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

/** Statements and payouts end after 20 bytes while it is cutting. */
async function passOn({ url = "", headers }: IncomingMessage, reply: ServerResponse): Promise<void> {
  const answer = await fetch(`${world.url}${url}`, { headers: headers as Record<string, string> });
  const bytes = Buffer.from(await answer.arrayBuffer());
  asked.push(url);
  const type = answer.headers.get("content-type") ?? "";
  if (is_cutting && type.startsWith("text/csv")) {
    reply.writeHead(200, { "content-type": type, "content-length": bytes.length });
    reply.write(bytes.subarray(0, 20), () => reply.destroy());
  } else reply.writeHead(answer.status, { "content-type": type }).end(bytes);
}

const segue = (url: string, ...args: string[]) =>
  runCommand(args, { SEGUE_URL: url, SEGUE_API_KEY: world.label.key ?? "" }, folder);

test("what came whole stays, half a statement is no statement, and the next run fetches only what is missing", async () => {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const cut = await segue(url, "export", "out");
  expect([cut.code, cut.err]).toEqual([1, expect.stringContaining("Run the same command again to continue.")]);
  const statement = join(folder, "out/statements", `${statement_id}.csv`);
  const [audio = ""] = readdirSync(join(folder, "out"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".wav"),
  );
  const before = statSync(join(folder, "out", audio));
  expect(existsSync(statement)).toBe(false);
  expect(existsSync(join(folder, "out/payouts.csv"))).toBe(false);

  is_cutting = false;
  expect((await segue(url, "export", "out")).code).toBe(0);
  const headers = { authorization: `Bearer ${world.label.key}`, accept: "text/csv" };
  const whole = await (await fetch(`${world.url}/v1/statements/${statement_id}/line-items`, { headers })).text();
  expect(readFileSync(statement, "utf8")).toBe(whole);
  expect(existsSync(join(folder, "out/payouts.csv"))).toBe(true);
  const after = statSync(join(folder, "out", audio));
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);

  asked.length = 0;
  expect((await segue(url, "export", "out")).code).toBe(0);
  expect(asked.filter((path) => path.includes("line-items"))).toEqual([]);
});
