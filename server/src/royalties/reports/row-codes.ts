// The codes of a row, checked and written byte by byte.

import type { RowBatch } from "./row-batch.ts";

const MINUS = 45;

/** Twelve letters and digits, with all hyphens or none, in any case; written as tracks have it: CC-XXX-YY-NNNNN. */
export function putIsrc(batch: RowBatch, bytes: Uint8Array, start: number, end: number): boolean {
  const hyphens = end - start === 15 ? 1 : 0;
  if (hyphens === 0 && end - start !== 12) return false;
  const target = batch.bytes;
  let at = batch.at;
  let from = start;
  for (let place = 0; place < 12; place++) {
    if (place === 2 || place === 5 || place === 7) {
      if (hyphens === 1 && bytes[from++] !== MINUS) return false;
      target[at++] = MINUS;
    }
    const byte = bytes[from++] ?? 0;
    const hasDigit = isDigit(byte);
    const upper = byte & 0xdf;
    const isLetter = upper >= 65 && upper <= 90;
    if (place < 2 ? !isLetter : place < 5 ? !(isLetter || hasDigit) : !hasDigit) return false;
    target[at++] = hasDigit ? byte : upper;
  }
  batch.at = at;
  return true;
}

/** 8, 12, 13 or 14 digits. Zeros before a UPC of twelve are not its own. */
export function putUpc(batch: RowBatch, bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 8 && (length < 12 || length > 14)) return false;
  let from = start;
  while (end - from > 12 && bytes[from] === 48) from += 1;
  // Only a code whose zeros all go is a UPC.
  if (end - from > 12) from = start;
  for (let place = start; place < end; place++) if (!isDigit(bytes[place])) return false;
  batch.putPart(bytes, from, end);
  return true;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}
