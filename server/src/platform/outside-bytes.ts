// Bytes that come from outside: a store's file, an object, a listing, the text of an error, a reply.
//
// The problem. The other side decides how much it sends and how fast. One that ignores what was asked for, or sends a
// byte a minute, must cost no more memory and no more time than an honest one.
//
// The procedure. Bytes from outside are a stream, and its reader says how many may come and by when. `readBeginning`
// keeps so many and ends the stream there: a caller that must know whether there is more asks for one more. `limited`
// is for readers that are not ours: the stream fails when it becomes too long. Both fail when the time is over. The
// bytes that are kept are copied, because a few bytes of a packet would hold all of it in memory.
//
// When it fails. The stream is destroyed, and its connection with it. The error says which of the two it was, and
// nothing of the bytes.

import { Readable } from "node:stream";

/** `within_ms`: from now until the last byte. The caller's own deadline may come before. */
export type OutsideLimits = { max_bytes: number; within_ms: number };

/** The other side sent too much, or took too long. */
export class OutsideLimit extends Error {
  constructor(readonly limit: "bytes" | "time") {
    super(limit === "bytes" ? "The bytes from outside are too long." : "The bytes from outside did not end in time.");
  }
}

/** The first bytes of the stream, at most so many. The rest is not read. */
export async function readBeginning(source: AsyncIterable<Uint8Array>, limits: OutsideLimits): Promise<Buffer> {
  const beginning = new Beginning(limits.max_bytes);
  if (limits.max_bytes === 0) endOf(source);
  else for await (const chunk of inTime(source, limits)) if (beginning.take(chunk) >= limits.max_bytes) break;
  return beginning.bytes();
}

/** The same bytes, for a reader that takes all there are. */
export function limited(source: AsyncIterable<Uint8Array>, limits: OutsideLimits): Readable {
  async function* counted() {
    let size = 0;
    for await (const chunk of inTime(source, limits)) {
      size += chunk.length;
      if (size > limits.max_bytes) throw new OutsideLimit("bytes");
      yield chunk;
    }
  }
  const bytes = Readable.from(counted(), { objectMode: false });
  // A generator that never ran cannot end the source in its `finally`.
  return bytes.once("close", () => endOf(source));
}

/** Keeps the first bytes of what comes in pieces, and counts all. Small pieces cost no more memory than large ones. */
export class Beginning {
  readonly #max_bytes: number;
  #room = Buffer.alloc(0);
  #kept = 0;
  #size = 0;

  constructor(max_bytes: number) {
    this.#max_bytes = max_bytes;
  }

  /** Returns how many bytes came so far. */
  take(chunk: Uint8Array): number {
    this.#size += chunk.length;
    const length = Math.min(chunk.length, this.#max_bytes - this.#kept);
    if (length > 0) {
      if (this.#kept + length > this.#room.length) this.#grow(this.#kept + length);
      this.#room.set(chunk.subarray(0, length), this.#kept);
      this.#kept += length;
    }
    return this.#size;
  }

  get size(): number {
    return this.#size;
  }

  bytes(): Buffer {
    return this.#room.subarray(0, this.#kept);
  }

  #grow(needed: number): void {
    const room = Buffer.alloc(Math.min(this.#max_bytes, Math.max(needed, 2 * this.#room.length)));
    room.set(this.bytes());
    this.#room = room;
  }
}

async function* inTime(source: AsyncIterable<Uint8Array>, { within_ms }: OutsideLimits): AsyncGenerator<Uint8Array> {
  const ends_at = performance.now() + within_ms;
  // A stream that is silent is ended by the timer. A source that is no stream has to end its own waits.
  const timer = setTimeout(() => endOf(source, new OutsideLimit("time")), within_ms);
  try {
    for await (const chunk of source) {
      if (performance.now() >= ends_at) throw new OutsideLimit("time");
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
    endOf(source);
  }
}

function endOf(source: AsyncIterable<Uint8Array>, error?: Error): void {
  if (source instanceof Readable) source.destroy(error);
}
