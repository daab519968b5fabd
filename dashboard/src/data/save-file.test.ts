import { expect, test } from "vitest";
import { csvOf } from "./save-file.ts";

test("a CSV has no formulas, and its numbers stay numbers", async () => {
  const rows = [
    ["=1+1", "-2+3+cmd|' /C calc'!A0", "@home", "+1", "\t=1"],
    [-2, "-0.50", 'Say "Hi"', "a=1", "2026-01"],
  ];
  expect(await csvOf(rows).text()).toBe(
    "'=1+1,'-2+3+cmd|' /C calc'!A0,'@home,'+1,'\t=1\r\n-2,-0.50,\"Say \"\"Hi\"\"\",a=1,2026-01\r\n",
  );
});
