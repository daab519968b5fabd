// Opens a file of a report: its first bytes tell how it is read. DDEX's DSR begins with a HEAD record, the plain columns stand in the
// first line; any other file is read by the format that was asked for, or that fits its heading row.

import { isUtf8 } from "node:buffer";
import { ApiError } from "../../platform/errors.ts";
import { DsrReader } from "./dsr.ts";
import { type Candidate, chooseFormat, HEAD_LINES, HeadLines, headingOf, lacksOf, partOf } from "./format-choice.ts";
import { planOf } from "./format-plan.ts";
import { isPlain, plainCells, plainHeading, plainLack, plainRequired } from "./plain-heading.ts";
import { MAX_RECORD_BYTES, type Paid, type ReportReader } from "./report-format.ts";
import type { ReportIssues } from "./report-issues.ts";
import { TableReader } from "./report-table.ts";
import { type Decoder, decoderOf, type Encoding, SAMPLE_BYTES, textEncodingOf } from "./report-text.ts";
import { RowMapping } from "./row-mapping.ts";
import type { RowWriter } from "./sales-row.ts";
import type { StoreNames } from "./store-names.ts";

/** `plain` and `dsr` need no format. */
export type Chosen = "plain" | "dsr" | Candidate;

export type Opening = {
  writer: RowWriter;
  paid: Paid;
  /** For files that name no currency. */
  currency: string | undefined;
  /** Undefined: by the bytes. */
  chosen: Chosen | undefined;
  candidates(): Promise<readonly Candidate[]>;
  stores(rules: Candidate["rules"]): Promise<StoreNames>;
};

export type Opened = {
  chosen: Chosen;
  reader: ReportReader;
  encoding: Encoding;
  pieces: AsyncGenerator<Buffer>;
  stores?: StoreNames;
};

const LF = 10;
const DSR = Buffer.from("HEAD\t");
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
// A piece is read in one go, and the first lines of a file may be 13 MB.
const PIECE_BYTES = 65_536;

/** Bytes of which the first are looked at before they are read. */
class Source {
  held: Buffer = Buffer.alloc(0);
  readonly #rest: AsyncIterator<Buffer>;
  #isEnd = false;

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#rest = bytes[Symbol.asyncIterator]();
  }

  /** The next piece; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    if (this.#isEnd) return undefined;
    const { value, done } = await this.#rest.next();
    this.#isEnd = done === true;
    return done ? undefined : value;
  }

  /** Until there is enough, or no more. */
  async hold(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      const piece = await this.next();
      if (!piece) return;
      this.held = this.held.length === 0 ? piece : Buffer.concat([this.held, piece]);
    }
  }

  close(): Promise<unknown> | undefined {
    return this.#rest.return?.();
  }
}

