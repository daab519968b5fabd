// Which statements take longer on one database than on another: the first to look at when a database got slow with age.

import type { Db } from "../server/src/platform/database/db.ts";

const SHOWN = 5;
const SHOWN_CHARACTERS = 160;

export type Slower = { query: string; calls: number; ms: number; other_ms: number };

/** From now on. */
export async function forgetStatements(db: Db): Promise<void> {
  await db`select pg_stat_statements_reset()`;
}

/** The time that one database spent more than the other, most first. A statement is known by its text. */
export async function slowerStatements(db: Db, other: Db): Promise<Slower[]> {
  const times = await listStatements(db);
  const others = new Map((await listStatements(other)).map(({ query, ...rest }) => [query, rest]));
  const pairs = times.flatMap(({ query, calls, ms }): Slower[] => {
    const there = others.get(query);
    return there ? [{ query, calls, ms, other_ms: there.ms }] : [];
  });
  const more = ({ calls, ms, other_ms }: Slower) => calls * (ms - other_ms);
  return pairs.sort((a, b) => more(b) - more(a)).slice(0, SHOWN);
}

export function describeSlower(slower: readonly Slower[]): string {
  const lines = slower.map(
    ({ query, calls, ms, other_ms }) =>
      `  ${calls} × ${ms.toFixed(3)} ms, there ${other_ms.toFixed(3)} ms: ${query.replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS)}`,
  );
  return `${lines.join("\n")}\n`;
}

function listStatements(db: Db): Promise<{ query: string; calls: number; ms: number }[]> {
  return db<{ query: string; calls: number; ms: number }[]>`
    select query, sum(calls)::float8 as calls, sum(total_exec_time) / sum(calls) as ms from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database()) group by query`;
}
