// The numbers that banks know accounts by, and what can be checked of them without asking a bank.

/** The length of an IBAN by country, as SWIFT's IBAN Registry has it. */
const ibanLengths = new Map(
  Object.entries({
    15: "NO",
    16: "BE",
    18: "DK FI FK FO GL NL SD",
    19: "MK SI",
    20: "AT BA EE KZ LT LU MN XK",
    21: "CH HR LI LV",
    22: "BG BH CR DE GB GE IE ME RS VA",
    23: "AE GI IL IQ OM SO TL",
    24: "AD CZ ES MD PK RO SA SE SK TN VG",
    25: "LY PT ST",
    26: "IS TR",
    27: "BI DJ FR GR IT MC MR SM",
    28: "AL AZ BY CY DO GT HN HU LB NI PL SV",
    29: "BR EG PS QA UA",
    30: "JO KW MU YE",
    31: "MT SC",
    32: "LC",
    33: "RU",
  }).flatMap(([length, countries]) => countries.split(" ").map((country) => [country, Number(length)] as const)),
);

/** An IBAN (ISO 13616) in its one form, without blanks and in capitals; undefined for any other text. */
export function readIban(text: string): string | undefined {
  if (text.length > 2 * 34) return undefined;
  const iban = text.replaceAll(" ", "").toUpperCase();
  if (iban.length !== ibanLengths.get(iban.slice(0, 2))) return undefined;
  // Check digits are 02 to 98. 00, 01 and 99 leave the same rest as another pair.
  if (!/^[A-Z]{2}(0[2-9]|[1-8]\d|9[0-8])[A-Z0-9]+$/.test(iban)) return undefined;
  return restBy97(iban.slice(4) + iban.slice(0, 4)) === 1 ? iban : undefined;
}

/** ISO 7064, MOD 97-10: letters count as 10 to 35. The number has up to 70 digits, so the rest is taken digit by digit. */
function restBy97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** A BIC (ISO 9362) of 8 or 11 characters, in capitals; undefined for any other text. */
export function readBic(text: string): string | undefined {
  const bic = text.toUpperCase();
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : undefined;
}

/** A routing number of a bank in the United States: nine digits, counted three times, seven times and once in turn. */
export function isUsRoutingNumber(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text) || text === "000000000") return false;
  let sum = 0;
  for (const [index, digit] of [...text].entries()) sum += Number(digit) * ([3, 7, 1][index % 3] ?? 0);
  return sum % 10 === 0;
}

export function isAccountNumber(text: string): boolean {
  return /^[A-Za-z0-9]{4,34}$/.test(text);
}
