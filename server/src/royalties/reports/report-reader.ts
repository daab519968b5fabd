// The bytes of a report become batches of rows. The first bytes tell the format: DDEX's DSR begins with a HEAD record,
// all else is CSV. The reader collects problems to the end of the file, or until there are too many. If it finds any,
// nothing is kept.

import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { DsrReader } from "./dsr.ts";
import type { Paid, ReportFacts, ReportReader } from "./report-format.ts";
import { type ReportIssues, TooManyIssues } from "./report-issues.ts";
import { CsvReader } from "./sales-csv.ts";
import type { RowWriter } from "./sales-row.ts";

const MAX_RECORD_BYTES = 65_536;
// As everywhere: no other request waits longer than this for its turn.
const TURN_MS = 5;
const LF = 10;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export function readReport(writer: RowWriter, paid: Paid) {
  let reader: ReportReader | undefined;
  let facts: ReportFacts = { warnings: [] };

  function readPiece(bytes: Buffer): number {
    if (!reader) {
      if (bytes.indexOf(LF) < 0) return 0;
      assertText(bytes, writer.issues);
      const start = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
      const isDsr = bytes.subarray(start, start + 5).equals(Buffer.from("HEAD\t"));
      reader = isDsr ? new DsrReader(writer, paid) : new CsvReader(writer);
      return start + readPiece(bytes.subarray(start));
    }
    const { line } = reader;
    const read = reader.read(bytes);
    if (!isUtf8(bytes.subarray(0, read))) addBadText(writer.issues, line, bytes.subarray(0, read));
    return read;
  }

  async function* batches(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let rest: Buffer = Buffer.alloc(0);
    let began_ms = performance.now();
    for await (const chunk of chunks) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      rest = bytes.subarray(readPiece(bytes));
      if (rest.length > MAX_RECORD_BYTES) {
        writer.issues.add(reader?.line ?? 1, "", `is longer than ${MAX_RECORD_BYTES} bytes`);
        throw writer.issues.toError();
      }
      yield* writer.takeBatches(false);
      if (performance.now() - began_ms < TURN_MS) continue;
      await setImmediate();
      began_ms = performance.now();
    }
    // The last line need not end with a line feed. An empty file gets a line feed too: then its heading row is missing.
    const last = rest.length === 0 && reader ? rest : Buffer.concat([rest, Buffer.from("\n")]);
    if (readPiece(last) < last.length) writer.issues.add(reader?.line ?? 1, "", "ends inside a quoted cell");
    if (reader) facts = reader.end();
    if (writer.issues.isEmpty && writer.rows === 0)
      writer.issues.add(1, "", "is all there is: a report has at least one row");
    if (!writer.issues.isEmpty) throw writer.issues.toError();
    yield* writer.takeBatches(true);
  }

  return {
    facts: () => facts,
    async *batches(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      try {
        yield* batches(chunks);
      } catch (error) {
        throw error instanceof TooManyIssues ? writer.issues.toError() : error;
      }
    },
  };
}

const signatures: readonly [start: readonly number[], issue: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], "begins a zip archive; send the file itself, or packed by gzip"],
  [[0xff, 0xfe], "is in UTF-16; send UTF-8"],
  [[0xfe, 0xff], "is in UTF-16; send UTF-8"],
];

/** Recognizes files that people send by mistake, and names their format. */
function assertText(bytes: Buffer, issues: ReportIssues): void {
  const found = signatures.find(([start]) => bytes.subarray(0, start.length).equals(Buffer.from(start)));
  const isBinary = bytes.subarray(0, bytes.indexOf(LF)).includes(0);
  if (!found && !isBinary) return;
  issues.add(1, "", found?.[1] ?? "is no text; send CSV or a DSR file in UTF-8");
  throw issues.toError();
}

function addBadText(issues: ReportIssues, first_line: number, bytes: Buffer): void {
  let line = first_line;
  for (let at = 0; at < bytes.length; line++) {
    const found = bytes.indexOf(LF, at);
    const end = found < 0 ? bytes.length : found;
    if (!isUtf8(bytes.subarray(at, end))) issues.add(line, "", "is not in UTF-8");
    at = end + 1;
  }
}
