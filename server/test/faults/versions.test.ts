// The version before and this one work on one database under load, as they do while nodes are replaced one after the other, and after a way
// back: requests are answered by either, no job fails because the other version wrote it, and nothing is lost or doubled.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ensureDatabase } from "../../src/platform/database/create.ts";
import { type Database, openDatabase } from "../../src/platform/database/db.ts";
import { makeRunFolder } from "../postgres.ts";
import { callerAmong } from "../world.ts";
import { keepCounts } from "./counts.ts";
import { type FailoverLoad, startFailoverLoad } from "./failover-load.ts";
import { checkHistory, countHistory, describeHistory } from "./history.ts";
import { makeNode, makeOrganization, type Node, OPERATOR_KEY, removeNodes } from "./node.ts";
import { atScale, CAMPAIGN_LIMIT_MS, count, report } from "./scale.ts";
import { openVersionBefore, type VersionBefore } from "./version-before.ts";
import { startWriters, type Writers } from "./writers.ts";

const ROUNDS = atScale({ short: 1, full: 5 });
/** How long nodes work in each arrangement. */
const STAGE_MS = atScale({ short: 2_000, full: 20_000 });
const ERROR_LINE = '"level":50';

let files: string;
let before: VersionBefore | string;
beforeAll(async () => {
  files = await makeRunFolder();
  before = await openVersionBefore();
}, CAMPAIGN_LIMIT_MS);
afterAll(async () => {
  await removeNodes();
  if (typeof before !== "string") await before?.remove();
  await rm(files, { recursive: true, force: true });
});

/** Two nodes of a database of their own: one of the version before, and one of this. */
async function makeVersions({ folder }: VersionBefore) {
  const { socket_dir, username } = inject("postgres");
  const name = `segue_versions_${process.pid}`;
  await ensureDatabase({ socket_dir, username, database: "postgres" }, name);
  const shared = {
    DATABASE_URL: `postgres://${username}@/${name}?host=${socket_dir}`,
    SEGUE_STORAGE: `file:${files}`,
    SEGUE_SANDBOX_WEBHOOK_ALLOW: "127.0.0.0/8",
  };
  const [old, present] = [await makeNode(shared, folder), await makeNode(shared)];
  const urls = () => [old, present].flatMap(({ url }) => url ?? []);
  return { old, present, urls, open: () => openDatabase({ socket_dir, username, database: `${name}_sandbox` }, 1) };
}

/** From now on each error of a job is kept, also if the next try is well. */
async function noteJobErrors({ db }: Database): Promise<void> {
  await db`create table job_errors (name text not null, payload jsonb, error text not null)`;
  await db`
    create function note_job_error() returns trigger language plpgsql as $$ begin
      insert into job_errors values (new.name, new.payload, new.last_error);
      return null;
    end $$`;
  await db`
    create trigger note_job_error after update on jobs for each row
    when (new.last_error is not null and new.last_error is distinct from old.last_error) execute function note_job_error()`;
}

type Stage = () => Promise<void>;

/** The version before ran alone so far. Each arrangement holds for a stage; at the end this version runs alone. */
async function replace(old: Node, present: Node, { must_stop, starts_again }: VersionBefore, stage: Stage) {
  const errors: string[] = [];
  const stop = async (node: Node) => {
    errors.push(...node.linesWith(ERROR_LINE));
    expect((await node.terminate()).code).toBe(0);
  };
  if (must_stop !== undefined) await stop(old);
  // It migrates while the other one works.
  await present.start();
  if (must_stop === undefined) {
    await stage();
    await stop(old);
  }
  await stage();
  for (let round = 0; round < ROUNDS; round++) {
    if (!starts_again) {
      const { ready, exit } = old.launch();
      await expect(ready).rejects.toThrow("which this version does not know: run a newer version.");
      expect((await exit).code).toBe(1);
      old.crashes.splice(0);
      continue;
    }
    await old.start();
    await stage();
    await stop(present);
    await stage();
    await present.start();
    await stage();
    await stop(old);
  }
  await stage();
  errors.push(...present.linesWith(ERROR_LINE));
  expect(errors).toEqual([]);
}

test(
  "the version before beside this one, after it, and before it again: no job fails, and nothing acknowledged is lost or doubled",
  async () => {
    if (typeof before === "string") return report("two versions", `not run: ${before}`);
    const { old, present, urls, open } = await makeVersions(before);
    await old.start();
    const database = open();
    await noteJobErrors(database);
    const { key = "" } = await makeOrganization(old);
    const loaded = await makeOrganization(old, { isrc_prefix: "QZFLV" });
    const writers: Writers = startWriters({ urls, key });
    const load: FailoverLoad = await startFailoverLoad(callerAmong(urls, OPERATOR_KEY), callerAmong(urls, loaded.key));
    await replace(old, present, before, async () => {
      await writers.untilSuccess();
      await sleep(STAGE_MS);
    });
    await writers.finish();
    const counts = await load.finish();
    await load.close();
    const job_errors = await database.db`select name, payload, error from job_errors limit 5`;
    await database.close();
    const history = await checkHistory(writers.journal, present, key);
    report(
      "two versions",
      count(ROUNDS, "rounds"),
      before.starts_again ? "the version before started again" : "the version before was refused when it came back",
      ...describeHistory(writers.journal, history),
      ...Object.entries(counts).map(([what, number]) => count(number, what)),
      count(job_errors.length, "jobs failed"),
    );
    keepCounts("two versions", { rounds: ROUNDS, ...countHistory(writers.journal, history), ...counts });
    expect(job_errors).toEqual([]);
    expect([...old.crashes, ...present.crashes]).toEqual([]);
  },
  CAMPAIGN_LIMIT_MS,
);
