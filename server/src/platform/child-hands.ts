import { createLine, type Line } from "./line.ts";

/** Child processes of one environment: so many at a time, and how far they stand back for others (0 to 19, as `nice` counts). */
export type ChildHands = { line: Line; niceness: number };

export function createChildHands({ at_once, niceness }: { at_once: number; niceness: number }): ChildHands {
  return { line: createLine(at_once), niceness };
}
