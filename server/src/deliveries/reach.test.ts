import { describe, expect, test } from "vitest";
import { reachOf, unreachedIssues } from "./reach.ts";

const world = ["WORLD"];
const stores = [
  { store_id: "store_a", territories: ["DE", "FR", "JP"] },
  { store_id: "store_w", territories: world },
];
const fields = ({ territories, issues, without }: ReturnType<typeof reachOf>) =>
  [...issues, ...unreachedIssues([...territories.keys()], without)].map(({ code, field }) => [code, field]);

describe("what each store gets", () => {
  test("is the overlap of the codes, its territories, the release's and the licence", () => {
    const { territories, issues } = reachOf({
      codes: ["FR", "DE", "US"],
      allowed: [["US", "FR", "DE", "CH"], world],
      stores,
    });
    expect(Object.fromEntries(territories)).toEqual({ store_a: ["DE", "FR"], store_w: ["DE", "FR", "US"] });
    expect(issues).toEqual([]);
  });

  test("WORLDWIDE only narrows", () => {
    const { territories, issues } = reachOf({
      codes: ["WORLDWIDE"],
      allowed: [
        ["JP", "US"],
        ["JP", "US", "BR"],
      ],
      stores,
    });
    expect(Object.fromEntries(territories)).toEqual({ store_a: ["JP"], store_w: ["JP", "US"] });
    expect(issues).toEqual([]);
    expect(reachOf({ codes: ["WORLDWIDE"], allowed: [world, world], stores }).territories.get("store_w")).toHaveLength(
      249,
    );
  });

  test("a code outside the release's or the licensed ones is refused by its place", () => {
    expect(fields(reachOf({ codes: ["DE", "US"], allowed: [["DE"], world], stores }))).toEqual([
      ["territory_not_supported", "territory_codes[1]"],
    ]);
    expect(fields(reachOf({ codes: ["DE", "US"], allowed: [world, ["US"]], stores })).at(0)).toEqual([
      "territory_not_supported",
      "territory_codes[0]",
    ]);
  });

  test("a code that no chosen store serves, and a store left with none", () => {
    const [only] = stores;
    expect(fields(reachOf({ codes: ["US"], allowed: [world, world], stores: only ? [only] : [] }))).toEqual([
      ["territory_not_supported", "territory_codes[0]"],
      ["territory_not_supported", "store_ids[0]"],
    ]);
    expect(fields(reachOf({ codes: ["WORLDWIDE"], allowed: [["US"], world], stores }))).toEqual([
      ["territory_not_supported", "store_ids[0]"],
    ]);
  });
});
