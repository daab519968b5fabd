import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atScale } from "../../../test/faults/scale.ts";
import { casingOf, looksTitleCased, lowerSmallWords, sentenceCase, titleCaseEn } from "./title-case.ts";

const RUNS = atScale({ short: 150, full: 4_000 });

describe("English title case", () => {
  test.each([
    ["midnight in paris", "Midnight in Paris"],
    ["Midnight In Paris", "Midnight in Paris"],
    ["The Sound Of Silence", "The Sound of Silence"],
    ["Dancing On The Ceiling", "Dancing on the Ceiling"],
    ["Walking On Sunshine", "Walking on Sunshine"],
    ["Meet Me In Montauk", "Meet Me in Montauk"],
    ["what is this for", "What Is This For"],
    ["a song for you", "A Song for You"],
    ["night drive (of the heart)", "Night Drive (Of the Heart)"],
    ["rain [in the night]", "Rain [In the Night]"],
    ["the end: a new start", "The End: A New Start"],
    ["night - the day", "Night - The Day"],
    ["night/the day", "Night/the Day"],
    ["night / the day", "Night / The Day"],
    ["twenty-one nights", "Twenty-One Nights"],
    ["o'clock rock", "O'clock Rock"],
    ["Are You There? in the Dark", "Are You There? In the Dark"],
    ['"in the dark"', '"In the Dark"'],
    ["élan vital", "Élan Vital"],
    ["night drive (feat. ola berg)", "Night Drive (feat. ola berg)"],
    ["night drive (with dEUS)", "Night Drive (with dEUS)"],
    ["night drive feat. the xx", "Night Drive feat. the xx"],
  ])("%j becomes %j", (title, expected) => expect(titleCaseEn(title)).toBe(expected));

  test.each([
    "Shake It Off",
    "Come On Eileen",
    "Turn Up the Music",
    "Take Me Out Tonight",
    "Waiting Up Late",
    "Wake Me Up Again",
    "Get It On Tonight",
    "Take On Me",
    "Sweet Child o' Mine",
    "Hand-in-Hand",
    "Hand-In-Hand",
    "DJ Got Us Fallin' in Love",
    "iPhone Blues",
    "4Ever Young",
    "R&B Nights",
    "will.i.am's Song",
    "Don't Stop 'til You Get Enough",
    "I'm So Excited",
    "Rock 'n' Roll",
    "Café del Mar",
    "Sgt. Pepper's Lonely Hearts",
    "Mr. and Mrs. Smith",
    "McArthur Park",
    "Vol. 1",
    "夜に駆ける",
    "...",
    "",
  ])("%j stays", (title) => expect(titleCaseEn(title)).toBe(title));
});

describe("a title of no known language", () => {
  test.each([
    ["Midnight In Paris", "Midnight in Paris"],
    ["La vie en rose", "La vie en rose"],
    ["Walking to school", "Walking to school"],
    ["The Way Of The World", "The Way of the World"],
  ])("%j becomes %j", (title, expected) => expect(lowerSmallWords(title)).toBe(expected));
});

describe("sentence case", () => {
  test.each([
    ["La Vie En Rose", "fr", "La vie en rose"],
    ["Nel Blu Dipinto Di Blu", "it", "Nel blu dipinto di blu"],
    ["Sommaren Är Kort", "sv", "Sommaren är kort"],
    ["Je Te Veux (Mon Amour)", "fr", "Je te veux (Mon amour)"],
  ])("%j in %s becomes %j", (title, language, expected) => {
    expect(looksTitleCased(title, language)).toBe(true);
    expect(sentenceCase(title)).toBe(expected);
    expect(looksTitleCased(expected, language)).toBe(false);
  });

  test.each([
    ["La vie en rose", "fr"],
    ["Les nuits de Paris", "fr"],
    ["Marie Laforêt", "fr"],
    ["Voglio vivere in Italia", "it"],
    ["Die Nacht Der Träume", "de"],
    ["TGV", "fr"],
  ])("%j in %s is fine", (title, language) => expect(looksTitleCased(title, language)).toBe(false));
});

describe("casing", () => {
  test.each([
    ["MIDNIGHT", "upper"],
    ["MIDNIGHT IN PARIS (feat. Ola)", "upper"],
    ["midnight", "lower"],
    ["été", "lower"],
    ["midnight (feat. Ola Berg)", "lower"],
    ["MiDnIgHt", "random"],
    ["hELLO", "random"],
    ...["Midnight", "USA", "YMCA", "S.O.S.", "McDonald", "LaLaLand", "iPhone", "夜に駆ける", "1999", "X", "?", ""].map(
      (title) => [title, "fine"] as const,
    ),
  ] as const)("%j is %s", (title, casing) => expect(casingOf(title)).toBe(casing));
});

describe("for any text", () => {
  const title = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          "the",
          "Of",
          "In",
          "a",
          "Night",
          "drive",
          "(",
          ")",
          "-",
          "/",
          ":",
          "'til",
          "come",
          "On",
          "feat.",
          "DJ",
          "ß",
          "ǆ",
          "İ",
          "ﬁ",
        ),
        {
          maxLength: 10,
        },
      )
      .chain((words) => fc.constantFrom(" ", "", "-", "/").map((blank) => words.join(blank))),
  );

  test.each([
    ["titleCaseEn", titleCaseEn],
    ["lowerSmallWords", lowerSmallWords],
    ["sentenceCase", sentenceCase],
  ])("%s done twice is done once, and only cases change", (_name, write) => {
    fc.assert(
      fc.property(title, (text) => {
        const once = write(text);
        expect(write(once)).toBe(once);
        expect(once.toLowerCase()).toBe(text.toLowerCase());
      }),
      { numRuns: RUNS },
    );
  });

  test("what was put in sentence case looks like it", () => {
    fc.assert(
      fc.property(title, fc.constantFrom("fr", "it", "sv"), (text, language) => {
        expect(looksTitleCased(sentenceCase(text), language)).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});
