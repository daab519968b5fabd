import { Type } from "typebox";
import { type Links, type ThumbnailLinks, thumbnailLinks } from "../assets/links.ts";
import type { Context } from "../platform/context.ts";
import { ApiError } from "../platform/errors.ts";
import { hasScope } from "../platform/http/guards/access.ts";
import { mapPage, UpdatedSince } from "../platform/http/pagination.ts";
import type { OrganizationPrincipal } from "../platform/http/principal.ts";
import { type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import { foldText } from "../platform/search.ts";
import { sightOf } from "../rights/sight.ts";
import { parseIsrc } from "../standards/identifier.ts";
import { assertOwnLabel, createRelease, deleteRelease, getRelease } from "./actions.ts";
import { CatalogEntry, catalogTypes } from "./catalog-entry.ts";
import { listReleases } from "./queries.ts";
import { ListedRelease, NewRelease, Release, releaseOrders, releaseStatuses } from "./release.ts";
import { findNamedReleases, listAnyCatalog } from "./search-queries.ts";
import { countStores } from "./standing.ts";
import { shownRelease } from "./stored-release.ts";

const tag = "Releases";

export const releaseRoutes = (links: Links): Route[] => [listRoute(thumbnailLinks(links)), ...otherRoutes];

const listRoute = (thumbnailUrl: ThumbnailLinks): Route =>
  route({
    method: "GET",
    path: "/v1/releases",
    operation: "listReleases",
    tag,
    summary: "List releases, newest first or as `sort` says",
    access: { scope: "catalog:read" },
    query: Type.Object({
      status: OneOf(releaseStatuses),
      q: Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "A part of title, version, artist, label or UPC; a whole ISRC, for the releases of its tracks; or a whole id.",
      }),
      updated_since: UpdatedSince,
      sort: OneOf(releaseOrders, {
        description:
          "The order: by creation, by release date or by title without its case; a minus turns it around. Default: " +
          "`-created_at`, the newest first. Not together with `updated_since`, which has an order of its own.",
      }),
    }),
    success: { status: 200, schema: ListedRelease, list: true },
    handle: async (ctx, { principal, query: { q, ...query }, page }) => {
      if (query.sort && query.updated_since)
        throw new ApiError("invalid_request", "Ask with `sort` or with `updated_since`, not with both.");
      const { organization_id } = principal;
      const filter = { ...query, ...page, ...(q && (await searchFor(ctx, principal, q))) };
      const now = ctx.clock.now();
      const maySeeStores = hasScope(principal.scopes, "deliveries:read");
      return mapPage(await listReleases(ctx.db, sightOf(principal), filter), (stored) => {
        const { artwork_asset_id: asset_id } = stored;
        const artwork = asset_id && { thumbnail_url: thumbnailUrl({ organization_id, asset_id }, now) };
        const at_stores = maySeeStores ? countStores(stored.standings) : null;
        return { ...shownRelease(stored), artwork: artwork || null, at_stores };
      });
    },
  });

/** Reads `q`: a text, and the releases that it names outright. */
async function searchFor({ db }: Context, { organization_id }: OrganizationPrincipal, q: string) {
  const isrc = parseIsrc(q);
  const isName = isrc !== undefined || q.startsWith("rel_");
  const named = isName ? await findNamedReleases(db, organization_id, { id: q, isrc }) : [];
  return { search: foldText(q), named };
}

const otherRoutes: Route[] = [
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
    errors: ["territory_not_supported", "upc_pool_exhausted", "duplicate_submission"],
    handle: async (ctx, { principal, body }) => {
      await assertOwnLabel(ctx, sightOf(principal), body.label);
      return createRelease(ctx, principal.organization_id, body);
    },
  }),
  route({
    method: "GET",
    path: "/v1/releases/{release_id}",
    operation: "getRelease",
    tag,
    summary: "Read a release",
    access: { scope: "catalog:read" },
    success: { status: 200, schema: Release },
    handle: (ctx, { principal, params }) =>
      getRelease(ctx, { organization_id: principal.organization_id, id: params.release_id }),
  }),
  route({
    method: "DELETE",
    path: "/v1/releases/{release_id}",
    operation: "deleteRelease",
    tag,
    summary: "Delete a draft",
    description:
      "One that was never delivered: a release that was at stores stays, with its deliveries and statements.",
    access: { scope: "catalog:write" },
    success: { status: 204 },
    errors: ["invalid_state"],
    handle: (ctx, { principal, params }) =>
      deleteRelease(ctx, { organization_id: principal.organization_id, id: params.release_id }),
  }),
  route({
    method: "GET",
    path: "/v1/operator/catalog",
    operation: "searchCatalog",
    tag: "Operator",
    summary: "Find releases and tracks of all organizations, newest first",
    description:
      "Needs `q`. A track is also found by its release. A text that more than 1,000 have finds 1,000 of them: say more of it.",
    access: "operator",
    query: Type.Object({
      q: Type.String({
        minLength: 3,
        maxLength: 200,
        description: "A part of title, version, artist, label or UPC; a whole ISRC or a whole id.",
        examples: ["First Light"],
      }),
      type: OneOf(catalogTypes, { description: "Only releases, or only tracks." }),
      organization_id: Type.String({ maxLength: 100, description: "Only this organization's." }),
    }),
    success: { status: 200, schema: CatalogEntry, list: true },
    handle: (ctx, { query: { q, organization_id: only_of = null, ...query }, page }) => {
      if (q === undefined) throw new ApiError("invalid_request", "Say what to look for: `?q=First%20Light`.");
      return listAnyCatalog(ctx.db, { ...query, ...page, only_of, search: foldText(q), id: q, isrc: parseIsrc(q) });
    },
  }),
];
