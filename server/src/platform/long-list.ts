// Lists of any length. A call has room for some ten thousand arguments: `push(...list)` and `Math.max(...list)` break with a list that
// a stranger made longer. So no call spreads a list; `architecture.test.ts` refuses it.

export function append<Value>(list: Value[], more: Iterable<Value>): void {
  for (const value of more) list.push(value);
}

/** At least `least`, also of no numbers. */
export function greatest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const number of numbers) if (number > found) found = number;
  return found;
}

/** In the order in which the keys first come. */
export function grouped<Value>(list: Iterable<Value>, keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of list) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
