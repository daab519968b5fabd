import { ApiError } from "./errors.ts";
import { createSeal } from "./seal.ts";

/** Where a page ends. `created_at` is RFC 3339 with milliseconds and Z, as rows have it. */
export type Position = readonly [created_at: string, id: string];

/**
 * A cursor is a position that only its maker can read or write. `bound_to` names what it belongs to (organization, route,
 * filters); opened for anything else it is as wrong as a forged one.
 */
export type CursorSeal = {
  seal(position: Position, bound_to: string): string;
  open(cursor: string, bound_to: string): Position;
};

export function cursorSeal(key: Buffer): CursorSeal {
  const { seal, open } = createSeal(key);
  return {
    seal,
    open(cursor, bound_to) {
      const position = open(cursor, bound_to);
      if (position === undefined) throw invalidCursor();
      return position as Position;
    },
  };
}

/** `rows` were asked for with one more than `limit`; that one only tells that there is more. */
export function pageOf<Row extends { created_at: string; id: string }>(
  rows: Row[],
  limit: number,
  sealPosition: (position: Position) => string,
): { data: Row[]; next_cursor: string | null; has_more: boolean } {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  if (last === undefined || rows.length <= limit) return { data, next_cursor: null, has_more: false };
  return { data, next_cursor: sealPosition([last.created_at, last.id]), has_more: true };
}

function invalidCursor(): ApiError {
  return new ApiError("invalid_cursor", "The cursor is not one that this list returned for these filters.");
}
