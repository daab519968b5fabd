// The pages of docs/. The build puts a copy beside the commands, for an installed package; a checkout has the pages themselves.
// They are searched as the site searches them: by the same library, with the same ranking.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import MiniSearch from "minisearch";
import { rankedText, ranking } from "./ranking.ts";

const places = import.meta.url.endsWith(".ts") ? ["../../../docs/"] : ["../../docs/", "./docs/"];
const folders = places.map((place) => new URL(place, import.meta.url));

export type DocumentationPage = { name: string; title: string; text: string };

/** As they are stored: the lines before the heading are for the search. */
function readSources(): { name: string; source: string }[] {
  const folder = folders.find((one) => existsSync(one));
  if (folder === undefined) return [];
  const files = readdirSync(fileURLToPath(folder)).filter((file) => file.endsWith(".md"));
  return files
    .sort()
    .map((file) => ({ name: file.replace(/\.md$/, ""), source: readFileSync(new URL(file, folder), "utf8") }));
}

export function readDocumentation(): DocumentationPage[] {
  return readSources().map(({ name, source }) => {
    const text = source.replace(/^---\n[\s\S]*?\n---\n+/, "");
    return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
  });
}

type Section = { id: number; page: string; title: string; titles: string; text: string };
type FoundPassage = { page: string; heading: string; excerpt: string };

const MAX_FOUND = 8;
const EXCERPT_LETTERS = 600;

let index: MiniSearch<Section> | undefined;

/** The best sections first. */
export function searchDocumentation(query: string): FoundPassage[] {
  index ??= openIndex();
  const found = index.search(query).slice(0, MAX_FOUND) as unknown as Section[];
  return found.map(({ page, title, text }) => ({
    page,
    heading: title,
    excerpt: text.trim().slice(0, EXCERPT_LETTERS),
  }));
}

/** What VitePress sets where the site does not. */
const usual = { fuzzy: 0.2, prefix: true };

function openIndex(): MiniSearch<Section> {
  const opened = new MiniSearch<Section>({
    fields: ["title", "titles", "text"],
    storeFields: ["page", "title", "text"],
    searchOptions: { ...usual, ...ranking },
  });
  const sections = readSources().flatMap(({ name, source }) => sectionsOf(name, rankedText(source, `${name}.md`)));
  opened.addAll(sections.map((section, id) => ({ ...section, id })));
  return opened;
}

/** From each heading to the next, with the heading of the page above it. */
function sectionsOf(page: string, markdown: string): Omit<Section, "id">[] {
  const headingOf = (part: string) => /^#{1,6} (.+?)(?: \{#.*\})?$/m.exec(part)?.[1];
  const above = headingOf(markdown) ?? page;
  const parts = markdown.replace(/^---\n[\s\S]*?\n---\n+/, "").split(/^(?=#{1,6} )/m);
  return parts.map((part) => {
    const title = headingOf(part) ?? above;
    return { page, title, titles: title === above ? "" : above, text: part.replace(/^#{1,6} .+$/m, "") };
  });
}
