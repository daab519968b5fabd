import { isUpc } from "../src/standards/identifier.ts";

/** The UPC that begins with this number: the one of ten that checks. The service makes its own in SQL. */
export function upcFromNumber(first_eleven: bigint | number | string): string {
  const digits = String(first_eleven).padStart(11, "0");
  const upc = [..."0123456789"].map((last) => digits + last).find(isUpc);
  if (upc === undefined) throw new RangeError(`A UPC starts with eleven digits, not with "${first_eleven}".`);
  return upc;
}

export function isrcFromStem(stem: string, designation: number): string {
  return `${stem}-${String(designation).padStart(5, "0")}`;
}
