// Names of strangers on a page: no letter may change how the others are read, and none may vanish.

/** The font does not have it, so it is drawn as the font's box for a letter that is missing. */
const BOX = "\u25a1";
const LETTERS_AT_MOST = 300;

const blanks = /[\p{Zs}\t\n\v\f\r\u0085\u2028\u2029]+/gu;
// Control characters, those that turn the direction of writing or are invisible, and those that choose a form of the letter before.
const hidden = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu;
// The font has Latin, Greek and Cyrillic. Letters of other scripts would be turned or joined by the rules of their script, although
// they are boxes, and would take the letters beside them along.
const foreign = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/gu;

/** The text as it is drawn: in one line, from left to right. */
export function drawnText(text: string): string {
  const cut = text.slice(0, LETTERS_AT_MOST).toWellFormed();
  return cut.normalize("NFC").replace(blanks, " ").replace(hidden, "").replace(foreign, BOX);
}
