// The records of a block stay in memory until its uses are read. The memory that a file can make them take has a limit.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, test } from "vitest";
import { splitCells } from "./dsr.ts";
import { DsrBlocks } from "./dsr-block.ts";
import type { DsrRecord } from "./dsr-record.ts";
import { readSummary, type Summary } from "./dsr-summary.ts";
import { ReportIssues } from "./report-issues.ts";

let issues: ReportIssues;
let blocks: DsrBlocks;
let line = 0;
beforeEach(() => {
  issues = new ReportIssues();
  blocks = new DsrBlocks(issues);
  line = 0;
});

/** A record with these columns, in a line as a file has it. `rest` stands after them. */
function record(name: string, cells: Record<string, string>, rest = ""): DsrRecord {
  const text = Buffer.from([...Object.values(cells), rest].join("\t")).toString();
  const values = splitCells(text);
  const columns = Object.keys(cells);
  line += 1;
  return { line, name, cell: (column) => (columns.includes(column) ? values[columns.indexOf(column)] : undefined) };
}

const recording = (dspresourceid: string, isrc: string, resourcereference = "", rest = "") =>
  record("AS01", { blockid: "1", resourcereference, dspresourceid, isrc }, rest);
const use = (transactedrelease: string, blockid = "1") =>
  record("SU02", { blockid, transactedrelease, transactedresource: "" });
const release = (releasereference: string, icpn: string) => record("RE01", { blockid: "1", releasereference, icpn });
const use03 = (dspresourceid: string, blockid = "1") => record("SU03", { blockid, dspresourceid });

function found(): { field: string; issue: string }[] {
  return issues.isEmpty ? [] : (issues.toError().details as { field: string; issue: string }[]);
}

describe("a block has a limit, whatever its records are:", () => {
  test("recordings that differ in the store's id alone", () => {
    const fill = () => {
      for (let n = 0; n < 100_010; n++) blocks.accept(recording(`D${n}`, "USWB11300618"));
    };
    expect(fill).toThrow();
    expect(found()).toMatchObject([
      { field: "line 100002, BlockId", issue: expect.stringContaining("100000 records") },
    ]);
  });

  test("long lists of recordings", () => {
    const usedresources = `${"A".repeat(9_000)}|A2`;
    const fill = () => {
      for (let n = 0; n < 4_000; n++)
        blocks.accept(record("RE02", { blockid: "1", releasereference: `R${n}`, usedresources }));
    };
    expect(fill).toThrow();
    expect(found()).toMatchObject([{ issue: expect.stringContaining("characters") }]);
  });

  test("but 100,000 recordings fit, and one that comes again takes nothing more", () => {
    for (let n = 0; n < 100_000; n++) blocks.accept(recording(`D${n}`, "USWB11300618", `A${n}`));
    for (let n = 0; n < 4_000; n++) blocks.accept(recording("D1", "USWB11300618".repeat(800), "A1"));
    expect(blocks.usedBy(use03("D99999"))).toEqual([{ isrc: "USWB11300618", upc: "" }]);
  });
});

test("what is kept of a line does not keep the line", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const summaries = new Map<string, Summary>();
  const before = used();
  for (let n = 0; n < 1_000; n++) {
    const rest = "x".repeat(60_000);
    blocks.accept(
      recording(`a long id of the store, number ${n}`, "USWB11300618", `a long reference, number ${n}`, rest),
    );
    const cells = { summaryrecordid: `a long id of a summary record, number ${n}`, territory: "DE" };
    const summary = readSummary(record("SY01", cells, rest), summaries, { issues });
    if (summary) summaries.set(summary.id, summary);
  }
  // All lines together have 120 MB.
  expect((used() - before) / 2 ** 20).toBeLessThan(20);
  expect([summaries.size, issues.isEmpty]).toEqual([1_000, true]);
});

test("the id of a summary record has a limit", () => {
  const cells = { summaryrecordid: "S".repeat(201), territory: "DE" };
  expect(readSummary(record("SY01", cells), new Map(), { issues })).toBe(undefined);
  expect(found()).toMatchObject([{ field: "line 1, SummaryRecordId" }]);
});

describe("what names nothing is not booked on what has no name:", () => {
  test("a use without the store's id is of no recording, in its block and after it", () => {
    blocks.accept(recording("", "USWB11300618", "A1"));
    blocks.accept(recording("D2", "USWB11300619", "A2"));
    expect(blocks.usedBy(use03(""))).toBe(undefined);
    expect(blocks.usedBy(use03("D2"))).toEqual([{ isrc: "USWB11300619", upc: "" }]);
    expect(blocks.usedBy(use03("", "2"))).toBe(undefined);
    expect(found()).toMatchObject([
      { field: "line 3, DspResourceId", issue: "names no recording of its block" },
      { field: "line 5, DspResourceId", issue: "names no recording of its block" },
    ]);
  });

  test("a use without a release is not of a sub-release that has no reference", () => {
    blocks.accept(release("R1", "825646846917"));
    blocks.accept(recording("D1", "USWB11300618", "A1"));
    blocks.accept(record("RE02", { blockid: "1", releasereference: "", usedresources: "A1" }));
    expect(blocks.usedBy(use(""))).toEqual([{ isrc: "", upc: "825646846917" }]);
  });

  test("of two releases without a reference none is chosen, the only one is", () => {
    blocks.accept(release("", "825646846917"));
    expect(blocks.usedBy(use(""))).toEqual([{ isrc: "", upc: "825646846917" }]);
    for (const icpn of ["825646846924", "825646846917"]) {
      blocks.accept(release("", icpn));
      expect(blocks.usedBy(use(""))).toEqual([{ isrc: "", upc: "" }]);
    }
  });
});
