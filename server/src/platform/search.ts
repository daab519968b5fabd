// How a text is looked for: what is kept and what is asked have one case and one Unicode form.

export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The pattern of `like` for a text that contains this one. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
