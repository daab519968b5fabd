// The files of a report become batches of rows. The reader collects problems to the end of the last file, or until there are too many. If
// it finds any, nothing is kept.

import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { ApiError } from "../../platform/errors.ts";
import { append } from "../../platform/long-list.ts";
import { MAX_RECORD_BYTES, type ReportFacts } from "./report-format.ts";
import { type ReportIssues, TooManyIssues } from "./report-issues.ts";
import { type Chosen, type Opened, type Opening, openReport } from "./report-opening.ts";
import type { Encoding } from "./report-text.ts";
import type { ReadFile } from "./sales-report.ts";
import type { StoreNames } from "./store-names.ts";

/** A file of an archive has a name. */
export type SentFile = { name?: string; bytes: AsyncIterable<Buffer> };

// As everywhere: no other request waits longer than this for its turn.
const TURN_MS = 5;
const LF = 10;
const NO_TEXT = Buffer.from("\ufffd");

export class ReportReading {
  readonly #opening: Opening;
  readonly #rest: AsyncIterator<SentFile>;
  readonly files: ReadFile[] = [];
  facts: ReportFacts = { warnings: [] };
  chosen: Chosen | undefined;
  stores: StoreNames | undefined;
  #opened: Opened | undefined;
  #name: string | undefined;

  constructor(files: AsyncIterable<SentFile>, opening: Opening) {
    this.#opening = opening;
    this.#rest = files[Symbol.asyncIterator]();
    this.chosen = opening.chosen;
  }

  /** Opens the first file: from then on it is known what its rows have. */
  async begin(): Promise<void> {
    await this.#refusing(() => this.#openNext());
  }

  /** The rows of all files. */
  async *batches(): AsyncGenerator<Buffer> {
    const { writer } = this.#opening;
    try {
      do {
        const before = writer.rows;
        if (this.#opened) yield* this.#batchesOf(this.#opened);
        if (this.#name !== undefined) this.#endFile(before);
      } while (await this.#openNext());
      const unknown = this.stores?.unknown() ?? [];
      if (unknown.length > 0) writer.issues.addField("store", unknownIssue(unknown));
      if (writer.issues.isEmpty && writer.rows === 0)
        writer.issues.add(1, "", "is all there is: a report has at least one row");
      if (!writer.issues.isEmpty) throw writer.issues.toError();
      yield* writer.takeBatches(true);
    } catch (error) {
      throw error instanceof TooManyIssues ? writer.issues.toError() : error;
    } finally {
      await this.close();
    }
  }

  /** Needed where the rows are not read to their end. */
  async close(): Promise<void> {
    await this.#opened?.pieces.return(undefined);
    await this.#rest.return?.();
  }

  async #openNext(): Promise<boolean> {
    const { value: file, done } = await this.#rest.next();
    if (done) return false;
    const { writer } = this.#opening;
    this.#name = file.name;
    if (file.name !== undefined) writer.issues.beginFile(file.name);
    const opening: Opening = {
      ...this.#opening,
      chosen: this.chosen,
      stores: async (rules) => this.stores ?? this.#opening.stores(rules),
    };
    this.#opened = await openReport(file.bytes, opening);
    if (this.#opened.chosen === "dsr" && this.files.length > 0) throw severalMessages();
    this.chosen = this.#opened.chosen;
    this.stores ??= this.#opened.stores;
    return true;
  }

  #endFile(rows_before: number): undefined {
    const { writer } = this.#opening;
    const lines = this.#opened?.reader.line ?? 0;
    this.files.push({ name: this.#name ?? "", rows: writer.rows - rows_before, lines });
    writer.lines_before += lines;
  }

  async *#batchesOf({ reader, encoding, pieces }: Opened): AsyncGenerator<Buffer> {
    const { writer } = this.#opening;
    const { issues } = writer;
    const readPiece = (bytes: Buffer) => {
      const { line } = reader;
      const read = reader.read(bytes);
      const part = bytes.subarray(0, read);
      if (!isText(part, encoding)) addBadText(issues, line, part, encoding);
      return read;
    };
    let rest: Buffer = Buffer.alloc(0);
    let began_ms = performance.now();
    for await (const piece of pieces) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      rest = bytes.subarray(readPiece(bytes));
      if (rest.length > MAX_RECORD_BYTES) {
        issues.add(reader.line, "", `is longer than ${MAX_RECORD_BYTES} bytes`);
        throw issues.toError();
      }
      yield* writer.takeBatches(false);
      if (performance.now() - began_ms < TURN_MS) continue;
      await setImmediate();
      began_ms = performance.now();
    }
    // The last line need not end with a line feed.
    const last = rest.length === 0 ? rest : Buffer.concat([rest, Buffer.from("\n")]);
    if (readPiece(last) < last.length) issues.add(reader.line, "", "ends inside a quoted cell");
    const { warnings, ...facts } = reader.end();
    this.facts = { ...this.facts, ...facts };
    append(this.facts.warnings, warnings);
  }

  async #refusing(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw error instanceof TooManyIssues ? this.#opening.writer.issues.toError() : error;
    }
  }
}

const isText = (bytes: Buffer, encoding: Encoding) =>
  encoding === "utf-8" ? isUtf8(bytes) : encoding !== "utf-16" || !bytes.includes(NO_TEXT);

function addBadText(issues: ReportIssues, first_line: number, bytes: Buffer, encoding: Encoding): void {
  let line = first_line;
  for (let at = 0; at < bytes.length; line++) {
    const found = bytes.indexOf(LF, at);
    const end = found < 0 ? bytes.length : found;
    if (!isText(bytes.subarray(at, end), encoding)) issues.add(line, "", `is not in ${encoding.toUpperCase()}`);
    at = end + 1;
  }
}

function unknownIssue(names: readonly string[]): string {
  const listed = names.map((name) => `"${name}"`).join(", ");
  return `has names of no store: ${listed}. Add them to \`report_names\` of a store, or to \`store_names\` of the format`;
}

function severalMessages(): ApiError {
  return new ApiError("validation_failed", "A DSR message in a zip must be its only file: send each file by itself.");
}
