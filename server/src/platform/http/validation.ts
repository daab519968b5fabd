import { Ajv, type ErrorObject } from "ajv";
import type { TObject, TSchema } from "typebox";
import { ApiError, type Detail, type ErrorCode, type Findings, type Issue } from "../errors.ts";

/**
 * A rule that JSON Schema cannot express, attached to a schema as `rule`. It gets only values of the right type, but the entries
 * of a list may be of any, and returns their problems. `field` is relative to the value ("" for the value itself, "[2]" for an entry).
 */
type SchemaRule<T> = (value: T) => readonly Issue[];

type Violation = ErrorObject & { issue?: Issue };

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, verbose: true, ownProperties: true });
// `form` says in words what a `pattern` allows: "must be …".
ajv.addKeyword({ keyword: "form", schemaType: "string" });
ajv.addKeyword({ keyword: "rule", errors: "full", validate: applyRule });

export type Validator = (value: unknown) => readonly Issue[];

export function compileValidator(schema: TSchema): Validator {
  const validate = ajv.compile(schema);
  return (value) =>
    validate(value)
      ? []
      : onePerField(validate.errors ?? []).map((error, index) => ({
          code: codeOf(error),
          ...toDetail(error, index < MAX_HINTS),
        }));
}

/** The same for a value at `path` of the checked value. It stays cheap when much is wrong. */
export type Finder = (value: unknown, path: string, found: Findings) => void;

export function compileFinder(schema: TSchema): Finder {
  const validate = ajv.compile(schema);
  return (value, path, found) => {
    if (validate(value)) return;
    for (const error of onePerField(validate.errors ?? [])) found.add(codeOf(error), () => toDetail(error, true, path));
  };
}

/** Null is neither a string nor one of the values: one mistake breaks several keywords, and one problem is told of it. */
function onePerField(errors: readonly Violation[]): Violation[] {
  const kept = new Map<string, Violation>();
  for (const error of errors) {
    const key = fieldKey(error);
    const other = kept.get(key);
    if (!other || usefulness(error) > usefulness(other)) kept.set(key, error);
  }
  return [...kept.values()];
}

/**
 * The same text for the same field, but for a field of an entry that the rule of its list names: entries of a large body are checked one by
 * one, and must be told the same. Paths in words are made of those problems alone that an answer shows.
 */
function fieldKey({ keyword, params, instancePath }: Violation): string {
  if (keyword === "required") return `${instancePath}/${params.missingProperty}`;
  if (keyword === "additionalProperties") return `${instancePath}/${params.additionalProperty}`;
  const field = keyword === "rule" ? (params.issue as Issue).field : "";
  return field === "" ? instancePath : `${instancePath}/${field}`;
}

/** A code of its own comes first. Then a sentence that names the values or the form that is wanted says more than one about a type. */
function usefulness(error: Violation): number {
  if (codeOf(error) !== "validation_failed") return 3;
  if (error.keyword === "const" || error.keyword === "enum") return 2;
  return error.keyword === "pattern" ? 1 : 0;
}

// Only this many problems get a hint, because hints are slow in a body of thousands.
const MAX_HINTS = 100;

/** An escape that is not valid UTF-8 is refused, as it is in a path. */
export function assertReadableQuery(url: string): void {
  try {
    decodeURIComponent(url.includes("?") ? url.slice(url.indexOf("?")) : "");
  } catch {
    throw new ApiError("invalid_request", "The query has an escape that is not valid UTF-8.");
  }
}

/** Converts the text of a query or a form to the types of its schema. Any problem is a 400. */
export function readFields(
  { schema, validate, noun }: { schema: TObject; validate: Validator; noun: "query parameter" | "form field" },
  fields: Record<string, unknown>,
): Record<string, unknown> {
  // Uses fromEntries, because assigning to a name such as __proto__ would not make a property that can be refused.
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).map(([name, text]) => {
      // A cursor is opened, and refused, whatever it holds.
      if (typeof text === "string" && name !== "cursor" && text.includes("\0"))
        throw fieldError(noun, [{ field: name, issue: "must not contain NUL" }]);
      return [name, readValue(schema.properties[name], text)];
    }),
  );
  const issues = validate(values);
  if (issues.length > 0) {
    const details = issues.map(({ field, issue }) => ({ field, issue }));
    throw fieldError(noun, details);
  }
  return values;
}

