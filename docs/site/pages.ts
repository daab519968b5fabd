// Every page of the site as Markdown, by its path: those written by hand, and those made from the source.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Setting, settings } from "../../server/src/settings.ts";
import { chapters } from "./contents.ts";
import type { Description } from "./description.ts";
import { errorPages } from "./error-pages.ts";
import { drawLifecycle, lifecycles } from "./lifecycles.ts";
import { plain, table } from "./markdown.ts";
import { referencePages } from "./reference-pages.ts";
import { toSiteLinks } from "./repository-links.ts";

export type Pages = ReadonlyMap<string, string>;

export function readDescription(repository: string): Description {
  return JSON.parse(readFileSync(join(repository, "openapi.json"), "utf8"));
}

export function allPages(repository: string): Pages {
  const description = readDescription(repository);
  return new Map([
    ...writtenPages(repository),
    ["settings", settingsPage()],
    ...referencePages(description),
    ...errorPages(description),
  ]);
}

/** The pages written by hand that exist. */
export function writtenFiles(repository: string): Map<string, string> {
  const decisions = readdirSync(join(repository, "docs/decisions"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ path: `decisions/${name.replace(/\.md$/, "")}`, file: `docs/decisions/${name}` }));
  const listed = [{ path: "index", file: "docs/index.md" }, ...chapters.flatMap(({ pages }) => pages), ...decisions];
  const found = listed.filter(({ file }) => existsSync(join(repository, file)));
  return new Map(found.map(({ path, file }) => [file, path]));
}

function writtenPages(repository: string): Map<string, string> {
  const files = writtenFiles(repository);
  return new Map(
    [...files].map(([file, path]) => {
      const text = readFileSync(join(repository, file), "utf8");
      return [path, withPictures(toSiteLinks(asTemplate(text), file, files))];
    }),
  );
}

/** A line such as `<!-- lifecycle: release -->` becomes its picture. */
function withPictures(markdown: string): string {
  return markdown.replaceAll(/^<!-- lifecycle: (\w+) -->$/gm, (whole, name: string) => {
    const lifecycle = lifecycles[name];
    if (!lifecycle) throw new Error(`There is no lifecycle ${name}: ${whole}`);
    return drawLifecycle(lifecycle);
  });
}

/** Escapes text that VitePress would take for a tag, except in code and where HTML is meant. */
function asTemplate(markdown: string): string {
  const isFence = (line: string) => line.startsWith("```");
  let isCode = false;
  return markdown
    .split("\n")
    .map((line) => {
      if (isFence(line)) isCode = !isCode;
      if (isCode || isFence(line) || /^(<!--|<\/?div|<\/?p|<TryIt| {4})/.test(line)) return line;
      return plainLine(line);
    })
    .join("\n");
}

/** `<https://…>` is a link of Markdown and stays. */
function plainLine(line: string): string {
  return line
    .split(/(<https?:[^>]+>)/)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join("");
}

function settingsPage(): string {
  const rows = Object.entries(settings as Record<string, Setting>).map(([name, { fallback, shown, meaning }]) => [
    `\`${name}\``,
    fallback === undefined ? plain(shown ?? "") : `\`${fallback}\``,
    plain(meaning),
  ]);
  return `# Settings

Settings are environment variables. If a value is wrong, the service does not start and says why in one line. \`segue serve --help\`
lists them too.

${table(["Variable", "Default", "Meaning"], rows)}
`;
}
