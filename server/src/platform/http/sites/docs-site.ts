// The documentation site at /docs, which `npm run docs` builds.

import { extname } from "node:path";
import { type Answer, type Headers, type Route, route } from "../route.ts";
import { type BuiltSite, sendSiteFile } from "./built-site.ts";
import { type SiteParts, siteRoutes } from "./site-routes.ts";

/** `environment`: the name that the pages ask for before they send a request. */
export const docsRoutes = (environment: string, parts: SiteParts): Route[] => [
  route({
    access: "public",
    page: true,
    method: "GET",
    path: "/docs/environment.json",
    operation: "getDocsEnvironment",
    tag: "Service",
    summary: "The environment that the documentation calls",
    success: { status: 200, content_type: "application/json; charset=utf-8" },
    handle: () => JSON.stringify({ environment }),
  }),
  ...siteRoutes({
    ...parts,
    name: "docs",
    title: "The documentation",
    instead: 'The description of the API is at <a href="/v1/openapi.json">/v1/openapi.json</a>',
    isFile: (path) => extname(path) !== "",
    send: sendPage,
  }),
];

async function sendPage(site: BuiltSite, path: string, headers: Headers): Promise<Answer> {
  const named = [path, `${path}.html`, path === "" || path.endsWith("/") ? `${path}index.html` : `${path}/index.html`];
  const found = named.find((name) => site.files.has(name));
  const page_headers = { "content-security-policy": policyFor(site.script_hashes) };
  return sendSiteFile(site, found ?? "404.html", { headers, status: found ? 200 : 404, page_headers });
}

// Code is colored by style attributes, so these are allowed; style elements are not.
function policyFor(script_hashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${script_hashes.map((hash) => `'${hash}'`).join(" ")}`.trim(),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
