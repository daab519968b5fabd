// Closing a period: what stores reported becomes line items, royalties and statements.
//
// The problem. Millions of rows become statements of thousands of organizations. None may be written twice or be
// missing, whenever a process is killed and however often a close is requested. Partners must never see half a
// statement.
//
// The procedure, in three steps, each in transactions of its own:
// 1. The period becomes `closing`. In the same transaction rows are matched anew, all that is matched and on no statement
//    is marked as this close's, and the statements to come are given their ids. The currency of each statement and every
//    exchange rate are settled here, too: if a rate is missing, the close does not begin. From here on the close
//    takes no other rows.
// 2. Store by store, its rows become line items. They are not visible, since their statements do not exist yet. The statements are
//    divided into parts that are gathered at the same time, because one connection keeps one core of the database busy. The items
//    are added up while they are at hand: to read millions of them again took longer than all that step 3 writes. The
//    names of their tracks, and the reports they came from, are kept with them.
// 3. A few organizations at a time, one transaction writes their statements, royalties, sums of earnings, ledger and events, and shares
//    them by contracts. An organization's statements are in one transaction: it has all of them or none, and so have its payees.
// Then the period is `closed`.
//
// The request that asks for the close does the work. A job does it too, in case that process dies. In one process the
// later of the two waits for the first. In several processes both can run at once: a store's part is gathered by the
// process that first claims it, and an organization belongs to the process that first locks its planned statements.

import { setTimeout as sleep } from "node:timers/promises";
import { emitAll } from "../../events/actions.ts";
import { postMany } from "../../ledger/actions.ts";
import type { Movement } from "../../ledger/movement.ts";
import { type Context, type Transaction, timestamp, transaction } from "../../platform/context.ts";
import { ApiError, notFound } from "../../platform/errors.ts";
import { isMonth } from "../../platform/schema.ts";
import { minorDigits } from "../../standards/currency.ts";
import { decimal, negate } from "../../standards/decimal.ts";
import { type StatementRow, shownStatement } from "../statement.ts";
import { beginClose } from "./beginning.ts";
import {
  allowLongStatement,
  findPeriod,
  hasOpenStatements,
  listMonthsLeftOut,
  listOrganizationsToState,
  markClosed,
  type OrganizationToState,
  type PlannedStatement,
  planOnce,
  takePlannedStatements,
} from "./close-queries.ts";
import {
  claimGathering,
  countGathered,
  findReportsOfStore,
  type Gathering,
  gatherLineItems,
  joinByHash,
  listNotSummed,
  listToGather,
  prepareShares,
  sumLineItems,
  takeNotSummed,
} from "./gathering-queries.ts";
import { shareStatements } from "./share-statements.ts";
import { keepNamesOfItems, keepNamesOfShares, listNotTraced, traceGathering } from "./trace-queries.ts";
import { insertStatements, lockTerms } from "./writing-queries.ts";

// Each is a connection of the pool. Requests must find enough others.
const SLOTS = 3;
const ORGANIZATIONS_AT_ONCE = 500;
// One transaction locks no more organizations than this, and ends soon: their own requests wait for it.
const ORGANIZATIONS_TOGETHER = 25;
const SUMS_TOGETHER = 5_000;
const LOOK_AGAIN_AFTER_MS = 100;

/** Returns once the period is closed, also if another process closes it. */
export async function closePeriod(ctx: Context, period: string): Promise<void> {
  assertOver(ctx, period);
  await transaction(ctx, (ctx) => beginClose(ctx, period));
  await goOnClosing(ctx, period);
}

const MAX_WARNINGS = 12;

export async function closeWarnings(ctx: Context, period: string): Promise<string[]> {
  const months = await listMonthsLeftOut(ctx.db, period, MAX_WARNINGS);
  return months.map((month) => `${month} has reports and was never closed: their rows are on no statement.`);
}

function assertOver(ctx: Context, period: string): void {
  if (!isMonth(period)) throw notFound("period");
  if (period >= timestamp(ctx).slice(0, 7))
    throw new ApiError("invalid_state", `The period ${period} has not ended yet (in UTC), so it cannot be closed.`);
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
  await transaction(ctx, ({ db }) => markClosed(db, period, timestamp(ctx)));
}

async function gatherAll(ctx: Context, period: string): Promise<void> {
  const gatherings = await listToGather(ctx.db, period);
  const parts = new Set(gatherings.map(({ part }) => part));
  await inParallel([...parts], parts.size, async (part) => {
    for (const gathering of gatherings) if (gathering.part === part) await gather(ctx, gathering);
  });
  for (const gathering of await listNotSummed(ctx.db, period)) await addUp(ctx, gathering);
  for (const gathering of await listNotTraced(ctx.db)) await trace(ctx, gathering);
}

