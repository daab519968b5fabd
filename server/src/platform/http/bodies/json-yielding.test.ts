import { isUtf8 } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../../test/any-text.ts";
import { atScale } from "../../../../test/faults/scale.ts";
import { atOnce } from "../../yielding.ts";
import { readJsonYielding } from "./json-yielding.ts";

const part = { max_values: 1_000, max_bytes: 100_000 };
const bounds = { max_depth: 32, max_values: 10_000, part, parts: "tracks" };

/** The value, or that it is none. Prototypes and the order of names count. */
function outcome(read: () => unknown): unknown {
  try {
    const value = read();
    return { value, text: JSON.stringify(value) };
  } catch {
    return "refused";
  }
}

function expectSame(text: string | Uint8Array): void {
  const bytes = Buffer.from(text as string);
  if (!isUtf8(bytes)) return;
  const ours = outcome(() => atOnce(readJsonYielding(bytes, bounds)));
  const expected = outcome(() => JSON.parse(bytes.toString("utf8")));
  // Not Vitest's own: it takes a field named `constructor` for the type of its object.
  if (!isDeepStrictEqual(ours, expected)) expect.fail(`${JSON.stringify(ours)} is not ${JSON.stringify(expected)}`);
}

/** Values as text, as no stringify would write them. */
const blank = fc.stringMatching(/^[ \t\r\n]{0,2}$/);
const text = fc.oneof(
  anyText().map((value) => JSON.stringify(value)),
  fc
    .array(
      fc.constantFrom(
        "\\",
        '\\"',
        "\\\\",
        "\\u00e9",
        "\\ud83c",
        "\\udfb5",
        "\\u0000",
        "é",
        "🎵",
        "{",
        "]",
        "\u2028",
        "\ufeff",
        ":",
      ),
    )
    .map((pieces) => `"${pieces.join("")}"`),
);
const name = fc.oneof(text, fc.constantFrom('"a"', '"a"', '"tracks"', '"__proto__"', '"constructor"', '"1"', '""'));
const scalar = fc.constantFrom(
  "0",
  "-0",
  "1.5e3",
  "1e400",
  "12345678901234567890",
  "true",
  "false",
  "null",
  "01",
  "+1",
  ".5",
  "1.",
  "-",
  "NaN",
  "tru",
  "nulll",
  "'a'",
  "1 2",
  "",
);
const { value } = fc.letrec<{ value: string }>((tie) => {
  const padded = fc.tuple(blank, tie("value"), blank).map((pieces) => pieces.join(""));
  const member = fc
    .tuple(blank, name, blank, padded)
    .map(([before, key, after, held]) => `${before}${key}${after}:${held}`);
  return {
    value: fc.oneof(
      { depthSize: "small" },
      scalar,
      text,
      fc.array(padded).map((entries) => `[${entries.join(",")}]`),
      fc.array(member).map((members) => `{${members.join(",")}}`),
      fc.array(padded).map((entries) => `{"tracks":[${entries.join(",")}]}`),
    ),
  };
});

test("a body becomes what JSON.parse makes of it, or is refused where that refuses it", () => {
  fc.assert(fc.property(value, expectSame), { numRuns: atScale({ short: 150, full: 4_000 }) });
  fc.assert(fc.property(fc.json({ maxDepth: 5 }), expectSame));
});

test("so does any piece of it, and one with a byte that is another", () => {
  const sample =
    '\ufeff{"tracks" : [ {"a\\"\\\\":"é🎵\\ud800"}, -1.5e+3, [ ], { } ,true,null], "__proto__":{"x":[[1,2],"]"]}, "a":1,"a":2 }\n';
  for (const bytes of [Buffer.from(sample), Buffer.from(sample.slice(1))]) {
    for (let end = 0; end <= bytes.length; end++) {
      // An empty body never comes here.
      if (end > 0) expectSame(bytes.subarray(0, end));
      for (const byte of Buffer.from('"\\{}[],: 0a\0\xff', "latin1")) {
        const changed = Buffer.from(bytes);
        changed[end] = byte;
        expectSame(changed);
      }
    }
  }
  fc.assert(fc.property(value, fc.nat(), (whole, at) => expectSame(whole.slice(0, 1 + (at % (whole.length || 1))))));
});

test("a name of the prototype is a field like any other", () => {
  const read = atOnce(readJsonYielding(Buffer.from('{"__proto__":{"is_admin":true}}'), bounds)) as object;
  expect(Object.keys(read)).toEqual(["__proto__"]);
  expect("is_admin" in read).toBe(false);
});

test("blanks without end, and texts, are read in many steps", () => {
  const blanks = Buffer.from(`[${" ".repeat(1_000_000)}1${"\n".repeat(1_000_000)}]`);
  let steps = 0;
  for (const reading = readJsonYielding(blanks, bounds); !reading.next().done; ) steps++;
  expect(steps).toBeGreaterThan(20);
});
