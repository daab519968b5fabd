// A worker is killed again and again between a cause and its mail: while it gathers, while it sends, and between both.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { notify } from "../../src/events/actions.ts";
import { transaction } from "../../src/platform/context.ts";
import { insertMember } from "../known-people.ts";
import { type MailServer, startMailServer } from "../mail-server.ts";
import { cloneDatabase, createWorld, type World } from "../world.ts";
import { atScale, between, CAMPAIGN_LIMIT_MS, count, report } from "./scale.ts";
import { startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

const ROUNDS = atScale({ short: 2, full: 20 });
const CAUSES = atScale({ short: 20, full: 50 });
const POLL_MS = 100;

let world: World;
let server: MailServer;
let worker: WorkerProcess | undefined;
let database: string;
beforeAll(async () => {
  database = await cloneDatabase();
  world = await createWorld({ database });
  server = await startMailServer({ takes_ms: 30 });
});
afterAll(async () => {
  worker?.signal("SIGKILL");
  await worker?.exit;
  await world.close();
  await server.close();
});

const vault_key = randomBytes(32).toString("base64");

async function startWorker(): Promise<void> {
  const settings = { address: { ...inject("postgres"), database }, mail: { vault_key, way: server.way } };
  worker = await startWorkerProcess(settings);
  await worker.ready;
}

/** As if they had come long ago, so that they are due at once. Each has an amount of its own. */
async function cause(organization_ids: readonly string[], first: number): Promise<void> {
  const past = { now: () => new Date(Date.now() - 600_000) };
  for (let number = first; number < first + CAUSES; number++) {
    const organization_id = organization_ids[number % organization_ids.length] ?? "";
    const facts = { status: "paid", amount: `${number} EUR`, reason: null };
    await transaction({ ...world.ctx, clock: past }, (ctx) =>
      notify(ctx, [{ kind: "payout", organization_id, subject_id: `pay_${number}`, facts }]),
    );
  }
}

async function untilAllSent(): Promise<void> {
  for (;;) {
    const [row] = await world.ctx.db`
      select (select count(*)::int from notices) + (select count(*)::int from mails where status <> 'sent') as waiting`;
    if (row?.waiting === 0) return;
    await sleep(POLL_MS);
  }
}

const numbersIn = (raw: string) => [...raw.matchAll(/^- (\d+) EUR was paid/gm)].map(([, number]) => Number(number));
const idOf = (raw: string) => /^Message-ID: <(mal_\w+)@segue\.example\.com>/im.exec(raw)?.[1] ?? "none";

test(
  "every cause is in exactly one mail, and all tries of a mail have one Message-ID",
  async () => {
    const organizations = [world.label.id, world.rival.id];
    for (const id of organizations) await insertMember(world, id, "owner");
    for (let round = 0; round < ROUNDS; round++) {
      await startWorker();
      const before = server.received.length;
      await cause(organizations, round * CAUSES);
      while (server.received.length === before) await sleep(POLL_MS);
      await sleep(between(0, 200));
      await cause(organizations, (ROUNDS + round) * CAUSES);
      await sleep(between(0, 1_200));
      worker?.signal("SIGKILL");
      await worker?.exit;
    }
    await startWorker();
    await untilAllSent();
    const mails = new Map(server.received.map(({ raw }) => [idOf(raw), numbersIn(raw)]));
    const numbers = [...mails.values()].flat().sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 2 * ROUNDS * CAUSES }, (_, number) => number));
    const rows = await world.ctx.db<{ id: string }[]>`select id from mails`;
    expect([...mails.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
    const again = server.received.length - mails.size;
    report(
      "mails",
      count(ROUNDS, "kills"),
      count(numbers.length, "causes"),
      count(mails.size, "mails"),
      count(again, "sent twice"),
    );
  },
  CAMPAIGN_LIMIT_MS,
);
