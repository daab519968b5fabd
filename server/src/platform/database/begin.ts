// A transaction whose `begin` is sent together with its first statement.
//
// The problem. postgres.js 3.4.9 waits for the answer to `begin` before the work may send anything. That is one more round
// trip for each transaction, and two more writes to a socket. It also takes any answer to `commit` for a success, and sends on
// what comes after the end.
//
// The procedure. The driver tells on which connection it sends a statement. From then on the connection is ours, and all
// statements of the work go straight to it, as the driver's own transactions do. If one fails, so does the transaction, even
// if the work goes on: PostgreSQL answers the commit with ROLLBACK then. After the commit or the rollback nothing more is sent.
//
// When it fails. If `begin` itself or the connection fails, the work and all its statements do. If an error is the driver's own,
// because it cannot write a value, say, it has counted the statement as sent, and blames another of ours for it. Then the
// connection is ended, and what was sent is rolled back.
//
// A limit. If PostgreSQL refuses `begin` and goes on, which takes a cancel in that very moment, what was sent with it is no
// transaction. We cancel nothing.

import { errorCode } from "./failure.ts";
import { type SqlStatement, watchStatements } from "./rows.ts";
import { isConnectionFailure } from "./socket.ts";

/** The driver's pool. */
type Statements = ((text: TemplateStringsArray) => PromiseLike<unknown>) & {
  unsafe(text: string, values: never[], options: object): PromiseLike<unknown>;
};

/**
 * A connection of the driver. `execute` returns true if it takes more at once; otherwise `reserved` is called when it does.
 * While it has `reserved`, no one else gets it. The driver takes it back when the transaction has ended.
 */
type Line = {
  execute(statement: SqlStatement): unknown;
  terminate(): void;
  queue: { remove(line: Line): void; push(line: Line): void };
  reserved: (() => void) | null;
  onclose: ((error: Error) => void) | null;
};

const ABORTED = "25P02";

/** Commits when the work is done, and rolls back if it or one of its statements fails. */
export async function begin<T>(sql: Statements, work: (transaction: unknown) => Promise<T>): Promise<T> {
  const held = await holdLine(sql);
  const transaction = watchStatements(
    () => sql,
    (statement) => {
      statement.handler = Object.assign(held.send, { debug: statement.handler.debug });
    },
  ) as Statements;
  return Promise.race([endWith(transaction, held, work), held.lost]);
}

/** Resolves when `begin` is sent, and rejects if it never is. */
function holdLine(sql: Statements): Promise<HeldLine> {
  return new Promise((resolve, reject) => {
    const held = new HeldLine();
    held.lost.catch(reject);
    const onexecute = (line: Line) => {
      held.take(line);
      resolve(held);
    };
    sql.unsafe("begin", [], { onexecute }).then(undefined, (error: Error) => {
      held.fail(error);
      held.refuse(error);
    });
  });
}

class HeldLine {
  /** Rejects if nothing more can be sent. */
  readonly lost: Promise<never>;
  /** The error of the first statement that failed. */
  failure: Error | undefined;
  /** The commit or the rollback, once it is made. */
  last: SqlStatement | undefined;
  readonly #waiting: SqlStatement[] = [];
  #line: Line | undefined;
  #isFull = false;
  #isLost = false;
  #refusal: Error | undefined;
  #lose: (error: Error) => void = () => undefined;

  constructor() {
    this.lost = new Promise((_resolve, reject) => {
      this.#lose = reject;
    });
  }

  /** Out of the pool. */
  take(line: Line): void {
    this.#line = line;
    line.queue.remove(line);
    line.queue = { remove: () => undefined, push: () => undefined };
    line.onclose = this.refuse;
    line.reserved = () => {
      this.#isFull = false;
      this.#sendWaiting();
    };
  }

  send = (statement: SqlStatement): void => {
    if (this.#refusal) {
      statement.reject(this.#refusal);
      return;
    }
    // The statement's own `then` would send it again.
    void Promise.prototype.then.call(statement, undefined, this.fail);
    this.#waiting.push(statement);
    if (statement === this.last) this.#refusal = new Error("The transaction has ended.");
    this.#sendWaiting();
  };

  refuse = (error: Error): void => {
    this.#isLost = true;
    this.#refusal = error;
    this.failure ??= error;
    for (const statement of this.#waiting.splice(0)) statement.reject(error);
    this.#lose(error);
  };

  /** One statement. Only an error of the server has a `severity`. */
  fail = (error: Error): void => {
    this.failure ??= error;
    if ("severity" in error || this.#isLost) return;
    this.refuse(error);
    // The socket tells that it is lost: see socket.ts.
    if (isConnectionFailure(error)) return;
    // Statements that the driver has yet to write go out first: otherwise the connection stays mute when it is opened again.
    setImmediate(() => this.#line?.terminate());
  };

  /** `execute` is not true if the connection takes no more for now. */
  #sendWaiting(): void {
    while (!this.#isFull && this.#waiting.length > 0)
      this.#isFull = this.#line?.execute(this.#waiting.shift() as SqlStatement) !== true;
  }
}

async function endWith<T>(
  transaction: Statements,
  held: HeldLine,
  work: (transaction: unknown) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await work(transaction);
    if (held.failure) throw held.failure;
  } catch (error) {
    held.last = transaction`rollback` as SqlStatement;
    // A connection that is lost takes what it did with it.
    await held.last.catch(() => undefined);
    throw errorCode(error) === ABORTED ? (held.failure ?? error) : error;
  }
  held.last = transaction`commit` as SqlStatement;
  const { command } = (await held.last) as { command: string };
  if (command !== "COMMIT") throw held.failure ?? new Error(`PostgreSQL answered the commit with ${command}.`);
  return result;
}
