// The beginning of a report, read in the browser, so that its columns can be seen and assigned before anything is sent.

/** A draft of a format is tried with at most 650 kB. */
const SAMPLE_BYTES = 2 ** 19;
/** A heading row is among the first 50 lines. */
const MOST_ROWS = 70;

const separators = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const;
export type Separator = keyof typeof separators;

/** `line`: where the row begins in the file, from 1. */
export type SampleRow = { line: number; cells: readonly string[] };

export type Sample = {
  file: File;
  /** A zip goes to the service as it is: no rows of it are shown before a trial. */
  is_zip: boolean;
  is_whole: boolean;
  /** Unpacked, from the beginning, without a line that was cut. */
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
  /** The guess. */
  separator: Separator;
};

export async function readSample(file: File): Promise<Sample> {
  const first = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const is_zip = first[0] === 0x50 && first[1] === 0x4b;
  if (is_zip) return { file, is_zip, is_whole: true, bytes: new Uint8Array(), text: "", separator: "comma" };
  const isPacked = first[0] === 0x1f && first[1] === 0x8b;
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const read = await firstBytes(stream);
  const is_whole = read.length < SAMPLE_BYTES;
  const bytes = is_whole ? read : wholeLines(read);
  const text = decode(bytes);
  return { file, is_zip, is_whole, bytes, text, separator: guessSeparator(text) };
}

async function firstBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(SAMPLE_BYTES);
  const reader = stream.getReader();
  let length = 0;
  while (length < SAMPLE_BYTES) {
    const { value, done } = await reader.read();
    if (done) break;
    const piece = value.subarray(0, SAMPLE_BYTES - length);
    bytes.set(piece, length);
    length += piece.length;
  }
  await reader.cancel();
  return bytes.slice(0, length);
}

const LF = 10;

/** A line feed in UTF-16 has two bytes; in its little-endian form the zero follows. */
function wholeLines(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = bytes.lastIndexOf(LF);
  if (end < 0) return bytes;
  return bytes.slice(0, end + (encodingOf(bytes) === "utf-16le" ? 2 : 1));
}

function encodingOf(bytes: Uint8Array): string | undefined {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return "utf-16le";
  return one === 0xfe && two === 0xff ? "utf-16be" : undefined;
}

/** As the service guesses: by a byte order mark, else UTF-8 if it is, else windows-1252. */
export function decode(bytes: Uint8Array): string {
  const marked = encodingOf(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The one that makes most cells of the first rows. */
export function guessSeparator(text: string): Separator {
  const names = Object.keys(separators) as Separator[];
  const cells = (separator: Separator) => rowsOf(text, separator).reduce((sum, row) => sum + row.cells.length, 0);
  return names.reduce((best, name) => (cells(name) > cells(best) ? name : best));
}

/** RFC 4180: a quoted cell may hold separators, line breaks and doubled quotes. */
export function rowsOf(text: string, separator: Separator): SampleRow[] {
  const sign = separators[separator];
  const rows: SampleRow[] = [];
  let [place, line] = [0, 1];
  while (place < text.length && rows.length < MOST_ROWS) {
    const cells: string[] = [];
    const began = line;
    for (let isMore = true; isMore; ) {
      const [cell, end] = cellAt(text, place, sign);
      line += cell.split("\n").length - 1;
      cells.push(cell);
      isMore = text[end] === sign;
      place = isMore || text[end] === "\n" ? end + 1 : text[end] === "\r" ? end + 2 : end;
    }
    rows.push({ line: began, cells });
    line++;
  }
  return rows;
}

/** The cell that begins here, and where it ends. */
function cellAt(text: string, from: number, sign: string): [cell: string, end: number] {
  if (text[from] === '"') {
    const closed = /"((?:[^"]|"")*)"/y;
    closed.lastIndex = from;
    const [whole, inner = ""] = closed.exec(text) ?? [];
    if (whole !== undefined) {
      const rest = endOf(text, from + whole.length, sign);
      return [inner.replaceAll('""', '"'), rest];
    }
  }
  const end = endOf(text, from, sign);
  return [text.slice(from, end), end];
}

function endOf(text: string, from: number, sign: string): number {
  for (let place = from; place < text.length; place++) {
    const letter = text[place];
    if (letter === sign || letter === "\n" || (letter === "\r" && text[place + 1] === "\n")) return place;
  }
  return text.length;
}
