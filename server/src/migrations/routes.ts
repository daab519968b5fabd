import { Type } from "typebox";
import { type Route, route } from "../platform/http/route.ts";
import { Id } from "../platform/schema.ts";
import { sightOf } from "../rights/sight.ts";
import { createMigration, getMigration, pageMigrations } from "./actions.ts";
import { NewMigration, ReleaseMigration } from "./migration.ts";

const tag = "Migrations";

export const migrationRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/migrations",
    operation: "createMigration",
    tag,
    summary: "Move a release here from another distributor",
    description:
      "The release needs the UPC or EAN that stores know, an ISRC on every track and a past `original_release_date`. After a store has taken it, " +
      "both distributors have it there for `overlap_days`; then it is safe to take the former one down. While a store overlaps, title and artists " +
      "do not change (409).",
    access: { scope: "catalog:write" },
    body: NewMigration,
    success: { status: 201, schema: ReleaseMigration },
    errors: ["validation_failed", "invalid_state"],
    handle: (ctx, { principal, body }) => createMigration(ctx, principal.organization_id, body),
  }),
  route({
    method: "GET",
    path: "/v1/migrations",
    operation: "listMigrations",
    tag,
    summary: "List migrations, newest first",
    access: { scope: "catalog:read" },
    query: Type.Object({ release_id: Id("rel", { maxLength: 100, description: "Only that of this release." }) }),
    success: { status: 200, schema: ReleaseMigration, list: true },
    handle: (ctx, { principal, query, page }) => pageMigrations(ctx, sightOf(principal), { ...query, ...page }),
  }),
  route({
    method: "GET",
    path: "/v1/migrations/{migration_id}",
    operation: "getMigration",
    tag,
    summary: "Read a migration: where it stands at every store",
    access: { scope: "catalog:read" },
    success: { status: 200, schema: ReleaseMigration },
    handle: (ctx, { principal, params }) =>
      getMigration(ctx, { organization_id: principal.organization_id, id: params.migration_id }),
  }),
];
