import { Type } from "typebox";
import { type Route, route } from "../platform/route.ts";
import { OneOf } from "../platform/schema.ts";
import { createRelease, deleteRelease, getRelease, updateRelease } from "./actions.ts";
import { listReleases } from "./queries.ts";
import { foldText, NewRelease, Release, ReleaseChanges, releaseStatuses, statusOnPatch } from "./release.ts";

const tag = "Releases";

export const releaseRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/releases",
    operation: "createRelease",
    tag,
    summary: "Create a release",
    description: "A title, one main artist and a release date suffice. The new release is a draft.",
    access: { scope: "catalog:write" },
    body: NewRelease,
    success: { status: 201, schema: Release },
    errors: ["territory_not_supported", "upc_pool_exhausted"],
    handle: (ctx, { principal, body }) => createRelease(ctx, principal.organization_id, body),
  }),
  route({
    method: "GET",
    path: "/v1/releases",
    operation: "listReleases",
    tag,
    summary: "List releases, newest first",
    access: { scope: "catalog:read" },
    query: Type.Object({
      status: OneOf(releaseStatuses),
      q: Type.String({ minLength: 1, maxLength: 200, description: "A part of title, version, artist, label or UPC." }),
    }),
    success: { status: 200, schema: Release, list: true },
    handle: (ctx, { principal, query: { status, q }, page }) =>
      listReleases(ctx.db, principal.organization_id, {
        ...page,
        ...(status && { status }),
        ...(q && { search: foldText(q) }),
      }),
  }),
  route({
    method: "GET",
    path: "/v1/releases/{release_id}",
    operation: "getRelease",
    tag,
    summary: "Read a release",
    access: { scope: "catalog:read" },
    success: { status: 200, schema: Release },
    handle: (ctx, { principal, params }) => getRelease(ctx, principal.organization_id, params.release_id),
  }),
  route({
    method: "PATCH",
    path: "/v1/releases/{release_id}",
    operation: "updateRelease",
    tag,
    summary: "Change a release",
    description:
      "Only the fields sent change; `territories` and `artists` replace the old value whole, null clears an optional field.",
    access: { scope: "catalog:write" },
    body: ReleaseChanges,
    success: { status: 200, schema: Release },
    errors: ["territory_not_supported", "asset_not_ready", "feature_sunset"],
    deprecated_fields: { status: statusOnPatch },
    handle: (ctx, { principal, params, body }) =>
      updateRelease(ctx, principal.organization_id, params.release_id, body),
  }),
  route({
    method: "DELETE",
    path: "/v1/releases/{release_id}",
    operation: "deleteRelease",
    tag,
    summary: "Delete a draft",
    access: { scope: "catalog:write" },
    success: { status: 204 },
    errors: ["invalid_state"],
    handle: (ctx, { principal, params }) => deleteRelease(ctx, principal.organization_id, params.release_id),
  }),
];
