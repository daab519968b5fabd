import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../../test/any-text.ts";
import { ApiError } from "../errors.ts";
import { cursorSeal, type Position, shownPage } from "./pagination.ts";

const seal = cursorSeal(randomBytes(32));
const list = "org_1 GET /v1/releases status=draft";
const created_at = fc
  .date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());
const position = fc.tuple(created_at, fc.string({ maxLength: 40 }));

function expectInvalid(cursor: string, bound_to = list, opener = seal) {
  try {
    opener.open(cursor, bound_to);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "invalid_cursor" });
    return;
  }
  expect.unreachable(`opened ${cursor}`);
}

describe("a cursor", () => {
  test("opens to the position it was made of", () => {
    fc.assert(
      fc.property(position, fc.string(), (where, bound_to) => {
        expect(seal.open(seal.seal(where, bound_to), bound_to)).toEqual(where);
      }),
    );
  });

  test("is text for a URL, and does not show the position", () => {
    const cursor = seal.seal(["2026-01-02T03:04:05.678Z", "rel_01h455vb4pex5vsknk084sn02q"], list);
    expect(cursor).toMatch(/^[\w-]{120}$/);
    expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toContain("2026");
    expect(seal.seal(["2026-01-02T03:04:05.678Z", "rel_01h455vb4pex5vsknk084sn02q"], list)).not.toBe(cursor);
  });

  test("is invalid with any byte changed", () => {
    fc.assert(
      fc.property(position, fc.nat(), fc.integer({ min: 1, max: 255 }), (where, place, change) => {
        const bytes = Buffer.from(seal.seal(where, list), "base64url");
        const at = place % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(at) ^ change, at);
        expectInvalid(bytes.toString("base64url"));
      }),
    );
  });

  test("is invalid with any character changed, added or taken away", () => {
    fc.assert(
      fc.property(position, fc.nat(), fc.string({ maxLength: 2 }), (where, place, replacement) => {
        const cursor = seal.seal(where, list);
        const at = place % cursor.length;
        const changed = cursor.slice(0, at) + replacement + cursor.slice(at + 1);
        if (changed !== cursor) expectInvalid(changed);
        expectInvalid(cursor.slice(0, at));
        expectInvalid(`${cursor}=`);
      }),
    );
  });

  test("is invalid for another list and under another key", () => {
    const other = cursorSeal(randomBytes(32));
    fc.assert(
      fc.property(position, fc.string(), fc.string(), (where, bound_to, elsewhere) => {
        const cursor = seal.seal(where, bound_to);
        if (elsewhere !== bound_to) expectInvalid(cursor, elsewhere);
        expectInvalid(cursor, bound_to, other);
      }),
    );
  });

  test("is invalid when it is garbage of any kind and length", () => {
    const garbage = fc.oneof(
      anyText({ maxLength: 2000 }),
      fc.base64String({ maxLength: 2000 }),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from([1, ...bytes]).toString("base64url")),
    );
    fc.assert(fc.property(garbage, (text) => expectInvalid(text)));
    for (const text of ["", "A", "AQ", "A".repeat(1_000_000), "\u0000", "🎵"]) expectInvalid(text);
  });

  test("needs a key of 32 bytes", () => {
    expect(() => cursorSeal(randomBytes(16))).toThrow("A sealing key has 32 bytes, not 16.");
  });
});

describe("a page", () => {
  const last: Position = ["2026-01-07T00:00:00.000Z", "rel_2"];
  const shown = (where: Position) => where.join(" ");

  test("has a cursor that goes on after its last row, where there is more", () => {
    const page = shownPage({ rows: ["a", "b"], last, has_more: true }, shown);
    expect(page).toEqual({ data: ["a", "b"], next_cursor: "2026-01-07T00:00:00.000Z rel_2", has_more: true });
  });

  test("has none where it is the last", () => {
    expect(shownPage({ rows: ["a"], last, has_more: false }, shown)).toEqual({
      data: ["a"],
      next_cursor: null,
      has_more: false,
    });
    expect(shownPage({ rows: [], last: undefined, has_more: false }, shown).data).toEqual([]);
  });
});
