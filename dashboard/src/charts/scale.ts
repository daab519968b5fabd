// Where a chart draws what. A float will do here: the exact figures are in the table behind the chart.

/** Round values from 0 to at least `most`, a few of them: 0, 250, 500, 750. */
export function ticksTo(most: number, count = 4): number[] {
  if (!(most > 0)) return [0];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

/** The most labels that fit: every nth, counted from the last, which is the one that is looked at. */
export function isLabelled(index: number, count: number, most: number): boolean {
  const nth = Math.ceil(count / Math.max(1, most));
  return (count - 1 - index) % nth === 0;
}
