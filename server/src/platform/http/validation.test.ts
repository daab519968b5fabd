import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { ApiError, type Issue } from "../errors.ts";
import { Nullable, OneOf } from "../schema.ts";
import { assertReadableQuery, compileValidator, readFields } from "./validation.ts";

const isrc = Type.String({
  rule: (text: string): Issue[] =>
    text.startsWith("DE") ? [] : [{ code: "invalid_isrc_format", field: "", issue: "must be an ISRC" }],
});
const entries = Type.Array(Type.Object({ name: Type.String({ maxLength: 3 }) }, { additionalProperties: false }), {
  maxItems: 3,
  rule: (found: unknown[]): Issue[] =>
    found.length === 2 ? [{ code: "validation_failed", field: "[1]", issue: "is one too many" }] : [],
});
const schema = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    isrc: Type.Optional(Nullable(isrc)),
    entries: Type.Optional(entries),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    colour: Type.Optional(OneOf(["red", "blue"])),
    month: Type.Optional(
      Type.String({ minLength: 1, pattern: "^[0-9]{4}-[0-9]{2}$", form: "a month such as 2026-01" }),
    ),
    agrees: Type.Optional(Type.Literal(true)),
    code: Type.Optional(
      Type.String({
        maxLength: 3,
        rule: (): Issue[] => [{ code: "invalid_isrc_format", field: "", issue: "must be a code" }],
      }),
    ),
  },
  { additionalProperties: false },
);
const validate = compileValidator(schema);

describe("a body", () => {
  test("that is right has no issues, and is not changed", () => {
    const body = Object.freeze({ title: "a", isrc: null, entries: [{ name: "b" }], size: 5, colour: "red" });
    expect(validate(body)).toEqual([]);
  });

  const wrong: [body: unknown, code: string, field: string, issue: string][] = [
    [{}, "missing_required_field", "title", "is required"],
    [{ title: "" }, "validation_failed", "title", "must not be empty"],
    [{ title: 5 }, "validation_failed", "title", "must be a string"],
    [{ title: null }, "validation_failed", "title", "must be a string"],
    [{ title: "a", size: "5" }, "validation_failed", "size", "must be an integer"],
    [{ title: "a", size: 6 }, "validation_failed", "size", "must be at most 5"],
    [{ title: "a", size: 0 }, "validation_failed", "size", "must be at least 1"],
    [{ title: "a", colour: "green" }, "validation_failed", "colour", "must be one of red, blue"],
    // One mistake is one problem.
    [{ title: "a", colour: null }, "validation_failed", "colour", "must be one of red, blue"],
    [{ title: "a", agrees: null }, "validation_failed", "agrees", "must be true"],
    [{ title: "a", agrees: "yes" }, "validation_failed", "agrees", "must be true"],
    [{ title: "a", month: "" }, "validation_failed", "month", "must be a month such as 2026-01"],
    [{ title: "a", code: "long" }, "invalid_isrc_format", "code", "must be a code"],
    [{ title: "a", month: "May" }, "validation_failed", "month", "must be a month such as 2026-01"],
    [{ title: "a", isrc: "x" }, "invalid_isrc_format", "isrc", "must be an ISRC"],
    [{ title: "a", isrc: 7 }, "validation_failed", "isrc", "must be a string or null"],
    [
      { title: "a", entries: [{ name: "long" }] },
      "validation_failed",
      "entries[0].name",
      "must have at most 3 characters",
    ],
    [{ title: "a", entries: [{}] }, "missing_required_field", "entries[0].name", "is required"],
    [{ title: "a", entries: [{ name: "a" }, { name: "b" }] }, "validation_failed", "entries[1]", "is one too many"],
    [
      { title: "a", entries: [{ name: "a", nome: 1 }] },
      "unknown_field",
      "entries[0].nome",
      "is not known here; did you mean `name`?",
    ],
    [{ title: "a", "a/b~c": 1 }, "unknown_field", "a/b~c", "is not known here"],
    [[], "validation_failed", "", "must be an object"],
  ];
  test.each(wrong)("%j is %s at %j: %s", (body, code, field, issue) => {
    expect(validate(body)).toEqual([{ code, field, issue }]);
  });

  test("that is wrong in several fields is told each of them once", () => {
    const found = validate({ isrc: "x", colour: 5, entries: [{ name: 1, nome: 2 }, null, null], other: null });
    expect(found.map(({ field }) => field).sort()).toEqual(
      ["colour", "entries[0].name", "entries[0].nome", "entries[1]", "entries[2]", "isrc", "other", "title"].sort(),
    );
  });

  test("whose rule finds something once says nothing about the next", () => {
    expect(validate({ title: "a", isrc: "x" })).toHaveLength(1);
    expect(validate({ title: "a", isrc: "DE" })).toEqual([]);
  });
});

describe("a query", () => {
  const query = Type.Partial(Type.Object({ size: Type.Integer({ minimum: 1 }), name: Type.String() }), {
    additionalProperties: false,
  });
  const read = (values: Record<string, unknown>) =>
    readFields({ schema: query, validate: compileValidator(query), noun: "query parameter" }, values);

  test("becomes what its schema says", () => {
    expect(read({ size: "12", name: "12" })).toEqual({ size: 12, name: "12" });
  });

  test.each([
    { size: "x" },
    { size: "0" },
    { size: ["1", "2"] },
    { nome: "a" },
    { name: "a\0" },
    { ["__proto__"]: "x" },
  ])("%j is invalid_request", (values) => {
    expect(() => read(values)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });

  test("with an escape that is no UTF-8 cannot be read", () => {
    for (const url of ["/v1", "/v1?", "/v1?a=%20%E2%82%AC+b", "/v1/%zz?a=b"])
      expect(() => assertReadableQuery(url)).not.toThrow();
    for (const url of ["/v1?%", "/v1?a=%zz", "/v1?a=%ff", "/v1?a=%ED%A0%80"])
      expect(() => assertReadableQuery(url)).toThrow(ApiError);
  });
});
