// A transaction whose `begin` is sent together with its first statement.
//
// The problem. postgres.js 3.4.9 waits for the answer to `begin` before the work may send anything. That is one more round
// trip for each transaction, and two more writes to a socket.
//
// The procedure. The driver tells on which connection it sends a statement. From then on the connection is ours, and all
// statements of the work go straight to it, as the driver's own transactions do. If one fails, so does the transaction, even
// if the work goes on. `begin` itself fails with its connection, and then everything after it fails too.

import { errorCode } from "./failure.ts";
import { type SqlStatement, watchStatements } from "./rows.ts";

/** The driver's pool. */
type Statements = ((text: TemplateStringsArray) => PromiseLike<unknown>) & {
  unsafe(text: string, values: never[], options: object): PromiseLike<unknown>;
};

/**
 * A connection of the driver. `execute` returns false if it takes no more for now; `reserved` is called when it takes more.
 * While it has `reserved`, no one else gets it. The driver takes it back when the transaction has ended.
 */
type Line = {
  execute(statement: SqlStatement): unknown;
  queue: { remove(line: Line): void; push(line: Line): void };
  reserved: (() => void) | null;
  onclose: ((error: Error) => void) | null;
};

const ABORTED = "25P02";

/** Commits when the work is done, and rolls back if it or one of its statements fails. */
export async function begin<T>(sql: Statements, work: (transaction: unknown) => Promise<T>): Promise<T> {
  const { line, failure, send } = await openLine(sql);
  const transaction = watchStatements(
    () => sql,
    (statement) => {
      statement.handler = Object.assign(send, { debug: statement.handler.debug });
    },
  ) as Statements;
  const closed = new Promise<never>((_resolve, reject) => {
    line.onclose = reject;
  });
  return Promise.race([endWith(transaction, failure, work), closed]);
}

type OpenLine = { line: Line; failure(): Error | undefined; send(statement: SqlStatement): void };

/** Resolves when `begin` is sent, and rejects if it never is. */
function openLine(sql: Statements): Promise<OpenLine> {
  return new Promise((resolve, reject) => {
    let refusal: Error | undefined;
    let failure: Error | undefined;
    const refuse = (error: Error) => {
      refusal = failure = error;
      reject(error);
    };
    const onexecute = (line: Line) => {
      const sendNow = sendOn(line);
      const send = (statement: SqlStatement) => {
        // The driver has taken the connection back.
        if (refusal) return statement.reject(refusal);
        // The statement's own `then` would send it again.
        void Promise.prototype.then.call(statement, undefined, (error: Error) => {
          failure ??= error;
        });
        sendNow(statement);
      };
      resolve({ line, failure: () => failure, send });
    };
    sql.unsafe("begin", [], { onexecute }).then(undefined, refuse);
  });
}

/** Takes the connection from the pool. Returns what sends a statement there, once there is room for it. */
function sendOn(line: Line): (statement: SqlStatement) => void {
  const waiting: SqlStatement[] = [];
  let isFull = false;
  const sendWaiting = () => {
    while (!isFull && waiting.length > 0) isFull = !line.execute(waiting.shift() as SqlStatement);
  };
  line.queue.remove(line);
  line.queue = { remove: () => undefined, push: () => undefined };
  line.reserved = () => {
    isFull = false;
    sendWaiting();
  };
  return (statement) => {
    waiting.push(statement);
    sendWaiting();
  };
}

async function endWith<T>(
  transaction: Statements,
  failure: OpenLine["failure"],
  work: (transaction: unknown) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await work(transaction);
    const failed = failure();
    if (failed) throw failed;
  } catch (error) {
    await transaction`rollback`;
    throw errorCode(error) === ABORTED ? (failure() ?? error) : error;
  }
  await transaction`commit`;
  return result;
}
