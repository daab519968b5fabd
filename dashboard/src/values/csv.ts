// Files of the service, read back: RFC 4180, with a heading row.

/** Each row by the names of its columns. */
export function recordsOf(csv: string): Record<string, string>[] {
  const [head = [], ...rows] = cellsOf(csv);
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, plain(cells[index] ?? "")])));
}

/** A quoted cell may hold commas, line breaks and doubled quotes. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
    if (end === "") break;
    if (end !== ",") rows.push([]);
  }
  return rows.filter((cells) => cells.length > 1);
}

/** Without the apostrophe that keeps spreadsheets from computing a title. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