export async function openReport(bytes: AsyncIterable<Buffer>, opening: Opening): Promise<Opened> {
  const source = new Source(bytes);
  try {
    return await openSource(source, opening);
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function openSource(source: Source, opening: Opening): Promise<Opened> {
  const { writer, chosen } = opening;
  await source.hold(() => source.held.includes(LF) || source.held.length > MAX_RECORD_BYTES);
  const { held } = source;
  assertText(held, opening);
  const start = held.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
  const isDsr = chosen === "dsr" || (chosen === undefined && held.subarray(start, start + DSR.length).equals(DSR));
  if (isDsr) return openDsr(opening, "utf-8", following(source, held.subarray(start), plainDecoder));
  const end = held.indexOf(LF);
  const line = held.subarray(start, end < 0 ? held.length : end);
  if (end < 0 && held.length > MAX_RECORD_BYTES) throw tooLong(writer.issues, 1);
  const text = isUtf8(line) ? line.toString() : "";
  if (chosen === "plain" || (chosen === undefined && isPlain(text)))
    return openPlain({
      text,
      opening,
      source,
      rest: end < 0 ? Buffer.alloc(0) : held.subarray(end + 1),
      decoder: plainDecoder,
      encoding: "utf-8",
    });
  return openByFormat(source, opening);
}

function openDsr({ writer, paid }: Opening, encoding: Encoding, pieces: AsyncGenerator<Buffer>): Opened {
  return { chosen: "dsr", reader: new DsrReader(writer, paid), encoding, pieces };
}

const plainDecoder: Decoder = { decode: (bytes) => bytes, end: () => Buffer.alloc(0) };

type Plain = { text: string; opening: Opening; source: Source; rest: Buffer; decoder: Decoder; encoding: Encoding };

function openPlain({ text, opening: { writer }, source, rest, decoder, encoding }: Plain): Opened {
  const { separator, plan } = plainHeading(text, writer.issues);
  const reader = new TableReader(writer, { separator, plan, line: 2 });
  return { chosen: "plain", reader, encoding, pieces: following(source, rest, decoder) };
}

async function openByFormat(source: Source, opening: Opening): Promise<Opened> {
  const { writer, chosen } = opening;
  await source.hold(() => source.held.length >= SAMPLE_BYTES);
  const sample = source.held;
  const given = typeof chosen === "object" ? chosen.rules.file.encoding : "auto";
  let encoding = textEncodingOf(sample, given);
  let decoded = await decodeHead(source, sample, encoding, writer.issues);
  const first = decoded.lines[0]?.toString() ?? "";
  if (chosen === undefined && first.startsWith(DSR.toString()))
    return openDsr(opening, encoding, following(source, decoded.after(0), decoded.decoder));
  if (chosen === undefined && isPlain(first))
    return openPlain({ text: first, opening, source, rest: decoded.after(1), decoder: decoded.decoder, encoding });
  let head = await HeadLines.of(decoded.lines);
  const format = typeof chosen === "object" ? chosen : await choose(first, head, opening);
  const { rules } = format;
  if (rules.file.encoding !== "auto" && rules.file.encoding !== encoding) {
    encoding = rules.file.encoding;
    decoded = await decodeHead(source, source.held, encoding, writer.issues);
    head = await HeadLines.of(decoded.lines);
  }
  const heading = headingOf(rules, head, writer.issues);
  if (!rules.columns.currency && opening.currency === undefined) throw noCurrency(format.format_id);
  const plan = planOf(rules, heading.cells);
  const stores = await opening.stores(rules);
  writer.useShape({ is_by_amount: plan.sources.amount !== undefined, names_stores: plan.sources.store !== undefined });
  const mapping = new RowMapping({ plan, parse: rules.parse, writer, stores, currency: opening.currency ?? "" });
  const reader = new TableReader(writer, { separator: heading.separator, plan, mapping, line: heading.line + 1 });
  return {
    chosen: format,
    reader,
    encoding,
    stores,
    pieces: following(source, decoded.after(heading.line), decoded.decoder),
  };
}

/** A file that has some of the plain columns, and lacks a smaller part of them than of any format, is told which it lacks. */
async function choose(first: string, head: HeadLines, opening: Opening): Promise<Candidate> {
  const lacks = await lacksOf(await opening.candidates(), head);
  const lacking = plainLack(plainCells(first).cells).length / plainRequired;
  const isNearest = lacks.every((lack) => partOf(lack) >= lacking);
  if (first.trim() === "" || (lacking < 1 && isNearest)) plainHeading(first, opening.writer.issues);
  return chooseFormat(lacks);
}

/** The first lines, among which the heading row is, as UTF-8. */
async function decodeHead(source: Source, sample: Buffer, encoding: Encoding, issues: ReportIssues) {
  const decoder = decoderOf(sample, encoding);
  const sent = [sample];
  const decoded = [decoder.decode(sample)];
  let { lines, rest } = measure(decoded[0] ?? sample, { lines: 0, rest: 0 });
  while (lines < HEAD_LINES) {
    if (rest > MAX_RECORD_BYTES) throw tooLong(issues, lines + 1);
    const piece = await source.next();
    if (!piece) {
      decoded.push(decoder.end());
      break;
    }
    const text = decoder.decode(piece);
    sent.push(piece);
    decoded.push(text);
    ({ lines, rest } = measure(text, { lines, rest }));
  }
  source.held = Buffer.concat(sent);
  const bytes = Buffer.concat(decoded);
  return { decoder, lines: firstLines(bytes), after: (line: number) => bytes.subarray(placeAfter(bytes, line)) };
}

/** Without their line feeds. Text after the last line feed is a line, too. */
function firstLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0, end = 0; end >= 0 && lines.length < HEAD_LINES; at = end + 1) {
    end = bytes.indexOf(LF, at);
    lines.push(bytes.subarray(at, end < 0 ? bytes.length : end));
  }
  return lines;
}

type Measured = { lines: number; rest: number };

/** How many lines have ended, and how many bytes come after the last of them. */
function measure(piece: Buffer, { lines, rest }: Measured): Measured {
  const measured = { lines, rest: rest + piece.length };
  for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) {
    measured.lines += 1;
    measured.rest = piece.length - at - 1;
  }
  return measured;
}

/** Where the line after this one begins. */
function placeAfter(bytes: Buffer, line: number): number {
  let at = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = bytes.indexOf(LF, at);
    if (end < 0) return bytes.length;
    at = end + 1;
  }
  return at;
}

/** From here on the first bytes are no longer held. */
async function* following(source: Source, first: Buffer, decoder: Decoder): AsyncGenerator<Buffer> {
  source.held = Buffer.alloc(0);
  try {
    for (let at = 0; at < first.length; at += PIECE_BYTES) yield first.subarray(at, at + PIECE_BYTES);
    for (let piece = await source.next(); piece; piece = await source.next()) yield decoder.decode(piece);
    const last = decoder.end();
    if (last.length > 0) yield last;
  } finally {
    await source.close();
  }
}

const signatures: readonly [start: readonly number[], issue: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], "begins a zip archive; send it with `Content-Type: application/zip`"],
];

/** Recognizes files that people send by mistake, and names their format. */
function assertText(bytes: Buffer, { writer: { issues }, chosen }: Opening): void {
  const found = signatures.find(([start]) => bytes.subarray(0, start.length).equals(Buffer.from(start)));
  const isWide =
    (typeof chosen === "object" && chosen.rules.file.encoding === "utf-16") ||
    textEncodingOf(bytes.subarray(0, 2), "auto") === "utf-16";
  const isBinary = !isWide && bytes.subarray(0, bytes.indexOf(LF)).includes(0);
  if (!found && !isBinary) return;
  issues.add(1, "", found?.[1] ?? "is no text; send CSV or a DSR file");
  throw issues.toError();
}

function tooLong(issues: ReportIssues, line: number): ApiError {
  issues.add(line, "", `is longer than ${MAX_RECORD_BYTES} bytes`);
  return issues.toError();
}

function noCurrency(format_id: string): ApiError {
  const issue = `is missing: ${format_id} names no currency, so say it with \`?currency=\``;
  return new ApiError("validation_failed", `\`currency\` ${issue}.`, [{ field: "currency", issue }]);
}
