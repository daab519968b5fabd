import { afterEach, describe, expect, test } from "vitest";
import { dateIdsBy, idPrefixes, newId } from "./ids.ts";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** The TypeID specification's decoding: the suffix is the UUID as one number in base 32. */
function uuidOf(id: string): string {
  let number = 0n;
  for (const character of id.slice(id.indexOf("_") + 1)) number = number * 32n + BigInt(alphabet.indexOf(character));
  const hex = number.toString(16).padStart(32, "0");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function makeIds(count: number): string[] {
  return Array.from({ length: count }, () => newId("rel"));
}

// Later tests of this process must not get ids of a later time, so no test here dates ids far ahead.
const soon = () => Date.now() + 100;
afterEach(() => {
  dateIdsBy(() => Date.now());
});

describe("an id", () => {
  test("is decoded here as the TypeID specification does", () => {
    expect(uuidOf("prefix_01h455vb4pex5vsknk084sn02q")).toBe("01890a5d-ac96-774b-bcce-b302099a8057");
    expect(uuidOf("prefix_7zzzzzzzzzzzzzzzzzzzzzzzzz")).toBe("ffffffff-ffff-ffff-ffff-ffffffffffff");
  });

  test.each(idPrefixes)("with prefix %s is a TypeID of a UUIDv7", (prefix) => {
    const id = newId(prefix);
    expect(id).toMatch(new RegExp(`^${prefix}_[0-7][${alphabet}]{25}$`));
    expect(uuidOf(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("carries the millisecond it was made in", () => {
    const now_ms = soon();
    dateIdsBy(() => now_ms);
    expect(Number.parseInt(uuidOf(newId("rel")).replaceAll("-", "").slice(0, 12), 16)).toBe(now_ms);
  });
});

describe("ids of one process", () => {
  test("are all different and sort in the order they were made", () => {
    const ids = makeIds(200_000);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  test("are valid in every bit of their counter", () => {
    const versions = new Set(makeIds(50_000).map((id) => uuidOf(id).replace(/^.{14}(.).{4}(.).*$/, "$1$2")));
    expect([...versions].toSorted()).toEqual(["78", "79", "7a", "7b"]);
  });

  test("sort so within one millisecond, and when the clock steps back", () => {
    let now_ms = soon() + 100;
    dateIdsBy(() => now_ms);
    const ids = makeIds(20_000);
    now_ms -= 30_000;
    ids.push(...makeIds(20_000));
    expect(new Set(ids.map((id) => id.slice(0, 14))).size).toBe(1);
    expect(ids.toSorted()).toEqual(ids);
  });
});
