import { expect, test } from "vitest";
import { csvCell } from "./csv-cell.ts";

test.each([
  ["Rue Lepic", "Rue Lepic"],
  ["", ""],
  ['Say "Hi", again', '"Say ""Hi"", again"'],
  ["two\nlines", '"two\nlines"'],
  ["12.50", "12.50"],
  ["-12.50", "-12.50"],
  ["-1", "-1"],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("https://evil.example","Open")', `"'=HYPERLINK(""https://evil.example"",""Open"")"`],
  ["+49 30", "'+49 30"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ["- Interlude -", "'- Interlude -"],
  ["@home", "'@home"],
  ["\t=1", "'\t=1"],
  ["\r=1", `"'\r=1"`],
  ["-1\n=1", `"'-1\n=1"`],
  ["a=1", "a=1"],
])("%j becomes %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
