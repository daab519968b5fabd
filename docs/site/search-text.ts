// The text of a page that the search finds. The generated pages repeat their code in three languages, so theirs is left out; it is
// not highlighted either way, which would take as long as the rest of the build.
//
// The search ranks a word in a heading before one in a text. The pages' policy forbids to run code from a text, and VitePress would hand
// functions to the browser as texts. So all ranking is done here: by the words that the headings have in the index.

type Environment = { relativePath: string; frontmatter?: { search?: boolean } };
type Renderer = { render(markdown: string, environment: Environment): string };

export function renderForSearch(markdown: string, environment: Environment, renderer: Renderer): string {
  const isGenerated = /^(reference|errors)\//.test(environment.relativePath);
  const withoutCode = markdown.replaceAll(/^```.*\n([\s\S]*?)^```$/gm, (_, code: string) =>
    isGenerated ? "" : code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(/^/gm, "    "),
  );
  const text = withoutCode.replaceAll(/^<TryIt.*$/gm, "");
  return renderer.render(rankedText(text, environment.relativePath), environment);
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
