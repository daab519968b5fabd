// Answers that hold their own rows and nothing else.
//
// The problem. postgres.js 3.4.9 numbers the rows of an answer, and begins at zero again only after a statement that
// succeeds. After one that failed at its fifth row, the next answer on that connection begins with four holes, whoever
// asked: its first row is undefined, so a valid key is unknown and a release is not there. The fault is known and open
// upstream.
//
// The procedure. All statements are made by a handle, the pool's or a transaction's. A handle from here closes the gap
// before the one who asked sees the answer. An answer without a gap costs one look at its first row.

/** What the driver's types do not say of a statement: its handler sends it, when somebody awaits it. */
export type SqlStatement = Promise<unknown> & {
  handler: ((statement: SqlStatement) => void) & { debug?: unknown };
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
};

type Handle = (...values: unknown[]) => unknown;

/** The handle may be replaced under it. `onMade` meets each statement before it is sent, and each part of one. */
export function wholeRows(
  current: () => unknown,
  onMade: (statement: SqlStatement) => void = () => undefined,
): unknown {
  const made = (value: unknown) => {
    if (!(value instanceof Promise)) return value;
    const statement = value as SqlStatement;
    const { resolve } = statement;
    statement.resolve = (answer) => resolve(closeGap(answer));
    onMade(statement);
    return statement;
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

/** Several statements in one text have several answers, of which only the first can begin with a gap. */
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
