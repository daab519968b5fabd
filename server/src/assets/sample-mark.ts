// Makes the bytes of each sample unique, without an audible or visible change. Most of the bytes are not copied.

import { createHash } from "node:crypto";

const WAV_HEADER_BYTES = 44;
const SAMPLE_BYTES = 3;
const PIECE_BYTES = 1024 * 1024;

/** Each bit of the seed's hash becomes the lowest bit of one of the first samples of 24 bits, 138 dB below full scale. */
export function markSound(wav: Buffer, seed: string): Buffer[] {
  const hash = createHash("sha256").update(seed).digest();
  const head = Buffer.from(wav.subarray(0, WAV_HEADER_BYTES + hash.length * 8 * SAMPLE_BYTES));
  for (let bit = 0; bit < hash.length * 8; bit++) {
    const at = WAV_HEADER_BYTES + bit * SAMPLE_BYTES;
    head[at] = ((head[at] as number) & 0xfe) | (((hash[bit >> 3] as number) >> (bit & 7)) & 1);
  }
  return [head, ...inPieces(wav.subarray(head.length))];
}

/** A comment after the first segment of a JPEG, where the file says what it is. */
export function markPicture(jpeg: Buffer, seed: string): Buffer[] {
  const at = 4 + jpeg.readUInt16BE(4);
  const text = Buffer.from(seed, "latin1");
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 2 + text.length]), text]);
  return [jpeg.subarray(0, at), comment, ...inPieces(jpeg.subarray(at))];
}

function inPieces(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES));
}
