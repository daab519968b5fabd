// The least that delivering can cost: the product's own statements in the fewest commits that lose nothing (one for
// each request, one when a delivery's stores are started, one when they have answered), in as few round trips as they
// can be sent, without HTTP, validation, or a store to call.

import { noTerms } from "../server/src/deliveries/delivery-terms.ts";
import { placeOfWork, type StoreWork, workOnStore } from "../server/src/deliveries/job-definitions.ts";
import { listLockedStores, lockAnyDelivery } from "../server/src/deliveries/locked-queries.ts";
import {
  insertDelivery,
  type KeptStore,
  type LockedDelivery,
  type StoreRow,
  updateDeliveryWithStores,
} from "../server/src/deliveries/queries.ts";
import {
  insertMessages,
  type KeptMessage,
  listMessages,
  listReleaseFiles,
  markMessages,
} from "../server/src/deliveries/sent/message-queries.ts";
import { insertEvents } from "../server/src/events/queries.ts";
import { insertAuditRow } from "../server/src/organizations/audit-queries.ts";
import { findOrganization } from "../server/src/organizations/queries.ts";
import { systemChance, type Transaction } from "../server/src/platform/context.ts";
import { openDatabase, type TransactionDb } from "../server/src/platform/database/db.ts";
import { wholeStatement } from "../server/src/platform/database/joint.ts";
import { newId } from "../server/src/platform/ids.ts";
import { claimJobs } from "../server/src/platform/jobs/claim.ts";
import {
  type Claimed,
  completeJobs,
  enqueueAll,
  registerWorker,
  renewLease,
} from "../server/src/platform/jobs/queue.ts";
import {
  findKeptContent,
  findRelease,
  listContentTracks,
  lockRelease,
  moveRelease,
} from "../server/src/releases/queries.ts";
import { territoryCodes } from "../server/src/standards/territory.ts";
import { findStores, listStoresAtWork } from "../server/src/stores/queries.ts";
import { findLatestSubmission } from "../server/src/submissions/queries.ts";
import { noBlobs, noChildHands, noOutbound, systemClock } from "../server/test/no-edges.ts";
import { answerTasks } from "./answer.ts";
import type { DeliverTask } from "./deliver.ts";
import { inOrder } from "./in-order.ts";
import { type Line, openLine } from "./line.ts";
import { CONNECTIONS } from "./measure.ts";

const [socket_dir = "", organization_id = ""] = process.argv.slice(2);
const lines = Array.from({ length: CONNECTIONS }, () => openLine(socket_dir));
const database = openDatabase({ socket_dir, username: "segue", database: "segue" }, 2);
const AT_ONCE = 160;
// A lane of its own: the product's worker runs on the same database.
const lane = { ...workOnStore.lane, name: "bench_deliveries", per_group: AT_ONCE };

async function create({ db, begin }: Line, release_id: string, store_ids: string[]): Promise<void> {
  const [, , release] = await Promise.all([
    inOrder(db`begin`),
    lockRelease(db, { organization_id, id: release_id }),
    findRelease(db, { organization_id, id: release_id }),
    findOrganization(db, organization_id),
    findStores(db, store_ids),
    findLatestSubmission(db, { organization_id, id: release_id }),
  ]);
  const now = new Date().toISOString();
  const territory_codes = [...territoryCodes];
  const stores = store_ids.map(
    (store_id): StoreRow => ({
      store_id,
      status: "queued",
      territory_codes,
      rejection_code: null,
      rejection_reason: null,
      attempts: 1,
      failures: 0,
      stalled_reason: null,
      stalled_since: null,
      takedown_reason: null,
      upc: release?.upc ?? "",
      label: release?.label ?? "",
      release_date: "2030-03-01",
      history: [{ status: "queued", at: now }],
      had: null,
      trying_until: null,
      updated_at: now,
      ...noTerms,
    }),
  );
  const times = { created_at: now, updated_at: now, completed_at: null };
  const row = { id: newId("dlv"), organization_id, release_id, status: "in_progress" as const };
  const delivery: LockedDelivery = {
    ...row,
    territory_codes: ["WORLDWIDE"],
    reach: territory_codes,
    stores,
    release: { status: "submitted", holds_fingerprint: true },
    others: [],
    ...times,
  };
  const commit = { atEnd: () => undefined, woken: new Set<string>() };
  const ctx: Transaction = {
    db,
    begin,
    beginAlone: begin,
    clock: systemClock,
    blobs: noBlobs,
    outbound: noOutbound,
    child_process_limit: noChildHands,
    is_live: true,
    chance: systemChance,
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
    return { payload, ...placeOfWork(payload) };
  });
  await Promise.all([
    insertDelivery(db, delivery),
    enqueueAll(ctx, { ...workOnStore, lane }, jobs),
    inOrder(
      insertAuditRow(db, {
        id: newId("aud"),
        created_at: now,
        principal_id: organization_id,
        actor: "key_bench",
        request_id: newId("req"),
        operation: "createDelivery",
        resource_id: delivery.id,
        fields: ["release_id"],
      }),
    ),
    db`commit`,
  ]);
}

const storesOf = (works: readonly StoreWork[]) => works.map(({ store_id }) => store_id);
const messageOf = ({ delivery_id, store_id }: StoreWork) => `${delivery_id}-${store_id}`;

