// Answers that hold their own rows and nothing else.
//
// The problem. postgres.js 3.4.9 numbers the rows of an answer, and begins at zero again only after a statement that
// succeeds. After a statement that failed at its fifth row, the next answer on that connection begins with four holes,
// for any caller. Its first row is undefined, so a valid key looks unknown and a release looks missing. The fault is
// known and open upstream.
//
// The procedure. A handle, of the pool or of a transaction, makes all statements. The handles made here close the gap
// before the caller sees the answer. An answer without a gap costs one look at its first row.
//
// The driver also sends a statement again if a migration has made its plan unusable. By then other statements may be on their
// way, even the commit of its own transaction, and its JSON is encoded twice. Here such a statement fails instead. It works
// the next time, because the driver forgets its plan.

import { traceStatement } from "../tracing/tracing.ts";

/**
 * A part of a statement that the driver's types leave out: `handler` sends the statement when it is first awaited, and
 * `onexecute` is called when it is written.
 */
export type SqlStatement = Promise<unknown> & {
  options: { onexecute?: () => boolean };
  handler: ((statement: SqlStatement) => void) & { debug?: unknown };
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
};

type Handle = (...values: unknown[]) => unknown;

/** The handle behind it may be replaced. `onMade` gets each statement, and each part of one, before it is sent. */
export function wholeRows(
  current: () => unknown,
  onMade: (statement: SqlStatement) => void = () => undefined,
): unknown {
  return watchStatements(current, (statement) => {
    Reflect.defineProperty(statement, "retried", failInstead);
    const { resolve } = statement;
    statement.resolve = (answer) => resolve(closeGap(answer));
    traceStatement(statement);
    onMade(statement);
  });
}

/** The driver notes here why it sends a statement again. It sends none that is cancelled. */
const failInstead: PropertyDescriptor & ThisType<SqlStatement & { cancelled: unknown }> = {
  get: () => undefined,
  set(error: Error) {
    this.cancelled = true;
    this.reject(error);
  },
};

/** A handle that makes the same statements, and shows each of them, and each part of one, before it is sent. */
export function watchStatements(current: () => unknown, onMade: (statement: SqlStatement) => void): unknown {
  const made = (value: unknown) => {
    if (value instanceof Promise) onMade(value as SqlStatement);
    return value;
  };
  return new Proxy(() => undefined, {
    apply: (_target, _this, values) => made(Reflect.apply(current() as Handle, undefined, values)),
    get: (_target, name) => {
      const member: unknown = Reflect.get(current() as Handle, name);
      if (name !== "unsafe" && name !== "file") return member;
      return (...values: unknown[]) => made(Reflect.apply(member as Handle, undefined, values));
    },
  });
}

/** Several statements in one text have several answers. Only the first answer can begin with a gap. */
function closeGap(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  const rows: unknown = "count" in answer ? answer : answer[0];
  if (!Array.isArray(rows) || rows.length === 0 || 0 in rows) return answer;
  rows.splice(
    0,
    rows.findIndex((_row, index) => index in rows),
  );
  return answer;
}
