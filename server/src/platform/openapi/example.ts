import type { TSchema } from "typebox";

type Readable = {
  type?: unknown;
  properties?: Record<string, TSchema & { deprecated?: boolean; writeOnly?: boolean }>;
  items?: TSchema;
  examples?: unknown[];
  enum?: unknown[];
  required?: string[];
  default?: unknown;
  minimum?: number;
};

/** An example put together from those of its fields. Deprecated ones are left out, and secrets, which a reader might copy. */
export function exampleOf(schema: TSchema, options: { only_required?: boolean } = {}): unknown {
  const {
    type,
    properties,
    items,
    examples,
    enum: values,
    required = [],
    default: initial,
    ...rest
  } = schema as Readable;
  if (examples) return examples[0];
  if (initial !== undefined) return initial;
  if (values) return values[0];
  if (properties) {
    const shown = Object.entries(properties).filter(
      ([name, { deprecated, writeOnly }]) =>
        !deprecated && !writeOnly && (!options.only_required || required.includes(name)),
    );
    return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, options)]));
  }
  if (items) return [exampleOf(items, options)];
  const plainest: Record<string, unknown> = { boolean: false, integer: rest.minimum ?? 1, object: {}, string: "text" };
  return plainest[String([type].flat().at(-1))] ?? null;
}
