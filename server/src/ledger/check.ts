// The proof that the books are right, from the rows that stores reported to the balances that partners see:
//
//   rows of a report = its works: on statements, open and unmatched    (reports)
//   works that a close took = gross of its statements                  (periods)
//   line items = royalties = statements                                (statements)
//   statements, payouts, adjustments, conversions = ledger = balances  (organizations, and their payees)
//   payee statements = shares of contracts; recouped = costs           (organizations)
//
// The problem. Years of millions of rows take longer than a request may, and a proof of a part proves nothing.
//
// The procedure. The answer begins at once and goes on until all is compared. The work is cut into pieces that take seconds at
// most, each by itself with no transaction open in between. After each piece a blank is sent, which JSON allows before its value: it
// keeps the connection open, and if the client is gone the work ends there. One piece is worked on at a time, however many ask.

import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import { type Context, type Transaction, transaction } from "../platform/context.ts";
import { fairSemaphore } from "../platform/fair-semaphore.ts";
import type { Answer } from "../platform/http/route.ts";
import { shownAmount } from "../standards/currency.ts";
import { add, type Decimal, decimal, formatDecimal, ZERO } from "../standards/decimal.ts";
import { Amount, Currency } from "./amount.ts";
import {
  countBalances,
  listBookedSums,
  listDifferences,
  listOrganizationsToCheck,
  shownAccounts,
} from "./check-queries.ts";
import { LedgerDifference } from "./difference.ts";
import { listPayeeDifferences, listSharingDifferences } from "./payee-queries.ts";
import {
  allowLongPiece,
  comparePeriod,
  compareReports,
  compareStatements,
  listClosedPeriods,
  listReportsToCheck,
  listStatementsToCheck,
  type RowSum,
  sumRows,
  sumRowsOfWindow,
} from "./trail-queries.ts";

// One difference is a fault already; this many are enough to see a pattern.
const MAX_DIFFERENCES = 100;
const ORGANIZATIONS_AT_ONCE = 100;
// Rows and line items that are read together.
const ROWS_AT_ONCE = 500_000;
const RESOURCES_AT_ONCE = 200;
const WINDOW_LINES = 1_000_000;
const PATIENCE_MS = 600_000;
const inTurn = fairSemaphore(1, PATIENCE_MS);

const BookedSum = Type.Object(
  {
    month: Type.String({ description: "In which it was booked, in UTC.", examples: ["2026-03"] }),
    currency: Currency,
    fees: Amount({ description: "Distribution fees of statements.", examples: ["192.68"] }),
    taxes: Amount({ description: "Taxes withheld on statements.", examples: ["0.00"] }),
    stores: Amount({
      description: "The amounts that stores reported: the gross of statements, negative.",
      examples: ["-1284.53"],
    }),
    bank: Amount({ description: "Payouts that were paid, less those that came back.", examples: ["250.00"] }),
    adjustments: Amount({ description: "Adjustments: negative if partners got it.", examples: ["0.00"] }),
    exchange: Amount({
      description:
        "Balances that were converted: positive in the currency they left, negative in the one they came to.",
      examples: ["0.00"],
    }),
  },
  { title: "BookedSum" },
);
type BookedSum = Static<typeof BookedSum>;

export const LedgerCheck = Type.Object(
  {
    is_right: Type.Boolean(),
    balances: Type.Integer({ minimum: 0, description: "How many were checked, payees' included.", examples: [412] }),
    statements: Type.Integer({ minimum: 0, description: "How many were checked.", examples: [9_120] }),
    reports: Type.Integer({ minimum: 0, description: "How many were checked.", examples: [231] }),
    differences: Type.Array(LedgerDifference, { description: `The first ${MAX_DIFFERENCES}.` }),
    sums: Type.Array(BookedSum, { description: "By month and currency, signed as the ledger has them." }),
  },
  { title: "LedgerCheck" },
);
type LedgerCheck = Static<typeof LedgerCheck>;

type Found = Omit<LedgerCheck, "is_right" | "balances" | "sums">;

export function answerWithCheck(ctx: Context, method: string): Answer {
  const payload = Readable.from(method === "HEAD" ? [] : writeCheck(ctx));
  return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, payload };
}

async function* writeCheck(ctx: Context): AsyncGenerator<string> {
  const found: Found = { statements: 0, reports: 0, differences: [] };
  const sums = new Map<string, Decimal>();
  const proofs = [proveStatements(ctx, found), provePeriods(ctx, found), proveReports(ctx, found)];
  for (const proof of [proveBalances(ctx, found, sums), ...proofs]) for await (const _piece of proof) yield " ";
  const check: LedgerCheck = {
    is_right: found.differences.length === 0,
    balances: await countBalances(ctx.db),
    ...found,
    sums: shownSums(sums),
  };
  yield JSON.stringify(check);
}

function inPieces<T>(ctx: Context, piece: (ctx: Transaction) => Promise<T>): Promise<T> {
  return inTurn(
    "check",
    ctx.signal,
  )(() =>
    transaction(ctx, async (ctx) => {
      await allowLongPiece(ctx.db);
      return piece(ctx);
    }),
  );
}

