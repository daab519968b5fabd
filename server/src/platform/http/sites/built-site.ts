// A site that was built into a folder: the documentation or the dashboard. `current.json` names the folder of the newest
// build, and a manifest in that folder lists its files. Nothing is served that the manifest does not list. A site that is
// built while the service runs is found at the next request.

import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { ApiError } from "../../errors.ts";
import { isKnown } from "../etag.ts";
import type { Answer, Headers } from "../route.ts";

type File = { etag: string; is_packed: boolean };
export type BuiltSite = {
  folder: string;
  /** The hashes of the inline scripts of its pages, in the form of a Content-Security-Policy. */
  script_hashes: readonly string[];
  files: ReadonlyMap<string, File>;
};

/** Finds the site that `current.json` names. It is read again when that file changes. */
export function siteFinder(dir: string | undefined): () => Promise<BuiltSite | undefined> {
  let known: { version: string; site: BuiltSite | undefined } | undefined;
  return async () => {
    if (dir === undefined) return undefined;
    const found = await stat(join(dir, "current.json"), { bigint: true }).catch(() => undefined);
    if (!found) return undefined;
    const version = `${found.ino} ${found.mtimeNs}`;
    if (known?.version !== version) known = { version, site: await readSite(dir) };
    return known.site;
  };
}

/** Undefined for a site that is being replaced or is damaged. */
async function readSite(dir: string): Promise<BuiltSite | undefined> {
  try {
    const current = JSON.parse(await readFile(join(dir, "current.json"), "utf8")) as { folder: string };
    const folder = join(dir, current.folder);
    const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as {
      script_hashes: string[];
      files: Record<string, File>;
    };
    return { folder, script_hashes: manifest.script_hashes, files: new Map(Object.entries(manifest.files)) };
  } catch {
    return undefined;
  }
}

/** `page_headers` are those of the site's pages: their policies. */
export async function sendSiteFile(
  site: BuiltSite,
  file: string,
  asked: { headers: Headers; status?: 200 | 404; page_headers: Readonly<Record<string, string>> },
): Promise<Answer> {
  const { headers, status = 200, page_headers } = asked;
  const known = site.files.get(file);
  if (!known) throw new ApiError("not_found", "There is no such page.");
  const about = headersOf(file, known, page_headers);
  if (status === 200 && isKnown(headers, about.etag)) return { status: 304, headers: about, payload: undefined };
  const takesPacked = known.is_packed && /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));
  const payload = await readFile(join(site.folder, takesPacked ? `${file}.gz` : file)).catch(() => {
    // The site was replaced a moment ago: the next request finds the new one.
    throw new ApiError("not_found", "There is no such page.");
  });
  return { status, headers: takesPacked ? { ...about, "content-encoding": "gzip" } : about, payload };
}

export const HTML = "text/html; charset=utf-8";

const types: Readonly<Record<string, string>> = {
  ".html": HTML,
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

function headersOf(
  file: string,
  { etag }: File,
  page_headers: Readonly<Record<string, string>>,
): Record<string, string> & { etag: string } {
  return {
    "content-type": types[extname(file)] ?? "application/octet-stream",
    // Names under assets/ contain a hash of the content.
    "cache-control": file.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": "default-src 'none'",
    "referrer-policy": "no-referrer",
    ...(file.endsWith(".html") ? page_headers : {}),
    vary: "accept-encoding",
    etag: `W/"${etag}"`,
  };
}
