// Requests that are wrong in one or several ways, made from an operation's schema and example.

import fc from "fast-check";
import { anyText } from "./any-text.ts";
import type { Node, Operation } from "./api-description.ts";
import type { Request } from "./world.ts";

/** `id` replaces the ids of the path, escaped or not; `query` begins with `?` or is empty. */
export type HostileRequest = { id: string | undefined; query: string; request: Request };

type Resolve = (node: Node) => Node;

const nest = (depth: number): unknown => (depth === 0 ? [] : { a: [nest(depth - 1)] });

export function hostileRequest(operation: Operation, resolve: Resolve): fc.Arbitrary<HostileRequest> {
  const sends = operation.method !== "GET" && operation.method !== "HEAD";
  return fc.record({
    id: operation.path.includes("{") ? fc.option(hostileId, { nil: undefined, freq: 2 }) : fc.constant(undefined),
    query: fc.oneof(
      { weight: 3, arbitrary: fc.constant("") },
      { weight: sends ? 1 : 9, arbitrary: hostileQuery(operation) },
    ),
    request: sends ? hostileBody(operation, resolve) : fc.constant({}),
  });
}

/** Every field that the schema knows, with its own example. */
export function fullExample(schema: Node, resolve: Resolve): Record<string, unknown> {
  const fields = Object.entries((schema.properties ?? {}) as Node).filter(([, field]) => !field.deprecated);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(resolve(field), resolve)]));
}

// Values that chance alone would seldom put into the one right place of a body that is right otherwise.
const poison = [null, "a\0b", "\ud800", "é".repeat(20_000), "ZZ", 2 ** 53, nest(3)];

/** Bodies that are right but for one place, for every place that the schema knows. The places take the poisons in turn. */
export function* poisonedBodies(
  valid: unknown,
  { schema, resolve, poisons }: { schema: Node; resolve: Resolve; poisons: number },
): Generator<unknown> {
  let turn = 0;
  for (const [field, example] of Object.entries(fullExample(schema, resolve))) {
    const sound = { ...(valid as object), [field]: example };
    const count = placesOf({ [field]: example }).length;
    for (let index = 0; index < count; index++)
      for (let number = 0; number < Math.min(poisons, poison.length); number++) {
        const value = poison[turn++ % poison.length];
        const body: Record<string, unknown> = structuredClone(sound);
        const place = placesOf({ [field]: body[field] })[index];
        if (index === 0 || !place) body[field] = value;
        else place.holder[place.key] = value;
        yield body;
      }
  }
}

/** An id in an example stands for one that exists: `rel_01k8…` becomes what `find("rel")` knows, if anything. */
export function withIds(example: unknown, find: (prefix: string) => string | undefined): unknown {
  if (example === undefined) return undefined;
  const text = JSON.stringify(example).replaceAll(/"([a-z]{3})_[0-9a-z]{26}"/g, (shown, prefix) => {
    const real = find(prefix);
    return real ? JSON.stringify(real) : shown;
  });
  return JSON.parse(text);
}

export function exampleOf(schema: Node, resolve: Resolve): unknown {
  const shown = schema.examples?.[0] ?? schema.enum?.[0] ?? schema.default;
  if (shown !== undefined) return shown;
  if (schema.properties) return fullExample(schema, resolve);
  if (schema.items) return [exampleOf(resolve(schema.items), resolve)];
  const type = [schema.type].flat()[0];
  return { string: "text", integer: schema.minimum ?? 1, boolean: true }[type as string] ?? null;
}

const hostileText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "x\udfff",
    "👩‍🚀",
    "e\u0301",
    "\u202e",
    "%",
    "%_\\",
    "'; --",
    "null",
  ),
  fc.constantFrom(
    "../..",
    "0",
    "-1",
    "1e9",
    "NaN",
    "2026-02-30",
    "9999-12-31",
    "ZZ",
    "x".repeat(201),
    "é".repeat(20_000),
  ),
  anyText({ maxLength: 40 }),
);
const hostileNumber = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 1e308, 5e-324, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER + 2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const hostileName = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length", "", "a.b", "[0]"),
  hostileText,
);
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [null], [[]], nest(10), nest(200)),
  fc.constantFrom(0, "a", "DE", null, {}).map((entry) => Array.from({ length: 1000 }, () => entry)),
  fc.array(hostileText, { maxLength: 5 }),
  fc.dictionary(hostileName, hostileText, { maxKeys: 3, noNullPrototype: true }),
);

