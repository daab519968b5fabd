// The movement of a work, as the part of its formal title: `II. Adagio`. Numbers are Roman, as classical music writes them.

type Movement = { movement_number: number | null; movement_title: string | null };

const numerals: readonly (readonly [number, string])[] = [
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

/** Null for a work that has no movements. */
export function movementText({ movement_number, movement_title }: Movement): string | null {
  if (movement_number === null) return movement_title;
  return movement_title === null ? `${roman(movement_number)}.` : `${roman(movement_number)}. ${movement_title}`;
}

export function movementOf(text: string | null): Movement {
  const [, numeral = "", title] = /^([CDILMVX]{1,15})\.(?: (.+))?$/s.exec(text ?? "") ?? [];
  const number = numberOfRoman(numeral);
  if (number === undefined) return { movement_number: null, movement_title: text };
  return { movement_number: number, movement_title: title ?? null };
}

function roman(number: number): string {
  let text = "";
  let rest = number;
  for (const [value, letters] of numerals)
    while (rest >= value) {
      text += letters;
      rest -= value;
    }
  return text;
}

/** Undefined if it is none, or not written as we write it. */
function numberOfRoman(text: string): number | undefined {
  let number = 0;
  let rest = text;
  for (const [value, letters] of numerals)
    while (rest.startsWith(letters)) {
      number += value;
      rest = rest.slice(letters.length);
    }
  return number > 0 && rest === "" && number < 1_000 && roman(number) === text ? number : undefined;
}