async function gather(ctx: Context, gathering: Gathering): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await allowLongStatement(ctx.db);
    if (!(await claimGathering(ctx.db, gathering))) return;
    const sources = await findReportsOfStore(ctx.db, gathering);
    await joinByHash(ctx.db);
    await prepareShares(ctx.db, gathering, sources);
    await keepNamesOfShares(ctx.db);
    const items = await gatherLineItems(ctx.db, gathering, sources);
    await countGathered(ctx.db, gathering, { items, reports: sources.reports });
  });
}

/** Line items of an earlier version, which did not add them up. */
async function addUp(ctx: Context, gathering: Gathering): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await allowLongStatement(ctx.db);
    await sumLineItems(ctx.db, await takeNotSummed(ctx.db, gathering), gathering.store_id);
  });
}

/** Line items of an earlier version, which did not keep what their tracks are called. */
async function trace(ctx: Context, gathering: Gathering): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await allowLongStatement(ctx.db);
    await keepNamesOfItems(ctx.db, await traceGathering(ctx.db, gathering), gathering.store_id);
  });
}

async function stateOrganizations(ctx: Context, period: string): Promise<number> {
  let written = 0;
  for (let after = "", found = ORGANIZATIONS_AT_ONCE; found === ORGANIZATIONS_AT_ONCE; ) {
    const organizations = await listOrganizationsToState(ctx.db, period, after, ORGANIZATIONS_AT_ONCE);
    await inParallel(inGroups(organizations), SLOTS, async (ids) => {
      written += await stateGroup(ctx, period, ids);
    });
    after = organizations.at(-1)?.organization_id ?? "";
    found = organizations.length;
  }
  return written;
}

/** An organization with more sums than a group may have is a group of its own. */
function inGroups(organizations: readonly OrganizationToState[]): string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const { organization_id, sums } of organizations) {
    const group = groups.at(-1);
    if (group && sums <= room && group.length < ORGANIZATIONS_TOGETHER) {
      group.push(organization_id);
      room -= sums;
    } else {
      groups.push([organization_id]);
      room = SUMS_TOGETHER - sums;
    }
  }
  return groups;
}

/** If one of them cannot be written, the others are: each is tried by itself. */
async function stateGroup(ctx: Context, period: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 1) return stateTogether(ctx, period, ids);
  try {
    return await stateTogether(ctx, period, ids);
  } catch {
    let written = 0;
    await inParallel(ids, 1, async (id) => {
      written += await stateTogether(ctx, period, [id]);
    });
    return written;
  }
}

/** Runs `at_once` items in parallel. One failure does not stop the rest; the close then fails and is retried. */
async function inParallel<T>(items: readonly T[], at_once: number, work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const waiting = items.values();
  const slot = async () => {
    for (const item of waiting) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: at_once }, slot));
  if (failures.length > 0) throw failures[0];
}

function stateTogether(ctx: Context, period: string, organization_ids: readonly string[]): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const [, , planned] = await Promise.all([
      allowLongStatement(ctx.db),
      planOnce(ctx.db),
      takePlannedStatements(ctx.db, period, organization_ids),
    ]);
    await writeStatements(ctx, planned, { period, is_sandbox: false });
    return planned.length;
  });
}

/** Writes statements from the sums of their line items, with royalties, ledger and events. */
export async function writeStatements(
  ctx: Transaction,
  planned: readonly PlannedStatement[],
  { period, is_sandbox }: { period: string; is_sandbox: boolean },
): Promise<StatementRow[]> {
  if (planned.length === 0) return [];
  const sharing = await lockTerms(ctx.db, [...new Set(planned.map(({ organization_id }) => organization_id))]);
  const given = planned.map((one) => ({ ...one, digits: minorDigits(one.currency) }));
  const rows = await insertStatements(ctx.db, given, { period, is_sandbox, created_at: timestamp(ctx) });
  if (rows.length !== planned.length)
    throw new Error(
      `${planned.length - rows.length} of ${planned.length} statements of ${period} had nothing to state.`,
    );
  await postMany(ctx, rows.map(movementOf));
  const event_type = "statement.available";
  await emitAll(
    ctx,
    rows.map((row) => ({ organization_id: row.organization_id, event_type, data: shownStatement(row) })),
  );
  const shared = rows.filter(({ organization_id }) => sharing.has(organization_id));
  if (shared.length > 0) await shareStatements(ctx, shared);
  return rows;
}

/** The store owes its gross; it goes to the partner, to the distributor and to the tax office. */
function movementOf(row: StatementRow): Movement {
  return {
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
  };
}
