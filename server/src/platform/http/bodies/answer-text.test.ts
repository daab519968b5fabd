import fc from "fast-check";
import fastJson from "fast-json-stringify";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { anyText } from "../../../../test/any-text.ts";
import { Nullable } from "../../schema.ts";
import { compileAnswerWriter } from "./answer-text.ts";

const Row = Type.Object({
  id: Type.String(),
  text: Nullable(Type.String()),
  more: Type.Optional(Type.Array(Type.Number())),
});
const List = Type.Object({ data: Type.Array(Row), next_cursor: Nullable(Type.String()), has_more: Type.Boolean() });

test("the answer of a list has the same bytes, however many rows are written one by one", async () => {
  const rows = fc.array(fc.record({ id: fc.string(), text: fc.option(anyText()), other: fc.nat() }), {
    size: "medium",
  });
  const write = compileAnswerWriter(List);
  const whole = fastJson(List);
  await fc.assert(
    fc.asyncProperty(rows, fc.boolean(), async (data, has_more) => {
      const page = { data, next_cursor: has_more ? "c" : null, has_more };
      expect(await write(page)).toBe(whole(page));
    }),
  );
});

test("an answer that is no list is written as it is, and none is empty", async () => {
  expect(await compileAnswerWriter(Row)({ id: "a", text: null })).toBe('{"id":"a","text":null}');
  expect(await compileAnswerWriter(undefined)(undefined)).toBe("");
});
