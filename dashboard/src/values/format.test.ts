import { expect, test } from "vitest";
import { showExactMoney, showMoney, showWord } from "./format.ts";

/** The amounts alone: their order and signs are the reader's own. */
const digitsOf = (text: string) => text.replaceAll(/[^\d.,<−-]/g, "");

test("money has the digits of its currency, exactly rounded", () => {
  expect(digitsOf(showMoney("708.808", "EUR"))).toBe("708.81");
  expect(digitsOf(showMoney("1.005", "EUR"))).toBe("1.01");
  expect(digitsOf(showMoney("708", "JPY"))).toBe("708");
  expect(digitsOf(showMoney("0", "EUR"))).toBe("0.00");
});

test("an amount that is too small to be shown is not shown as none", () => {
  expect(digitsOf(showMoney("0.0021", "EUR"))).toBe("<0.01");
  expect(digitsOf(showMoney("-0.0021", "EUR"))).toBe("−<0.01");
  expect(digitsOf(showMoney("0.4", "JPY"))).toBe("<1");
});

test("exact money has every digit that counts, and no fewer than the currency has", () => {
  expect(digitsOf(showExactMoney("708.808", "EUR"))).toBe("708.808");
  expect(digitsOf(showExactMoney("708.8", "EUR"))).toBe("708.80");
  expect(digitsOf(showExactMoney("0.0021000", "EUR"))).toBe("0.0021");
});

test("a code has its word, and one that only a newer service has is shown as it is written", () => {
  expect(showWord("action_required")).toBe("Action required");
  expect(showWord("ep")).toBe("EP");
  expect(showWord("brand_new")).toBe("Brand new");
});
