// Payees and their statements as rows, for tests of what is done with their money.

import { newId } from "../src/platform/ids.ts";
import type { World } from "./world.ts";

export async function insertPayee(
  world: World,
  organization_id: string,
  { name = "Ada North", paid_by = "operator" }: { name?: string; paid_by?: "operator" | "organization" } = {},
): Promise<string> {
  const id = newId("pye");
  const now = world.clock.now().toISOString();
  await world.ctx.db`
    insert into payees (id, organization_id, name, paid_by, status, created_at, updated_at)
    values (${id}, ${organization_id}, ${name}, ${paid_by}, 'active', ${now}, ${now})`;
  return id;
}
