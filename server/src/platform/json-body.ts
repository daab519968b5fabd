import { isUtf8 } from "node:buffer";
import { ApiError, type Issue } from "./errors.ts";

// Deeper or wider than any real body, and cheap enough to look through before the validator sees it.
const MAX_DEPTH = 32;
const MAX_VALUES_PER_MIB = 20_000;
const MIB = 1_048_576;

export const DEFAULT_BODY_LIMIT = MIB;

/** Bytes become a value, or a 400. An empty body is an empty object, so that every missing field can be named. */
export function parseJson(bytes: Buffer, body_limit: number): unknown {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw new ApiError("invalid_request", "The body is not valid UTF-8.");
  const value = parse(bytes.toString("utf8"));
  measure(value, Math.ceil(body_limit / MIB) * MAX_VALUES_PER_MIB);
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

/** Refuses what would only serve to keep the validator busy: nesting without end, values without number. */
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

/** PostgreSQL keeps no NUL, and half of a surrogate pair is not a character: each such string is named. */
export function textIssues(root: unknown, path = ""): Issue[] {
  if (typeof root === "string")
    return isStorable(root) ? [] : [{ code: "validation_failed", field: path, issue: TEXT_ISSUE }];
  if (!isContainer(root)) return [];
  if (Array.isArray(root)) return root.flatMap((child, index) => textIssues(child, `${path}[${index}]`));
  return Object.entries(root).flatMap(([name, child]) => {
    const field = path ? `${path}.${name}` : name;
    const own: Issue[] = isStorable(name)
      ? []
      : [{ code: "validation_failed", field, issue: `has a name that ${TEXT_ISSUE}` }];
    return own.concat(textIssues(child, field));
  });
}

const TEXT_ISSUE = "must be text without NUL and without unpaired surrogates";

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
