import { describe, expect, test } from "vitest";
import { isAccountNumber, isUsRoutingNumber, readBic, readIban } from "./bank-account.ts";

// One of each length and some letters, as SWIFT's registry shows them.
const ibans = [
  "NO9386011117947",
  "BE68539007547034",
  "DK5000400440116243",
  "NL91ABNA0417164300",
  "SI56263300012039086",
  "AT611904300234573201",
  "CH9300762011623852957",
  "DE89370400440532013000",
  "GB29NWBK60161331926819",
  "AE070331234567890123456",
  "ES9121000418450200051332",
  "PT50000201231234567890154",
  "IS140159260076545510730339",
  "FR1420041010050500013M02606",
  "PL61109010140000071219812874",
  "BR1800360305000010009795493C1",
  "KW81CBKU0000000000001234560101",
  "MT84MALT011000012345MTLCAST001S",
  "LC55HEMM000100010012001200023015",
];

describe("an IBAN", () => {
  test.each(ibans)("%s is one, with blanks and in small letters too", (iban) => {
    expect(readIban(iban)).toBe(iban);
    expect(readIban(iban.replaceAll(/(.{4})/g, "$1 ").toLowerCase())).toBe(iban);
  });

  test.each(ibans)("%s with another last digit, or one more, is none", (iban) => {
    const last = iban.at(-1) === "1" ? "2" : "1";
    expect(readIban(iban.slice(0, -1) + last)).toBeUndefined();
    expect(readIban(`${iban}0`)).toBeUndefined();
    expect(readIban(iban.slice(0, -1))).toBeUndefined();
  });

  test("any two neighbours that change places are noticed", () => {
    const [iban = ""] = ibans.slice(7);
    for (let at = 4; at < iban.length - 1; at++) {
      if (iban[at] === iban[at + 1]) continue;
      const swapped = iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2);
      expect(readIban(swapped), swapped).toBeUndefined();
    }
  });

  test.each([
    "",
    "DE",
    "US89370400440532013000",
    "DE8937040044053201300Ä",
    "1".repeat(100_000),
    "DE00370400440532013000",
  ])("%.40s is none", (text) => expect(readIban(text)).toBeUndefined());
});

test("a routing number of the United States has its check digit", () => {
  for (const number of ["021000021", "011401533", "091000019"]) expect(isUsRoutingNumber(number), number).toBe(true);
  for (const number of ["021000022", "02100002", "0210000210", "000000000", "02100002a"])
    expect(isUsRoutingNumber(number), number).toBe(false);
});

test("a BIC has 8 or 11 characters", () => {
  expect([readBic("DEUTDEFF"), readBic("deutdeff500")]).toEqual(["DEUTDEFF", "DEUTDEFF500"]);
  for (const text of ["DEUTDEF", "DEUTDEFF5", "DEUTDEFF50", "DEUTDEFF5000", "DEUT12FF", "DEUT DEF"])
    expect(readBic(text), text).toBeUndefined();
});

test("an account number has 4 to 34 letters and digits", () => {
  for (const number of ["1234", "a".repeat(34)]) expect(isAccountNumber(number), number).toBe(true);
  for (const number of ["123", "a".repeat(35), "12 34", "12-34", "１２３４"])
    expect(isAccountNumber(number), number).toBe(false);
});
