// Every page of the site as `segue mcp` searches and shows it. bin/build.mjs runs it and puts the outcome beside the commands.

import { allPages, writtenFiles } from "./pages.ts";
import { twinOf } from "./twins.ts";

/** `sources`: what the pages are made of besides the modules. The folder of the decisions is newer when one is added. */
export function plainPages(repository: string): { pages: Record<string, string>; sources: string[] } {
  const plain = [...allPages(repository)].map(([path, markdown]) => [path, frontMatterOf(markdown) + twinOf(markdown)]);
  return {
    pages: Object.fromEntries(plain),
    sources: [...writtenFiles(repository).keys(), "docs/decisions", "openapi.json"],
  };
}

/** The search reads it. */
function frontMatterOf(markdown: string): string {
  return /^---\n[\s\S]*?\n---\n+/.exec(markdown)?.[0] ?? "";
}
