// Closing a period: what stores reported becomes line items, royalties and statements.
//
// The problem. Millions of rows become statements of thousands of organizations. None may be written twice or be missing, whenever a
// process is killed and however often a close is requested. Partners must never see half a statement.
//
// The procedure, in three steps, each in transactions of its own:
// 1. The period becomes `closing`. In the same transaction unmatched rows are matched anew, all that is matched and on no statement
//    is marked as this close's, and the statements to come are given their ids. From here on it is settled what the close takes.
// 2. Store by store, its rows become line items. They are not visible, since their statements do not exist yet. The statements are
//    divided into parts that are gathered at the same time, because one connection keeps one core of the database busy.
// 3. Organization by organization, one transaction writes the statements, royalties, sums of earnings, ledger and events. A few
//    organizations are written at the same time.
// Then the period is `closed`.
//
// The request that asks for the close does the work. A job does it too, in case that process dies. In one process the later of the two
// waits for the first. In several processes both can run at once: a store's part is gathered by the process that first claims it, and
// an organization belongs to the process that first locks its planned statements.

import { setTimeout as sleep } from "node:timers/promises";
import { emit } from "../events/actions.ts";
import { post } from "../ledger/actions.ts";
import { type Context, type Transaction, timestamp, transaction } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import { minorDigits } from "../standards/currency.ts";
import { decimal, negate } from "../standards/decimal.ts";
import {
  allowLongStatement,
  claimGathering,
  countGathered,
  findPeriod,
  type Gathering,
  gatherLineItems,
  hasOpenStatements,
  insertPeriod,
  joinByHash,
  listOrganizationsToState,
  listReportsOfStore,
  listStatementsToWrite,
  listToGather,
  lockReportsToClose,
  markClosed,
  type PlannedStatement,
  planOnce,
  planStatements,
  prepareShares,
  takePlannedStatements,
  takeWorks,
  unmatchDrafts,
} from "./close-queries.ts";
import { closePeriodJob } from "./job-definitions.ts";
import { matchWorks } from "./match-queries.ts";
import { isMonth, type StatementRow, shownStatement } from "./statement.ts";
import { lockTerms, writeStatement } from "./writing-queries.ts";

// Each is a connection of the pool. Requests must find enough others.
const PARTS = 2;
const HANDS = 3;
const ORGANIZATIONS_AT_ONCE = 500;
const LOOK_AGAIN_AFTER_MS = 100;

/** Returns once the period is closed, also if another process closes it. */
export async function closePeriod(ctx: Context, period: string): Promise<void> {
  assertOver(ctx, period);
  await transaction(ctx, (ctx) => beginClose(ctx, period));
  await goOnClosing(ctx, period);
}

function assertOver(ctx: Context, period: string): void {
  if (!isMonth(period)) throw notFound("period");
  if (period >= timestamp(ctx).slice(0, 7))
    throw new ApiError("invalid_state", `The period ${period} has not ended yet (in UTC), so it cannot be closed.`);
}

async function beginClose(ctx: Transaction, period: string): Promise<void> {
  await allowLongStatement(ctx.db);
  if (!(await insertPeriod(ctx.db, period, timestamp(ctx)))) return;
  const reports = await lockReportsToClose(ctx.db, period);
  await unmatchDrafts(ctx.db, reports);
  await matchWorks(ctx.db, reports);
  await takeWorks(ctx.db, period, reports);
  const found = await listStatementsToWrite(ctx.db, period);
  const planned = found.map((one) => ({ ...one, statement_id: newId("stm") }));
  await planStatements(ctx.db, { period, planned, parts: PARTS });
  await enqueue(ctx, closePeriodJob, { period });
}

/** By environment, since a process may serve two, and its requests and jobs have `announce` in common; then by period. */
const running = new WeakMap<Context["announce"], Map<string, Promise<void>>>();

/**
 * Continues the close from any step. A second call for the same period waits for the first, so that requests that are sent again
 * and again do not take more and more connections.
 */