/** Compares one piece; `left` says how many more differences may be reported. */
async function compare(
  ctx: Context,
  { differences }: Found,
  work: (ctx: Context, left: number) => Promise<LedgerDifference[]>,
): Promise<void> {
  const left = MAX_DIFFERENCES - differences.length;
  if (left === 0) return;
  const more = await inPieces(ctx, (ctx) => work(ctx, left));
  for (const difference of more.slice(0, left)) differences.push(difference);
}

async function* proveBalances(ctx: Context, found: Found, sums: Map<string, Decimal>): AsyncGenerator<void> {
  for (let after = "", count = ORGANIZATIONS_AT_ONCE; count === ORGANIZATIONS_AT_ONCE; ) {
    const ids = await listOrganizationsToCheck(ctx.db, after, ORGANIZATIONS_AT_ONCE);
    for (const list of [listDifferences, listPayeeDifferences, listSharingDifferences])
      await compare(ctx, found, ({ db }, left) => list(db, ids, left));
    for (const { month, currency, account, amount } of await listBookedSums(ctx.db, ids)) {
      const key = [month, currency, account].join();
      sums.set(key, add(sums.get(key) ?? ZERO, decimal(amount)));
    }
    after = ids.at(-1) ?? "";
    count = ids.length;
    yield;
  }
}

function shownSums(sums: ReadonlyMap<string, Decimal>): BookedSum[] {
  const keys = new Set([...sums.keys()].map((key) => key.slice(0, key.lastIndexOf(","))));
  return [...keys].sort().map((key) => {
    const [month = "", currency = ""] = key.split(",");
    const amounts = shownAccounts.map((account) => {
      const amount = formatDecimal(sums.get(`${key},${account}`) ?? ZERO);
      return [account, shownAmount(amount, currency)];
    });
    return { month, currency, ...Object.fromEntries(amounts) };
  });
}

/** Those that have few line items together; one that has many by itself. */
async function* proveStatements(ctx: Context, found: Found): AsyncGenerator<void> {
  for (let after = ""; ; ) {
    const listed = await listStatementsToCheck(ctx.db, after, RESOURCES_AT_ONCE);
    if (listed.length === 0) return;
    const some = upTo(ROWS_AT_ONCE, listed, ({ items }) => items);
    const ids = some.map(({ id }) => id);
    await compare(ctx, found, ({ db }, left) => compareStatements(db, ids, left));
    found.statements += ids.length;
    after = ids.at(-1) ?? "";
    yield;
  }
}

async function* provePeriods(ctx: Context, found: Found): AsyncGenerator<void> {
  for (const period of await listClosedPeriods(ctx.db)) {
    await compare(ctx, found, ({ db }, left) => comparePeriod(db, period, left));
    yield;
  }
}

/** Rows never change, so they are summed first; the works are compared with them at one moment. */
async function* proveReports(ctx: Context, found: Found): AsyncGenerator<void> {
  for (let after = "0"; ; ) {
    const listed = await listReportsToCheck(ctx.db, after, RESOURCES_AT_ONCE);
    const [first] = listed;
    if (!first) return;
    const some = upTo(ROWS_AT_ONCE, listed, ({ rows }) => rows);
    const numbers = some.map(({ number }) => number);
    const last = numbers.at(-1) ?? first.number;
    let sums: RowSum[] = [];
    if (first.rows <= ROWS_AT_ONCE) sums = await inPieces(ctx, ({ db }) => sumRows(db, first.number, last));
    else
      for await (const more of sumInWindows(ctx, first.number)) {
        sums = addUp([...sums, ...more]);
        yield;
      }
    await compare(ctx, found, ({ db }, left) => compareReports(db, { numbers, sums }, left));
    found.reports += numbers.length;
    after = last;
    yield;
  }
}

async function* sumInWindows(ctx: Context, number: string): AsyncGenerator<RowSum[]> {
  for (let from = 0, has_more = true; has_more; from += WINDOW_LINES) {
    const window = { number, from, to: from + WINDOW_LINES };
    const read = await inPieces(ctx, ({ db }) => sumRowsOfWindow(db, window));
    yield read.sums;
    has_more = read.has_more;
  }
}

function addUp(sums: readonly RowSum[]): RowSum[] {
  const byCurrency = new Map<string, RowSum>();
  for (const sum of sums) {
    const { rows = 0, amount = "0" } = byCurrency.get(sum.currency) ?? {};
    const total = formatDecimal(add(decimal(amount), decimal(sum.amount)));
    byCurrency.set(sum.currency, { ...sum, rows: rows + sum.rows, amount: total });
  }
  return [...byCurrency.values()];
}

/** From the first on, as long as they have no more than so many together. At least one. */
function upTo<T>(limit: number, items: readonly T[], sizeOf: (item: T) => number): T[] {
  let size = 0;
  const end = items.findIndex((item, place) => {
    size += sizeOf(item);
    return place > 0 && size > limit;
  });
  return items.slice(0, end < 0 ? items.length : end);
}
