// A small CSV (RFC 4180), record by record: its cells are separated by commas, or by the semicolons or tabs of spreadsheets.

export type CsvRecord = { line: number; cells: string[] };

const separators = [",", ";", "\t"];

/** Cells come without the blanks around them. `line` is where the record begins. */
export function* csvRecords(text: string): Generator<CsvRecord> {
  const heading = text.slice(0, text.indexOf("\n") >>> 0);
  const countOf = (separator: string) => heading.split(separator).length;
  const separator = separators.reduce((most, other) => (countOf(other) > countOf(most) ? other : most));
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const record: CsvRecord = { line, cells: [] };
    for (let isEnd = false; !isEnd; ) {
      const cell = readCell(text, at, separator);
      record.cells.push(cell.text.trim());
      isEnd = text[cell.end] !== separator;
      line += cell.lines;
      at = cell.end + 1;
    }
    line += 1;
    yield record;
  }
}

/** From one place to the separator, the end of the line or that of the text. */
function readCell(text: string, start: number, separator: string): { text: string; end: number; lines: number } {
  let cell = "";
  let lines = 0;
  let at = start;
  if (text[at] === '"') {
    at += 1;
    for (; at < text.length; at++) {
      if (text[at] === '"' && text[at + 1] !== '"') break;
      if (text[at] === '"') at += 1;
      if (text[at] === "\n") lines += 1;
      cell += text[at] ?? "";
    }
    at += 1;
  }
  const rest = at;
  while (at < text.length && text[at] !== separator && text[at] !== "\n") at++;
  return { text: cell + text.slice(rest, at), end: at, lines };
}
