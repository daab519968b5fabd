/** A UPC: twelve digits, the last of which checks the others (GS1 General Specifications, 7.9). */
export function isUpc(text: string): boolean {
  return /^[0-9]{12}$/.test(text) && text.endsWith(upcCheckDigit(text.slice(0, 11)));
}

export function upcFromNumber(first_eleven: bigint | number | string): string {
  const digits = String(first_eleven).padStart(11, "0");
  if (!/^[0-9]{11}$/.test(digits)) throw new RangeError(`A UPC starts with eleven digits, not with "${first_eleven}".`);
  return digits + upcCheckDigit(digits);
}

// The digits count three times and once in turn; the check digit fills the sum up to a multiple of ten.
function upcCheckDigit(first_eleven: string): string {
  let sum = 0;
  for (const [i, digit] of [...first_eleven].entries()) sum += Number(digit) * (i % 2 === 0 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
}
