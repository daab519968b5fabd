// Letters drawn as lines on a grid of 4 by 6, so that a cover shows its title on a machine without a single font.

import { greatest } from "../../../server/src/platform/long-list.ts";

/** Each line is a row of points, `xy xy xy`; lines are separated by `/`. */
const letters: Readonly<Record<string, string>> = {
  A: "06 20 46/13 33",
  B: "00 06 36 45 44 33 03/33 42 41 30 00",
  C: "41 30 10 01 05 16 36 45",
  D: "00 06 26 44 42 20 00",
  E: "40 00 06 46/03 33",
  F: "40 00 06/03 33",
  G: "41 30 10 01 05 16 36 45 43 23",
  H: "00 06/40 46/03 43",
  I: "10 30/20 26/16 36",
  J: "40 45 36 16 05",
  K: "00 06/40 03 46",
  L: "00 06 46",
  M: "06 00 23 40 46",
  N: "06 00 46 40",
  O: "10 01 05 16 36 45 41 30 10",
  P: "06 00 30 41 42 33 03",
  Q: "10 01 05 16 36 45 41 30 10/34 46",
  R: "06 00 30 41 42 33 03/23 46",
  S: "41 30 10 01 02 13 33 44 45 36 16 05",
  T: "00 40/20 26",
  U: "00 05 16 36 45 40",
  V: "00 26 40",
  W: "00 16 23 36 40",
  X: "00 46/40 06",
  Y: "00 23 40/23 26",
  Z: "00 40 06 46",
  "'": "20 22",
  "-": "13 33",
};

const WIDTH = 4;
const HEIGHT = 6;
/** From one letter to the next, and from one line to the next. */
const ADVANCE = 6;
const LINE = 9;

export type Lettering = { text: string; x: number; y: number; width: number; max_unit: number; color: string };

/** The words in lines, as large as `width` and `max_unit` (a step of the grid) allow. `y` is the top. */
export function drawLetters({ text, x, y, width, max_unit, color }: Lettering): string {
  const lines = inLines(plainLetters(text));
  const longest = greatest(lines.map((line) => line.length));
  const unit = Math.min(max_unit, width / (longest * ADVANCE - (ADVANCE - WIDTH)));
  const paths = lines.flatMap((line, row) =>
    [...line].flatMap((letter, column) => {
      const place = (point: string) => {
        const [left = 0, top = 0] = [...point].map(Number);
        return `${round(x + unit * (column * ADVANCE + left))} ${round(y + unit * (row * LINE + top))}`;
      };
      const strokes = letters[letter]?.split("/") ?? [];
      return strokes.map((stroke) => `M${stroke.split(" ").map(place).join("L")}`);
    }),
  );
  const style = `fill="none" stroke="${color}" stroke-width="${round(unit * 0.9)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<path d="${paths.join("")}" ${style}/>`;
}

/** How tall the text is, in steps of the grid. */
export function heightOf(text: string): number {
  return (inLines(plainLetters(text)).length - 1) * LINE + HEIGHT;
}

/** Capitals without accents. */
function plainLetters(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").toUpperCase();
}

const LINE_LETTERS = 11;

function inLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_LETTERS)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
