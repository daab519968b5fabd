// Links of a Markdown file lead to other files of the repository. On the site they lead to the pages made of them; a link
// to a file that is no page becomes plain text.

import { dirname, join } from "node:path/posix";

/** `pages`: the path of the page made of a file. */
export function toSiteLinks(markdown: string, file: string, pages: ReadonlyMap<string, string>): string {
  return markdown.replaceAll(
    /(?<!!)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
    (whole, text: string, target: string) => {
      if (/^(https?:|mailto:|#|\/)/.test(target)) return whole;
      const [path = "", anchor] = target.split("#");
      const found = join(dirname(file), path).replace(/\/$/, "");
      const special = anchor === undefined ? undefined : sections[`${found}#${anchor}`];
      if (special !== undefined) return `[${text}](/${special})`;
      const page = pages.get(found) ?? pages.get(`${found}/README.md`);
      if (page === undefined) return text;
      return `[${text}](/${page}${anchor === undefined ? "" : `#${anchor}`})`;
    },
  );
}

/** Parts of the README that are pages of their own. */
const sections: Record<string, string> = { "README.md#settings": "settings" };
