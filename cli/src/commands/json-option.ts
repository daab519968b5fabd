import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";

/** `{"a":1}`, or `@file` that holds it. */
export function readJsonObject(text: string): Record<string, unknown> {
  const value = readJsonText(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new InvalidArgumentError("It must be a JSON object, or @file with one.");
}

/** `[{"a":1}]`, or `@file` that holds it. The service checks the entries. */
export function readJsonList<Entry>(text: string): Entry[] {
  const value = readJsonText(text);
  if (Array.isArray(value)) return value;
  throw new InvalidArgumentError("It must be a JSON list, or @file with one.");
}

/** Undefined if it is no JSON. */
function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code) throw new InvalidArgumentError(`The file cannot be read (${code}).`);
    return undefined;
  }
}