const hostileId = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())).filter((text) => !/^\.*$/.test(text)),
  fc.constantFrom("%zz", "%ff", "%00", "%2f", "%2e%2e", "null", "undefined", "constructor", "x".repeat(10_000)),
);

function hostileQuery({ parameters }: Operation): fc.Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("limit", ...known) },
    { weight: 1, arbitrary: hostileName },
  );
  const value = fc.oneof(hostileText, fc.constantFrom("1", "100", "101", "draft", "Paris"));
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  const pair = fc.tuple(name, value).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const odd = fc.constantFrom("&&&", "=", "%zz=1", "limit=%ff", "limit", "limit[]=1", "limit=1&limit=2", "%00");
  return fc
    .oneof(
      { weight: 5, arbitrary: fc.array(pair, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: odd.map((text) => [text]) },
    )
    .map((pairs) => `?${pairs.join("&")}`);
}

function hostileBody({ body }: Operation, resolve: Resolve): fc.Arbitrary<Request> {
  const isForm = body?.type.includes("form") ?? false;
  const whole = body ? fullExample(body.schema, resolve) : {};
  const start = fc.constantFrom(body?.example ?? {}, whole);
  const changed = fc.tuple(start, fc.array(change, { minLength: 1, maxLength: 3 })).map(([value, changes]): Request => {
    const changed = changes.reduce(apply, structuredClone(value));
    return isForm ? { raw: formOf(changed) } : { body: changed };
  });
  const raw = fc.constantFrom(
    "",
    "{",
    "null",
    "[]",
    '"text"',
    '{"a":1}{',
    "\ufeff{}",
    '{"__proto__":{"a":1}}',
    "[".repeat(5_000),
  );
  const bytes = fc.uint8Array({ maxLength: 20 }).map((raw): Request => ({ raw: new Uint8Array(raw) }));
  const request = fc.oneof(
    { weight: 12, arbitrary: changed },
    { weight: 2, arbitrary: hostileValue.map((value): Request => ({ body: value })) },
    { weight: 2, arbitrary: raw.map((raw): Request => ({ raw })) },
    { weight: 1, arbitrary: bytes },
  );
  const headers = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileHeaders) },
    { weight: 1, arbitrary: fc.uuid({ version: 4 }).map((key) => ({ "idempotency-key": key })) },
  );
  return fc.tuple(request, headers).map(([request, headers]) => {
    const type: Record<string, string> = isForm ? { "content-type": body?.type ?? "" } : {};
    return { ...request, headers: { ...type, ...(headers as Record<string, string>) } };
  });
}

function formOf(value: unknown): string {
  const fields = Object.entries((value ?? {}) as Record<string, unknown>);
  const text = (field: unknown) => (typeof field === "string" ? field : JSON.stringify(field)).toWellFormed();
  const pairs = fields.map(([name, field]): [string, string] => [name.toWellFormed(), text(field)]);
  return new URLSearchParams(pairs).toString();
}

const hostileHeaders: Record<string, string>[] = [
  { "idempotency-key": "not-a-uuid" },
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=latin1" },
  { "content-type": "application/x-www-form-urlencoded" },
  { authorization: "Basic Og==" },
  { "content-type": ";;;" },
  { "content-encoding": "gzip" },
];

/** `at` picks one of all places in the body, `how` what happens there. */
type Change = { at: number; how: "drop" | "set" | "add"; name: string; value: unknown };

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("drop", "set", "set", "add"),
  name: hostileName,
  value: hostileValue,
});

function apply(root: unknown, { at, how, name, value: shared }: Change): unknown {
  // A copy: the next change may change it.
  const value = structuredClone(shared);
  const places = placesOf(root);
  const place = places[at % Math.max(1, places.length)];
  if (!place || how === "add") {
    // `defineProperty`, because an assignment to `__proto__` makes no field.
    if (typeof root === "object" && root !== null && !Array.isArray(root))
      Object.defineProperty(root, name, { value, enumerable: true, configurable: true, writable: true });
    return root;
  }
  if (how === "set") place.holder[place.key] = value;
  else if (Array.isArray(place.holder)) place.holder.splice(Number(place.key), 1);
  else delete place.holder[place.key];
  return root;
}

type Place = { holder: Record<string, unknown>; key: string };

/** Every field and entry, at most a few hundred: what an earlier change put in may be large. */
function placesOf(root: unknown, depth = 0): Place[] {
  if (typeof root !== "object" || root === null || depth > 5) return [];
  const holder = root as Record<string, unknown>;
  const own = Object.keys(holder).slice(0, 50);
  return own.flatMap((key) => [{ holder, key }, ...placesOf(holder[key], depth + 1)]);
}
