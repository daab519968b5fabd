import { expect, test } from "vitest";
import { systemChance } from "../platform/context.ts";
import { checkPassword, hashPassword, passwordIssue } from "./password.ts";

test("a password is right in every spelling of Unicode, and no other is", async () => {
  const kept = await hashPassword(systemChance, "café au lait");
  expect(kept).toMatch(/^scrypt\$15\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(await checkPassword("cafe\u0301 au lait", kept)).toEqual({ isRight: true, isOld: false });
  expect(await checkPassword("cafe au lait", kept)).toEqual({ isRight: false, isOld: false });
  expect(await hashPassword(systemChance, "café au lait")).not.toBe(kept);
});

test("without a hash nothing is right, not even what was hashed", async () => {
  for (const password of ["", "\0".repeat(32), "anything at all"])
    expect(await checkPassword(password, null)).toEqual({ isRight: false, isOld: false });
});

test("a hash with older numbers is right, and is told", async () => {
  // scrypt of RFC 7914, section 12: N 1024, r 8, p 16, of which the first 32 bytes are kept.
  const hash = Buffer.from("fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162", "hex").toString(
    "base64",
  );
  const kept = ["scrypt", 10, 8, 16, Buffer.from("NaCl").toString("base64"), hash].join("$");
  expect(await checkPassword("password", kept)).toEqual({ isRight: true, isOld: true });
});

test.each([
  ["x".repeat(9), "must have 10 to 200 characters"],
  ["x".repeat(10), undefined],
  ["🎵".repeat(9), "must have 10 to 200 characters"],
  ["🎵".repeat(200), undefined],
  ["x".repeat(201), "must have 10 to 200 characters"],
  ["Ana.Torres@example.com", "must not be the email address"],
  ["ANA.TORRES", "must not be the email address"],
  ["Basketball", "is one of the most common passwords; choose another"],
])("%j: %s", async (password, issue) => {
  expect(await passwordIssue(password, "ana.torres@example.com")).toBe(issue);
});
