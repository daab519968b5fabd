// The dashboard at /dashboard, which `npm run dashboard` builds. It is one page with addresses of its own, so every path
// that is no file is that page.

import type { Route } from "../route.ts";
import { sendSiteFile } from "./built-site.ts";
import { type SiteParts, siteRoutes } from "./site-routes.ts";

// Mantine writes style elements and attributes. Uploads and players read files by blob: addresses.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

// To its own origin the page names itself: by that the API knows its requests where browsers send nothing else.
const page_headers = { "content-security-policy": policy, "referrer-policy": "same-origin" };

export const dashboardRoutes = (parts: SiteParts): Route[] =>
  siteRoutes({
    ...parts,
    name: "dashboard",
    title: "The dashboard",
    instead: 'The API works without it: <a href="/docs">/docs</a>',
    isFile,
    send: (site, path, headers) =>
      sendSiteFile(site, site.files.has(path) || isFile(path) ? path : "index.html", { headers, page_headers }),
  });

/** A script of an older build must not be answered with the page. */
function isFile(path: string): boolean {
  return path.startsWith("assets/");
}
