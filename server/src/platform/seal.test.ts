import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSeal } from "./seal.ts";

test("what was sealed opens for what it was sealed for, and for nothing else", () => {
  const seal = createSeal(randomBytes(32));
  const sealed = seal.seal({ a: ["b"] }, "here");
  expect(seal.open(sealed, "here")).toEqual({ a: ["b"] });
  expect(seal.open(sealed, "there")).toBeUndefined();
  expect(createSeal(randomBytes(32)).open(sealed, "here")).toBeUndefined();
});

test("a text longer than any sealed value is not looked at, unless the seal was made for that length", () => {
  const key = randomBytes(32);
  const long = createSeal(key).seal("k".repeat(5000), "here");
  expect(createSeal(key).open(long, "here")).toBeUndefined();
  expect(createSeal(key, Number.POSITIVE_INFINITY).open(long, "here")).toBe("k".repeat(5000));
});
