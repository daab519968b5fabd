// The text of a page that the search finds. Code is not highlighted there, which would take as long as the rest of the build.

import { searchedText } from "../../cli/src/mcp/ranking.ts";

type Environment = { relativePath: string; frontmatter?: { search?: boolean } };
type Renderer = { render(markdown: string, environment: Environment): string };

export function renderForSearch(markdown: string, environment: Environment, renderer: Renderer): string {
  const text = markdown.replaceAll(/^<TryIt.*$/gm, "");
  const escaped = (code: string) => code.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return renderer.render(searchedText(text, environment.relativePath, escaped), environment);
}
