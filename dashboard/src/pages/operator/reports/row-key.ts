/** The name of a row of a report in a list. A sub-release has several rows on one line, and some of these may have no code. */
export function rowKey({ line, isrc }: { line: number; isrc: string | null }, place: number): string {
  return `${line} ${isrc ?? ""} ${place}`;
}
