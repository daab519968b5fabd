import type { PendingQuery, Row } from "postgres";
import type { TransactionDb } from "../server/src/platform/database/db.ts";
import { inOrder } from "./in-order.ts";
import { type Line, openLine } from "./line.ts";
import { CONNECTIONS } from "./measure.ts";

export type Statement = (db: TransactionDb) => PendingQuery<Row[]>;
/** All of them in one transaction and one round trip. */
export type Commit = (statements: readonly Statement[]) => Promise<void>;

/** As many connections as the product's pool has. */
export function openLines(socket_dir: string): { commit: Commit } {
  const free: Line[] = Array.from({ length: CONNECTIONS }, () => openLine(socket_dir));
  const waiting: ((line: Line) => void)[] = [];
  const take = async () => free.pop() ?? new Promise<Line>((resolve) => waiting.push(resolve));
  const giveBack = (line: Line) => {
    const next = waiting.shift();
    if (next) next(line);
    else free.push(line);
  };
  const commit: Commit = async (statements) => {
    const line = await take();
    const { db } = line;
    await Promise.all([
      inOrder(db`begin`),
      ...statements.map((statement) => inOrder(statement(db))),
      inOrder(db`commit`),
    ]);
    giveBack(line);
  };
  return { commit };
}
