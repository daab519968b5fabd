// The pages of docs/. The build puts a copy beside the commands, for an installed package; a checkout has the pages themselves.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const places = import.meta.url.endsWith(".ts") ? ["../../../docs/"] : ["../../docs/", "./docs/"];
const folders = places.map((place) => new URL(place, import.meta.url));

export type DocumentationPage = { name: string; title: string; text: string };

export function readDocumentation(): DocumentationPage[] {
  const folder = folders.find((one) => existsSync(one));
  if (folder === undefined) return [];
  const files = readdirSync(fileURLToPath(folder)).filter((file) => file.endsWith(".md"));
  return files.sort().map((file) => {
    const name = file.replace(/\.md$/, "");
    // The lines before the heading are for the site.
    const text = readFileSync(new URL(file, folder), "utf8").replace(/^---\n[\s\S]*?\n---\n+/, "");
    return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
  });
}

export type FoundPassage = { page: string; heading: string; excerpt: string };

const MAX_FOUND = 8;
const EXCERPT_LETTERS = 600;

/** The sections that contain most of the words, the best first. */
export function searchDocumentation(pages: readonly DocumentationPage[], query: string): FoundPassage[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_.]{2,}/gu) ?? [])];
  return pages
    .flatMap(sectionsOf)
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ section: { page, heading, text } }) => ({ page, heading, excerpt: text.trim().slice(0, EXCERPT_LETTERS) }));
}

type Section = { page: string; heading: string; text: string };

function sectionsOf({ name, title, text }: DocumentationPage): Section[] {
  return text.split(/^(?=#{1,3} )/m).map((part) => ({
    page: name,
    heading: /^#{1,3} (.+)$/m.exec(part)?.[1] ?? title,
    text: part.replace(/^#{1,3} .+$/m, ""),
  }));
}

/** A different word counts more than the same word again, and a word of the heading most. */
function scoreOf({ heading, text }: Section, words: readonly string[]): number {
  const [head, body] = [heading.toLowerCase(), text.toLowerCase()];
  return words.reduce((score, word) => {
    const times = body.split(word).length - 1;
    return score + (head.includes(word) ? 15 : 0) + (times > 0 ? 10 + Math.min(times, 5) : 0);
  }, 0);
}
