import { isUtf8 } from "node:buffer";
import { ApiError, type Findings } from "../../errors.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import type { Signal } from "../../signal.ts";
import { yielding } from "../../yielding.ts";
import { readJsonYielding } from "./json-yielding.ts";

// Deeper or wider than any real body, and cheap enough to look through before the validator sees it.
const MAX_DEPTH = 32;
// A resource at its limit of 64 KiB has 8,000. Looking through more, all of them wrong, would take too long in one stretch.
const MAX_VALUES = 10_000;
const MAX_VALUES_PER_MIB_OF_PARTS = 20_000;
const MIB = 1_048_576;

export const DEFAULT_BODY_LIMIT = MIB;

/** JSON.parse reads so many bytes in a few milliseconds, whatever they hold. */
export const AT_ONCE_BYTES = 65_536;

/** How large the body of a route may be, and the field whose entries are read one by one. */
export type BodyShape = { body_limit?: number; parts?: string };

/** Parses the bytes, or throws a 400. An empty body becomes an empty object, so that every missing field can be named. */
export function readJson(
  bytes: Buffer,
  { body_limit = DEFAULT_BODY_LIMIT, parts }: BodyShape,
  signal?: Signal,
): MaybePromise<unknown> {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new ApiError("invalid_request", "The body is not valid UTF-8.");
  const max_values = parts === undefined ? MAX_VALUES : Math.ceil(body_limit / MIB) * MAX_VALUES_PER_MIB_OF_PARTS;
  if (bytes.length > AT_ONCE_BYTES) {
    const part = { max_values: MAX_VALUES, max_bytes: MIB };
    return yielding(readJsonYielding(bytes, { max_depth: MAX_DEPTH, max_values, part, parts }), signal);
  }
  const value = parse(bytes.toString("utf8"));
  measure(value, max_values);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.slice(0, 200) : "unknown";
    throw new ApiError("invalid_request", `The body is not valid JSON: ${reason}`);
  }
}

/** Refuses bodies that would only keep the validator busy: nested too deep, or with too many values. */
function measure(root: unknown, max_values: number): void {
  let values = 0;
  let level: object[] = isContainer(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new ApiError("invalid_request", `The body is nested deeper than ${MAX_DEPTH} levels.`);
    const next: object[] = [];
    for (const container of level) {
      const children: unknown[] = Object.values(container);
      values += children.length;
      if (values > max_values) throw new ApiError("invalid_request", `The body has more than ${max_values} values.`);
      for (const child of children) if (isContainer(child)) next.push(child);
    }
    level = next;
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * PostgreSQL cannot store NUL, an unpaired surrogate is not a character, and no XML document, such as those that stores get, can
 * carry U+FFFE or U+FFFF. Each such string is reported.
 */
export function findBadText(root: unknown, path: string, found: Findings): void {
  if (typeof root === "string") {
    if (!isStorable(root)) found.add("validation_failed", () => ({ field: path, issue: TEXT_ISSUE }));
  } else if (Array.isArray(root)) {
    for (const [index, child] of root.entries()) findBadText(child, `${path}[${index}]`, found);
  } else if (isContainer(root)) {
    for (const [name, child] of Object.entries(root)) findBadTextAt(name, child, path, found);
  }
}

export function findBadTextAt(name: string, child: unknown, path: string, found: Findings): void {
  const field = path ? `${path}.${name}` : name;
  if (!isStorable(name)) found.add("validation_failed", () => ({ field, issue: `has a name that ${TEXT_ISSUE}` }));
  findBadText(child, field, found);
}

const TEXT_ISSUE = "must be text without NUL, U+FFFE, U+FFFF and unpaired surrogates";

const unstorable = ["\0", "\ufffe", "\uffff"];

function isStorable(text: string): boolean {
  return text.isWellFormed() && !unstorable.some((character) => text.includes(character));
}
