// Telling partners when a store is safe: a job looks at each migration when one of its stores may have become so. It records the store and
// emits the event in one transaction, so each is sent once, also if a worker is killed.

import { emitAll } from "../events/actions.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { isUniqueViolation } from "../platform/database/failure.ts";
import { ApiError, type Issue, notFound, problem, throwIfAny } from "../platform/errors.ts";
import type { Page, PageAsked } from "../platform/http/pagination.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import type { Sight } from "../rights/sight.ts";
import { utcDate } from "../standards/calendar-date.ts";
import { type NewMigration, type ReleaseMigration, shownMigration } from "./migration.ts";
import {
  findMigration,
  holdMoved,
  insertMigration,
  insertSafeStores,
  listMigrations,
  lockDueMigrations,
  type Moved,
  updateLooks,
} from "./queries.ts";

const DEFAULT_OVERLAP_DAYS = 5;

export async function createMigration(
  ctx: Transaction,
  organization_id: string,
  { release_id, previous_distributor, overlap_days = DEFAULT_OVERLAP_DAYS }: NewMigration,
): Promise<ReleaseMigration> {
  const moved = await holdMoved(ctx.db, { organization_id, id: release_id });
  throwIfAny(
    moved ? movedIssues(moved, utcDate(ctx.clock.now())) : [problem("release_id", "names no release of yours")],
  );
  const id = newId("mig");
  const row = { id, organization_id, release_id, previous_distributor, overlap_days, created_at: timestamp(ctx) };
  await insertMigration(ctx.db, row).catch((error: unknown) => {
    if (!isUniqueViolation(error, "release_migrations_release_id_key")) throw error;
    throw new ApiError("invalid_state", "The release has a migration already: list them with its `release_id`.");
  });
  return getMigration(ctx, { organization_id, id });
}

/** Stores recognize the release by these. */
function movedIssues({ has_own_code, original_release_date, isrcs }: Moved, today: string): Issue[] {
  const issues: Issue[] = [];
  if (!has_own_code)
    issues.push(problem("upc", "must be the UPC or `ean` that the release has at stores, not an assigned one"));
  if (original_release_date === null) issues.push(problem("original_release_date", "is missing"));
  else if (original_release_date >= today) issues.push(problem("original_release_date", "must be in the past"));
  if (isrcs.length === 0) issues.push(problem("tracks", "are missing"));
  for (const [index, isrc] of isrcs.entries())
    if (isrc === null) issues.push(problem(`tracks[${index}].isrc`, "is missing: name the one that stores know"));
  return issues;
}

export async function getMigration(ctx: Context, own: Owned): Promise<ReleaseMigration> {
  const row = await findMigration(ctx.db, own);
  if (!row) throw notFound("migration");
  return shownMigration(row, ctx.clock.now());
}

export async function pageMigrations(
  ctx: Context,
  sight: Sight,
  asked: PageAsked & { release_id?: string },
): Promise<Page<ReleaseMigration>> {
  const page = await listMigrations(ctx.db, sight, asked);
  return { ...page, rows: page.rows.map((row) => shownMigration(row, ctx.clock.now())) };
}

const LOOKED_AT_ONCE = 200;
// A store may take the release at any time: the job looks again after this.
const AWAITING_S = 3_600;
const SETTLED_S = 86_400;

/** Returns how many were due: with as many as it looks at, more may wait. */
export async function tellSafeStores(ctx: Transaction): Promise<number> {
  const now = ctx.clock.now();
  const rows = await lockDueMigrations(ctx.db, now.toISOString(), LOOKED_AT_ONCE);
  if (rows.length === 0) return 0;
  const due = rows.map((row) => shownMigration(row, now));
  const safe = due.flatMap(({ id: migration_id, stores }) =>
    stores.flatMap(({ store_id, status, delivered_at }) =>
      status === "safe_to_take_down" && delivered_at !== null ? [{ migration_id, store_id, delivered_at }] : [],
    ),
  );
  const reached = await insertSafeStores(ctx.db, safe, now.toISOString());
  const owners = new Map(rows.map(({ id, organization_id }) => [id, organization_id]));
  const byId = new Map(due.map((migration) => [migration.id, migration]));
  const events = reached.flatMap(({ migration_id, store_id }) => {
    const migration = byId.get(migration_id);
    const organization_id = owners.get(migration_id);
    const store = migration?.stores.find((one) => one.store_id === store_id);
    if (!migration || !organization_id || !store) return [];
    const { release_id, previous_distributor } = migration;
    const data = { migration_id, release_id, previous_distributor, previous_status: "overlapping", store };
    return [{ organization_id, event_type: "migration.store.safe" as const, data }];
  });
  if (events.length > 0) await emitAll(ctx, events);
  await updateLooks(
    ctx.db,
    due.map((migration) => ({ id: migration.id, look_at: nextLook(migration, now) })),
  );
  return due.length;
}

/** When the next store becomes safe, or when one may have taken the release. */
function nextLook({ stores }: ReleaseMigration, now: Date): string {
  const isAwaited = stores.length === 0 || stores.some(({ status }) => status === "awaiting_delivery");
  const latest = new Date(now.getTime() + (isAwaited ? AWAITING_S : SETTLED_S) * 1_000).toISOString();
  const next = stores.flatMap(({ status, safe_at }) => (status === "overlapping" && safe_at ? [safe_at] : []));
  return [latest, ...next].sort()[0] ?? latest;
}
