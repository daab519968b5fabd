// The least that delivering can cost: the product's own statements and commits, in as few round trips as they can be
// sent, without HTTP, validation, or a store to call.

import {
  findDelivery,
  findMessage,
  insertDelivery,
  insertDeliveryStores,
  keepMessage,
  type LockedDelivery,
  listDeliveryStatuses,
  listDeliveryStores,
  listOtherStatuses,
  lockDelivery,
  type StoreRow,
  updateDelivery,
  updateDeliveryStores,
} from "../server/src/deliveries/queries.ts";
import { type StoreWork, workOnStore } from "../server/src/deliveries/store-work.ts";
import { insertEvents } from "../server/src/events/queries.ts";
import { insertAuditRow } from "../server/src/organizations/audit-queries.ts";
import { findOrganization } from "../server/src/organizations/queries.ts";
import { type Context, systemClock } from "../server/src/platform/context.ts";
import { type Database, type Db, openDatabase } from "../server/src/platform/database/db.ts";
import { newId } from "../server/src/platform/ids.ts";
import {
  type Claimed,
  claimJobs,
  completeJobs,
  enqueueAll,
  registerWorker,
  renewLease,
} from "../server/src/platform/jobs/queue.ts";
import {
  findKeptContent,
  findLatestSubmission,
  findRelease,
  listContentTracks,
  lockRelease,
  moveRelease,
} from "../server/src/releases/queries.ts";
import { territoryCodes } from "../server/src/standards/territory.ts";
import { findStoreAtWork, findStores } from "../server/src/stores/queries.ts";
import { noBlobs, noChildHands, noOutbound } from "../server/test/no-edges.ts";
import type { DeliverTask } from "./deliver.ts";
import { CONNECTIONS } from "./measure.ts";

const [socket_dir = "", organization_id = ""] = process.argv.slice(2);
const connect = (pool_size: number) => openDatabase({ socket_dir, username: "segue", database: "segue" }, pool_size);
// Pools of one connection each: what is sent on one arrives in order.
const lines = Array.from({ length: CONNECTIONS }, () => connect(1));
const database = connect(2);
const AT_ONCE = 160;
// A lane of its own: the product's worker runs on the same database.
const lane = { ...workOnStore.lane, name: "bench_deliveries", per_group: AT_ONCE };

async function create({ db, begin }: Database, release_id: string, store_ids: string[]): Promise<void> {
  const [, , release] = await Promise.all([
    open(db),
    lockRelease(db, organization_id, release_id),
    findRelease(db, organization_id, release_id),
    findOrganization(db, organization_id),
    findStores(db, store_ids),
    findLatestSubmission(db, organization_id, release_id),
  ]);
  const now = new Date().toISOString();
  const territory_codes = [...territoryCodes];
  const stores = store_ids.map(
    (store_id): StoreRow => ({
      ...{ store_id, status: "queued", territory_codes, rejection_code: null, rejection_reason: null, attempts: 1 },
      ...{ failures: 0, stalled_reason: null, stalled_since: null, takedown_reason: null, upc: release?.upc ?? "" },
      ...{ label: release?.label ?? "", release_date: "2030-03-01", history: [{ status: "queued", at: now }] },
      ...{ had: null, trying_until: null, updated_at: now },
    }),
  );
  const times = { created_at: now, updated_at: now, completed_at: null };
  const row = { id: newId("dlv"), organization_id, release_id, status: "in_progress" as const };
  const delivery: LockedDelivery = { ...row, territory_codes: ["WORLDWIDE"], stores, others: [], ...times };
  const commit = { atEnd: () => undefined, woken: new Set<string>() };
  const ctx: Context = {
    db,
    begin,
    beginAlone: begin,
    clock: systemClock,
    blobs: noBlobs,
    outbound: noOutbound,
    child_hands: noChildHands,
    announce: () => undefined,
    commit,
  };
  const jobs = store_ids.map((store_id) => {
    const payload: StoreWork = {
      organization_id,
      delivery_id: delivery.id,
      release_id,
      store_id,
      attempt: 1,
      failures: 0,
      step: "send",
    };
    return { payload, key: `${store_id} ${release_id}`, group_key: organization_id };
  });
  await Promise.all([
    insertDelivery(db, delivery),
    insertDeliveryStores(db, delivery),
    enqueueAll(ctx, { ...workOnStore, lane }, jobs),
    insertAuditRow(db, {
      ...{ id: newId("aud"), created_at: now, organization_id, actor: "key_bench", request_id: newId("req") },
      ...{ operation: "createDelivery", resource_id: delivery.id, fields: ["release_id"] },
    }),
    db`commit`,
  ]);
}

