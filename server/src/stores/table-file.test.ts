import { describe, expect, test } from "vitest";
import { readGenreTable, readPriceTierTable, readRoleTable } from "./table-file.ts";

describe("reads CSV and JSON", () => {
  test("genres", () => {
    const table = { Electronic: { genre: "Dance", subgenre: "Techno" }, "R&B, Soul": { genre: "Soul" } };
    const csv = '\uFEFFgenre,store_genre,store_subgenre\r\nElectronic,Dance,Techno\r\n\r\n"R&B, Soul",Soul,\r\n';
    expect(readGenreTable(csv)).toEqual(table);
    expect(readGenreTable("store_genre;genre\nSoul;Motown\n")).toEqual({ Motown: { genre: "Soul" } });
    expect(readGenreTable(JSON.stringify(table))).toEqual(table);
  });

  test("roles and price tiers", () => {
    expect(readRoleTable("role,code\nTape wizard,StudioProducer")).toEqual({ "Tape wizard": "StudioProducer" });
    const tiers = [
      { code: "FRONT", name: "Front line", namespace: "DPID" },
      { code: "MID", name: "Mid" },
    ];
    expect(readPriceTierTable("code,name,namespace\nFRONT,Front line,DPID\nMID,Mid,\n")).toEqual(tiers);
    expect(readPriceTierTable(JSON.stringify(tiers))).toEqual(tiers);
  });
});

test.each([
  ["", "The first line has no column role."],
  ["role\nA", "The first line has no column code."],
  ["role,code,colour\nA,B,C", "The first line has an unknown column: colour"],
  ["role,code\nA,", "Line 2 has no code."],
  ["role,code\nA,B\nA,C", "Line 3 repeats line 2: A"],
  ["{", "The file is not valid JSON."],
])("refuses %j", (text, message) => {
  expect(() => readRoleTable(text)).toThrow(message);
});
