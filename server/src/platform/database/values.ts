import { parseArray, writeArray } from "./array.ts";

// Dates and timestamps stay text in their wire form: a JavaScript Date would shift a calendar date by the time zone.
export const wireTypes = {
  date: { to: 1082, from: [1082], parse: (text: string) => text, serialize: (text: string) => text },
  timestamp: { to: 1184, from: [1184], parse: wireTimestamp, serialize: (text: string) => text },
  text_array: arrayType(1009, (text) => text),
  integer_array: arrayType(1007, Number),
  bigint_array: arrayType(1016, (text) => text),
  boolean_array: arrayType(1000, (text) => text === "t"),
  uuid_array: arrayType(2951, (text) => text),
  date_array: arrayType(1182, (text) => text),
  timestamp_array: arrayType(1185, wireTimestamp),
};

function arrayType(oid: number, read: (text: string) => unknown) {
  return { to: oid, from: [oid], parse: (text: string) => parseArray(text, read), serialize: writeArray };
}

/** `2026-01-31 09:05:00.1+00` as PostgreSQL writes it in UTC becomes `2026-01-31T09:05:00.100Z`. */
function wireTimestamp(text: string): string {
  const fraction = text.slice(20, text.length - 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0")}Z`;
}
