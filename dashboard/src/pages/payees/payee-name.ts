// The names of payees that are known by their ids.

import type { Payee } from "@segue/sdk";
import { segue } from "../../data/api.ts";
import { PAGE_ROWS, useRead } from "../../data/data.ts";

/** A contract has no more shares. */
const MAX_ASKED = 50;

/** The name of a payee, or its id while the name is not known. The newest are read as one page; others one by one. */
export function usePayeeName(payee_ids: readonly string[]): (payee_id: string) => string {
  const newest = useRead(["payees.list", "newest"], () => segue.payees.list({ limit: PAGE_ROWS }), { isSteady: true });
  const listed = newest.data?.data;
  const missing = [...new Set(payee_ids)].filter((id) => id && !listed?.some((payee) => payee.id === id)).sort();
  const asked = useRead(["payees.named", missing], () => readNamed(missing), {
    isSteady: true,
    isEnabled: listed !== undefined && missing.length > 0,
  });
  const known = [...(listed ?? []), ...(asked.data ?? [])];
  return (payee_id) => known.find(({ id }) => id === payee_id)?.name ?? payee_id;
}

async function readNamed(payee_ids: readonly string[]): Promise<Payee[]> {
  const asked = payee_ids.slice(0, MAX_ASKED).map((id) => segue.payees.get(id).catch(() => undefined));
  return (await Promise.all(asked)).filter((payee) => payee !== undefined);
}
