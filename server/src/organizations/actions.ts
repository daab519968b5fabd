import { type Context, type Transaction, timestamp, withCommit } from "../platform/context.ts";
import type { Fragment } from "../platform/database/db.ts";
import { isUniqueViolation } from "../platform/database/failure.ts";
import { ApiError, notFound, throwIfAny } from "../platform/errors.ts";
import type { AuditEntry } from "../platform/http/audit-entry.ts";
import { newId } from "../platform/ids.ts";
import { assertMove } from "../platform/state-machine.ts";
import { WORLD, withWorldAs } from "../standards/territory.ts";
import { insertAuditRow } from "./audit-queries.ts";
import {
  type NewOrganization,
  type Organization,
  type OrganizationChanges,
  organizationDefaults,
  organizationTransitions,
} from "./organization.ts";
import {
  findOrganization,
  insertOrganization,
  listKnownStores,
  lockOrganization,
  updateOrganizationRow,
} from "./queries.ts";
import { unknownStoreIssues, wholeFeeTerms } from "./terms.ts";
import { assignDefaultRange, replaceRanges } from "./upc-pool.ts";

export async function createOrganization(ctx: Transaction, given: NewOrganization): Promise<Organization> {
  const now = timestamp(ctx);
  const { upc_ranges, ...settings } = whole(given);
  await assertFeeStores(ctx, given);
  const row = { id: newId("org"), ...organizationDefaults(given.name), ...settings, created_at: now, updated_at: now };
  await refusingTakenPrefix(insertOrganization(ctx.db, row));
  if (upc_ranges) await replaceRanges(ctx, row.id, { before: [], after: upc_ranges });
  else await assignDefaultRange(ctx, row.id);
  return getOrganization(ctx, row.id);
}

export async function updateOrganization(
  ctx: Transaction,
  id: string,
  changes: OrganizationChanges,
): Promise<Organization> {
  const before = await lockOrganization(ctx.db, id);
  if (!before) throw notFound("organization");
  const { upc_ranges, storage_quota_bytes, ...settings } = whole(changes);
  if (Object.keys(changes).length === 0) return before;
  await assertFeeStores(ctx, changes);
  const after = { ...before, ...settings, updated_at: timestamp(ctx) };
  assertMove(organizationTransitions, before.status, after.status);
  await refusingTakenPrefix(updateOrganizationRow(ctx.db, after, { storage_quota_bytes }));
  if (upc_ranges) await replaceRanges(ctx, id, { before: before.upc_ranges, after: upc_ranges });
  return getOrganization(ctx, id);
}

/** As they are kept: the world by its one name, and fee terms with all their conditions. */
function whole<Given extends OrganizationChanges>(given: Given): Given {
  const { licensed_territories, fee_terms } = given;
  return {
    ...given,
    ...(licensed_territories && { licensed_territories: withWorldAs(WORLD, licensed_territories) }),
    ...(fee_terms && { fee_terms: wholeFeeTerms(fee_terms) }),
  };
}

/** A store that is removed later stays in the terms and holds nothing. */
async function assertFeeStores(ctx: Context, { fee_terms = [] }: OrganizationChanges): Promise<void> {
  const named = [...new Set(fee_terms.flatMap(({ store_ids }) => store_ids ?? []))];
  if (named.length === 0) return;
  throwIfAny(unknownStoreIssues(fee_terms, await listKnownStores(ctx.db, named), "fee_terms"));
}

async function refusingTakenPrefix(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error, "organizations_isrc_prefix")) throw error;
    const detail = { field: "isrc_prefix", issue: "belongs to another organization" };
    throw new ApiError("invalid_state", "This `isrc_prefix` belongs to another organization.", [detail]);
  }
}

export async function getOrganization(ctx: Context, id: string): Promise<Organization> {
  const organization = await findOrganization(ctx.db, id);
  if (!organization) throw notFound("organization");
  return organization;
}

export async function audit(ctx: Transaction, entry: AuditEntry): Promise<void> {
  await withCommit(ctx, auditStatement(ctx, entry));
}

/** For a request's own entry, which is written by the statement that stores its reply. */
export function auditStatement(ctx: Transaction, entry: AuditEntry): Fragment {
  return insertAuditRow(ctx.db, { id: newId("aud"), created_at: timestamp(ctx), ...entry });
}
