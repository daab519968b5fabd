// `npm run capacity -- --releases-per-day 25000 --stores 20`: what an installation needs for such a load, by the costs that were
// measured (capacity-model.ts, docs/scale.md).

import { parseArgs } from "node:util";
import { describeNeed, type Load, usualLoad } from "./capacity-model.ts";

const options = {
  "releases-per-day": "releases_per_day",
  stores: "stores",
  endpoints: "endpoints",
  "lines-per-month": "lines_per_month",
  peak: "peak",
} as const satisfies Record<string, keyof Load>;

const given = parseArgs({
  options: Object.fromEntries(Object.keys(options).map((name) => [name, { type: "string" as const }])),
}).values;

const load: Load = { ...usualLoad };
for (const [name, field] of Object.entries(options)) {
  const text = given[name];
  if (typeof text !== "string") continue;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0)
    throw new Error(`--${name} must be a number that is not negative, not "${text}".`);
  load[field] = value;
}
process.stdout.write(`${describeNeed(load)}\n`);
