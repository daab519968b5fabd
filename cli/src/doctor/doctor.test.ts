import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../../../server/test/mail-server.ts";
import { type Run, runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "segue-doctor-"));
  world = await createWorld({ environment: "sandbox" });
  await world.work();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const doctor = (env: Record<string, string> = {}, ...args: string[]): Promise<Run> => {
  const usual = { SEGUE_URL: world.url, SEGUE_OPERATOR_KEY: world.operator.key ?? "" };
  return runCommand(["doctor", ...args], { ...usual, ...env }, folder);
};

describe("a service that answers", () => {
  test("is well: each check is a line, and the exit code is 0", async () => {
    const { code, out, err } = await doctor();
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`${world.url} answers.`);
    expect(out).toMatch(/^ok +queue +1 worker runs/m);
    expect(out).toMatch(/^ok +clock_here +The clock of this machine agrees with the service's\.$/m);
    expect(out).toMatch(/\nAll is well\.\n$/);
  });

  test("has a parked job: it says so and what to do, and the exit code is 1", async () => {
    await world.ctx.db`
      insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
      values ('job_parked', 'send_mail', 'mail', '', '', '{}', 'parked', now(), now())`;
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG +queue +1 job is parked/m);
    expect(out).toMatch(/\n1 thing to do:\n {2}queue: See why with `segue job list --status parked`/);
    const json = JSON.parse((await doctor({}, "--json")).out);
    expect(json).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([expect.objectContaining({ name: "queue" })]),
    });
    await world.ctx.db`delete from jobs where id = 'job_parked'`;
  });

  test("is the sandbox: every command of an advice acts on the sandbox", async () => {
    await world.ctx.db`
      insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
      values ('job_parked', 'send_mail', 'mail', '', '', '{}', 'parked', now(), now())`;
    const { out } = await doctor({}, "--sandbox");
    expect(out).toContain(
      "See why with `segue job list --status parked --sandbox`, correct it, then `segue job retry <job_id> --sandbox`.",
    );
    const { checks } = JSON.parse((await doctor({}, "--sandbox", "--json")).out);
    expect(JSON.stringify(checks)).toContain("`segue job list --status parked --sandbox`");
    await world.ctx.db`delete from jobs where id = 'job_parked'`;
  });

  test("has a clock of its own: one that is far from this machine's is wrong", async () => {
    world.clock.advance(3_600_000);
    const { code, out } = await doctor();
    world.clock.advance(-3_600_000);
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG +clock_here +The clock of this machine is \d{4} s behind the service's\.$/m);
  });

  test("tests its stores where that is asked for", async () => {
    const { code, out } = await doctor({}, "--test-stores");
    expect(code).toBe(0);
    expect(out).toMatch(/^ok +store_auralis +\S/m);
  });

  test("does not know the key, or the variable", async () => {
    const { code, out } = await doctor({ SEGUE_OPERATOR_KEY: "operator-key-of-another-service", SEGUE_PROT: "9" });
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG +service +It answered invalid_credentials: it does not know this operator key\.$/m);
    expect(out).toMatch(/^WRONG +shell +Without effect.*SEGUE_PROT \(did you mean SEGUE_PORT\?\)/m);
    expect(out).toContain("Set SEGUE_OPERATOR_KEY to the operator key of this service");
  });
});

/** It takes connections, and never answers. */
async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket));
  const reached = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reached, stop };
}

describe("no service answers", () => {
  test("one that takes connections and never answers has 20 s", async () => {
    const silent = await startSilentServer();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const run = doctor({ SEGUE_URL: silent.url, SEGUE_LOG_LEVEL: "loud" });
      await silent.reached;
      await vi.advanceTimersByTimeAsync(20_000);
      const { code, out } = await run;
      expect(code).toBe(1);
      expect(out).toContain(`${silent.url} did not answer within 20 s.`);
      expect(out).toContain("Look into the log of the service, and restart it if it hangs.");
    } finally {
      vi.useRealTimers();
      silent.stop();
    }
  });

  test("a storage that hangs does not hold the process after the report", async () => {
    const silent = await startSilentServer();
    const began_ms = performance.now();
    const { end } = startCommand(
      ["doctor"],
      {
        SEGUE_DATA_DIR: join(folder, "data"),
        SEGUE_OPERATOR_KEY: "k".repeat(30),
        SEGUE_PORT: String(await freePort()),
        SEGUE_SANDBOX_PORT: String(await freePort()),
        SEGUE_STORAGE: "s3://bucket/files",
        AWS_ENDPOINT_URL_S3: silent.url,
        AWS_ACCESS_KEY_ID: "test",
        AWS_SECRET_ACCESS_KEY: "test",
      },
      folder,
    );
    const { code, out } = await end;
    silent.stop();
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG +storage +There was no answer within 15 s\.$/m);
    // The storage's own client gives up after a hundred seconds.
    expect(performance.now() - began_ms).toBeLessThan(90_000);
  });

  const alone = (env: Record<string, string>) =>
    runCommand(
      ["doctor"],
      { SEGUE_DATA_DIR: join(folder, "data"), SEGUE_OPERATOR_KEY: "k".repeat(30), ...env },
      folder,
    );

  test("the settings are wrong: it names the one that stops the start", async () => {
    const port = String(await freePort());
    const { code, out } = await alone({ SEGUE_PORT: port, SEGUE_LOG_LEVEL: "loud" });
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG +service +Nothing answers at http:\/\/127\.0\.0\.1:\d+\.$/m);
    expect(out).toMatch(/^WRONG +settings +SEGUE_LOG_LEVEL must be one of /m);
    const schemas = await alone({ SEGUE_PORT: port, SEGUE_DDEX_SCHEMAS: folder });
    expect([schemas.code, schemas.out]).toEqual([
      1,
      expect.stringMatching(/^WRONG +settings +SEGUE_DDEX_SCHEMAS names ".+", which has none of DDEX's schemas/m),
    ]);
  });

  test("the database is not reached: it says so, and that no service runs", async () => {
    const [port, other, database] = [await freePort(), await freePort(), await freePort()];
    const { code, out } = await alone({
      SEGUE_PORT: String(port),
      SEGUE_SANDBOX_PORT: String(other),
      DATABASE_URL: `postgres://segue:not-to-be-shown@127.0.0.1:${database}/segue`,
    });
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG +process +No service runs on the data folder /m);
    expect(out).toContain(`Nothing takes connections at 127.0.0.1:${database} (ECONNREFUSED).`);
    expect(out).toMatch(/^WRONG +migrations /m);
    expect(out).toContain("migrations: See the check of the database.");
    expect(out).toMatch(/^ok +storage .*does not exist yet: the first start makes it\.$/m);
    expect(out).toContain("Look whether PostgreSQL runs, and whether DATABASE_URL names it.");
    expect(out).not.toContain("not-to-be-shown");
  });

  test("it is on another machine: the checks are to be made there", async () => {
    const { code, out } = await doctor({ SEGUE_URL: "http://segue.invalid" });
    expect(code).toBe(1);
    expect(out).toMatch(/^WRONG +service +http:\/\/segue\.invalid cannot be reached/m);
    expect(out).toContain("Run `segue doctor` on the machine of the service.");
  });
});
