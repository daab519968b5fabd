import { type Route, route } from "../platform/http/route.ts";
import { publishEntry } from "./actions.ts";
import { ChangelogEntry, NewChangelogEntry } from "./changelog.ts";
import { listEntries } from "./queries.ts";

export const changelogRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/changelog",
    operation: "listChangelog",
    tag: "Service",
    summary: "List the changes of the API, newest first",
    description: "Ordered by `date`; entries of one day by when they were published.",
    access: "public",
    success: { status: 200, schema: ChangelogEntry, list: true },
    revalidated: true,
    handle: (ctx, { page }) => listEntries(ctx.db, page),
  }),
  route({
    method: "POST",
    path: "/v1/operator/changelog",
    operation: "publishChangelogEntry",
    tag: "Operator",
    summary: "Publish a change of the API",
    description: "Every active organization of the tier `enterprise` gets the event `api.changelog.published`.",
    access: "operator",
    body: NewChangelogEntry,
    success: { status: 201, schema: ChangelogEntry },
    handle: (ctx, { body }) => publishEntry(ctx, body),
  }),
];
