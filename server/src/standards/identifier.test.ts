import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isUpc, upcFromNumber } from "./identifier.ts";

const eleven = fc.bigInt({ min: 0n, max: 99_999_999_999n });

describe("a UPC", () => {
  test.each(["036000291452", "602547790484", "888072034044", "000000000000"])("%s is valid", (upc) => {
    expect(isUpc(upc)).toBe(true);
    expect(upcFromNumber(upc.slice(0, 11))).toBe(upc);
  });

  test.each([
    "036000291453",
    "36000291452",
    "0036000291452",
    "03600029145X",
    "036000291452\n",
    " 36000291452",
    "",
    "٠٣٦٠٠٠٢٩١٤٥٢",
  ])("%j is not", (text) => expect(isUpc(text)).toBe(false));

  test("is made of any number of up to eleven digits", () => {
    fc.assert(
      fc.property(eleven, (number) => {
        const upc = upcFromNumber(number);
        expect(isUpc(upc)).toBe(true);
        expect(BigInt(upc.slice(0, 11))).toBe(number);
        expect(upcFromNumber(Number(number))).toBe(upc);
        expect(upcFromNumber(String(number))).toBe(upc);
      }),
    );
  });

  test("is not valid with any one digit changed", () => {
    fc.assert(
      fc.property(eleven, fc.nat({ max: 11 }), fc.integer({ min: 1, max: 9 }), (number, place, change) => {
        const digits = [...upcFromNumber(number)].map(Number);
        digits[place] = ((digits[place] ?? 0) + change) % 10;
        expect(isUpc(digits.join(""))).toBe(false);
      }),
    );
  });

  test.each([-1, 1.5, 100_000_000_000, Number.NaN, "12x", "-1"])("is not made of %s", (number) => {
    expect(() => upcFromNumber(number)).toThrow(RangeError);
  });
});
