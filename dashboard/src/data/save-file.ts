/** Gives a file to the reader, as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Later: some browsers begin to read it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function csvOf(rows: readonly (readonly (string | number)[])[]): Blob {
  const text = rows.map((row) => row.map((value) => quoted(String(value))).join(",")).join("\r\n");
  return new Blob([text, "\r\n"], { type: "text/csv" });
}

/** A title that begins like a formula is text: spreadsheets would compute it. Amounts below zero stay numbers. */
function quoted(value: string): string {
  const safe = /^[=+@\t\r-]/.test(value) && !/^-\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
