// Builds the site into docs/dist. Everything is made in a folder of this process and appears at once at the end: a service
// that runs beside it serves the old site until then. bin/sites.mjs starts it.

import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { publishSite } from "./built-site.ts";
import { allPages, type Pages, readDescription } from "./pages.ts";
import { siteConfig } from "./site-config.ts";
import { llmsFullText, llmsText, twinOf } from "./twins.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export type SiteOptions = {
  /** The folder of built sites. It must lie in the repository, whose packages the pages use. */
  dist: string;
  /** A hash of everything that the site is made of. */
  inputs: string;
  /** Only the pages whose path matches, for tests. Links to others are not checked then. */
  only?: RegExp | undefined;
};

export async function buildSite({ dist, inputs, only }: SiteOptions): Promise<void> {
  const work = join(dist, `work-${process.pid}`);
  // Removes the folders of builds that were killed. Only one runs at a time: bin/sites.mjs holds a lock.
  for (const name of readdirSync(dist))
    if (name.startsWith("work-")) rmSync(join(dist, name), { recursive: true, force: true });
  try {
    const all = allPages(repository);
    const pages = only ? new Map([...all].filter(([path]) => only.test(path))) : all;
    writePages(work, pages, { isPart: only !== undefined });
    await build(work);
    const out = join(work, "out");
    writeTwins(out, pages);
    publishSite(out, { dist, inputs });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function writePages(work: string, pages: Pages, { isPart }: { isPart: boolean }): void {
  for (const [path, markdown] of pages) write(join(work, "pages", `${path}.md`), markdown);
  cpSync(join(repository, "dashboard/src/icon.svg"), join(work, "pages/public/icon.svg"));
  cpSync(join(repository, "docs/images"), join(work, "pages/images"), { recursive: true });
  const config = siteConfig(pages, readDescription(repository));
  const source = (name: string, from: string) =>
    JSON.stringify(relative(join(work, from), join(repository, "docs/site", name)));
  const settings = [
    `import { renderForSearch } from ${source("search-text.ts", ".vitepress")};`,
    `const config = ${JSON.stringify(isPart ? { ...config, ignoreDeadLinks: true } : config)};`,
    "config.themeConfig.search.options._render = renderForSearch;",
    "export default config;",
  ];
  write(join(work, ".vitepress/config.mjs"), settings.join("\n"));
  const theme = source("theme/theme.ts", ".vitepress/theme");
  write(join(work, ".vitepress/theme/index.ts"), `export { theme as default } from ${theme};\n`);
}

function writeTwins(out: string, pages: Pages): void {
  for (const [path, markdown] of pages) write(join(out, `${path}.md`), twinOf(markdown));
  write(join(out, "llms.txt"), llmsText(pages));
  write(join(out, "llms-full.txt"), llmsFullText(pages));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
