// A status changes by a table in its resource's file: a trigger, where it may start, where it leads, and the event it
// causes.
// The compiler checks every name; moves in the database are compare-and-set on the status that was read.

import { ApiError } from "./errors.ts";

export type Transitions<Status extends string, EventType extends string> = Readonly<
  Record<string, { from: readonly Status[]; to: Status; event: EventType | "none" }>
>;

/** The row of the table that applies. Otherwise throws 409, which names the statuses where the move can start. */
export function transition<Trigger extends string, Row extends Transitions<string, string>[string]>(
  table: Readonly<Record<Trigger, Row>>,
  trigger: Trigger,
  from: string,
): Row {
  const row = table[trigger];
  if (row.from.includes(from)) return row;
  throw new ApiError("invalid_state", `This needs the status ${row.from.join(" or ")}; the present status is ${from}.`);
}

/** For a request that names the status it wants: whether that is the move of this row. */
export function isMove(row: Transitions<string, string>[string], from: string, to: string): boolean {
  return row.to === to && row.from.includes(from);
}

/** For a request that names the status it wants, not a trigger. Throws 409 unless a row of the table leads there. */
export function assertMove(table: Transitions<string, string>, from: string, to: string): void {
  if (from === to || Object.values(table).some((row) => isMove(row, from, to))) return;
  throw new ApiError("invalid_state", `The status cannot change from ${from} to ${to}.`);
}
