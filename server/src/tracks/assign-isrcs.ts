import { getOrganization } from "../organizations/actions.ts";
import { type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { Owned } from "../platform/owned.ts";
import { beginChange } from "../releases/approved-content.ts";
import { reviewChange } from "../submissions/actions.ts";
import { takeIsrcs } from "./isrc-pool.ts";
import { listIdsWithoutIsrc, lockHomes, showTracks, updateIsrcs } from "./queries.ts";
import type { Track } from "./track.ts";

/** In every status of the release, as other metadata: where changes are reviewed, this one is. */
export async function assignIsrcs(
  ctx: Transaction,
  { organization_id, id: release_id }: Owned,
): Promise<{ data: Track[]; has_more: boolean }> {
  const [homes, { isrc_prefix }, ids] = await Promise.all([
    lockHomes(ctx.db, organization_id, [release_id]),
    getOrganization(ctx, organization_id),
    listIdsWithoutIsrc(ctx.db, { organization_id, id: release_id }),
  ]);
  const [home] = homes;
  if (!home) throw notFound("release");
  if (!isrc_prefix) {
    const remedy = "name an `isrc` for each track, or ask the operator for a prefix";
    throw new ApiError("invalid_state", `You have no ISRC prefix to assign from; ${remedy}.`);
  }
  if (ids.length === 0) return { data: [], has_more: false };
  const isrcs = await takeIsrcs(ctx, isrc_prefix, ids.length);
  const change = await beginChange(ctx, organization_id, home);
  await updateIsrcs(ctx.db, organization_id, { ids, isrcs, updated_at: timestamp(ctx) });
  await reviewChange(ctx, organization_id, change);
  const { rows, has_more } = await showTracks(ctx.db, organization_id, ids);
  return { data: rows, has_more };
}
