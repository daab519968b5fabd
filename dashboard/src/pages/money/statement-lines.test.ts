import { expect, test } from "vitest";
import { groupLines, parseLines } from "./statement-lines.ts";

const head = "id,isrc,title,track_id,release_id,store_id,play_count,earnings";

test("a title may hold commas, quotes and line breaks, or begin like a formula", () => {
  const csv = `${head}\r\nl1,I1,"One, ""two""\r\nthree",t1,r1,s1,10,1.5\r\nl2,I2,'=Sum,t2,r1,s2,-3,-0.0001\r\n`;
  expect(parseLines(csv).map(({ title, play_count }) => [title, play_count])).toEqual([
    ['One, "two"\r\nthree', 10],
    ["=Sum", -3],
  ]);
});

test("groups are summed exactly, and the largest comes first", () => {
  const rows = ["l1,I1,A,t1,r1,s1,1,0.1", "l2,I1,A,t1,r1,s2,2,0.2", "l3,I2,B,t2,r1,s1,3,0.3000000001"];
  const lines = parseLines([head, ...rows, ""].join("\r\n"));
  expect(groupLines(lines, "track_id", "earnings").map(({ key, amount }) => [key, amount])).toEqual([
    ["t2", "0.3000000001"],
    ["t1", "0.3"],
  ]);
  expect(groupLines(lines, "release_id", "earnings")).toMatchObject([{ play_count: 6, amount: "0.6000000001" }]);
});
