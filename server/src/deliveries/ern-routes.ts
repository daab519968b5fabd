import { Type } from "typebox";
import { ernVersions } from "../ddex/ern.ts";
import { type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import type { ConnectorParts } from "../stores/actions.ts";
import { exportErn, previewErn } from "./ern-preview.ts";

export const ernRoutes = (parts: ConnectorParts): Route[] => [
  route({
    method: "GET",
    path: "/v1/releases/{release_id}/ern",
    operation: "previewErn",
    tag: "Releases",
    summary: "See the DDEX message of a release",
    description:
      "The ERN message that a store would get, as XML. A message that would not be valid is refused, with the path of each problem. " +
      "For organizations of the tier `enterprise`.",
    access: { scope: "catalog:read" },
    tier: "enterprise",
    query: Type.Object({
      store_id: Type.String({ maxLength: 100, description: "Without it: a store in every territory, without wishes." }),
      version: OneOf(ernVersions, { description: "Without it: the store's version." }),
    }),
    success: { status: 200, content_type: "application/xml; charset=utf-8" },
    errors: ["tier_not_eligible", "invalid_state", "validation_failed"],
    handle: (ctx, { principal: { organization_id }, params, query }) =>
      previewErn(ctx, parts, { organization_id, id: params.release_id }, query),
  }),
  route({
    method: "GET",
    path: "/v1/releases/{release_id}/export",
    operation: "exportRelease",
    tag: "Releases",
    summary: "Take a release along as ERN",
    description:
      "The release as an ERN 4.3.2 message for no store in particular, in every tier. Other services read it, and `segue export` writes it beside " +
      "the files that it names. A release that lacks something that a message needs is refused, with the path of each problem.",
    access: { scope: "catalog:read" },
    success: { status: 200, content_type: "application/xml; charset=utf-8" },
    errors: ["invalid_state", "validation_failed"],
    handle: (ctx, { principal: { organization_id }, params }) =>
      exportErn(ctx, parts, { organization_id, id: params.release_id }),
  }),
];
