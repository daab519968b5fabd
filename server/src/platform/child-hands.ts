import { createLine, type Line } from "./line.ts";

/** The child processes of one environment: how many at a time, and their priority (0 to 19, as in `nice`). */
export type ChildHands = { line: Line; niceness: number };

export function createChildHands({ at_once, niceness }: { at_once: number; niceness: number }): ChildHands {
  return { line: createLine(at_once), niceness };
}
