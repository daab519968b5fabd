import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * A file read in pieces, synchronously: the process that looks into files does nothing else meanwhile, and reading
 * so is the fastest and needs no more memory than the piece.
 */
export class FileBytes {
  readonly size: number;
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "r");
    this.size = fstatSync(this.#file).size;
  }

  /** Fills as much of `into` as the file has from `position` on, and says how much that was. */
  readInto(into: Uint8Array, position: number): number {
    let filled = 0;
    while (filled < into.length) {
      const count = readSync(this.#file, into, filled, into.length - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  }

  /** A small piece, shorter only where the file ends. */
  read(position: number, length: number): Buffer {
    const piece = Buffer.alloc(Math.max(0, Math.min(length, this.size - position)));
    return piece.subarray(0, this.readInto(piece, position));
  }

  close(): void {
    closeSync(this.#file);
  }
}
