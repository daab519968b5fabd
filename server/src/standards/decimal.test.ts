import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  multiply,
  negate,
  parseDecimal,
  roundDown,
  roundHalfEven,
} from "./decimal.ts";

const anyDecimal = fc.record({ units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), scale: fc.nat({ max: 15 }) });

const isSame = (a: Decimal, b: Decimal) => compare(a, b) === 0;

describe("a decimal", () => {
  test.each(["0", "-0.10", "12.50", "000.1", "123456789012345678901234567890.123456789012"])("%s is one", (text) => {
    expect(parseDecimal(text)).toBeDefined();
  });

  test.each(["", "-", ".5", "5.", "+1", "1e3", "1,5", " 1", "1\n", "0x1", "NaN", "Infinity", "٣"])(
    "%j is none",
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  test("reads back what it writes", () => {
    fc.assert(fc.property(anyDecimal, (value) => isSame(decimal(formatDecimal(value)), value)));
  });

  test.each([
    ["1.5", 2, "1.50"],
    ["1.500", 2, "1.50"],
    ["1.2345", 2, "1.2345"],
    ["-0.05", 0, "-0.05"],
    ["10", 0, "10"],
    ["0.000", 2, "0.00"],
  ])("%s with at least %i digits is written %s", (text, least, written) => {
    expect(formatDecimal(decimal(text), least)).toBe(written);
  });
});

describe("arithmetic is exact", () => {
  test("a sum less one of its parts is the other", () => {
    fc.assert(fc.property(anyDecimal, anyDecimal, (a, b) => isSame(add(add(a, b), negate(b)), a)));
  });

  test("a product shared out by cutting, with what is left, is whole again", () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 1, max: 1000 }), (value, parts) => {
        const count = { units: BigInt(parts), scale: 0 };
        const share = divide(value, count, 12);
        const rest = add(value, negate(multiply(share, { units: BigInt(parts - 1), scale: 0 })));
        expect(isSame(add(multiply(share, { units: BigInt(parts - 1), scale: 0 }), rest), value)).toBe(true);
      }),
    );
  });

  test.each([
    ["2.5", 0, "2"],
    ["3.5", 0, "4"],
    ["-2.5", 0, "-2"],
    ["-3.5", 0, "-4"],
    ["0.125", 2, "0.12"],
    ["0.1250000001", 2, "0.13"],
    ["1", 2, "1.00"],
    ["-0.004", 2, "0.00"],
  ])("%s at %i digits, half to even, is %s", (text, scale, rounded) => {
    expect(formatDecimal(roundHalfEven(decimal(text), scale), scale)).toBe(rounded);
  });

  test.each([
    ["2.99", 0, "2"],
    ["-2.01", 0, "-3"],
    ["7.999999", 2, "7.99"],
    ["7", 2, "7.00"],
  ])("%s at %i digits, down, is %s", (text, scale, rounded) => {
    expect(formatDecimal(roundDown(decimal(text), scale), scale)).toBe(rounded);
  });

  test("a quotient is cut towards zero", () => {
    expect(formatDecimal(divide(decimal("1"), decimal("3"), 12))).toBe("0.333333333333");
    expect(formatDecimal(divide(decimal("-2"), decimal("3"), 12))).toBe("-0.666666666666");
    expect(formatDecimal(divide(decimal("1200.00"), decimal("0.5"), 0))).toBe("2400");
  });
});
