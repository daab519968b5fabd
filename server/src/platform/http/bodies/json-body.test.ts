import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Findings } from "../../errors.ts";
import { findBadText, readJson } from "./json-body.ts";

const parse = (text: string | Buffer) => readJson(Buffer.from(text as string), {});
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

  test("may hold 10,000 values and no more, be they short or long", async () => {
    const read = async (count: number, value: string) =>
      readJson(Buffer.from(`[${Array(count).fill(value).join(",")}]`), {});
    for (const value of ["1", '"a longer one"']) {
      await expect(read(10_000, value)).resolves.toHaveLength(10_000);
      await expect(read(10_001, value)).rejects.toThrow(refusal);
    }
  });

  test("of a body in parts may hold as many in each part, and outside them, and in all twice as many per MiB", async () => {
    const shape = { body_limit: 8 * 1_048_576, parts: "tracks" };
    const read = async (text: string) => readJson(Buffer.from(text), shape);
    const values = (count: number) => `[${Array(count).fill("1").join(",")}]`;
    const parts = (...counts: number[]) => `{"tracks":[${counts.map(values).join(",")}]}`;
    const message = (text: string) => read(text).then(String, (error: Error) => error.message);
    expect(await read(parts(9_000, 9_999, ...Array(14).fill(9_000)))).toHaveProperty("tracks.length", 16);
    expect(await message(parts(1, 40_000))).toBe("`tracks[1]` has more than 10000 values.");
    expect(await message(parts(...Array(18).fill(9_000)))).toBe("The body has more than 160000 values.");
    expect(await message(`{"tracks":[],"x":${values(40_000)}}`)).toBe(
      "The body has more than 10000 values outside `tracks`.",
    );
    const long = `"${"x".repeat(600_000)}"`;
    expect(await read(`{"tracks":[${long},[${long}]]}`)).toHaveProperty("tracks.length", 2);
    expect(await message(`{"tracks":[${long},[${long},${long}]]}`)).toBe("`tracks[1]` has more than 1048576 bytes.");
    expect(await message(`{"a":${long},"tracks":[],"b":${long}}`)).toContain("bytes outside `tracks`");
  });
});

test("each string and each name with NUL or half a surrogate pair is named by its path", () => {
  const fields = (value: unknown) => {
    const found = new Findings();
    findBadText(value, "", found);
    return found.count === 0 ? [] : found.toError().details.map(({ field }) => field);
  };
  expect(fields({ a: "\0", b: ["ok", "\ud800"], "c\0": { d: "\udc00" }, fine: "🎵", n: 1, z: null })).toEqual([
    "a",
    "b[1]",
    "c\0",
    "c\0.d",
  ]);
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      (text) => void expect(fields([text.replaceAll("\0", "")])).toEqual([]),
    ),
  );
});
