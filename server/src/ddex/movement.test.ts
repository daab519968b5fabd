import { expect, test } from "vitest";
import { movementOf, movementText } from "./movement.ts";

test.each([
  [2, "Adagio", "II. Adagio"],
  [999, null, "CMXCIX."],
  [null, "Adagio", "Adagio"],
  [null, null, null],
  [null, "IIII. Adagio", "IIII. Adagio"],
])("movement %s, %s is %s, and read back", (movement_number, movement_title, text) => {
  expect(movementText({ movement_number, movement_title })).toBe(text);
  expect(movementOf(text)).toEqual({ movement_number, movement_title });
});
