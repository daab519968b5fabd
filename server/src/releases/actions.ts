import { getOrganization } from "../organizations/actions.ts";
import { unlicensedIssues } from "../organizations/organization.ts";
import { keepEan, keepUpc, takeUpc } from "../organizations/upc-pool.ts";
import { type Context, type Transaction, timestamp, writeWithCommit } from "../platform/context.ts";
import { isUniqueViolation } from "../platform/database/failure.ts";
import { ApiError, notFound, problem, throwIfAny, validationError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { sizeIssues } from "../platform/metadata-size.ts";
import type { Owned } from "../platform/owned.ts";
import type { Sight } from "../rights/sight.ts";
import { WORLD, withWorldAs } from "../standards/territory.ts";
import { beginChange, type Change } from "./approved-content.ts";
import { assertCodesMayChange, changedCodes } from "./codes.ts";
import { assertNamesMayChange } from "./overlap.ts";
import { deleteDraft, findRelease, holdArtwork, insertRelease, lockRelease, updateReleaseRow } from "./queries.ts";
import {
  type NewRelease,
  type Release,
  type ReleaseChanges,
  searchText,
  startInUtc,
  startIssues,
  subgenreIssues,
} from "./release.ts";
import { findDuplicate } from "./standing-queries.ts";
import { releaseMetadata, type StoredRelease, shownRelease } from "./stored-release.ts";

export async function createRelease(ctx: Transaction, organization_id: string, given: NewRelease): Promise<Release> {
  // All queries start at once, but results are checked in order: errors of the body come before an empty pool.
  const organization = getOrganization(ctx, organization_id);
  const upc = given.upc ? keepUpc(ctx, { organization_id, upc: given.upc }) : takeUpc(ctx, organization_id);
  const ean = keepEan(ctx, { organization_id, ean: given.ean ?? null });
  await Promise.allSettled([organization, upc, ean]);
  const { label, licensed_territories } = await organization;
  const territories = withWorldAs(WORLD, given.territories ?? [WORLD]);
  const start_at = startInUtc(given.start_at);
  const fields = { ...blank, ...given, label: given.label ?? label, territories, start_at };
  throwIfAny([
    ...startIssues("start_at", fields),
    ...subgenreIssues(fields),
    ...unlicensedIssues(territories, licensed_territories, "territories"),
    ...sizeIssues("", releaseMetadata({ ...fields, upc: "" })),
  ]);
  await ean;
  const now = timestamp(ctx);
  const release: Release = {
    id: newId("rel"),
    ...fields,
    upc: await upc,
    status: "draft",
    created_at: now,
    updated_at: now,
  };
  // One that was just assigned has never been used.
  if (given.upc) await assertNoDuplicate(ctx, organization_id, release);
  const write = insertRelease(ctx.db, organization_id, { ...release, search: searchText(release) });
  writeWithCommit(ctx, { table: "releases", write });
  return release;
}

/** A member who is limited to labels makes no release of another, and gives none another label. `label` null: the organization's. */
export async function assertOwnLabel(
  ctx: Context,
  { organization_id, labels }: Sight,
  label: string | null | undefined,
): Promise<void> {
  if (labels === null) return;
  const used = label ?? (await getOrganization(ctx, organization_id)).label;
  if (!labels.includes(used)) throw validationError([problem("label", `must be one of yours: ${labels.join(", ")}`)]);
}

const blank = {
  version: null,
  type: null,
  original_release_date: null,
  genre: null,
  language: null,
  p_line: null,
  c_line: null,
  ean: null,
  catalog_number: null,
  subgenre: null,
  translations: null,
  explicit: false,
  artwork_asset_id: null,
  artwork_ai: "none" as const,
};

export async function getRelease(ctx: Context, own: Owned): Promise<Release> {
  const stored = await findRelease(ctx.db, own);
  if (!stored) throw notFound("release");
  return shownRelease(stored);
}

/** Without a change where none is asked for. */
export async function updateRelease(
  ctx: Transaction,
  { organization_id, id }: Owned,
  given: Omit<ReleaseChanges, "status">,
): Promise<{ release: Release; change?: Change }> {
  const before = await findLockedRelease(ctx, { organization_id, id });
  if (!before) throw notFound("release");
  const changes = asKept(given);
  if (Object.keys(changes).length === 0) return { release: shownRelease(before) };
  if (changes.territories) {
    const { licensed_territories } = await getOrganization(ctx, organization_id);
    throwIfAny(unlicensedIssues(changes.territories, licensed_territories, "territories"));
  }
  const { artwork_asset_id } = changes;
  if (typeof artwork_asset_id === "string") await assertArtworkReady(ctx, { organization_id, id: artwork_asset_id });
  const release = { ...before, ...changes, updated_at: timestamp(ctx) };
  const isStranded = changes.start_at === undefined && changes.release_date !== undefined;
  if (isStranded || changes.start_at) throwIfAny(startIssues(isStranded ? "release_date" : "start_at", release));
  throwIfAny([...subgenreIssues(release), ...sizeIssues("", releaseMetadata(release), before)]);
  const change = await beginChange(ctx, organization_id, before);
  await assertCodesMayChange(ctx, organization_id, { change, fields: changedCodes(["upc", "ean"], before, release) });
  await assertNamesMayChange(ctx, organization_id, { change, before, after: release });
  await keepNumbers(ctx, organization_id, { before, after: release });
  const write = updateReleaseRow(ctx.db, organization_id, { ...release, search: searchText(release) });
  // Only another fingerprint can be refused.
  if (changes.upc || changes.label || changes.release_date) {
    await assertNoDuplicate(ctx, organization_id, release);
    await refusingDuplicate(write);
  } else writeWithCommit(ctx, { table: "releases", write });
  return { release: shownRelease(release), change };
}

/** Numbers that the client names. Those that the release has already are not judged again. */
async function keepNumbers(
  ctx: Transaction,
  organization_id: string,
  { before, after }: { before: Release; after: Release },
): Promise<void> {
  if (after.upc !== before.upc) await keepUpc(ctx, { organization_id, upc: after.upc });
  if (after.ean !== before.ean) await keepEan(ctx, { organization_id, ean: after.ean });
}

/** The changes, each in the form that is kept. */
function asKept({ territories, start_at, ...others }: Omit<ReleaseChanges, "status">): Omit<ReleaseChanges, "status"> {
  return {
    ...others,
    ...(territories && { territories: withWorldAs(WORLD, territories) }),
    ...(start_at !== undefined && { start_at: startInUtc(start_at) }),
  };
}

export async function findLockedRelease(ctx: Transaction, own: Owned): Promise<StoredRelease | undefined> {
  const [, stored] = await Promise.all([lockRelease(ctx.db, own), findRelease(ctx.db, own)]);
  return stored;
}

async function assertArtworkReady(ctx: Transaction, own: Owned): Promise<void> {
  const field = "artwork_asset_id";
  const artwork = await holdArtwork(ctx.db, own);
  if (!artwork) throwIfAny([problem(field, "names no artwork asset of yours")]);
  else if (artwork.status !== "ready")
    throwIfAny([problem(field, `names an asset that is not ready: it is ${artwork.status}`, "asset_not_ready")]);
}

export async function assertNoDuplicate(ctx: Context, organization_id: string, release: Release): Promise<void> {
  const other = await findDuplicate(ctx.db, organization_id, release);
  if (other) throw duplicate(` It is ${other}.`);
}

/** If two releases get the same fingerprint at once, the constraint decides. */
export async function refusingDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error, "releases_held_fingerprint") ? duplicate("") : error;
  }
}

function duplicate(which: string): ApiError {
  const message = `Another release of yours with this UPC, label and release date was already submitted.${which}`;
  return new ApiError("duplicate_submission", message);
}

export async function deleteRelease(ctx: Transaction, own: Owned): Promise<void> {
  if (await deleteDraft(ctx.db, own)) return;
  const { status } = await getRelease(ctx, own);
  const why =
    status === "draft"
      ? "This draft was delivered before: it stays, with its deliveries and statements."
      : `Only a draft can be deleted; this release is ${status}.`;
  throw new ApiError("invalid_state", why);
}
