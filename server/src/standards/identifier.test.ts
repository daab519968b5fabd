import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isrcFromStem, upcFromNumber } from "../../test/codes.ts";
import { isrcStem, isUpc, parseIpi, parseIsrc, parseIswc } from "./identifier.ts";

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

  test("has exactly one last digit for any eleven before it", () => {
    fc.assert(
      fc.property(eleven, (number) => {
        const digits = String(number).padStart(11, "0");
        expect([..."0123456789"].filter((last) => isUpc(digits + last))).toHaveLength(1);
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
});

describe("an ISRC", () => {
  test.each([
    ["QZ-ABC-26-00001", "QZ-ABC-26-00001"],
    ["QZABC2600001", "QZ-ABC-26-00001"],
    ["qzabc2600001", "QZ-ABC-26-00001"],
    ["gb-a1b-99-00000", "GB-A1B-99-00000"],
  ])("%s is %s", (text, isrc) => expect(parseIsrc(text)).toBe(isrc));

  test.each([
    "",
    "QZABC260001",
    "QZABC26000011",
    "QZ-ABC2600001",
    "QZ-ABC-2600001",
    "QZABC-26-00001",
    "QZ ABC 26 00001",
    "Q1-ABC-26-00001",
    "QZ-AB_-26-00001",
    "QZ-ABC-2X-00001",
    "QZ-ABC-26-0000O",
    "ISRC QZ-ABC-26-00001",
    "QZ-ABC-26-00001\n",
    " QZ-ABC-26-00001",
    "QZ–ABC–26–00001",
    "QZ-ABC-26-٠٠٠٠١",
    "ıZ-ABC-26-00001",
    "QZ-ABſ-26-00001",
  ])("%j is none", (text) => expect(parseIsrc(text)).toBeUndefined());

  const letter = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const sign = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
  const text = (from: fc.Arbitrary<string>, length: number) =>
    fc.string({ unit: from, minLength: length, maxLength: length });
  const parts = fc.tuple(text(letter, 2), text(sign, 3), fc.nat(99), fc.nat(99_999));

  test("has one form, however it was written", () => {
    const written = fc.tuple(parts, fc.constantFrom("-", ""), fc.boolean());
    fc.assert(
      fc.property(written, ([[country, registrant, year, designation], hyphen, is_lower]) => {
        const pieces = [country, registrant, String(year).padStart(2, "0"), String(designation).padStart(5, "0")];
        const given = pieces.join(hyphen);
        const shown = pieces.join("-");
        expect(parseIsrc(is_lower ? given.toLowerCase() : given)).toBe(shown);
        expect(parseIsrc(shown)).toBe(shown);
        expect(isrcFromStem(isrcStem(country + registrant, 2000 + year), designation)).toBe(shown);
      }),
    );
  });

  test("is never found in other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."QZabc-2600019é"), minLength: 10, maxLength: 16 }), (given) => {
        const isrc = parseIsrc(given);
        if (isrc === undefined) return;
        expect([isrc, isrc.replaceAll("-", "")]).toContain(given.toUpperCase());
        expect(isrc).toMatch(/^[A-Z]{2}-[A-Z0-9]{3}-\d{2}-\d{5}$/);
      }),
    );
  });
});

describe("an ISWC", () => {
  test.each(["T-034.524.680-1", "t-034.524.680-1", "T0345246801", "t0345246801", "T-034524680-1", "T034.524.680-1"])(
    "%s is shown with its signs",
    (text) => expect(parseIswc(text)).toBe("T-034.524.680-1"),
  );

  test.each([
    "T-034.524.680-2",
    "T034524680",
    "T03452468011",
    "0345246801",
    "X0345246801",
    "T 034 524 680 1",
    "T-034.524.680-١",
  ])("%s is none", (text) => expect(parseIswc(text)).toBeUndefined());

  test("has one check digit of ten", () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (number) => {
        const stem = `T${String(number).padStart(9, "0")}`;
        expect([..."0123456789"].filter((digit) => parseIswc(stem + digit))).toHaveLength(1);
      }),
    );
  });
});

test("an IPI name number has eleven digits, however many of the zeros before were left out", () => {
  expect(["014107338", "0014107338", "00014107338"].map(parseIpi)).toEqual(Array(3).fill("00014107338"));
  for (const text of ["14107338", "000014107338", "01410733A", "", " 014107338"])
    expect(parseIpi(text)).toBeUndefined();
});
