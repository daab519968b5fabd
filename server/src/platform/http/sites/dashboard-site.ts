// The dashboard at /dashboard, which `npm run dashboard` builds. It is one page with addresses of its own, so every path
// that is no file is that page. While it is being built, a small page says so and reloads itself.

import { ApiError } from "../../errors.ts";
import { type Answer, type Headers, type Route, route } from "../route.ts";
import { HTML, sendSiteFile, siteFinder } from "./built-site.ts";

export type DashboardParts = {
  /** The folder of built dashboards. */
  dashboard_dir?: string | undefined;
  /** Why it is not built and will not be, or undefined while it may still be built. */
  dashboardObstacle?: (() => string | undefined) | undefined;
};

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

export function dashboardRoutes({ dashboard_dir, dashboardObstacle = () => undefined }: DashboardParts): Route[] {
  const findSite = siteFinder(dashboard_dir);
  const page = async (path: string, headers: Headers): Promise<Answer> => {
    const site = await findSite();
    if (site)
      return sendSiteFile(site, site.files.has(path) || isFile(path) ? path : "index.html", { headers, page_headers });
    if (isFile(path)) throw new ApiError("not_found", "The dashboard is not built yet (npm run dashboard).");
    return standIn(dashboard_dir === undefined ? "It is not part of this installation." : dashboardObstacle());
  };
  return paths.map((path) =>
    route({
      access: "public",
      page: true,
      method: "GET",
      path,
      operation: path,
      tag: "Service",
      summary: "The dashboard",
      success: { status: 200, content_type: HTML },
      gives: "answer",
      handle: (_, { params, headers }) => page(Object.values(params as Record<string, string>).join("/"), headers),
    }),
  );
}

/** The dashboard's own addresses have at most so many parts: /dashboard/releases/rel_…/edit. */
const MAX_PARTS = 4;
const paths = [
  "/dashboard/",
  ...Array.from({ length: MAX_PARTS + 1 }, (_, parts) =>
    ["/dashboard", ...Array.from({ length: parts }, (_, index) => `{part_${index}}`)].join("/"),
  ),
];

/** A script of an older build must not be answered with the page. */
function isFile(path: string): boolean {
  return path.startsWith("assets/");
}

const RELOAD_S = 2;

function standIn(obstacle: string | undefined): Answer {
  const headers = {
    "content-type": HTML,
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  };
  return { status: 200, headers, payload: obstacle === undefined ? buildingPage : standInPage(`${obstacle} ${HOW}`) };
}

const HOW = "Run <code>npm ci &amp;&amp; npm run dashboard</code> where Segue is installed, then reload this page.";

const buildingPage = standInPage(
  "It is being built, which takes some seconds after the first start. This page reloads by itself.",
  `<meta http-equiv="refresh" content="${RELOAD_S}">`,
);

function standInPage(text: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Segue dashboard</title>
<link rel="icon" href="data:,">
${head}
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 0 16px; }</style>
</head>
<body>
<main>
<h1>The dashboard is not here yet</h1>
<p>${text}</p>
<p>The API works without it: <a href="/docs">/docs</a></p>
</main>
</body>
</html>
`;
}
