import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberTracks, outsideIssues, placeOf } from "./track.ts";

describe("the numbers of new tracks", () => {
  const number = (given: [disc_number: number | null, track_number: number | null][], last: [number, number][] = []) =>
    numberTracks(
      given.map(([disc_number, track_number]) => ({ release_id: "rel_1", disc_number, track_number })),
      new Map(last.map(([disc, end]) => [placeOf("rel_1", disc, 0), end])),
    );

  test("go on after the last of the disc", () => {
    expect(
      number([
        [null, null],
        [null, null],
        [2, null],
      ]),
    ).toEqual([1, 2, 1]);
    expect(
      number(
        [
          [1, null],
          [2, null],
          [null, null],
        ],
        [
          [1, 3],
          [2, 7],
        ],
      ),
    ).toEqual([4, 8, 5]);
  });

  test("are those that were named, and the others go around them", () => {
    expect(
      number([
        [null, null],
        [null, 5],
        [null, null],
      ]),
    ).toEqual([1, 5, 6]);
    expect(
      number([
        [null, null],
        [1, 1],
        [null, 2],
      ]),
    ).toEqual([3, 1, 2]);
  });

  test("never meet: not each other, not what is there", () => {
    const place = fc.tuple(fc.constantFrom(null, 1, 2), fc.option(fc.integer({ min: 1, max: 12 })));
    const ends = fc.tuple(fc.nat(4), fc.nat(4));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 20 }), ends, (given, [one, two]) => {
        const unique = given.filter(
          ([disc, track], index) =>
            track === null || given.findIndex(([d, t]) => (d ?? 1) === (disc ?? 1) && t === track) === index,
        );
        const numbers = number(unique, [
          [1, one],
          [2, two],
        ]);
        const places = unique.map(([disc], index) => `${disc ?? 1} ${numbers[index]}`);
        expect(new Set(places).size).toBe(places.length);
        for (const [index, [disc, track]] of unique.entries())
          if (track === null) expect(numbers[index]).toBeGreaterThan(disc === 2 ? two : one);
          else expect(numbers[index]).toBe(track);
      }),
    );
  });
});

describe("territories of a track", () => {
  const fields = (given: string | string[] | null, release: string[], licensed = ["WORLD"]) =>
    outsideIssues(given, release, licensed).map(({ code, field }) => `${code} ${field}`);

  test("lie inside the release's and the licence", () => {
    expect(fields(null, ["DE"])).toEqual([]);
    expect(fields("DE", ["DE", "FR"])).toEqual([]);
    expect(fields(["FR"], ["WORLD"], ["FR"])).toEqual([]);
    expect(fields("WORLD", ["WORLD"], ["FR"])).toEqual([]);
    expect(fields("US", ["DE"])).toEqual(["territory_not_supported territory"]);
    expect(fields(["DE", "US"], ["DE"])).toEqual(["territory_not_supported territory[1]"]);
    expect(fields(["DE", "US"], ["WORLD"], ["DE"])).toEqual(["territory_not_supported territory[1]"]);
    expect(fields("WORLD", ["DE"])).toEqual(["territory_not_supported territory"]);
  });
});
