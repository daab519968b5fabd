// Makes a site of the files that Vite or VitePress built: every text packed too, and a manifest that lists the files
// and the inline scripts. The service serves nothing that the manifest does not list.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Read by server/src/platform/http/sites/built-site.ts. */
type Manifest = {
  /** In the form of a Content-Security-Policy. */
  script_hashes: string[];
  files: Record<string, { etag: string; is_packed: boolean }>;
};

const MANIFEST = "manifest.json";
const text = /\.(html|js|css|json|md|txt|svg)$/;

/** The name of the new folder is written last, in one step. Then the older sites are removed. */
export function publishSite(out: string, { dist, inputs }: { dist: string; inputs: string }): void {
  writeManifest(out);
  const folder = `site-${inputs.slice(0, 16)}-${process.pid}`;
  renameSync(out, join(dist, folder));
  const draft = join(dist, `current.json.${process.pid}`);
  writeFileSync(draft, JSON.stringify({ folder, inputs }));
  renameSync(draft, join(dist, "current.json"));
  for (const name of readdirSync(dist))
    if (name.startsWith("site-") && name !== folder) rmSync(join(dist, name), { recursive: true, force: true });
}

function writeManifest(folder: string): void {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const manifest: Manifest = { script_hashes: [], files: {} };
  const hashes = new Set<string>();
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    const is_packed = text.test(name);
    if (is_packed) writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes));
    if (name.endsWith(".html")) for (const script of inlineScripts(bytes.toString("utf8"))) hashes.add(script);
    manifest.files[name] = { etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22), is_packed };
  }
  manifest.script_hashes = [...hashes].sort();
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest));
}

function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = ""]) => `sha256-${createHash("sha256").update(code).digest("base64")}`,
  );
}
