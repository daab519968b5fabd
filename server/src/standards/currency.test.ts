import { expect, test } from "vitest";
import { isCurrency, minorDigits } from "./currency.ts";

test.each([
  ["EUR", 2],
  ["USD", 2],
  ["JPY", 0],
  ["KWD", 3],
  ["IQD", 3],
  ["HUF", 2],
])("%s has %i digits after the point", (code, digits) => expect(minorDigits(code)).toBe(digits));

test.each(["eur", "EU", "XXX", "XTS", "XAU", "BTC", ""])("%j is no currency", (code) => {
  expect(isCurrency(code)).toBe(false);
  expect(() => minorDigits(code)).toThrow("ISO 4217");
});
