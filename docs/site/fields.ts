// A schema as rows of a table: one for each field, those inside it named by their path.

import { type Description, plainValue, resolveSchema, type Schema } from "./description.ts";

export type Field = { name: string; type: string; is_required: boolean; text: string };

// Deeper ones are described where their own resource is.
const MAX_DEPTH = 3;

export function fieldsOf(description: Description, schema: Schema): Field[] {
  return rows(description, { schema, prefix: "", depth: 0 });
}

function rows(
  description: Description,
  { schema, prefix, depth }: { schema: Schema; prefix: string; depth: number },
): Field[] {
  const { properties = {}, required = [] } = resolveSchema(description, schema);
  return Object.entries(properties).flatMap(([key, given]) => {
    const field = mergeOptions(description, resolveSchema(description, given));
    const name = `${prefix}${key}`;
    const inner = resolveSchema(description, field.items ?? field);
    const nested =
      inner.properties && depth < MAX_DEPTH
        ? rows(description, { schema: inner, prefix: `${name}${field.items ? "[]" : ""}.`, depth: depth + 1 })
        : [];
    const text = [given.description ?? field.description, limits(field)].filter(Boolean).join(" ");
    return [{ name, type: typeName(description, field), is_required: required.includes(key), text }, ...nested];
  });
}

/** `null` or an object: the object, said to be nullable. Other choices stay as they are. */
function mergeOptions(description: Description, schema: Schema): Schema {
  const options = (schema.anyOf ?? schema.oneOf ?? []).map((option) => resolveSchema(description, option));
  const real = options.filter(({ type }) => type !== "null");
  const [only] = real;
  if (!only || real.length !== 1 || options.length !== 2) return schema;
  return {
    ...only,
    ...(schema.description && { description: schema.description }),
    type: [only.type ?? "object", "null"].flat(),
  };
}

export function typeName(description: Description, schema: Schema): string {
  const named = resolveSchema(description, schema);
  const choices = named.anyOf ?? named.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeName(description, choice)))].join(" or ");
  const types = [named.type ?? "any"].flat();
  const words = types.map((type) =>
    type === "array" ? `array of ${named.items ? typeName(description, named.items) : "any"}` : type,
  );
  return words.join(" or ");
}

function limits(schema: Schema): string {
  const choices = schema.enum?.filter((value) => value !== null).map((value) => `\`${plainValue(value)}\``);
  const between = (low: number | undefined, high: number | undefined, noun: string) => {
    if (low !== undefined && high !== undefined) return `${low} to ${high}${noun}.`;
    if (high !== undefined) return `At most ${high}${noun}.`;
    return low === undefined ? "" : `At least ${low}${noun}.`;
  };
  return [
    choices && `One of ${choices.join(", ")}.`,
    between(schema.minLength === 1 ? undefined : schema.minLength, schema.maxLength, " characters"),
    between(schema.minItems === 1 ? undefined : schema.minItems, schema.maxItems, " entries"),
    between(schema.minimum, schema.maximum, ""),
    schema.default === undefined ? "" : `Default: \`${JSON.stringify(schema.default)}\`.`,
  ]
    .filter(Boolean)
    .join(" ");
}
