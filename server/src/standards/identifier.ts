/** A UPC: twelve digits, the last of which checks the others (GS1 General Specifications, 7.9). */
export function isUpc(text: string): boolean {
  return /^[0-9]{12}$/.test(text) && text.endsWith(checkDigit(text.slice(0, 11)));
}

/** A GTIN-13, such as an EAN: thirteen digits, the last of which checks the others. */
export function isEan(text: string): boolean {
  return /^[0-9]{13}$/.test(text) && text.endsWith(checkDigit(text.slice(0, 12)));
}

/** An EAN that is 0 and a UPC is that UPC; undefined for all others. */
export function upcOfEan(ean: string): string | undefined {
  return ean.startsWith("0") ? ean.slice(1) : undefined;
}

/**
 * True for a UPC or EAN of GS1's prefixes 020 to 029 and 200 to 299. They are free for use inside a company or a region, so no
 * store can tell whose product has one.
 */
export function isRestricted(code: string): boolean {
  return (upcOfEan(code.padStart(13, "0")) ?? code).startsWith("2");
}

/** The code of a product in DDEX messages: a GTIN of 8, 12, 13 or 14 digits with its check digit. */
export function isIcpn(text: string): boolean {
  return /^([0-9]{8}|[0-9]{12,14})$/.test(text) && text.endsWith(checkDigit(text.slice(0, -1)));
}

// From the right, the digits count three times and once in turn; the check digit fills the sum up to a multiple of ten.
function checkDigit(before: string): string {
  let sum = 0;
  for (const [i, digit] of [...before].reverse().entries()) sum += Number(digit) * (i % 2 === 0 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
}

/** An ISRC (ISO 3901) with all its hyphens or with none, in any case, as it is shown: CC-XXX-YY-NNNNN. Else undefined. */
export function parseIsrc(text: string): string | undefined {
  const parts = /^([A-Za-z]{2})(-?)([A-Za-z0-9]{3})\2([0-9]{2})\2([0-9]{5})$/.exec(text);
  return parts ? `${parts[1]}-${parts[3]}-${parts[4]}-${parts[5]}`.toUpperCase() : undefined;
}

/**
 * An ISWC (ISO 15707) with its signs or without, in any case, as it is shown: T-034.524.680-1. Undefined where the form or the check
 * digit is wrong.
 */
export function parseIswc(text: string): string | undefined {
  const parts = /^T-?([0-9]{3})\.?([0-9]{3})\.?([0-9]{3})-?([0-9])$/i.exec(text);
  if (!parts) return undefined;
  const [, one = "", two = "", three = "", check = ""] = parts;
  // The letter counts one, and each digit as often as its place says. The check digit fills the sum up to a multiple of ten.
  let sum = 1;
  for (const [i, digit] of [...one, ...two, ...three].entries()) sum += Number(digit) * (i + 1);
  return (sum + Number(check)) % 10 === 0 ? `T-${one}.${two}.${three}-${check}` : undefined;
}

/** The number of a name at the societies of authors and publishers (IPI name number), in its eleven digits. Else undefined. */
export function parseIpi(text: string): string | undefined {
  return /^[0-9]{9,11}$/.test(text) ? text.padStart(11, "0") : undefined;
}

/** The form of a DDEX Party Identifier. Its check character is not compared: identifiers in use exist that fail it. */
export function isDpid(text: string): boolean {
  return /^PADPIDA[A-Z0-9]{11}$/.test(text);
}

export const LAST_ISRC_DESIGNATION = 99_999;

/** The common beginning of the ISRCs that a prefix such as QZABC allocates in one year: `QZ-ABC-26`. */
export function isrcStem(prefix: string, year: number): string {
  return `${prefix.slice(0, 2)}-${prefix.slice(2)}-${String(year % 100).padStart(2, "0")}`;
}

/** True where its year of allocation is this one or the next: one that a prefix hands out now or soon. */
export function isAllocatedFrom(isrc: string, year: number): boolean {
  return (Number(isrc.slice(7, 9)) - (year % 100) + 100) % 100 <= 1;
}
