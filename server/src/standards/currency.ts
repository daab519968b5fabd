// ISO 4217: the currencies that are money, and how many digits each has after the point. The platform's own list
// (`Intl`) is not used: it follows customs, not the standard, and rounds ten currencies to other digits.

import { compare, type Decimal, decimal, formatDecimal, parseDecimal, roundDown } from "./decimal.ts";

const withTwoDigits =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK " +
  "DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT " +
  "LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN " +
  "QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS " +
  "VED VES WST XCD XCG YER ZAR ZMW ZWG";
const withoutDigits = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
const withThreeDigits = "BHD IQD JOD KWD LYD OMR TND";

const digits = new Map<string, number>([
  ...withTwoDigits.split(" ").map((code) => [code, 2] as const),
  ...withoutDigits.split(" ").map((code) => [code, 0] as const),
  ...withThreeDigits.split(" ").map((code) => [code, 3] as const),
]);

export function isCurrency(code: string): boolean {
  return digits.has(code);
}

/** Digits after the point of its smallest coin. */
export function minorDigits(currency: string): number {
  const found = digits.get(currency);
  if (found === undefined) throw new RangeError(`${currency} is no currency of ISO 4217.`);
  return found;
}

/** An amount in whole minor units, such as 12.50 in EUR; undefined for any other text. */
export function parseAmount(text: string, currency: string): Decimal | undefined {
  const amount = parseDecimal(text);
  if (amount === undefined) return undefined;
  const whole = roundDown(amount, minorDigits(currency));
  return compare(whole, amount) === 0 ? whole : undefined;
}

/** A column of the database as it is shown: the currency's minor digits, and further ones only where they matter. */
export function shownAmount(amount: string, currency: string): string {
  return formatDecimal(decimal(amount), minorDigits(currency));
}