/** The stores of one delivery. */
async function send(db: TransactionDb, works: readonly StoreWork[]): Promise<void> {
  const { delivery_id = "", release_id = "" } = works[0] ?? {};
  const release_owned = { organization_id, id: release_id };
  const [, delivery, stores, , , release, tracks, files] = await Promise.all([
    inOrder(db`begin`),
    lockAnyDelivery(db, delivery_id),
    listLockedStores(db, delivery_id, { store_ids: storesOf(works) }),
    listStoresAtWork(db, storesOf(works)),
    listMessages(db, works.map(messageOf)),
    findRelease(db, release_owned),
    listContentTracks(db, release_owned),
    listReleaseFiles(db, release_owned),
    findKeptContent(db, release_owned),
  ]);
  if (!delivery || !release) throw new Error("There is nothing to send.");
  const now = new Date().toISOString();
  const named = files.map((file) => ({ ...file, is_at_store: false }));
  const body = { release, tracks, territory_codes: delivery.reach ?? [], files: named };
  const content = JSON.stringify(body);
  const messages = works.map((work): KeptMessage => {
    const { store_id } = work;
    const ticket = { message_id: messageOf(work), store_id, attempt: 1, kind: "new", created_at: now } as const;
    return { message: { ...ticket, ...body }, document: null, text: { own: JSON.stringify(ticket), content } };
  });
  await Promise.all([
    wholeStatement(
      db,
      updateDeliveryWithStores(
        db,
        { ...delivery, updated_at: now },
        stores.map((store) => moved(store, ["sending"], now)),
      ),
    ),
    wholeStatement(db, insertMessages(db, delivery, messages)),
    db`commit`,
  ]);
}

function moved(
  { territory_codes: _, ...store }: KeptStore & { others?: unknown },
  statuses: readonly StoreRow["status"][],
  at: string,
) {
  const status = statuses.at(-1) ?? store.status;
  const { others: _others, ...row } = store;
  return { ...row, status, history: [...store.history, ...statuses.map((status) => ({ status, at }))] };
}

async function confirm(db: TransactionDb, jobs: readonly Claimed[], worker_id: string): Promise<void> {
  const works = jobs.map(({ payload }) => payload as StoreWork);
  const { delivery_id = "", release_id = "" } = works[0] ?? {};
  const [, , delivery, stores] = await Promise.all([
    inOrder(db`begin`),
    completeJobs(
      db,
      jobs.map((job) => ({ job, held_as: worker_id })),
    ),
    lockAnyDelivery(db, delivery_id),
    listLockedStores(db, delivery_id, { store_ids: storesOf(works) }),
  ]);
  if (!delivery) throw new Error("There is nothing to confirm.");
  const others = stores[0]?.others ?? [];
  const now = new Date().toISOString();
  const answer = { status: "delivered" } as const;
  const isFirst = others.every(({ status }) => status !== "delivered");
  const isLast = others.every(({ status }) => status === "delivered");
  const territory_codes = delivery.reach;
  const updates = stores.map((store) => ({ delivery_id, release_id, store: { ...store, ...answer, territory_codes } }));
  const writes: Promise<unknown>[] = [
    wholeStatement(
      db,
      updateDeliveryWithStores(
        db,
        { ...delivery, status: isLast ? "delivered" : "in_progress", updated_at: now },
        stores.map((store) => moved(store, ["ingesting", "delivered"], now)),
      ),
    ),
    markMessages(
      db,
      works.map((work) => ({ message_id: messageOf(work), sent_at: now, answer, answered_at: now })),
    ),
    recordEvents(db, "delivery.store.updated", updates),
  ];
  if (isLast) writes.push(recordEvents(db, "delivery.completed", [{ ...delivery, stores }]));
  // With the first store that has it the release is delivered.
  if (isFirst) {
    const move = { id: release_id, from: "submitted", to: "delivered", updated_at: now };
    const release = await moveRelease(db, organization_id, move);
    writes.push(recordEvents(db, "release.status.changed", [release ?? {}]));
  }
  await Promise.all([...writes, db`commit`]);
}

async function recordEvents(db: TransactionDb, event_type: string, all: readonly object[]): Promise<void> {
  const created_at = new Date().toISOString();
  const events = all.map((data) => {
    const id = newId("evt");
    return { id, organization_id, event_type, body: JSON.stringify({ id, event_type, created_at, data }) };
  });
  await wholeStatement(db, insertEvents(db, events, created_at));
}

/** In stores per second. */
async function deliverAll({ release_ids, store_ids }: DeliverTask): Promise<number> {
  const stores = release_ids.length * store_ids.length;
  const worker_id = await registerWorker(database.db);
  const renewal = setInterval(() => void renewLease(database.db, worker_id), 1_500);
  const began = performance.now();
  await onAllLines(release_ids, (line, release_id) => create(line, release_id, store_ids));
  for (let done = 0; done < stores; ) {
    const { jobs } = await claimJobs(database.begin, { lane, worker_id, wanted: AT_ONCE, after: undefined });
    done += jobs.length;
    await onAllLines([...byDelivery(jobs).values()], async ({ db }, jobs) => {
      await send(
        db,
        jobs.map(({ payload }) => payload as StoreWork),
      );
      await confirm(db, jobs, worker_id);
    });
  }
  const rate = stores / ((performance.now() - began) / 1000);
  clearInterval(renewal);
  await database.db`delete from workers where id = ${worker_id}`;
  return rate;
}

function byDelivery(jobs: readonly Claimed[]): Map<string, Claimed[]> {
  const found = new Map<string, Claimed[]>();
  for (const job of jobs) {
    const { delivery_id } = job.payload as StoreWork;
    found.set(delivery_id, [...(found.get(delivery_id) ?? []), job]);
  }
  return found;
}

async function onAllLines<Item>(items: Item[], work: (line: Line, item: Item) => Promise<void>): Promise<void> {
  await Promise.all(
    lines.map(async (line) => {
      for (let item = items.pop(); item !== undefined; item = items.pop()) await work(line, item);
    }),
  );
}

answerTasks(deliverAll);
