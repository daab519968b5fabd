// The cost of waiting events for the others: the claim of a batch of due ones, with a million that are not due and with
// none. Nothing else uses either database.

import { attemptDispatchAgain } from "../server/src/events/job-definitions.ts";
import { newId } from "../server/src/platform/ids.ts";
import { claimJobs } from "../server/src/platform/jobs/claim.ts";
import { registerWorker, renewLease } from "../server/src/platform/jobs/queue.ts";
import { median } from "./measure.ts";
import { databaseOf, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const MARK = 1.5;
const WAITING = 1_000_000;
const EVENTS = 10_000;
const PARTNERS = 10;
const ENDPOINTS = 100;
const CLAIMS = 300;
const WARM_UP = 30;
const { lane } = attemptDispatchAgain;
// All hands that these endpoints may have.
const A_CLAIM = ENDPOINTS * lane.per_key;

export async function benchWaiting(): Promise<Result> {
  const [none, many] = [await startProduct({ SEGUE_ROLE: "api" }), await startProduct({ SEGUE_ROLE: "api" })];
  await fill(many);
  const claims = { none: await openClaims(none), many: await openClaims(many) };
  const pairs: { none: number; many: number }[] = [];
  for (let turn = 0; turn < CLAIMS + WARM_UP; turn++)
    pairs.push({ none: await claims.none.claim(), many: await claims.many.claim() });
  const timesOf = (side: "none" | "many") => median(pairs.slice(WARM_UP).map((pair) => pair[side]));
  const [none_ms, many_ms] = [timesOf("none"), timesOf("many")];
  for (const { close } of Object.values(claims)) await close();
  for (const product of [none, many]) await product.stop();
  return {
    what: `claim of ${A_CLAIM} due events while 1,000,000 wait, p50; floor: none waits`,
    value: `${many_ms.toFixed(2)} ms`,
    floor: `${none_ms.toFixed(2)} ms`,
    ratio: many_ms / none_ms,
    mark: { text: `≤ ${MARK}`, isMet: many_ms / none_ms <= MARK },
  };
}

/** Each event waits for all endpoints. */
async function fill(product: Product): Promise<void> {
  const { db, close } = databaseOf(product, 1);
  await db`set statement_timeout = 0`;
  // These rows refer to what is there; to have a million references checked takes longer than to write them.
  await db`set session_replication_role = replica`;
  await db`
    insert into events (id, organization_id, event_type, body, created_at)
    select 'evt_' || lpad(to_hex(n), 26, '0'), ${product.organization.id}, 'delivery.completed', repeat('n', 1024), now()
    from generate_series(1, ${EVENTS}::int) as n`;
  await db`
    insert into dispatches (event_id, webhook_id, organization_id, status, tries, attempts, next_attempt_at, created_at)
    select events.id, 'whk_' || n, organization_id, 'pending', 1, 1, now() + interval '1 day', now()
    from events, generate_series(1, ${WAITING / EVENTS}::int) as n`;
  await db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
    select concat('job_', event_id, webhook_id), ${attemptDispatchAgain.name}, ${lane.name}, ${product.organization.id}, webhook_id,
      jsonb_build_object('event_id', event_id, 'webhook_id', webhook_id, 'round', 1), 'waiting', next_attempt_at, now()
    from dispatches`;
  for (const table of ["events", "dispatches", "jobs"]) await db.unsafe(`vacuum analyze ${table}`);
  await close();
}

/** In milliseconds; what has been claimed goes, so that each claim finds the same. */
async function openClaims(product: Product): Promise<{ claim(): Promise<number>; close(): Promise<void> }> {
  const { db, begin, close } = databaseOf(product, 1);
  const worker_id = await registerWorker(db);
  const claim = async () => {
    await renewLease(db, worker_id);
    await addDue();
    const began = performance.now();
    const { jobs } = await claimJobs(begin, { lane, worker_id, wanted: A_CLAIM, after: undefined });
    const length_ms = performance.now() - began;
    if (jobs.length !== A_CLAIM) throw new Error(`Claimed ${jobs.length} jobs of ${A_CLAIM}.`);
    await db`delete from jobs where id = any(${jobs.map(({ id }) => id)})`;
    return length_ms;
  };
  const addDue = async () => {
    const ids = Array.from({ length: A_CLAIM }, () => newId("job"));
    await db`
      insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
      select id, ${attemptDispatchAgain.name}, ${lane.name}, 'org_' || n % ${PARTNERS}::int, 'whk_' || n % ${ENDPOINTS}::int,
        jsonb_build_object('event_id', 'evt_' || n, 'webhook_id', 'whk_' || n, 'round', 1), 'ready', now(), now()
      from unnest(${ids}::text[]) with ordinality as given (id, n)`;
  };
  return { claim, close };
}
