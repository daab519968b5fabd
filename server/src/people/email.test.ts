import { expect, test } from "vitest";
import { readEmail } from "./email.ts";

test.each([
  [" Ana@Example.com ", "ana@example.com"],
  ["o'brien+label@mail.example.co.uk", "o'brien+label@mail.example.co.uk"],
  ["root@localhost", "root@localhost"],
  [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
])("%j is %j", (text, email) => {
  expect(readEmail(text)).toBe(email);
});

test.each([
  "",
  "ana",
  "@example.com",
  "ana@",
  "ana@example",
  "ana@.com",
  "ana@example..com",
  "ana@-example.com",
  "a na@example.com",
  "ana@exa mple.com",
  "ana@b@example.com",
  'an"a@example.com',
  "an,a@example.com",
  "an;a@example.com",
  "an<a@example.com",
  "an>a@example.com",
  "an\\a@example.com",
  "ana\r\nbcc:x@example.com",
  "ana\u0000@example.com",
  "änä@example.com",
  "ana@exämple.com",
  `${"a".repeat(65)}@example.com`,
  `ana@${"a.".repeat(125)}com`,
])("%j is no address", (text) => {
  expect(readEmail(text)).toBeUndefined();
});
