// Reads the body of a request, then checks it against its schema and for text that cannot be stored. A body in parts is
// checked part by part, with the same result as if it were checked whole.

import { type TObject, type TSchema, Type } from "typebox";
import { Findings } from "../../errors.ts";
import { andThen, type MaybePromise } from "../../maybe-promise.ts";
import type { Signal } from "../../signal.ts";
import { atOnce, yielding } from "../../yielding.ts";
import { isDocument, isWrite, type Route } from "../route.ts";
import { compileFinder, compileValidator, readFields } from "../validation.ts";
import { parseForm } from "./form-body.ts";
import { AT_ONCE_BYTES, findBadText, findBadTextAt, readJson } from "./json-body.ts";

/** `sent` is the parsed body, valid or not. A refusal is kept until we know that this is not a replay. */
export type ReadBody = { sent: object; refusal?: Error };

export type BodyReader = (bytes: Buffer | undefined, signal?: Signal) => MaybePromise<ReadBody>;

const noBody = Type.Object({}, { additionalProperties: false });

export function compileBodyReader(route: Route): BodyReader {
  if (!isWrite(route) || route.takes === "stream" || isDocument(route.takes)) return () => ({ sent: {} });
  const schema = route.body ?? noBody;
  if (route.takes === "form") {
    const form = { schema, validate: compileValidator(schema), noun: "form field" } as const;
    return (bytes) => keepingRefusal({}, () => ({ sent: readFields(form, parseForm(bytes)) }));
  }
  const check = compileCheck(schema, route.parts);
  return (bytes = Buffer.alloc(0), signal) =>
    keepingRefusal({}, () =>
      andThen(readJson(bytes, route, signal), (body) => {
        const sent = typeof body === "object" && body !== null ? body : {};
        return keepingRefusal(sent, () =>
          andThen(bytes.length > AT_ONCE_BYTES ? yielding(check(body), signal) : atOnce(check(body)), (found) => {
            found.throwIfAny();
            return { sent };
          }),
        );
      }),
    );
}

function keepingRefusal(sent: object, read: () => MaybePromise<ReadBody>): MaybePromise<ReadBody> {
  const keep = (error: unknown) => ({ sent, refusal: error as Error });
  try {
    const body = read();
    return body instanceof Promise ? body.catch(keep) : body;
  } catch (error) {
    return keep(error);
  }
}

type Check = (body: unknown) => Generator<undefined, Findings, undefined>;

/** In the order of one validator over the whole body, followed by all text that cannot be stored. */
function compileCheck(schema: TObject, parts: string | undefined): Check {
  const list = parts === undefined ? undefined : (schema.properties[parts] as TSchema & { items: TSchema });
  const findIn = list && compileFinder(list.items);
  const around = list && { ...schema.properties, [parts ?? ""]: { ...list, items: {} } };
  const findAround = compileFinder(around ? { ...schema, properties: around } : schema);
  return function* (body) {
    const found = new Findings();
    findAround(body, "", found);
    yield;
    const fields = isObject(body) ? Object.entries(body) : [];
    if (findIn) yield* findInParts(fields, parts, (part, path) => findIn(part, path, found));
    if (!isObject(body)) findBadText(body, "", found);
    for (const field of fields) {
      if (field[0] === parts) yield* findInParts([field], parts, (part, path) => findBadText(part, path, found));
      if (field[0] !== parts || !Array.isArray(field[1])) findBadTextAt(field[0], field[1], "", found);
      yield;
    }
    return found;
  };
}

function* findInParts(
  fields: readonly [name: string, value: unknown][],
  parts: string | undefined,
  find: (part: unknown, path: string) => void,
): Generator<undefined, void, undefined> {
  for (const [name, value] of fields) {
    if (name !== parts || !Array.isArray(value)) continue;
    for (const [index, part] of value.entries()) {
      find(part, `${name}[${index}]`);
      yield;
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
