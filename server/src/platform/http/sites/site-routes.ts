// A site and its routes: everything under one address is a file of the site that was built last, or one of its pages. Until
// it is built, a small page says so. It reloads itself while the site may still be built.

import { ApiError } from "../../errors.ts";
import { type Answer, type Headers, type Route, route } from "../route.ts";
import { type BuiltSite, HTML, siteFinder } from "./built-site.ts";

export type SiteName = "dashboard" | "docs";

export type SiteParts = {
  /** The folder of built sites. Undefined: this installation has none. */
  dir?: string | undefined;
  /** Why the site is not built and will not be, or undefined while it may still be built. */
  obstacle?: (() => string | undefined) | undefined;
};

type Site = SiteParts & {
  name: SiteName;
  title: string;
  /** A sentence of the page that stands in: where a reader finds help meanwhile. */
  instead: string;
  /** Paths that are never answered with a page. */
  isFile: (path: string) => boolean;
  send: (site: BuiltSite, path: string, headers: Headers) => Promise<Answer>;
};

export function siteRoutes({ dir, obstacle = () => undefined, ...site }: Site): Route[] {
  const { name, title, isFile, send } = site;
  const findSite = siteFinder(dir);
  const page = async (path: string, headers: Headers): Promise<Answer> => {
    const built = await findSite();
    if (built) return send(built, path, headers);
    if (isFile(path)) throw new ApiError("not_found", `${title} is not built yet (npm run ${name}).`);
    return standIn(site, dir === undefined ? "It is not part of this installation." : obstacle());
  };
  return [`/${name}`, `/${name}/*`].map((path) =>
    route({
      access: "public",
      page: true,
      method: "GET",
      path,
      operation: path,
      tag: "Service",
      summary: title,
      success: { status: 200, content_type: HTML },
      gives: "answer",
      handle: (_, { params, headers }) => page((params as { "*"?: string })["*"] ?? "", headers),
    }),
  );
}

const RELOAD_S = 2;
const RELOAD = `<meta http-equiv="refresh" content="${RELOAD_S}">`;
const BUILDING = "It is being built, which takes some seconds after the first start. This page reloads by itself.";

function standIn(site: Pick<Site, "name" | "title" | "instead">, obstacle: string | undefined): Answer {
  const headers = {
    "content-type": HTML,
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
  };
  const how = `Run <code>npm ci &amp;&amp; npm run ${site.name}</code> where Segue is installed, then reload this page.`;
  const [text, head] = obstacle === undefined ? [BUILDING, RELOAD] : [`${obstacle} ${how}`, ""];
  return { status: 200, headers, payload: standInPage(site, text, head) };
}

function standInPage({ title, instead }: Pick<Site, "title" | "instead">, text: string, head: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Segue</title>
<link rel="icon" href="data:,">
${head}
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 0 16px; }</style>
</head>
<body>
<main>
<h1>${title} is not here yet</h1>
<p>${text}</p>
<p>${instead}</p>
</main>
</body>
</html>
`;
}