export function goOnClosing(ctx: Context, period: string): Promise<void> {
  const ofEnvironment = running.get(ctx.announce) ?? new Map<string, Promise<void>>();
  running.set(ctx.announce, ofEnvironment);
  const begun = ofEnvironment.get(period);
  if (begun) return begun;
  const closing = finishClosing(ctx, period).finally(() => ofEnvironment.delete(period));
  ofEnvironment.set(period, closing);
  return closing;
}

async function finishClosing(ctx: Context, period: string): Promise<void> {
  const found = await findPeriod(ctx.db, period);
  if (found?.status !== "closing") return;
  await gatherAll(ctx, period);
  while (await hasOpenStatements(ctx.db, period)) {
    const written = await stateOrganizations(ctx, period);
    // Another process is writing the rest.
    if (written === 0) await sleep(LOOK_AGAIN_AFTER_MS);
  }
  await markClosed(ctx.db, period, timestamp(ctx));
}

async function gatherAll(ctx: Context, period: string): Promise<void> {
  const gatherings = await listToGather(ctx.db, period);
  const parts = new Set(gatherings.map(({ part }) => part));
  await allSettled([...parts], parts.size, async (part) => {
    for (const gathering of gatherings) if (gathering.part === part) await gather(ctx, gathering);
  });
}

async function gather(ctx: Context, gathering: Gathering): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await allowLongStatement(ctx.db);
    if (!(await claimGathering(ctx.db, gathering))) return;
    const reports = await listReportsOfStore(ctx.db, gathering);
    await joinByHash(ctx.db);
    await prepareShares(ctx.db, gathering, reports);
    await countGathered(ctx.db, gathering, await gatherLineItems(ctx.db, gathering, reports));
  });
}

async function stateOrganizations(ctx: Context, period: string): Promise<number> {
  let written = 0;
  for (let after = "", found = ORGANIZATIONS_AT_ONCE; found === ORGANIZATIONS_AT_ONCE; ) {
    const ids = await listOrganizationsToState(ctx.db, period, after, ORGANIZATIONS_AT_ONCE);
    await allSettled(ids, HANDS, async (organization_id) => {
      written += await stateOrganization(ctx, period, organization_id);
    });
    after = ids.at(-1) ?? "";
    found = ids.length;
  }
  return written;
}

/** So many at a time. Where one fails, the others are done all the same; then the close fails, and is tried again. */
async function allSettled<T>(items: readonly T[], at_once: number, work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const waiting = items.values();
  const hand = async () => {
    for (const item of waiting) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: at_once }, hand));
  if (failures.length > 0) throw failures[0];
}

function stateOrganization(ctx: Context, period: string, organization_id: string): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const [, , planned] = await Promise.all([
      allowLongStatement(ctx.db),
      planOnce(ctx.db),
      takePlannedStatements(ctx.db, period, organization_id),
    ]);
    await writeStatements(ctx, planned, { period, is_sandbox: false });
    return planned.length;
  });
}

/** Writes the statements of one organization from its line items, with royalties, ledger and events. */
export async function writeStatements(
  ctx: Transaction,
  planned: readonly PlannedStatement[],
  { period, is_sandbox }: { period: string; is_sandbox: boolean },
): Promise<StatementRow[]> {
  const written: StatementRow[] = [];
  const [first] = planned;
  if (!first) return written;
  const terms = await lockTerms(ctx.db, first.organization_id);
  if (!terms) throw notFound("organization");
  for (const one of planned) {
    const digits = minorDigits(one.currency);
    const created_at = timestamp(ctx);
    const row = await writeStatement(ctx.db, { ...one, ...terms, period, digits, is_sandbox, created_at });
    await book(ctx, row);
    const { organization_id } = row;
    await emit(ctx, { organization_id, event_type: "statement.available", data: shownStatement(row) });
    written.push(row);
  }
  return written;
}

/** The store owes its gross; it goes to the partner, to the distributor and to the tax office. */
async function book(ctx: Transaction, row: StatementRow): Promise<void> {
  await post(ctx, {
    organization_id: row.organization_id,
    currency: row.currency,
    type: "statement",
    source_id: row.id,
    description: `Statement for ${row.period}`,
    entries: {
      available: decimal(row.net_amount),
      fees: decimal(row.fee_amount),
      taxes: decimal(row.tax_amount),
      stores: negate(decimal(row.gross_amount)),
    },
  });
}
