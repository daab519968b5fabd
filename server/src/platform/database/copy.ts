// COPY FROM STDIN: the fastest way into a table, with the client's pace as the limit. A batch is taken only when the socket
// has taken the one before, so the memory is that of one batch however many there are.
//
// The driver has one gap. It tells a stream of an error only while the stream is open: a COPY that fails after its last byte (the
// disk is full) would never be heard of. So a statement is sent right behind the end; it fails where the COPY has failed.

import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { ApiError } from "../errors.ts";
import type { Db, Fragment } from "./db.ts";
import { errorCode } from "./failure.ts";

const ABORTED = "25P02";

/** `statement` is a `copy … from stdin` of the transaction `db`; the batches are bytes of whole rows. */
export async function copyFrom(
  db: Db,
  statement: Fragment,
  batches: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const rows = await statement.writable();
  // The next write throws this error.
  rows.on("error", () => undefined);
  try {
    for await (const batch of batches) await write(rows, batch);
  } catch (error) {
    rows.destroy(error as Error);
    throw error;
  }
  rows.end();
  // The driver writes the end of the COPY in the next turn of the event loop.
  await setImmediate();
  await db`select 1`.catch((error: unknown) => {
    throw errorCode(error) === ABORTED ? notWritten() : error;
  });
}

function write(rows: Writable, batch: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    rows.write(batch, (error) => (error ? reject(rows.errored ?? error) : resolve()));
  });
}

function notWritten(): ApiError {
  return new ApiError("service_unavailable", "The rows could not be written; send the same again.", [], {
    "retry-after": "5",
  });
}
