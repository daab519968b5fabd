import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../test/catalog.ts";
import { freePort, startMailServer } from "../../test/mail-server.ts";
import { storedKeys } from "../../test/stored-keys.ts";
import { createWorld, type World } from "../../test/world.ts";
import type { MailSettings } from "../mail/mail-settings.ts";
import { LAST_BACKUP, setSetting } from "../platform/database/installation.ts";
import type { Room } from "../platform/storage/disk-room.ts";
import { runChecks } from "./actions.ts";
import {
  type Check,
  type CheckName,
  type Diagnosis,
  judgeDatabase,
  judgeQueue,
  judgeStandby,
  judgeStores,
} from "./diagnosis.ts";

const GIB = 1024 ** 3;

let world: World;
let folder: string;
let room: Room;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "segue-diagnosis-"));
  room = { free_bytes: 100 * GIB, total_bytes: 100 * GIB };
  const storage = { kind: "folder", path: folder, measure: async () => room } as const;
  world = await createWorld({ environment: "sandbox", storage });
  await world.work();
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const diagnosis = async (asked = world): Promise<Diagnosis> =>
  (await must(asked.operator, "GET /v1/operator/diagnosis")).body;
const checkOf = async (name: CheckName, asked = world): Promise<Check | undefined> =>
  (await diagnosis(asked)).checks.find((check) => check.name === name);

describe("works", () => {
  test("a service on which all is well says so of each thing, and leaves no file", async () => {
    const before = await storedKeys(world.files);
    const { ok, checks } = await diagnosis();
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(ok).toBe(true);
    expect(checks.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
      "settings: Every variable that begins with SEGUE_ is a setting.",
      expect.stringMatching(/^clock: This machine's clock differs from the database's by \d+\.\d s\.$/),
      expect.stringMatching(
        /^database: PostgreSQL \d+\S* .*answers in \d+\.\d ms.*; .*MiB; \d+ of \d+ connections are in use\.$/,
      ),
      "migrations: The schema is that of this version.",
      "standby: 0 standbys follow; commits wait for none.",
      `disk: 100.0 GiB free for the files (${folder}).`,
      "storage: A file was written, read and removed.",
      expect.stringMatching(/^queue: 1 worker runs; /),
      expect.stringMatching(/^stores: \d+ stores/),
      expect.stringMatching(/^mail: Mails are written as files to /),
      "rate_limits: Requests are counted in this process.",
    ]);
    expect(await storedKeys(world.files)).toEqual(before);
  });

  describe("names what is wrong, and what to do", () => {
    afterEach(async () => {
      room = { free_bytes: 100 * GIB, total_bytes: 100 * GIB };
      await world.ctx.db`delete from jobs where id = 'job_parked'`;
      await world.ctx.db`update stores set unreached_since = null, status = 'active'`;
      await world.ctx.db`delete from schema_migrations where name = '9999_of_a_newer_version.sql'`;
    });

    test("a parked job", async () => {
      await world.ctx.db`
        insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
        values ('job_parked', 'send_mail', 'mail', '', '', '{}', 'parked', now(), now())`;
      expect(await checkOf("queue")).toMatchObject({
        ok: false,
        detail: "1 job is parked after its last try: send_mail (1).",
        advice: expect.stringContaining("segue job list --status parked"),
      });
      expect((await diagnosis()).ok).toBe(false);
    });

    test("a store that is not reached; a paused or a simulated one is named, and is not wrong", async () => {
      await world.ctx.db`update stores set status = 'paused' where store_id = 'store_auralis'`;
      expect(await checkOf("stores")).toMatchObject({
        ok: true,
        detail: expect.stringContaining("paused: store_auralis"),
      });
      await world.ctx.db`update stores set unreached_since = now() where store_id = 'store_stall'`;
      expect(await checkOf("stores")).toMatchObject({
        ok: true,
        detail: expect.stringContaining("not reached: store_stall (simulated)"),
      });
      await world.ctx.db`update stores set connector = '{"kind":"manual"}' where store_id = 'store_stall'`;
      expect(await checkOf("stores")).toMatchObject({
        ok: false,
        detail: expect.stringContaining("not reached: store_stall"),
        advice: "See the step that fails with `segue store test store_stall`.",
      });
    });

    test("a full disk", async () => {
      room = { free_bytes: GIB, total_bytes: 100 * GIB };
      expect(await checkOf("disk")).toMatchObject({
        ok: false,
        detail: expect.stringContaining("Uploads are refused."),
      });
    });

    test("a schema of a newer version", async () => {
      await world.ctx.db`insert into schema_migrations (name, checksum) values ('9999_of_a_newer_version.sql', 'x')`;
      expect(await checkOf("migrations")).toMatchObject({
        ok: false,
        detail: expect.stringContaining("9999_of_a_newer_version.sql, which this version does not know"),
        advice: "Run one version on all nodes; a newer database needs a newer version.",
      });
      await world.ctx.db`update schema_migrations set runs_from = '0001' where name = '9999_of_a_newer_version.sql'`;
      expect(await checkOf("migrations")).toMatchObject({
        ok: true,
        detail: "A newer version migrated the schema, and this one runs on it.",
      });
    });

    test("a storage that cannot be written to", async () => {
      await rm(folder, { recursive: true, force: true });
      expect(await checkOf("storage")).toMatchObject({
        ok: false,
        detail: expect.stringMatching(/^The storage failed: ENOENT: .*\.$/),
      });
      expect((await diagnosis()).ok).toBe(false);
    });
  });

  test("a service without workers says that nothing is sent, and one in production judges its backup", async () => {
    const other = await createWorld();
    try {
      expect(await checkOf("queue", other)).toMatchObject({
        ok: false,
        detail: expect.stringContaining("No worker runs"),
      });
      expect(await checkOf("backup", other)).toMatchObject({
        ok: true,
        detail: expect.stringContaining("never a backup"),
      });
      const old = new Date(other.clock.now().getTime() - 40 * 3_600_000).toISOString();
      await setSetting(other.ctx.db, LAST_BACKUP, old);
      expect(await checkOf("backup", other)).toMatchObject({ ok: false, detail: "The last backup is 40 h old." });
    } finally {
      await other.close();
    }
  });

  test("a check that hangs is a finding, and holds no other", async () => {
    const hanging = () => new Promise<never>(() => undefined);
    const checks = await runChecks(
      [
        ["mail", hanging],
        ["clock", () => ({ detail: "It is right." })],
      ],
      20,
    );
    expect(checks).toMatchObject([
      {
        name: "mail",
        ok: false,
        detail: "There was no answer within 0.02 s.",
        advice: expect.stringContaining("SEGUE_MAIL"),
      },
      { name: "clock", ok: true, detail: "It is right.", advice: null },
    ]);
  });
});