async function send(db: Db, { delivery_id, release_id, store_id }: StoreWork): Promise<void> {
  const [, delivery, [store], , , , release, tracks] = await Promise.all([
    open(db),
    lockDelivery(db, undefined, delivery_id),
    listDeliveryStores(db, delivery_id, store_id),
    listOtherStatuses(db, delivery_id, store_id),
    findStoreAtWork(db, store_id),
    findMessage(db, delivery_id, store_id),
    findRelease(db, organization_id, release_id),
    listContentTracks(db, organization_id, release_id),
    findKeptContent(db, organization_id, release_id),
  ]);
  if (!delivery || !store || !release) throw new Error("There is nothing to send.");
  const now = new Date().toISOString();
  const moved: StoreRow = { ...store, status: "sending", history: [...store.history, { status: "sending", at: now }] };
  const ticket = { message_id: delivery_id, store_id, attempt: 1, kind: "release" as const };
  await Promise.all([
    updateDeliveryStores(db, delivery_id, [moved]),
    updateDelivery(db, { ...delivery, updated_at: now }),
    keepMessage(db, delivery_id, store_id, { ...ticket, release, tracks, territory_codes: store.territory_codes }),
    db`commit`,
  ]);
}

async function confirm(db: Db, job: Claimed, worker_id: string): Promise<void> {
  const { delivery_id, release_id, store_id } = job.payload as StoreWork;
  const [, , delivery, [store], others] = await Promise.all([
    open(db),
    completeJobs(db, [{ job, held_as: worker_id }]),
    lockDelivery(db, undefined, delivery_id),
    listDeliveryStores(db, delivery_id, store_id),
    listOtherStatuses(db, delivery_id, store_id),
  ]);
  if (!delivery || !store) throw new Error("There is nothing to confirm.");
  const now = new Date().toISOString();
  const steps = (["ingesting", "delivered"] as const).map((status) => ({ status, at: now }));
  const moved: StoreRow = { ...store, status: "delivered", history: [...store.history, ...steps] };
  const isLast = others.every((status) => status === "delivered");
  const writes = [
    updateDeliveryStores(db, delivery_id, [moved]),
    tell(db, "delivery.store.updated", { delivery_id, release_id, store: moved }),
    updateDelivery(db, { ...delivery, status: isLast ? "delivered" : "in_progress", updated_at: now }),
  ];
  if (isLast) {
    const [shown, release] = await Promise.all([
      findDelivery(db, organization_id, delivery_id),
      lockRelease(db, organization_id, release_id),
      listDeliveryStatuses(db, release_id),
      moveRelease(db, organization_id, { id: release_id, from: "submitted", to: "delivered", updated_at: now }),
    ]);
    writes.push(tell(db, "delivery.completed", shown ?? {}), tell(db, "release.status.changed", release ?? {}));
  }
  await Promise.all([...writes, db`commit`]);
}

// A bare statement is sent when it is waited for, which is after those of the functions beside it.
async function open(db: Db): Promise<void> {
  await db`begin`;
}

async function tell(db: Db, event_type: string, data: object): Promise<void> {
  const created_at = new Date().toISOString();
  const body = JSON.stringify({ id: newId("evt"), event_type, created_at, data });
  await insertEvents(db, [{ id: newId("evt"), organization_id, event_type, body }], created_at);
}

/** In stores per second. */
async function deliverAll({ release_ids, store_ids }: DeliverTask): Promise<number> {
  const stores = release_ids.length * store_ids.length;
  const worker_id = await registerWorker(database.db);
  const renewal = setInterval(() => void renewLease(database.db, worker_id), 1_500);
  const began = performance.now();
  await onAllLines(release_ids, (line, release_id) => create(line, release_id, store_ids));
  for (let done = 0; done < stores; ) {
    const jobs = await claimJobs(database.begin, { lane, worker_id, wanted: AT_ONCE, after: undefined });
    done += jobs.length;
    await onAllLines(jobs, async ({ db }, job) => {
      await send(db, job.payload as StoreWork);
      await confirm(db, job, worker_id);
    });
  }
  const rate = stores / ((performance.now() - began) / 1000);
  clearInterval(renewal);
  await database.db`delete from workers where id = ${worker_id}`;
  return rate;
}

async function onAllLines<Item>(items: Item[], work: (line: Database, item: Item) => Promise<void>): Promise<void> {
  await Promise.all(
    lines.map(async (line) => {
      for (let item = items.pop(); item !== undefined; item = items.pop()) await work(line, item);
    }),
  );
}

process.on("message", async (task: DeliverTask) => process.send?.(await deliverAll(task)));
