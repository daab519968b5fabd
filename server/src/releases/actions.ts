import { requireAsset } from "../assets/actions.ts";
import { getOrganization } from "../organizations/actions.ts";
import { unlicensedIssues } from "../organizations/organization.ts";
import { keepUpc, takeUpc } from "../organizations/upc-pool.ts";
import { type Context, timestamp, withCommit } from "../platform/context.ts";
import { ApiError, notFound, throwIfAny } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { WORLD } from "../standards/territory.ts";
import { deleteDraft, findRelease, insertRelease, lockRelease, updateRelease as updateReleaseRow } from "./queries.ts";
import { type NewRelease, type Release, type ReleaseChanges, searchText } from "./release.ts";

export async function createRelease(ctx: Context, organization_id: string, given: NewRelease): Promise<Release> {
  // Asked for at once, judged in order: what is wrong with the body comes before an empty pool.
  const organization = getOrganization(ctx, organization_id);
  const upc = given.upc ? keepUpc(ctx, given.upc) : takeUpc(ctx, organization_id);
  await Promise.allSettled([organization, upc]);
  const { label, licensed_territories } = await organization;
  const territories = given.territories ?? [WORLD];
  throwIfAny(unlicensedIssues(territories, licensed_territories, "territories"));
  const now = timestamp(ctx);
  const release: Release = {
    id: newId("rel"),
    ...blank,
    ...given,
    label: given.label ?? label,
    territories,
    upc: await upc,
    status: "draft",
    created_at: now,
    updated_at: now,
  };
  await withCommit(ctx, insertRelease(ctx.db, organization_id, { ...release, search: searchText(release) }));
  return release;
}

const blank = {
  version: null,
  type: null,
  original_release_date: null,
  genre: null,
  language: null,
  p_line: null,
  c_line: null,
  explicit: false,
  artwork_asset_id: null,
};

export async function getRelease(ctx: Context, organization_id: string, id: string): Promise<Release> {
  const release = await findRelease(ctx.db, organization_id, id);
  if (!release) throw notFound("release");
  return release;
}

export async function updateRelease(
  ctx: Context,
  organization_id: string,
  id: string,
  changes: ReleaseChanges,
): Promise<Release> {
  const before = await lockRelease(ctx.db, organization_id, id);
  if (!before) throw notFound("release");
  if (Object.keys(changes).length === 0) return before;
  if (changes.artwork_asset_id) await requireReadyArtwork(ctx, organization_id, changes.artwork_asset_id);
  if (changes.territories) {
    const { licensed_territories } = await getOrganization(ctx, organization_id);
    throwIfAny(unlicensedIssues(changes.territories, licensed_territories, "territories"));
  }
  if (changes.upc && changes.upc !== before.upc) await keepUpc(ctx, changes.upc);
  const { status = before.status, ...fields } = changes;
  if (status !== before.status)
    throw new ApiError("invalid_state", `A release does not move from ${before.status} to ${status} by PATCH.`);
  const release: Release = { ...before, ...fields, updated_at: timestamp(ctx) };
  await updateReleaseRow(ctx.db, organization_id, { ...release, search: searchText(release) });
  return release;
}

async function requireReadyArtwork(ctx: Context, organization_id: string, id: string): Promise<void> {
  const field = "artwork_asset_id";
  const { status } = await requireAsset(ctx, organization_id, { id, type: "artwork", field });
  if (status === "ready") return;
  throw new ApiError("asset_not_ready", `The artwork ${id} is ${status}.`, [{ field, issue: `is ${status}` }]);
}

export async function deleteRelease(ctx: Context, organization_id: string, id: string): Promise<void> {
  if (await deleteDraft(ctx.db, organization_id, id)) return;
  const { status } = await getRelease(ctx, organization_id, id);
  throw new ApiError("invalid_state", `Only a draft can be deleted; this release is ${status}.`);
}
