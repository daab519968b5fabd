/** JSON for people: like the usual one, but a list of plain values stays on one line. */
export function showJson(value: unknown, indent = ""): string {
  if (Array.isArray(value) && value.every(isPlain)) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  if (isPlain(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => inner + showJson(item, inner))
    : Object.entries(value as object).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${showJson(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}
