// A statement takes its rows as one JSON text. Writing that text blocks the event loop, so many large rows are split
// over several statements.

const BATCH_LENGTH = 1_048_576;

/** Arrays of rows as JSON, each of at most this length unless one row is longer. */
export function* jsonBatches(rows: readonly object[]): Generator<undefined, string[], undefined> {
  const batches: string[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (length > 0 && length + text.length > BATCH_LENGTH) {
      batches.push(`[${texts.join(",")}]`);
      [texts, length] = [[], 0];
    }
    texts.push(text);
    length += text.length;
    yield;
  }
  return texts.length > 0 ? [...batches, `[${texts.join(",")}]`] : batches;
}