describe("the mail server", () => {
  const checkWith = async (mail: MailSettings["way"]) => {
    const world = await createWorld({ mail });
    try {
      return await checkOf("mail", world);
    } finally {
      await world.close();
    }
  };

  test("is reached and knows the user, without a mail", async () => {
    const server = await startMailServer();
    const check = await checkWith(server.way);
    expect(check).toMatchObject({ ok: true, detail: `The mail server localhost:${server.way.port} accepts the user.` });
    expect(server.received).toEqual([]);
    const credentials = { user: "segue", password: "wrong-password" };
    const refused = await checkWith({ ...server.way, credentials });
    expect(refused).toMatchObject({ ok: false });
    expect(JSON.stringify(refused)).not.toContain("wrong-password");
    await server.close();
    expect(await checkWith({ ...server.way, port: await freePort() })).toMatchObject({
      ok: false,
      detail: expect.stringContaining("refused the connection"),
    });
  });
});

describe("judges", () => {
  const reading = { version: "18.1", size_bytes: GIB, connections: 12, max_connections: 100, is_read_only: false };

  test("a database that is slow, crowded or read-only", () => {
    expect(judgeDatabase({ ...reading, round_trip_ms: 0.4 })).toEqual({
      detail: "PostgreSQL 18.1 answers in 0.4 ms; 1.0 GiB; 12 of 100 connections are in use.",
    });
    expect(judgeDatabase({ ...reading, round_trip_ms: 80 }).detail).toContain(
      "80.0 ms, which is slow: run the service near",
    );
    expect(judgeDatabase({ ...reading, connections: 95, round_trip_ms: 1 }).advice).toContain("max_connections");
    expect(judgeDatabase({ ...reading, is_read_only: true, round_trip_ms: 1 }).detail).toContain("read-only");
  });

  test("commits that wait for a standby that is gone", () => {
    const named = { synchronous_names: "ANY 1 (b, c)", standbys: 1 };
    expect(judgeStandby({ ...named, synchronous: 1 }).advice).toBeUndefined();
    expect(judgeStandby({ ...named, synchronous: null }).advice).toBeUndefined();
    expect(judgeStandby({ ...named, synchronous: 0 }).advice).toContain("synchronous_standby_names");
    expect(judgeStandby({ ...named, standbys: 0, synchronous: null }).detail).toContain("no change can be made");
  });

  test("stalled deliveries: a simulated store stalls by design", () => {
    const stalled = { is_paused: false, unreached_s: null, stalled: 2 };
    const simulated = { ...stalled, store_id: "store_stall", is_simulated: true };
    expect(judgeStores({ stores: 2, troubled: [simulated] })).toEqual({
      detail: "2 stores; deliveries are stalled at: store_stall (simulated).",
    });
    const real = { ...stalled, store_id: "store_real", is_simulated: false };
    expect(judgeStores({ stores: 2, troubled: [real, simulated] }).advice).toContain("--stalled");
  });

  test("jobs that wait too long, and workers that died", () => {
    const jobs = [{ name: "plan_delivery", status: "ready", jobs: 7, age_s: 900 }];
    expect(judgeQueue({ live_workers: 2, dead_workers: 0, jobs })).toMatchObject({
      detail: "2 workers run, but a job has been due for 900 s: plan_delivery (7).",
      advice: expect.stringContaining("Add workers"),
    });
    expect(judgeQueue({ live_workers: 1, dead_workers: 1, jobs: [] }).detail).toContain("1 died");
    expect(judgeQueue({ live_workers: 0, dead_workers: 2, jobs: [] }).detail).toContain("(2 died)");
  });
});

describe("refuses", () => {
  test("an organization, whose answer does not tell that the route is there", async () => {
    const { status, body } = await world.label.call("GET /v1/operator/diagnosis");
    expect([status, body.error.code]).toEqual([404, "not_found"]);
    expect((await world.stranger.call("GET /v1/operator/diagnosis")).status).toBe(401);
  });
});
