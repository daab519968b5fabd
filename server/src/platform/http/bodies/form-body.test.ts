import { expect, test } from "vitest";
import { ApiError } from "../../errors.ts";
import { parseForm } from "./form-body.ts";

const parse = (text: string) => parseForm(Buffer.from(text));

test("fields are text in UTF-8, escaped or not; an empty value is as none", () => {
  expect(parse("a=1&b=x+y%20z&c=caf%C3%A9&d=café&e=&f&g=1=2")).toEqual({
    a: "1",
    b: "x y z",
    c: "café",
    d: "café",
    g: "1=2",
  });
  expect(parse("")).toEqual({});
  expect(parse("&&a=1&&")).toEqual({ a: "1" });
  expect(parseForm(undefined)).toEqual({});
});

test("a name of the language is a name like any other", () => {
  const form = parse("__proto__=x&constructor=y");
  expect(Object.entries(form)).toEqual([
    ["__proto__", "x"],
    ["constructor", "y"],
  ]);
});

test.each(["a=1&a=2", "a=%zz", "a=%", "a=%ff", "%c3=1"])("%s is invalid_request", (text) => {
  expect(() => parse(text)).toThrow(ApiError);
});

test("bytes that are not UTF-8 are invalid_request", () => {
  expect(() => parseForm(Buffer.from([0x61, 0x3d, 0xff]))).toThrow("not valid UTF-8");
});
