import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replyText } from "./reply.ts";

const text = (bytes: string | number[], is_cut = false) => replyText(Buffer.from(bytes as string), is_cut);

describe("the reply", () => {
  test.each([
    ["nothing", "", ""],
    ["text of every script", "ok, 好, ñ, 🎵", "ok, 好, ñ, 🎵"],
    ["line breaks and tabs", "a\n\tb", "a\n\tb"],
    ["NUL, which PostgreSQL does not take", "a\0b", "a\\x00b"],
    ["what drives a terminal", "\x1b[2J\x07\x7f\u009b31m\r\n", "\\x1b[2J\\x07\\x7f\\x9b31m\\x0d\n"],
    ["what turns the direction of writing", "abc\u202etxt.exe\u2066", "abc\\u202etxt.exe\\u2066"],
  ])("shows %s", (_, body, shown) => expect(text(body)).toBe(shown));

  test("replaces what is not UTF-8", () => {
    expect(text([0x61, 0xff, 0x62, 0xc3])).toBe("a\ufffdb\ufffd");
  });

  test("that was cut ends with a whole character", () => {
    expect(text(Buffer.from("a🎵").subarray(0, 3).toJSON().data, true)).toBe("a");
  });

  test("is at most 2 kB however it was made longer, well formed, and without control characters", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_048 }), fc.boolean(), (bytes, is_cut) => {
        const shown = replyText(Buffer.from(bytes), is_cut);
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(2_048);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
    expect(text("\0".repeat(2_048))).toBe("\\x00".repeat(512));
    expect(text(new Array(2_048).fill(0xff))).toBe("\ufffd".repeat(682));
  });
});
