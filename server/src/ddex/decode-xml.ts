// The bytes of an XML text, as text.

/** The text is no XML, or none that is read here. `line` is where. */
export class XmlRefused extends Error {
  constructor(
    readonly issue: string,
    readonly line: number,
  ) {
    super(`Line ${line}: ${issue}.`);
  }
}

const DECODE_BYTES = 262_144;
const LINE_FEED = 0x0a;

// Characters that XML 1.0 forbids even as a number.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found.
export const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** UTF-8 or UTF-16. Every message so far was one of the two. */
export function* decodeXml(bytes: Uint8Array): Generator<undefined, string, undefined> {
  const decoder = new TextDecoder(xmlEncoding(bytes), { fatal: true });
  const pieces: string[] = [];
  let lines = 1;
  for (let at = 0; at < bytes.length; at += DECODE_BYTES) {
    const piece = decodePiece(decoder, bytes.subarray(at, at + DECODE_BYTES), at + DECODE_BYTES >= bytes.length, lines);
    const found = forbidden.exec(piece);
    if (found) throw new XmlRefused("has a control character", lines + lineAt(piece, found.index) - 1);
    lines += lineAt(piece, piece.length) - 1;
    pieces.push(piece);
    yield;
  }
  // In one piece: a text that is made of many is put together anew for each search.
  return pieces.join("");
}

function decodePiece(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  isLast: boolean,
  line: number,
): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw new XmlRefused(`is not ${decoder.encoding.toUpperCase()}`, line);
  }
}

/** By the mark at the beginning, or by the zeros around the first "<". */
export function xmlEncoding([first, second]: Uint8Array): string {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0) ? "utf-16le" : "utf-8";
}

export function lineAt(text: string, end: number): number {
  let line = 1;
  for (let at = 0; at < end; at++) if (text.charCodeAt(at) === LINE_FEED) line++;
  return line;
}
