import { FileFailure } from "./failure.ts";
import type { FileBytes } from "./file-bytes.ts";

export type Chunk = { id: string; position: number; length: number };

/** Real files have a handful. A file with thousands of empty chunks is an attack on our time. */
const CHUNKS_AT_MOST = 10_000;

/**
 * The chunks of a RIFF or IFF file one after the other. A length may be a lie: what lies beyond the file's end is for the reader
 * of that chunk to notice. `lengthOf` lets RF64 say the length that 32 bits cannot hold.
 */
export function* readChunks(
  file: FileBytes,
  { start, isBigEndian }: { start: number; isBigEndian: boolean },
  lengthOf: (id: string, length: number) => number = (_, length) => length,
): Generator<Chunk> {
  let position = start;
  for (let count = 0; position + 8 <= file.size; count++) {
    if (count === CHUNKS_AT_MOST) throw new FileFailure("corrupt_file", `It has more than ${CHUNKS_AT_MOST} chunks.`);
    const header = file.read(position, 8);
    const id = header.toString("latin1", 0, 4);
    const length = lengthOf(id, isBigEndian ? header.readUInt32BE(4) : header.readUInt32LE(4));
    yield { id, position: position + 8, length };
    position += 8 + length + (length % 2);
  }
}
