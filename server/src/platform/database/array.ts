// Arrays as PostgreSQL writes them: {a,"b c",NULL}. The driver would ask each new connection which types are arrays, and
// a connection lost just then ends the process; these are the ones that we use.

type Element = string | number | boolean | null;

/** One dimension only. `read` interprets an element. */
export function parseArray<T>(text: string, read: (element: string) => T): (T | null)[] {
  // Most arrays hold codes and ids, which PostgreSQL writes without quotes: splitting takes less than half of the time.
  if (!text.includes('"'))
    return text === "{}"
      ? []
      : text
          .slice(1, -1)
          .split(",")
          .map((element) => readPlain(element, read));
  const elements = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs);
  return [...elements].map(([, quoted, plain]) => {
    if (quoted !== undefined) return read(quoted.replaceAll(/\\(.)/gs, "$1"));
    return readPlain(plain ?? "NULL", read);
  });
}

function readPlain<T>(element: string, read: (element: string) => T): T | null {
  return element === "NULL" ? null : read(element);
}

export function writeArray(elements: readonly Element[]): string {
  return `{${elements.map(writeElement).join(",")}}`;
}

function writeElement(element: Element): string {
  return element === null ? "NULL" : `"${String(element).replaceAll(/["\\]/g, "\\$&")}"`;
}
