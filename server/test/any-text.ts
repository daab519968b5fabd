// Text of any code points. It takes the place of fast-check's unit "binary", which lists all 1.1 million of them at its first
// use: 1.2 s of processor time in each process.

import fc from "fast-check";

/** Few letters of a real text lie beyond the first pages of Unicode, so each range has its share. Half of a pair is no letter. */
const codePoint = fc.oneof(
  fc.nat({ max: 0x7f }),
  fc.nat({ max: 0x7ff }),
  fc.nat({ max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
);
const unit = codePoint.map((code) => String.fromCodePoint(code));

export function anyText(limits: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit, ...limits });
}
