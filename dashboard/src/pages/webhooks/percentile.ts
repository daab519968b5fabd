/** The time within which this part of the attempts was answered: the nearest rank. */
export function percentile(durations_ms: readonly number[], part: number): number | undefined {
  const sorted = [...durations_ms].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
}
