// Statements are shared by contracts in the transaction that writes them, under the organization's lock: the contracts are those of
// this moment, and a crash leaves all payee statements of a statement or none.
//
// PostgreSQL adds up what each contract holds; the amounts are computed here, by the same functions as a contract's preview. Each is
// rounded once, so the organization keeps or bears what rounding leaves.

import { setImmediate } from "node:timers/promises";
import { type RecoupableCost, type Recoupment, recoup, shareAmount, taxableAmount } from "../../contracts/sharing.ts";
import { emitAll } from "../../events/actions.ts";
import type { NewEvent } from "../../events/event.ts";
import { postMany } from "../../ledger/actions.ts";
import type { Movement } from "../../ledger/movement.ts";
import { type Transaction, withCommit } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { grouped } from "../../platform/long-list.ts";
import { yielding } from "../../platform/yielding.ts";
import { minorDigits, shownAmount } from "../../standards/currency.ts";
import {
  add,
  type Decimal,
  decimal,
  formatDecimal,
  multiply,
  negate,
  roundHalfEven,
  ZERO,
} from "../../standards/decimal.ts";
import { type PayeeStatementRow, shownPayeeStatement } from "../payee-statement.ts";
import type { StatementRow } from "../statement.ts";
import { joinAnyWay, joinByHash } from "./gathering-queries.ts";
import {
  type ContractSum,
  type CostRow,
  insertContractStatements,
  insertPayeeStatements,
  listBalancesOfShares,
  listRecoupableCosts,
  listSharesOf,
  type NewContractStatement,
  recoupCosts,
  type ShareRow,
  shareLines,
} from "./share-queries.ts";

// Rows of one statement to the database: an organization may have thousands of payees, and to write them as JSON takes time.
const TOGETHER = 500;

/** The statements of organizations that have contracts. */
export async function shareStatements(ctx: Transaction, statements: readonly StatementRow[]): Promise<void> {
  const statement_ids = statements.map(({ id }) => id);
  const organization_ids = [...new Set(statements.map(({ organization_id }) => organization_id))];
  const [, sums] = await Promise.all([
    joinByHash(ctx.db),
    shareLines(ctx.db, { statement_ids, organization_ids }),
    joinAnyWay(ctx.db),
  ]);
  if (sums.length === 0) return;
  const known = await readKnown(ctx, sums);
  const sumsOf = grouped(sums, ({ statement_id }) => statement_id);
  const shared: Shared = { contracts: [], payees: [], recouped: [] };
  for (const statement of statements)
    await yielding(shareStatement(shared, statement, { sums: sumsOf.get(statement.id) ?? [], known }), undefined);
  await writeShared(ctx, shared);
}

async function readKnown(ctx: Transaction, sums: readonly ContractSum[]): Promise<Known> {
  const contract_ids = [...new Set(sums.map(({ contract_id }) => contract_id))];
  const [shares, costs, balances] = await Promise.all([
    listSharesOf(ctx.db, contract_ids),
    listRecoupableCosts(ctx.db, contract_ids),
    listBalancesOfShares(ctx.db, contract_ids),
  ]);
  return {
    sharesOf: grouped(shares, ({ contract_id }) => contract_id),
    costsOf: grouped(costs, ({ contract_id, currency }) => `${contract_id} ${currency}`),
    balanceOf: new Map(balances.map(({ payee_id, currency, available }) => [`${payee_id} ${currency}`, available])),
  };
}

type Known = {
  sharesOf: ReadonlyMap<string, readonly ShareRow[]>;
  costsOf: ReadonlyMap<string, readonly CostRow[]>;
  balanceOf: ReadonlyMap<string, string>;
};

type Shared = {
  contracts: NewContractStatement[];
  payees: NewPayeeStatement[];
  recouped: RecoupedCost[];
};

type NewPayeeStatement = Omit<PayeeStatementRow, "organization_name">;

type RecoupedCost = Pick<StatementRow, "organization_id" | "currency"> & {
  id: string;
  contract_id: string;
  change: string;
};

/** One contract in a payee statement, exactly. */
type Part = Recoupment & {
  sum: ContractSum;
  row: ShareRow;
  payable: Decimal;
  share: Decimal;
  taxed: Decimal;
};

