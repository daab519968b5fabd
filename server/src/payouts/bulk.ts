// Many payouts are moved at once, as a bank's file has them: all or none.

import { postMany } from "../ledger/actions.ts";
import type { Transaction } from "../platform/context.ts";
import { ApiError, problem, throwIfAny } from "../platform/errors.ts";
import { moveAlike } from "./actions.ts";
import { movementBy } from "./money.ts";
import { type AnyPayout, type MovedPayouts, type PayoutMove, payoutTransitions } from "./payout.ts";
import { lockOrganizationsOfPayees, lockPayouts } from "./queries.ts";

type BulkMove = Extract<PayoutMove, { trigger: "pay" }> | { trigger: "process" };

export async function moveManyPayouts(
  ctx: Transaction,
  payout_ids: readonly string[],
  move: BulkMove,
): Promise<MovedPayouts> {
  await lockOrganizationsOfPayees(ctx.db, payout_ids);
  const rows = await lockPayouts(ctx.db, payout_ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  throwIfAny(
    payout_ids.flatMap((id, index) => (byId.has(id) ? [] : [problem(`payout_ids[${index}]`, "is no payout")])),
  );
  assertMovable(
    payout_ids.map((id) => byId.get(id)).filter((row) => row !== undefined),
    move,
  );
  const moved = new Map((await moveAlike(ctx, rows, move)).map((row) => [row.id, row]));
  await postMany(
    ctx,
    rows.map((row) => movementBy(row, move)).filter((movement) => movement !== undefined),
  );
  return { data: payout_ids.map((id) => moved.get(id)).filter((row) => row !== undefined) };
}

function assertMovable(asked: readonly AnyPayout[], { trigger }: BulkMove): void {
  const from: readonly string[] = payoutTransitions[trigger].from;
  const details = asked.flatMap(({ status }, index) =>
    from.includes(status)
      ? []
      : [{ field: `payout_ids[${index}]`, issue: `is ${status}, and must be ${from.join(" or ")}` }],
  );
  if (details.length === 0) return;
  const named = asked.filter(({ status }) => !from.includes(status)).map(({ id, status }) => `${id} is ${status}`);
  const message = `Nothing was changed: ${details.length} of ${asked.length} payouts cannot move. ${named.join(", ")}.`;
  throw new ApiError("invalid_state", message, details);
}
