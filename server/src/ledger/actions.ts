import { getOrganization } from "../organizations/actions.ts";
import { type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { add, type Decimal, decimal, formatDecimal, negate } from "../standards/decimal.ts";
import { type Adjustment, type NewAdjustment, withShownAmounts } from "./balance.ts";
import type { Movement } from "./movement.ts";
import {
  findPayeeBalance,
  insertAdjustment,
  insertCoveredMovement,
  insertMovements,
  lockBalance,
  type MovementRow,
} from "./queries.ts";

/** Records a movement of money inside the transaction of its cause: neither exists without the other. */
export async function post(ctx: Transaction, movement: Movement): Promise<void> {
  await postMany(ctx, [movement]);
}

/** All in one statement. Its answer is not needed, so it is sent together with the commit. */
export async function postMany(ctx: Transaction, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return;
  await withCommit(ctx, insertMovements(ctx.db, movements.map(toRow), timestamp(ctx)));
}

/**
 * For what takes from a balance. False, and nothing is recorded, where less is available at this moment. The organization must be locked
 * before a movement with a payee.
 */
export async function postIfCovered(ctx: Transaction, movement: Movement): Promise<boolean> {
  const { organization_id, payee_id, currency, entries } = movement;
  if (payee_id === undefined) return insertCoveredMovement(ctx.db, toRow(movement), timestamp(ctx));
  const { available, payees = entries.owed } = entries;
  if (available && takes(available)) {
    const own = await lockBalance(ctx.db, { organization_id, currency });
    if (takes(add(available, decimal(own?.available ?? "0")))) return false;
  }
  if (payees && takes(payees)) {
    const own = await findPayeeBalance(ctx.db, { payee_id, currency });
    if (takes(add(payees, decimal(own?.available ?? "0")))) return false;
  }
  await post(ctx, movement);
  return true;
}

function takes(amount: Decimal): boolean {
  return amount.units < 0n;
}

/** By the operator, for money that no statement brought. A negative adjustment may make the balance negative. */
export async function createAdjustment(
  ctx: Transaction,
  organization_id: string,
  given: NewAdjustment,
): Promise<Adjustment> {
  await getOrganization(ctx, organization_id);
  const row = { id: newId("adj"), organization_id, ...given, created_at: timestamp(ctx) };
  await withCommit(ctx, insertAdjustment(ctx.db, row));
  const { id: source_id, currency, reason: description } = row;
  const amount = decimal(row.amount);
  const entries = { available: amount, adjustments: negate(amount) };
  await post(ctx, { organization_id, currency, type: "adjustment", source_id, description, entries });
  return withShownAmounts(row, ["amount"]);
}

function toRow({ entries, ...movement }: Movement): MovementRow {
  const amounts = Object.entries(entries).map(([account, amount]) => [account, formatDecimal(amount)]);
  return { id: newId("txn"), ...movement, entries: Object.fromEntries(amounts) };
}
