// The least that writing a document can cost: one function that joins its fixed marks and its texts, each text escaped.

/** `write` gives the same document again from its texts. */
export function plainTemplate(document: string): { texts: string[]; write: (texts: readonly string[]) => string } {
  const parts = document.split(/(?<=>)([^<]+)(?=<)/);
  const marks = parts.filter((_, index) => index % 2 === 0);
  const texts = parts.filter((_, index) => index % 2 === 1).map(unescaped);
  const source = marks.map(
    (mark, index) => JSON.stringify(mark) + (index < texts.length ? `+escaped(texts[${index}])+` : ""),
  );
  // A template that was written by hand would look the same: marks and values in one expression.
  const write = new Function("escaped", `return (texts) => ${source.join("")}`)(escaped) as (
    texts: readonly string[],
  ) => string;
  return { texts, write };
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return /[&<>"]/.test(text) ? text.replaceAll(/[&<>"]/g, (mark) => entities[mark] ?? mark) : text;
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
