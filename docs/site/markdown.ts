// Small pieces of Markdown that survive VitePress, which reads a page as a Vue template too.

/** Text for a cell or a sentence: what looks like a tag, a column or an expression outside code is shown as it is. */
export function plain(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;")))
    .join("");
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

export function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

/** The same in several languages, as tabs. */
export function tabs(samples: readonly { label: string; language: string; code: string }[]): string {
  return [
    "::: code-group",
    ...samples.map(({ label, language, code }) => fence(`${language} [${label}]`, code)),
    ":::",
  ].join("\n\n");
}

/** `createRelease` as `create-release`. */
export function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
}

/** The words of a page's first heading, without marks. */
export function titleOf(markdown: string): string {
  return (/^# (.+)$/m.exec(markdown)?.[1] ?? "").replaceAll("`", "");
}
