import { expect, test } from "vitest";
import { isLanguageTag } from "./language.ts";

test("a language is a BCP 47 tag", () => {
  for (const tag of ["en", "pt-BR", "zh-Hant", "de-CH-1996", "yue"]) expect(isLanguageTag(tag), tag).toBe(true);
  for (const text of ["", "e", "en_US", "english language", "12", "en-", "x".repeat(36)])
    expect(isLanguageTag(text), text).toBe(false);
});
