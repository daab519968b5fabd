import { afterAll, afterEach, expect, test, vi } from "vitest";
import { keepKey, objection, readKey } from "./try-it.ts";

const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
  removeItem: (name: string) => kept.delete(name),
});
afterEach(() => kept.clear());
afterAll(() => vi.unstubAllGlobals());

test("a key of the sandbox is kept and used", () => {
  for (const key of ["sk_test_abc", " at_test_abc "]) {
    keepKey(key);
    expect([readKey(), objection(key)]).toEqual([key.trim(), ""]);
  }
});

test("no other is kept, not while it is typed either, and none is sent", () => {
  keepKey("sk_test_before");
  for (const key of ["sk_live_abc", "  sk_live_abc", "at_live_abc", "sk_operator_abc", "operator-of-many-characters"]) {
    for (let length = 1; length <= key.length; length++) {
      keepKey(key.slice(0, length));
      expect([...kept.values()]).toEqual([]);
    }
    expect(objection(key)).toContain("use a key that begins with sk_test_");
  }
  expect(objection("sk_live_abc")).toContain("a production key");
});

test("what needs no key needs none", () => {
  expect(objection(" ")).toBe("");
});
