// Bytes that are stored while they are read for another purpose: one pass over them, and never more than a few pieces in memory. The
// slower of storage and reader sets the pace.

import { once } from "node:events";
import { PassThrough } from "node:stream";

// Pieces of a request are at most 64 KiB.
const PIECES_AHEAD = 16;

/**
 * The same bytes. They are stored once the last `next` has returned. Errors of the storage are thrown here. If the
 * source throws or the reader stops before the end, nothing is stored.
 */
export async function* storing(
  bytes: AsyncIterable<Buffer>,
  store: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): AsyncGenerator<Buffer> {
  // In object mode pieces are handed on as they are. Otherwise those that wait would be copied into one.
  const copy = new PassThrough({ objectMode: true, highWaterMark: PIECES_AHEAD });
  // The storage may be still opening its file when the source fails: until it reads, no other one hears of it.
  copy.on("error", () => undefined);
  const stored = store(copy);
  stored.catch(() => copy.destroy());
  try {
    for await (const chunk of bytes) {
      if (copy.destroyed) await stored;
      if (!copy.write(chunk)) await Promise.race([once(copy, "drain"), stored]);
      yield chunk;
    }
    copy.end();
    await stored;
  } finally {
    // Without its end, the storage takes nothing for whole.
    if (!copy.writableEnded) copy.destroy(new Error("The bytes were not read to their end."));
    await stored.catch(() => undefined);
  }
}
