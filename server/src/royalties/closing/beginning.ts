// The first step of a close: one transaction settles what it takes, in which currencies, and by which rates.

import { type Transaction, timestamp } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { enqueue } from "../../platform/jobs/queue.ts";
import { closePeriodJob } from "../job-definitions.ts";
import { matchWorks } from "../matching/match-queries.ts";
import {
  allowLongStatement,
  insertPeriod,
  listStatementsToWrite,
  lockReportsToClose,
  planRates,
  planStatements,
  takeReversals,
  takeWorks,
} from "./close-queries.ts";
import { joinAnyWay, joinByHash } from "./gathering-queries.ts";
import { MAX_MISSING, missingRates } from "./missing-rate.ts";
import { settleRateRows } from "./rate-queries.ts";

// They are gathered at the same time. Each is a connection of the pool, and requests must find enough others.
const PARTS = 2;

/** Nothing where the close has begun already. */
export async function beginClose(ctx: Transaction, period: string): Promise<void> {
  await allowLongStatement(ctx.db);
  if (!(await insertPeriod(ctx.db, period, timestamp(ctx)))) return;
  const reports = await lockReportsToClose(ctx.db, period);
  await matchWorks(ctx.db, reports);
  await takeWorks(ctx.db, period, reports);
  await takeReversals(ctx.db, period, reports);
  await settleRates(ctx, period);
  const found = await listStatementsToWrite(ctx.db, period);
  const planned = found.map((one) => ({ ...one, statement_id: newId("stm") }));
  await planStatements(ctx.db, { period, planned, parts: PARTS });
  await joinByHash(ctx.db);
  await planRates(ctx.db, period);
  await joinAnyWay(ctx.db);
  await enqueue(ctx, closePeriodJob, { period });
}

/** Finds the rate of every amount that is converted. Without all of them the transaction is rolled back, and nothing has happened. */
async function settleRates(ctx: Transaction, period: string): Promise<void> {
  const missing = await settleRateRows(ctx.db, period, MAX_MISSING);
  if (missing.length > 0) throw missingRates(period, missing);
}
