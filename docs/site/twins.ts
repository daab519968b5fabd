// The site for programs that read text: a Markdown twin of every page at the same address with `.md`, and llms.txt, which
// lists them.

import { chapters } from "./contents.ts";
import { titleOf } from "./markdown.ts";
import type { Pages } from "./pages.ts";

/** Without what only the browser needs. */
export function twinOf(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n+/, "")
    .replaceAll(/<div class="picture"[\s\S]*?<\/svg><\/div>\n*/g, "")
    .replaceAll(/^(?:<\/?div[^>]*>|<TryIt[^>]*>|:::.*)\n*/gm, "")
    .replaceAll(/^<p class="request-line">.*<span class="method">(\w+)<\/span> <code>(.*)<\/code><\/p>$/gm, "`$1 $2`")
    .replaceAll("&lt;", "<")
    .replaceAll("&#123;", "{")
    .replaceAll(/\{target="_self"\}/g, "")
    .replaceAll(/\]\(\/([\w/.-]*)(#[^)]*)?\)/g, (_, path: string, anchor = "") => `](${twinAddress(path)}${anchor})`);
}

function twinAddress(path: string): string {
  return `/docs/${path === "" || path.endsWith("/") ? `${path}index` : path}.md`;
}

const SUMMARY =
  "Segue is an open-source, self-hosted music distribution service: releases, deliveries to digital stores, webhooks and royalties over one REST API.";

export function llmsText(pages: Pages): string {
  const line = (path: string) => {
    const markdown = pages.get(path);
    return markdown === undefined ? [] : [`- [${titleOf(markdown)}](/docs/${path}.md)`];
  };
  const section = (title: string, paths: readonly string[]) => [`## ${title}`, "", ...paths.flatMap(line), ""];
  const under = (folder: string) => [...pages.keys()].filter((path) => path.startsWith(`${folder}/`));
  return [
    "# Segue",
    "",
    `> ${SUMMARY}`,
    "",
    "The whole text in one file: /docs/llms-full.txt. The API as OpenAPI 3.1: /v1/openapi.json.",
    "",
    ...chapters.flatMap(({ title, pages }) =>
      section(
        title,
        pages.map(({ path }) => path),
      ),
    ),
    ...section("Settings", ["settings"]),
    ...section("API reference", under("reference")),
    ...section("Errors", under("errors")),
    ...section("Decisions", under("decisions")),
  ].join("\n");
}

export function llmsFullText(pages: Pages): string {
  return [...pages.values()].map(twinOf).join("\n\n---\n\n");
}
