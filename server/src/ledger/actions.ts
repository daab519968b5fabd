import { getOrganization } from "../organizations/actions.ts";
import { type Transaction, timestamp, withCommit } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";
import { decimal, formatDecimal, negate } from "../standards/decimal.ts";
import { type Adjustment, type NewAdjustment, withShownAmounts } from "./balance.ts";
import type { Movement } from "./movement.ts";
import { insertAdjustment, insertCoveredMovement, insertMovements, type MovementRow } from "./queries.ts";

/** Records a movement of money inside the transaction of its cause: neither exists without the other. */
export async function post(ctx: Transaction, movement: Movement): Promise<void> {
  await postMany(ctx, [movement]);
}

/** All in one statement. Its answer is not needed, so it is sent together with the commit. */
export async function postMany(ctx: Transaction, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return;
  await withCommit(ctx, insertMovements(ctx.db, movements.map(toRow), timestamp(ctx)));
}

/** For what takes from `available`. False, and nothing is recorded, where less is available at this moment. */
export async function postIfCovered(ctx: Transaction, movement: Movement): Promise<boolean> {
  return insertCoveredMovement(ctx.db, toRow(movement), timestamp(ctx));
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
