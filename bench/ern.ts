// A 12-track album as ERN against a plain template string for the same bytes, and the rules alone. Both are timed in turns, and both
// are built as the service is: the loader that runs the benchmarks keeps the name of each function that is made, which took a
// fifth of the time.

import type { ernTurns } from "./ern-turns.ts";
import { importBuilt } from "./import-built.ts";
import { median } from "./measure.ts";
import type { Result } from "./report.ts";

const TRACKS = 12;
const BUILD_MARK = 0.3;
const RULES_MARK = 2_000;

export async function benchErn(): Promise<Result[]> {
  const built = await importBuilt<{ ernTurns: typeof ernTurns }>(new URL("ern-turns.ts", import.meta.url));
  const { bytes, turns } = built.ernTurns(TRACKS);
  const ratios = turns.map(({ built, plain }) => built / plain).sort((a, b) => a - b);
  const checked = median(turns.map((turn) => turn.checked));
  return [
    {
      what: `messages of a ${TRACKS}-track album a second, values to bytes (${Math.round(bytes / 1000)} KB); floor: one template string`,
      value: Math.round(median(turns.map(({ built }) => built))).toLocaleString("en"),
      floor: Math.round(median(turns.map(({ plain }) => plain))).toLocaleString("en"),
      ratio: median(ratios),
      spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
      mark: { text: `≥ ${BUILD_MARK}`, isMet: median(ratios) >= BUILD_MARK },
    },
    {
      what: "messages a second through the rules, on one core",
      value: Math.round(checked).toLocaleString("en"),
      mark: { text: `≥ ${RULES_MARK.toLocaleString("en")}`, isMet: checked >= RULES_MARK },
    },
  ];
}
