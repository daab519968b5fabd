import type { Db } from "../platform/database/db.ts";

export async function matchReports(_db: Db, _reports: readonly string[]): Promise<void> {}
