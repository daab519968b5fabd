import fc from "fast-check";
import { expect, test } from "vitest";
import { aiPartsOf, withAiParts } from "./ai-parts.ts";
import type { Contributor } from "./ern.ts";

const share = fc.constantFrom("none" as const, "partial" as const, "full" as const);
const shares = fc.record({
  vocals: share,
  instruments: share,
  lyrics: share,
  composition: share,
  post_production: share,
});
const person = (index: number, roles: readonly string[]): Contributor => ({
  party_reference: `P${index}`,
  special: null,
  sequence_number: index,
  roles: roles.map((value) => ({ value, user_defined: null })),
  ai: null,
});
const roles = ["Vocalist", "Musician", "Performer", "Lyricist", "Composer", "ComposerLyricist", "MixingEngineer"];

test("what is read of a message is written as the same message", () => {
  const people = fc.array(fc.subarray([...roles, "MusicPublisher"], { minLength: 1 }), { maxLength: 5 });
  fc.assert(
    fc.property(people, shares, (given, parts) => {
      const credited = given.map((of, index) => person(index + 1, of));
      const written = withAiParts(credited, parts);
      expect(withAiParts(credited, aiPartsOf(written))).toEqual(written);
    }),
  );
});

test("the parts are read back where people of each part are credited", () => {
  const credited = ["Vocalist", "Musician", "Lyricist", "Composer", "MixingEngineer"].map((role, index) =>
    person(index + 1, [role]),
  );
  fc.assert(
    fc.property(shares, (parts) => {
      const isSilent = Object.values(parts).every((one) => one === "none");
      expect(aiPartsOf(withAiParts(credited, parts))).toEqual(isSilent ? null : parts);
    }),
  );
});

test("a part marks the people of its own role, and those whose role is of two", () => {
  const credited = [person(1, ["Lyricist"]), person(2, ["Composer"]), person(3, ["ComposerLyricist"])];
  const parts = {
    vocals: "none",
    instruments: "none",
    lyrics: "partial",
    composition: "none",
    post_production: "none",
  };
  expect(withAiParts(credited, parts as never).map(({ ai }) => ai)).toEqual(["Partly", null, "Partly"]);
});
