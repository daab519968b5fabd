import { describe, expect, test } from "vitest";
import { MAX_METADATA_BYTES, sizeIssues } from "./metadata-size.ts";

const text = (bytes: number) => "x".repeat(bytes);
const of = (title_bytes: number, artists_bytes = 0) => ({ title: text(title_bytes), artists: [text(artists_bytes)] });
const FRAME = Buffer.byteLength(JSON.stringify(of(0)));

describe("metadata", () => {
  test("may have exactly 64 KiB of JSON, and not a byte more", () => {
    expect(sizeIssues("", of(MAX_METADATA_BYTES - FRAME))).toEqual([]);
    expect(sizeIssues("tracks[3]", of(MAX_METADATA_BYTES - FRAME + 1))).toEqual([
      {
        code: "validation_failed",
        field: "tracks[3]",
        issue: "has 65,537 bytes of metadata as JSON, of which 65,536 are allowed",
      },
    ]);
  });

  test("is measured in bytes of UTF-8, not in characters", () => {
    expect(sizeIssues("", { title: "ü".repeat(32_000) })).toEqual([]);
    expect(sizeIssues("", { title: "ü".repeat(33_000) })).toHaveLength(1);
  });

  test("that was larger before stays while other fields change", () => {
    const before = of(10, 100_000);
    expect(sizeIssues("", { ...before, title: "new" }, before)).toEqual([]);
    expect(sizeIssues("", { ...before, artists: [text(100_000)] }, before)).toEqual([]);
    expect(sizeIssues("", { ...before, artists: [text(90_000)] }, before)).toHaveLength(1);
    expect(sizeIssues("", { ...before, title: text(70_000) }, before)).toHaveLength(1);
    expect(sizeIssues("", { ...before, artists: ["new"] }, before)).toEqual([]);
  });

  test("that fitted before must fit after", () => {
    expect(sizeIssues("", of(40_000, 40_000), of(40_000))).toHaveLength(1);
  });
});