function readValue(schema: { type?: unknown } | undefined, text: unknown): unknown {
  return schema?.type === "integer" && typeof text === "string" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function fieldError(noun: string, details: { field: string; issue: string }[]): ApiError {
  const [first] = details;
  return new ApiError("invalid_request", `The ${noun} \`${first?.field}\` ${first?.issue}.`, details.slice(0, 100));
}

function applyRule(rule: SchemaRule<unknown>, value: unknown, parent?: { type?: unknown }): boolean {
  // Rules do not apply to null: if the type allows it, it is valid.
  if (value === null || !isOfType(value, parent?.type)) return true;
  const issues = rule(value);
  if (issues.length === 0) return true;
  applyRule.errors = issues.map((issue) => ({ keyword: "rule", message: issue.issue, params: { issue } }));
  return false;
}
applyRule.errors = [] as Partial<ErrorObject>[];

/** A schema's type is one name or several. This runs for each text of each body, so it allocates nothing. */
function isOfType(value: unknown, type: unknown): boolean {
  const own = Array.isArray(value) ? "array" : typeof value;
  return Array.isArray(type) ? type.includes(own) : type === own;
}

function codeOf({ keyword, params }: Violation): ErrorCode {
  if (keyword === "required") return "missing_required_field";
  if (keyword === "additionalProperties") return "unknown_field";
  return keyword === "rule" ? (params.issue as Issue).code : "validation_failed";
}

function toDetail(error: Violation, has_hint: boolean, root = ""): Detail {
  const path = fieldPath(error.instancePath, root);
  if (error.keyword === "required") {
    return { field: join(path, String(error.params.missingProperty)), issue: "is required" };
  }
  if (error.keyword === "additionalProperties") {
    const name = String(error.params.additionalProperty);
    const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
    return { field: join(path, name), issue: `is not known here${has_hint ? hint(name, known) : ""}` };
  }
  if (error.keyword === "rule") {
    const { field, issue } = error.params.issue as Issue;
    return { field: field.startsWith("[") || field === "" ? path + field : join(path, field), issue };
  }
  return { field: path, issue: phrase(error) };
}

/** `/artists/0/name` becomes `artists[0].name`. */
function fieldPath(pointer: string, root: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), root);
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

function phrase({ keyword, params, message, parentSchema }: ErrorObject): string {
  const { limit } = params as { limit?: number };
  const phrases: Record<string, () => string> = {
    type: () => `must be ${[params.type as string | string[]].flat().map(article).join(" or ")}`,
    enum: () => `must be one of ${(params.allowedValues as unknown[]).map(String).join(", ")}`,
    const: () => `must be ${params.allowedValue}`,
    minLength: () => (limit === 1 ? "must not be empty" : `must have at least ${limit} characters`),
    maxLength: () => `must have at most ${limit} characters`,
    minItems: () => `must have at least ${limit} ${limit === 1 ? "entry" : "entries"}`,
    maxItems: () => `must have at most ${limit} entries`,
    uniqueItems: () => "must not name the same entry twice",
    minProperties: () => "must not be empty",
    maxProperties: () => `must have at most ${limit} entries`,
    minimum: () => `must be at least ${limit}`,
    maximum: () => `must be at most ${limit}`,
    pattern: () => `must be ${parentSchema?.form ?? "of another form"}`,
  };
  return phrases[keyword]?.() ?? message ?? "is not valid";
}

function article(type: string): string {
  if (type === "null") return "null";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function hint(name: string, known: readonly string[]): string {
  const ranked = known.map((candidate) => ({
    candidate,
    distance: distance(name.slice(0, 64).toLowerCase(), candidate),
  }));
  const [best] = ranked.sort((a, b) => a.distance - b.distance);
  const close = best !== undefined && best.distance <= Math.max(2, Math.floor(best.candidate.length / 2));
  return close ? `; did you mean \`${best.candidate}\`?` : "";
}

/** Levenshtein's distance: how many letters to add, drop or change. */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, change));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
