import { expect, test } from "vitest";
import { Listing } from "./listing.ts";

const named = (...names: string[]) => names.map((name) => ({ name, version: "1" }));
/** How many of them are taken until it is enough. */
function take(listing: Listing, answer: (number: number) => ReturnType<typeof named>): number {
  for (let number = 1; ; number++) if (!listing.take(answer(number))) return number;
}

test("a file is named once, by its last version, and names that lead elsewhere are left out", () => {
  const listing = new Listing();
  expect(
    listing.take(named("a.xml", "../a.xml", "b/../c.xml", "a\nb", "\ud800", ".", "n".repeat(301), "d/e.xml")),
  ).toBe(true);
  listing.take([{ name: "a.xml", version: "2" }]);
  expect(listing.files()).toEqual([
    { name: "a.xml", version: "2" },
    { name: "d/e.xml", version: "1" },
  ]);
});

test("names without end, long or short, and answers that name nothing new come to an end", () => {
  const [short, long, idle] = [new Listing(), new Listing(), new Listing()];
  const some = (number: number) => Array.from({ length: 1_000 }, (_, index) => `${number}-${index}`);
  expect(take(short, (number) => named(...some(number)))).toBe(100);
  expect(short.files()).toHaveLength(100_000);
  const padded = (number: number) => some(number).map((name) => name.padEnd(300, "n"));
  expect(take(long, (number) => named(...padded(number)))).toBe(27);
  expect(take(idle, () => named("a.xml"))).toBe(21);
});

test("a server that names one file in each answer is read to its end", () => {
  const listing = new Listing();
  for (let number = 0; number < 1_000; number++) expect(listing.take(named(`${number}.xml`))).toBe(true);
});
