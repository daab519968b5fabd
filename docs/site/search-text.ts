// The text of a page that the search finds. The generated pages repeat their code in three languages, so theirs is left out; it is
// not highlighted either way, which would take as long as the rest of the build.

import { rankedText } from "../../cli/src/mcp/ranking.ts";

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
