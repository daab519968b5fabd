// A cell of a CSV (RFC 4180) that people open in a spreadsheet.

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A spreadsheet computes a text that begins like a formula, and a title may be a stranger's. Behind an apostrophe it is text. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
