import { expect, test } from "vitest";
import { isCurrency, minorDigits, parseAmount, shownAmount } from "./currency.ts";
import { formatDecimal } from "./decimal.ts";

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

test.each([
  ["12.5", "EUR", "12.50"],
  ["-12.500", "EUR", "-12.50"],
  ["100.00", "JPY", "100"],
  ["0.001", "KWD", "0.001"],
  ["0.005", "EUR", undefined],
  ["-0.5", "JPY", undefined],
  ["1e3", "EUR", undefined],
  ["", "EUR", undefined],
])("%j in %s is a whole amount of minor units: %s", (text, currency, whole) => {
  const amount = parseAmount(text, currency);
  expect(amount && formatDecimal(amount, minorDigits(currency))).toBe(whole);
});

test.each([
  ["1.5", "EUR", "1.50"],
  ["1.2345000", "EUR", "1.2345"],
  ["-7", "JPY", "-7"],
  ["7.0", "JPY", "7"],
])("%s in %s is shown as %s", (amount, currency, shown) => expect(shownAmount(amount, currency)).toBe(shown));
