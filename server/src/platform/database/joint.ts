// Writes of one transaction that nothing waits for, as one statement.
//
// The problem. Each statement costs the driver and PostgreSQL about as much as the write of a row. At the end of a request come
// several: its effect, its events, the audit entry, the reply.
//
// The procedure. A write that is handed over waits until the transaction sends another statement, or until it ends. All that
// wait are then one statement, of which each is a part. So every other statement sees them, or does not, as if each had been
// sent when it was handed over.
//
// Parts of one statement see the same state: none sees the rows of another, and of two that change one row only one would. So
// each write names its table, and a second write of a table waits for the next statement. References between tables are
// checked at the end of the statement, when all rows are there.

import type { AtEnd, Fragment, TransactionDb } from "./db.ts";
import { type SqlStatement, watchStatements } from "./rows.ts";

/** A statement that has parts: `with` are those that come before it, each `name as (…)`. */
export type Compound = { with: Fragment; statement: Fragment };

/** `take` gets the rows of its statement. */
export type Write<Row = unknown> = {
  table: string;
  write: Fragment | Compound;
  take?: ((rows: readonly Row[]) => void) | undefined;
};

export type Joint = {
  /** It sends what waits before each statement of its own. */
  db: TransactionDb;
  add(write: Write): void;
  send(): void;
};

export function joinWrites(db: TransactionDb, atEnd: AtEnd): Joint {
  const waiting = new Map<string, Write>();
  let taking: Write | undefined;
  const send = () => {
    if (waiting.size === 0) return;
    const main = taking ?? [...waiting.values()].at(-1);
    const others = [...waiting.values()].filter((one) => one !== main);
    waiting.clear();
    taking = undefined;
    if (main) atEnd(sendNow(jointStatement(db, others, main), main.take));
  };
  return {
    db: watchStatements(() => db, sendingFirst(send)) as TransactionDb,
    add(one) {
      if (waiting.has(one.table) || (one.take && taking)) send();
      waiting.set(one.table, one);
      if (one.take) taking = one;
    },
    send,
  };
}

/** A write on its own. */
export function wholeStatement(db: TransactionDb, write: Write["write"]): Fragment {
  return "with" in write ? db`with ${write.with} ${write.statement}` : write;
}

function jointStatement(db: TransactionDb, others: readonly Write[], main: Write): Fragment {
  if (others.length === 0) return wholeStatement(db, main.write);
  const parts = others.map(({ table, write }) =>
    "with" in write
      ? db`${write.with}, ${db.unsafe(`write_of_${table}`)} as (${write.statement})`
      : db`${db.unsafe(`write_of_${table}`)} as (${write})`,
  );
  const [first, ...rest] = "with" in main.write ? [...parts, main.write.with] : parts;
  const statement = "with" in main.write ? main.write.statement : main.write;
  return db`with ${first ?? db``} ${rest.length > 0 ? rest.map((part) => db`, ${part}`) : db``} ${statement}`;
}

function sendingFirst(send: () => void): (statement: SqlStatement) => void {
  return (statement) => {
    const { handler } = statement;
    const sendBoth = (sent: SqlStatement) => {
      send();
      handler(sent);
    };
    statement.handler = Object.assign(sendBoth, { debug: handler.debug });
  };
}

/** Awaiting it would send it a moment later, and the statement that it comes before would overtake it. */
function sendNow(statement: Fragment, take: Write["take"]): Promise<void> {
  const sent = statement as unknown as SqlStatement & { executed: boolean };
  sent.executed = true;
  sent.handler(sent);
  return Promise.prototype.then.call(sent, (rows) => take?.(rows as never)) as Promise<void>;
}
