// The documentation site at /docs. `npm run docs` builds it into a folder, and a manifest in it lists the files and the
// hashes of the pages' inline scripts. Nothing is served that the manifest does not list. While there is no site, the
// plain reference stands in its place. A site that is built later is found at the next request.

import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { ApiError } from "../errors.ts";
import { plainReference, plainRoutes } from "./docs-page.ts";
import { type Answer, type Headers, type Route, route } from "./route.ts";

export type DocsParts = {
  /** The name of the environment, which the pages ask for before they send a request. */
  name: string;
  /** The folder of built sites. Undefined: there is only the plain reference. */
  docs_dir?: string | undefined;
};

type File = { etag: string; is_packed: boolean };
type Site = { folder: string; policy: string; files: ReadonlyMap<string, File> };

export function docsRoutes({ name, docs_dir }: DocsParts): Route[] {
  const findSite = siteFinder(docs_dir);
  const page = async (path: string, headers: Headers): Promise<Answer> => {
    const site = await findSite();
    return site ? sendFile(site, path, headers) : standIn(path);
  };
  const answered = { success: { status: 200, content_type: html }, gives: "answer" } as const;
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

const html = "text/html; charset=utf-8";

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

/** The site that `current.json` names, read again when that file changes. */
function siteFinder(docs_dir: string | undefined): () => Promise<Site | undefined> {
  let known: { version: string; site: Site | undefined } | undefined;
  return async () => {
    if (docs_dir === undefined) return undefined;
    const found = await stat(join(docs_dir, "current.json"), { bigint: true }).catch(() => undefined);
    if (!found) return undefined;
    const version = `${found.ino} ${found.mtimeNs}`;
    if (known?.version !== version) known = { version, site: await readSite(docs_dir) };
    return known.site;
  };
}

/** Undefined for a site that is being replaced or is damaged: the plain reference stands in. */
async function readSite(docs_dir: string): Promise<Site | undefined> {
  try {
    const current = JSON.parse(await readFile(join(docs_dir, "current.json"), "utf8")) as { folder: string };
    const folder = join(docs_dir, current.folder);
    const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as {
      script_hashes: string[];
      files: Record<string, File>;
    };
    return { folder, policy: policyFor(manifest.script_hashes), files: new Map(Object.entries(manifest.files)) };
  } catch {
    return undefined;
  }
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

async function sendFile(site: Site, path: string, headers: Headers): Promise<Answer> {
  const named = [path, `${path}.html`, path === "" || path.endsWith("/") ? `${path}index.html` : `${path}/index.html`];
  const found = named.find((name) => site.files.has(name));
  const file = found ?? "404.html";
  const known = site.files.get(file);
  if (!known) throw new ApiError("not_found", "There is no such page.");
  const about = headersOf(site, file, known);
  if (found && headers["if-none-match"] === about.etag) return { status: 304, headers: about, payload: undefined };
  const takesPacked = known.is_packed && /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));
  const payload = await readFile(join(site.folder, takesPacked ? `${file}.gz` : file)).catch(() => {
    // The site was replaced a moment ago: the next request finds the new one.
    throw new ApiError("not_found", "There is no such page.");
  });
  return {
    status: found ? 200 : 404,
    headers: takesPacked ? { ...about, "content-encoding": "gzip" } : about,
    payload,
  };
}

const types: Readonly<Record<string, string>> = {
  ".html": html,
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
};

function headersOf({ policy }: Site, file: string, { etag }: File): Record<string, string> {
  const isPage = file.endsWith(".html");
  return {
    "content-type": types[extname(file)] ?? "application/octet-stream",
    // Names under assets/ contain a hash of the content.
    "cache-control": file.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": isPage ? policy : "default-src 'none'",
    "referrer-policy": "no-referrer",
    vary: "accept-encoding",
    etag: `W/"${etag}"`,
  };
}

/** Until there is a site: a reader of any page is led to the plain reference, a program is told. */
function standIn(path: string): Answer {
  if (path === "") return plainReference();
  if (extname(path) !== "") throw new ApiError("not_found", "The documentation site is not built (npm run docs).");
  return { status: 302, headers: { location: "/docs", "content-type": "text/plain; charset=utf-8" }, payload: "" };
}