/** Adds to `shared` what comes of one statement. */
function* shareStatement(
  shared: Shared,
  statement: StatementRow,
  { sums, known: { sharesOf, costsOf, balanceOf } }: { sums: readonly ContractSum[]; known: Known },
): Generator<undefined, void> {
  const { organization_id, currency } = statement;
  const digits = minorDigits(currency);
  const parts = new Map<string, Part[]>();
  for (const sum of sums) {
    const { contract_id } = sum;
    const payable = decimal(sum.payable_amount);
    const recoupment = recoup(payable, (costsOf.get(`${contract_id} ${currency}`) ?? []).map(recoupable), digits);
    shared.contracts.push({ ...sum, organization_id, recouped_amount: formatDecimal(recoupment.recouped) });
    for (const { id, change } of recoupment.changes)
      shared.recouped.push({ organization_id, currency, id, contract_id, change: formatDecimal(change) });
    for (const row of sharesOf.get(contract_id) ?? []) {
      const of_payee = parts.get(row.payee_id) ?? [];
      if (of_payee.length === 0) parts.set(row.payee_id, of_payee);
      const taxed = decimal(sum.taxed?.[row.payee_id] ?? "0");
      of_payee.push({ ...recoupment, sum, row, payable, share: decimal(row.share), taxed });
      yield;
    }
  }
  for (const [payee_id, of_payee] of parts) {
    const balance_before = balanceOf.get(`${payee_id} ${currency}`) ?? "0";
    shared.payees.push(payeeStatement(statement, of_payee, { digits, balance_before }));
    yield;
  }
}

function recoupable({ id, amount, recouped_amount }: CostRow): RecoupableCost {
  return { id, amount: decimal(amount), recouped: decimal(recouped_amount) };
}

function payeeStatement(
  { id: statement_id, organization_id, period, currency, created_at }: StatementRow,
  parts: readonly Part[],
  { digits, balance_before }: { digits: number; balance_before: string },
): NewPayeeStatement {
  const [first] = parts;
  if (!first) throw new Error("A payee statement has at least one contract.");
  const { payee_id, payee_name, paid_by, withholding_rate, is_taxed_everywhere } = first.row;
  const contracts = parts.map(({ sum, row, recouped, ...part }) => ({
    contract_id: row.contract_id,
    name: row.contract_name,
    version: sum.version,
    payable_amount: sum.payable_amount,
    recouped_amount: formatDecimal(recouped),
    share: row.share,
    share_amount: formatDecimal(shareAmount({ ...part, recouped }, digits)),
  }));
  const share = contracts.map(({ share_amount }) => decimal(share_amount)).reduce(add, ZERO);
  const taxable = is_taxed_everywhere ? share : taxableAmount(parts, digits);
  const tax = roundHalfEven(multiply(taxable, decimal(withholding_rate)), digits);
  return {
    id: newId("pst"),
    organization_id,
    payee_id,
    payee_name,
    statement_id,
    period,
    currency,
    share_amount: formatDecimal(share),
    taxable_amount: formatDecimal(taxable),
    tax_rate: withholding_rate,
    tax_amount: formatDecimal(tax),
    net_amount: formatDecimal(add(share, negate(tax))),
    paid_by,
    contracts,
    line_item_count: parts.reduce((count, { sum }) => count + sum.line_item_count, 0),
    balance_before,
    created_at,
  };
}

async function writeShared(ctx: Transaction, { contracts, payees, recouped }: Shared): Promise<void> {
  for (const rows of batchesOf(contracts)) {
    await withCommit(ctx, insertContractStatements(ctx.db, rows));
    await setImmediate();
  }
  const event_type = "payee_statement.available";
  for (const rows of batchesOf(payees)) {
    await withCommit(ctx, insertPayeeStatements(ctx.db, rows));
    await postMany(ctx, rows.filter(movesMoney).map(movementOf));
    await emitAll(
      ctx,
      rows.map((row) => ({ organization_id: row.organization_id, event_type, data: shownPayeeStatement(row) })),
    );
    await setImmediate();
  }
  for (const rows of batchesOf(recouped)) await recoupSome(ctx, rows);
}

/** An event for each cost that has nothing outstanding any more. */
async function recoupSome(ctx: Transaction, costs: readonly RecoupedCost[]): Promise<void> {
  const ended = new Map((await recoupCosts(ctx.db, costs)).map(({ id, amount }) => [id, amount]));
  const events = costs.flatMap(({ id, organization_id, contract_id, currency }): NewEvent[] => {
    const amount = ended.get(id);
    if (amount === undefined) return [];
    const data = { contract_id, cost_id: id, amount: shownAmount(amount, currency), currency };
    return [{ organization_id, event_type: "contract.recouped", data }];
  });
  if (events.length > 0) await emitAll(ctx, events);
}

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += TOGETHER) yield rows.slice(from, from + TOGETHER);
}

function movesMoney({ paid_by, share_amount, tax_amount, net_amount }: NewPayeeStatement): boolean {
  const moved = paid_by === "operator" ? [share_amount, tax_amount] : [net_amount];
  return moved.some((amount) => decimal(amount).units !== 0n);
}

/** The operator pays from the organization's balance. Where the organization pays by itself, what it owes is noted. */
function movementOf(row: NewPayeeStatement): Movement {
  const { organization_id, payee_id, currency, id: source_id, period } = row;
  const net = decimal(row.net_amount);
  const entries =
    row.paid_by === "operator"
      ? { available: negate(decimal(row.share_amount)), payees: net, taxes: decimal(row.tax_amount) }
      : { owed: net, owing: negate(net) };
  return {
    organization_id,
    payee_id,
    currency,
    type: "statement",
    source_id,
    description: `Payee statement for ${period}`,
    entries,
  };
}
