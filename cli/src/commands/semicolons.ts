// Lists in one cell or one option: `Vera Lux; Ola Berg`. A semicolon that belongs to a name is written `\;`.

export function partsOf(text: string): string[] {
  return text
    .split(/(?<!\\);/)
    .map((part) => part.replaceAll("\\;", ";").trim())
    .filter((part) => part !== "");
}

export function joinedParts(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(";", "\\;")).join("; ");
}
