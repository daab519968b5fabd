// Every page of the documentation site, which the build puts beside the commands. They are searched as the site searches them: by
// the same library, with the same ranking.

import { existsSync, readFileSync } from "node:fs";
import MiniSearch from "minisearch";
import { ranking, searchedText } from "./ranking.ts";

const isSource = import.meta.url.endsWith(".ts");
const place = new URL(isSource ? "../../dist/docs/pages.json" : "./docs/pages.json", import.meta.url);
const build = new URL(isSource ? "../../../bin/build.mjs" : "../../bin/build.mjs", import.meta.url);

export type DocumentationPage = { name: string; title: string; text: string };

let sources: Record<string, string> | undefined;

/** With the lines before the heading, which are for the search. A checkout writes them anew if a page has changed. */
async function readSources(): Promise<Record<string, string>> {
  if (sources) return sources;
  if (existsSync(build)) await (await import(build.href)).buildIfStale("pages");
  sources = JSON.parse(readFileSync(place, "utf8")) as Record<string, string>;
  return sources;
}

export async function readDocumentation(): Promise<DocumentationPage[]> {
  return Object.entries(await readSources()).map(([name, source]) => {
    const text = withoutFrontMatter(source);
    return { name, title: headingOf(text) ?? name, text };
  });
}

type Section = { id: number; page: string; title: string; titles: string; text: string };
type FoundPassage = { page: string; heading: string; excerpt: string };

const MAX_FOUND = 8;
const EXCERPT_LETTERS = 600;

let index: MiniSearch<Section> | undefined;

/** The best sections first. */
export async function searchDocumentation(query: string): Promise<FoundPassage[]> {
  index ??= openIndex(await readSources());
  const found = index.search(query).slice(0, MAX_FOUND) as unknown as Section[];
  return found.map(({ page, title, text }) => ({
    page,
    heading: title,
    excerpt: text.trim().slice(0, EXCERPT_LETTERS),
  }));
}

/** What VitePress sets where the site does not. */
const usual = { fuzzy: 0.2, prefix: true };

function openIndex(pages: Record<string, string>): MiniSearch<Section> {
  const opened = new MiniSearch<Section>({
    fields: ["title", "titles", "text"],
    storeFields: ["page", "title", "text"],
    // The site searches pages whose Markdown is gone.
    processTerm: (term) => term.replaceAll(/[`|<>]/g, "").toLowerCase() || null,
    searchOptions: { ...usual, ...ranking },
  });
  const sections = Object.entries(pages).flatMap(([name, source]) =>
    sectionsOf(name, searchedText(source, `${name}.md`)),
  );
  opened.addAll(sections.map((section, id) => ({ ...section, id })));
  return opened;
}

/** From each heading to the next, with the heading of the page above it. */
function sectionsOf(page: string, markdown: string): Omit<Section, "id">[] {
  const above = headingOf(markdown) ?? page;
  const parts = withoutFrontMatter(markdown).split(/^(?=#{1,6} )/m);
  return parts.map((part) => {
    const title = headingOf(part) ?? above;
    return { page, title, titles: title === above ? "" : above, text: part.replace(/^#{1,6} .+$/m, "") };
  });
}

function headingOf(markdown: string): string | undefined {
  return /^#{1,6} (.+?)(?: \{#.*\})?$/m.exec(markdown)?.[1]?.replaceAll("`", "");
}

function withoutFrontMatter(markdown: string): string {
  return markdown.replace(/^---\n[\s\S]*?\n---\n+/, "");
}
