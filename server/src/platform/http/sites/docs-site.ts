// The documentation site at /docs, which `npm run docs` builds. While there is no site, the plain reference stands in its
// place.

import { extname } from "node:path";
import { ApiError } from "../../errors.ts";
import { type Answer, type Headers, type Route, route } from "../route.ts";
import { type BuiltSite, HTML, sendSiteFile, siteFinder } from "./built-site.ts";
import { plainReference, plainRoutes } from "./docs-page.ts";

export type DocsParts = {
  /** The name of the environment, which the pages ask for before they send a request. */
  name: string;
  /** The folder of built sites. Undefined: there is only the plain reference. */
  docs_dir?: string | undefined;
};

export function docsRoutes({ name, docs_dir }: DocsParts): Route[] {
  const findSite = siteFinder(docs_dir);
  const page = async (path: string, headers: Headers): Promise<Answer> => {
    const site = await findSite();
    return site ? sendPage(site, path, headers) : standIn(path);
  };
  const answered = { success: { status: 200, content_type: HTML }, gives: "answer" } as const;
  return [
    ...plainRoutes("/docs/plain"),
    route({
      ...docsPage("/docs/environment.json"),
      success: { status: 200, content_type: "application/json; charset=utf-8" },
      handle: () => JSON.stringify({ environment: name }),
    }),
    ...["/docs", "/docs/"].map((path) =>
      route({ ...docsPage(path), ...answered, handle: (_, { headers }) => page("", headers) }),
    ),
    ...depths.map((path) =>
      route({
        ...docsPage(path),
        ...answered,
        handle: (_, { params, headers }) => {
          const parts = Object.values(params as Record<string, string>);
          return page(parts.join("/") + (path.endsWith("/") ? "/" : ""), headers);
        },
      }),
    ),
  ];
}

// No page or file of the site lies deeper; its build makes sure.
const depths = ["/docs/{first}", "/docs/{first}/", "/docs/{first}/{second}", "/docs/{first}/{second}/{third}"];

function docsPage<Path extends string>(path: Path) {
  return {
    access: "public",
    page: true,
    method: "GET",
    path,
    operation: path,
    tag: "Service",
    summary: "The documentation",
  } as const;
}

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
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Until the site is built: a page leads its reader to the plain reference, and a program gets a 404 that says so. */
function standIn(path: string): Answer {
  if (path === "") return plainReference();
  if (extname(path) !== "") throw new ApiError("not_found", "The documentation site is not built (npm run docs).");
  return { status: 302, headers: { location: "/docs", "content-type": "text/plain; charset=utf-8" }, payload: "" };
}
