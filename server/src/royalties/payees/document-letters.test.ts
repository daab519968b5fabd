import { expect, test } from "vitest";
import { drawnText } from "./document-letters.ts";

test.each([
  ["Latin, Greek and Cyrillic stay", "Ünïcödé Ωμέγα Привет", "Ünïcödé Ωμέγα Привет"],
  ["other letters are boxes, one for each", "日本 א100 شكرا", "□□ □100 □□□□"],
  ["signs stay: the font decides", "€ 👩 ♫ 100%", "€ 👩 ♫ 100%"],
  ["a private letter is a box", "a\ue000\u{10fffd}", "a□□"],
  ["half of a pair is no letter", "a\ud800b", "a\ufffdb"],
  ["control characters go", "a\u0000b\u001b[31m\u007f", "ab[31m"],
  ["a line is one line", "a\r\nb\u2028c\u2029d\te\u0085f\u3000g", "a b c d e f g"],
  ["characters that turn the direction go", "\u202eabc\u202c\u2066d\u2069\u200f\u061ce", "abcde"],
  ["invisible characters go", "a\u200b\u200d\u00ad\ufeff\ufe0fb", "ab"],
  ["a letter and its mark are one letter", "e\u0301", "é"],
])("%s", (_why, text, drawn) => {
  expect(drawnText(text)).toBe(drawn);
});

test("a text has an end", () => {
  expect(drawnText("x".repeat(1_000_000)).length).toBe(300);
});
