import { expect, test } from "vitest";
import { findLrcFault } from "./lrc.ts";

test.each([
  "[00:12.00]La la la\n[00:15.30]La la",
  "[ar:Vera Lux]\r\n[ti:Rue Lepic]\r\n[offset:+250]\r\n\r\n[00:01]One\r\n[00:01]Two\r\n[120:59.999]Last\r\n",
  "[00:01.5][00:02.05]La\n[00:02:50] <00:02.60> La <00:03.00> la",
  "  [01:02.03]  \r[01:02.03]東京の夜",
])("%j is right", (text) => expect(findLrcFault(text)).toBeUndefined());

test.each([
  ["La la la", 1, "time"],
  ["[00:12.00]La\nla la", 2, "time"],
  ["[00:12.00]La\n[00:11.99]la", 2, "before"],
  ["[00:12.5]La\n[00:12.49]la", 2, "before"],
  ["[00:10.00][00:40.00]La\n\n[00:20.00]la", 3, "before"],
  ["[00:60.00]La", 1, "time"],
  ["[1234:00.00]La", 1, "time"],
  ["[00:00.1234]La", 1, "time"],
  ["[-1:00.00]La", 1, "time"],
  ["[ar:Vera Lux]\n", 1, "no line has one"],
  ["[ar:Vera Lux] La", 1, "time"],
])("%j is wrong in line %i", (text, line, words) => {
  expect(findLrcFault(text)).toEqual({ line, issue: expect.stringContaining(words) });
});
