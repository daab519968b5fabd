// The schemas of an operation's query and of its reply, made from its route.

import { type TProperties, type TSchema, Type } from "typebox";
import { memoize } from "../memoize.ts";
import type { Route } from "./route.ts";

export const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

export const pageQuery = {
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: "The most rows to return. A page also ends at about 4 MiB.",
  }),
  cursor: Type.String({ description: "The `next_cursor` of the previous page." }),
};

/** The full query of a route: its own parameters and, for a list, the page's. A rule of its own sees all of them. */
export function querySchema(route: Route) {
  return (route.success.list ? listQuery : ownQuery)(route.query ?? noQuery);
}

type OwnQuery = { properties?: TProperties; rule?: unknown };
const noQuery: OwnQuery = {};
// The environments of a process have the same routes. They share the compiled form of a schema.
const ownQuery = memoize((query: OwnQuery) => withParameters(query, query.properties ?? {}));
const listQuery = memoize((query: OwnQuery) => withParameters(query, { ...query.properties, ...pageQuery }));

function withParameters({ rule }: OwnQuery, parameters: TProperties) {
  return Type.Partial(Type.Object(parameters), { additionalProperties: false, ...(rule ? { rule } : {}) });
}

export function replySchema(route: Route): TSchema | undefined {
  const { schema, list } = route.success;
  return schema && list ? listSchema(schema) : schema;
}

const listSchema = memoize((schema: TSchema) => {
  const { title } = schema as { title?: string };
  const page = {
    data: Type.Array(schema),
    next_cursor: Type.Unsafe<string | null>({
      type: ["string", "null"],
      description: "Ask with `cursor` for the next page; null on the last.",
    }),
    has_more: Type.Boolean({ description: "False on the last page." }),
  };
  return Type.Object(page, title ? { title: `${title}List` } : {});
});
