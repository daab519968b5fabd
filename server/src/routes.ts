import type { KeyForm } from "./organizations/api-key.ts";
import { credentialRoutes, organizationRoutes } from "./organizations/routes.ts";
import { jobRoutes } from "./platform/job-routes.ts";
import { type ApiInfo, openApiDocument } from "./platform/openapi.ts";
import { type PageParts, pageRoutes } from "./platform/pages.ts";
import { type Route, route } from "./platform/route.ts";
import { preflightRoutes } from "./releases/preflight/routes.ts";
import { releaseRoutes } from "./releases/routes.ts";
import { trackRoutes } from "./tracks/routes.ts";

export const apiInfo: ApiInfo = {
  title: "Segue",
  version: "1.0.0",
  description:
    "Music distribution as an API: releases, deliveries to digital stores, webhooks and royalties.\n\n" +
    "Send your key as `Authorization: Bearer <API_KEY>`, or an access token in its place. Every answer carries `X-Request-Id`; every answer that is not " +
    "a success carries an `error` object with a stable `code`. POST and PATCH take an `Idempotency-Key` (UUID v4).",
  tags: {
    Releases: "Albums and singles, from draft to delivery.",
    Tracks: "The recordings of a release.",
    Submissions: "Releases handed in for distribution, and their review.",
    Preflight: "What stores reject, found before they do.",
    Organization: "Your organization, its API keys and access tokens.",
    Operator: "For whoever runs the service, with the operator key.",
    Service: "The service about itself.",
  },
};

/** The whole API, one list. */
export function apiRoutes(form: KeyForm): Route[] {
  const routes: Route[] = [
    ...releaseRoutes,
    ...trackRoutes,
    ...preflightRoutes,
    ...organizationRoutes,
    ...credentialRoutes(form),
    ...jobRoutes,
  ];
  let document: string | undefined;
  const description: Route = route({
    method: "GET",
    path: "/v1/openapi.json",
    operation: "getOpenApi",
    tag: "Service",
    summary: "Read this description",
    access: "public",
    success: { status: 200, content_type: "application/json; charset=utf-8" },
    handle: (): string => {
      document ??= JSON.stringify(openApiDocument([...routes, description], apiInfo));
      return document;
    },
  });
  return [...routes, description];
}

/** What a server serves: the API, and the pages and health checks beside it. */
export function allRoutes(parts: { form: KeyForm } & PageParts): Route[] {
  return [...apiRoutes(parts.form), ...pageRoutes(parts)];
}
