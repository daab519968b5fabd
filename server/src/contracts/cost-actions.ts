import type { Context } from "../platform/context.ts";
import { type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { Page, PageAsked } from "../platform/http/pagination.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import { transition } from "../platform/state-machine.ts";
import { getContract, lockContract } from "./actions.ts";
import { type Cost, costTransitions, type KeptCost, MAX_COSTS, type NewCost, shownCost } from "./cost.ts";
import { countCosts, findCost, insertCost, listCosts, moveCostRow } from "./cost-queries.ts";

/** Records what was paid elsewhere; it moves no money. */
export async function createCost(ctx: Transaction, contract: Owned, given: NewCost): Promise<Cost> {
  await lockContract(ctx, contract);
  if ((await countCosts(ctx.db, contract)) >= MAX_COSTS)
    throw new ApiError("invalid_state", `A contract has at most ${MAX_COSTS} costs; sum up further ones.`);
  const row: KeptCost = {
    id: newId("cst"),
    organization_id: contract.organization_id,
    contract_id: contract.id,
    ...given,
    recouped_amount: "0",
    status: "open",
    created_at: timestamp(ctx),
  };
  await insertCost(ctx.db, row);
  return shownCost(row);
}

/** Gives up what is outstanding; what was recouped stays. */
export async function cancelCost(ctx: Transaction, contract: Owned, cost_id: string): Promise<Cost> {
  const { organization_id } = await lockContract(ctx, contract);
  const before = await findCost(ctx.db, contract, cost_id);
  if (!before) throw notFound("cost");
  const { to } = transition(costTransitions, "cancel", before.status);
  const row = await moveCostRow(ctx.db, { organization_id, id: cost_id }, { from: before.status, to });
  if (!row) throw new ApiError("invalid_state", "Another request changed this cost at the same time; read it again.");
  return shownCost(row);
}

export async function listContractCosts(ctx: Context, contract: Owned, asked: PageAsked): Promise<Page<KeptCost>> {
  await getContract(ctx, contract);
  return listCosts(ctx.db, contract, asked);
}
