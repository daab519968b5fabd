// Builds the site into docs/dist. Everything is made in a folder of this process and appears at once at the end: a service
// that runs beside it serves the old site until then. bin/docs.mjs starts it.

import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { writeManifest } from "./built-site.ts";
import { allPages, type Pages, readDescription } from "./pages.ts";
import { siteConfig } from "./site-config.ts";
import { llmsFullText, llmsText, twinOf } from "./twins.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(repository, "docs/dist");

/** `inputs`: a hash of everything that the site is made of. */
export async function buildSite(inputs: string): Promise<void> {
  const work = join(dist, `work-${process.pid}`);
  try {
    const pages = allPages(repository);
    writePages(work, pages);
    await build(work);
    const out = join(work, "out");
    writeTwins(out, pages);
    writeManifest(out);
    publish(out, inputs);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function writePages(work: string, pages: Pages): void {
  for (const [path, markdown] of pages) write(join(work, "pages", `${path}.md`), markdown);
  cpSync(join(repository, "docs/site/public"), join(work, "pages/public"), { recursive: true });
  const config = siteConfig(pages, readDescription(repository));
  const settings = [
    'import { renderForSearch } from "../../../site/search-text.ts";',
    `const config = ${JSON.stringify(config)};`,
    "config.themeConfig.search.options = { _render: renderForSearch };",
    "export default config;",
  ];
  write(join(work, ".vitepress/config.mjs"), settings.join("\n"));
  const theme = "../../../../site/theme/theme.ts";
  write(join(work, ".vitepress/theme/index.ts"), `export { theme as default } from ${JSON.stringify(theme)};\n`);
}

function writeTwins(out: string, pages: Pages): void {
  for (const [path, markdown] of pages) write(join(out, `${path}.md`), twinOf(markdown));
  write(join(out, "llms.txt"), llmsText(pages));
  write(join(out, "llms-full.txt"), llmsFullText(pages));
}

/** The name of the new folder is written last, in one step. Then the older sites are removed. */
function publish(out: string, inputs: string): void {
  const folder = `site-${inputs.slice(0, 16)}-${process.pid}`;
  renameSync(out, join(dist, folder));
  const draft = join(dist, `current.json.${process.pid}`);
  writeFileSync(draft, JSON.stringify({ folder, inputs }));
  renameSync(draft, join(dist, "current.json"));
  for (const name of readdirSync(dist))
    if (name.startsWith("site-") && name !== folder) rmSync(join(dist, name), { recursive: true, force: true });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
