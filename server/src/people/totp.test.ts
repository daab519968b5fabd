import { expect, test } from "vitest";
import { base32, codeOfStep, otpauthUrl, stepOfCode } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at second %i the code is %s", (second, code) => {
  expect(codeOfStep(secret, Math.floor(second / 30))).toBe(code);
  expect(stepOfCode(secret, code, new Date(second * 1_000))).toBe(Math.floor(second / 30));
});

// RFC 4648, section 10.
test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("%j in base32 is %j", (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected);
});

test("one step of tolerance on both sides, and no more", () => {
  const now = new Date(1_111_111_111_000);
  const present = Math.floor(now.getTime() / 30_000);
  const taken = [-2, -1, 0, 1, 2].map((step) => stepOfCode(secret, codeOfStep(secret, present + step), now));
  expect(taken).toEqual([undefined, present - 1, present, present + 1, undefined]);
});

test("blanks and hyphens are ignored; anything else is wrong", () => {
  const now = new Date(59_000);
  expect(stepOfCode(secret, " 287-082 ", now)).toBe(1);
  for (const code of ["", "28708", "2870820", "28708a", "٢٨٧٠٨٢", "9".repeat(4_000)])
    expect(stepOfCode(secret, code, now), code).toBeUndefined();
});

test("the address for an app names issuer and account, whatever they contain", () => {
  const url = otpauthUrl(secret, { issuer: "Owl & Sons: Records", account: "ana@example.com" });
  const { pathname, searchParams } = new URL(url);
  expect(pathname).toContain("Owl%20%26%20Sons%3A%20Records:ana%40example.com");
  expect(Object.fromEntries(searchParams)).toEqual({
    secret: base32(secret),
    issuer: "Owl & Sons: Records",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
