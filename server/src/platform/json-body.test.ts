import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_BODY_LIMIT, parseJson, textIssues } from "./json-body.ts";

const parse = (text: string | Buffer) => parseJson(Buffer.from(text as string), DEFAULT_BODY_LIMIT);
const refusal = expect.objectContaining({ code: "invalid_request" });

describe("bytes", () => {
  test("of any JSON become its value", () => {
    fc.assert(fc.property(fc.json({ maxDepth: 5 }), (text) => void expect(parse(text)).toEqual(JSON.parse(text))));
  });

  test("that are none are an empty object, so that every missing field can be named", () => {
    expect(parse("")).toEqual({});
  });

  test("of any other kind are refused, never thrown over", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        try {
          parse(Buffer.from(bytes));
        } catch (error) {
          expect(error).toEqual(refusal);
        }
      }),
    );
  });

  test("may nest 32 levels and no more", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(() => parse(nested(32))).not.toThrow();
    expect(() => parse(nested(33))).toThrow(refusal);
  });

  test("may hold 20,000 values per MiB of their limit and no more", () => {
    const values = (count: number) => Buffer.from(`[${Array(count).fill("1").join(",")}]`);
    expect(() => parseJson(values(20_000), 1_048_576)).not.toThrow();
    expect(() => parseJson(values(20_001), 1_048_576)).toThrow(refusal);
    expect(() => parseJson(values(160_000), 8 * 1_048_576)).not.toThrow();
    expect(() => parseJson(values(160_001), 8 * 1_048_576)).toThrow(refusal);
  });
});

test("each string and each name with NUL or half a surrogate pair is named by its path", () => {
  const issues = textIssues({ a: "\0", b: ["ok", "\ud800"], "c\0": { d: "\udc00" }, fine: "🎵", n: 1, z: null });
  expect(issues.map(({ field }) => field)).toEqual(["a", "b[1]", "c\0", "c\0.d"]);
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      (text) => void expect(textIssues([text.replaceAll("\0", "")])).toEqual([]),
    ),
  );
});
