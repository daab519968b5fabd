import { type Db, json, type TransactionDb } from "../../platform/database/db.ts";
import type { ReportRow } from "./queries.ts";

export async function updateReportRow(
  db: TransactionDb,
  { number, rates, received }: Pick<ReportRow, "number" | "rates" | "received">,
): Promise<void> {
  await db`
    update sales_reports set rates = ${json(db, rates)}, received = ${received && json(db, received)}, updated_at = now()
    where number = ${number}`;
}

/** Also by a close that has just begun. */
export async function hasStatedWorks(db: Db, number: string): Promise<boolean> {
  return (await db`select 1 from sales_works where report = ${number} and closed_in is not null limit 1`).length > 0;
}
