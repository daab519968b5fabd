import fc from "fast-check";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { type ApiError, errorBody, type Issue, validationError } from "../../errors.ts";
import { Nullable, Text } from "../../schema.ts";
import { type Route, route } from "../route.ts";
import { compileValidator } from "../validation.ts";
import { compileBodyReader } from "./request-body.ts";

const Entry = Type.Object(
  {
    title: Text({ maxLength: 8 }),
    number: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
    names: Type.Optional(Type.Array(Type.Object({ name: Text({ maxLength: 3 }) }, { additionalProperties: false }))),
  },
  { additionalProperties: false },
);
const twins = (entries: readonly unknown[]): Issue[] =>
  entries.flatMap((entry, index) =>
    index > 0 && JSON.stringify(entry) === JSON.stringify(entries[index - 1])
      ? [{ code: "validation_failed", field: `[${index}].title`, issue: "is that of the one before" } as const]
      : [],
  );
const Body = Type.Object(
  { tracks: Type.Array(Entry, { minItems: 1, maxItems: 4, rule: twins }) },
  { additionalProperties: false },
);
const columns = { method: "POST", path: "/x", operation: "x", tag: "x", summary: "x", access: "any_key" } as const;
const bulk: Route = route({
  ...columns,
  body: Body,
  success: { status: 200 },
  parts: "tracks",
  body_limit: 8 * 1_048_576,
  handle: () => undefined,
});
const read = compileBodyReader(bulk);

/** As it is found in the whole body at once. */
function refusalOf(body: unknown): string | undefined {
  const issues = [...validate(body), ...badText(body, "")];
  return issues.length === 0 ? undefined : errorBody(validationError(issues), "");
}
const validate = compileValidator(Body);

function badText(root: unknown, path: string): Issue[] {
  const issue = "must be text without NUL, U+FFFE, U+FFFF and unpaired surrogates";
  const isBad = (text: string) => ["\0", "\ufffe", "\uffff", "\ud800"].some((bad) => text.includes(bad));
  if (typeof root === "string") return isBad(root) ? [{ code: "validation_failed", field: path, issue }] : [];
  if (Array.isArray(root)) return root.flatMap((child, index) => badText(child, `${path}[${index}]`));
  return Object.entries(root ?? {}).flatMap(([name, child]): Issue[] => {
    const field = path ? `${path}.${name}` : name;
    const own = { code: "validation_failed", field, issue: `has a name that ${issue}` } as const;
    return [...(isBad(name) ? [own] : []), ...badText(child, field)];
  });
}

const title = fc.constantFrom<unknown>("a", "b", "", "too long a title", "\0", "\ud800", "a\ufffe", "\uffffb", 5, null);
const others = { titel: fc.constant(1), "x\0": title, number: fc.constantFrom<unknown>(1, 0, "1", null) };
const named = fc.array(fc.record({ name: title, nom: title }, { requiredKeys: [] }));
const entry = fc.oneof(fc.record({ title, names: named, ...others }, { requiredKeys: [] }), title, fc.constant([1]));
const listed = fc.record({ a: title, "b\0": title, tracks: fc.array(entry), c: title }, { requiredKeys: ["tracks"] });
const body = fc.oneof(listed, fc.record({ tracks: fc.array(entry, { maxLength: 3 }) }), title, fc.array(entry));

// A body is small and read at once, or large and read in turns.
test.each([0, 100_000])(
  "a body in parts is refused in the same words as if it were checked whole (and %i blanks)",
  async (blanks) => {
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const { refusal, sent } = await read(Buffer.from(JSON.stringify(value) + " ".repeat(blanks)));
        expect(refusal ? errorBody(refusal as never, "") : undefined).toBe(refusalOf(value));
        if (!refusal) expect(sent).toEqual(value);
      }),
    );
  },
);

test("a hundred of a hundred thousand problems are reported, those that give the code first, and all are counted", async () => {
  const tracks = [...Array(100).fill({ title: 5, number: 0 }), { unknown: 1 }, ...Array(50_000).fill({ title: 5 })];
  const { refusal } = await read(Buffer.from(JSON.stringify({ tracks })));
  expect(refusal).toMatchObject({ code: "missing_required_field", message: refusalMessage(tracks) });
  expect((refusal as ApiError).details).toHaveLength(100);
});

function refusalMessage(tracks: unknown[]): string {
  return JSON.parse(refusalOf({ tracks }) ?? "").error.message;
}
