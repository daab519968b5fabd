// How the search of the documentation ranks, on the site and in `segue mcp`. All of it is in the words that the headings have in the
// index: the pages' policy forbids to run code from a text, and VitePress would hand functions to the browser as texts.

/** A whole word counts much more than the beginning of one: in a question, `a` begins half of all words. A heading counts most. */
export const ranking = { boost: { title: 8, titles: 2, text: 1 }, weights: { prefix: 0.05, fuzzy: 0.1 } };

/**
 * `path`: of the page, such as `decisions/0001-gaps.md`. `shown`: code as the index keeps it. It is indented, so that its comments
 * are no headings. The generated pages repeat their code in three languages, so theirs is left out.
 */
export function searchedText(markdown: string, path: string, shown = (code: string) => code): string {
  const isGenerated = /^(reference|errors)\//.test(path);
  const withoutFences = markdown.replaceAll(/^```.*\n([\s\S]*?)^```$/gm, (_, code: string) =>
    isGenerated ? "" : shown(code).replaceAll(/^/gm, "    "),
  );
  return rankedText(withoutFences, path);
}

function rankedText(markdown: string, path: string): string {
  // The same sub-headings stand on the page of every error.
  if (path.startsWith("errors/")) return markdown.replaceAll(/^##+ (.+)$/gm, "$1");
  return /^(decisions\/.*|measurements|changelog)\.md$/.test(path)
    ? headingsAsText(markdown, path)
    : withOtherWords(markdown);
}

/** The front matter has other words for what the page is about, as a reader may type them: `also: back up, restore`. */
function withOtherWords(markdown: string): string {
  const also = /^---\nalso: (.+)\n---\n/.exec(markdown)?.[1];
  if (also === undefined) return markdown;
  return markdown.replace(/^# (.+)$/m, (_, title: string) => `# ${title}: ${also} {#${anchorOf(title)}}`);
}

/** The anchor that the heading has on the page. */
function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** Decisions and measurements are found by their headings, as text alone: they come after the pages that say what to do. */
function headingsAsText(markdown: string, path: string): string {
  const [, number] = /^decisions\/0*(\d+)/.exec(path) ?? [];
  const name = number === undefined ? path.replace(/\.md$/, "") : `decision ${number}`;
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  return `# ${name}\n\n${headings.join("\n\n")}\n`;
}
