// `segue report update`: the amount that a store paid, and exchange rates of one report.

import type { SalesReportChanges } from "@segue/sdk";
import { InvalidArgumentError } from "commander";
import { parsed, removable, text } from "../option.ts";
import { changesOf, verb } from "../row.ts";
import { UsageError } from "../settings.ts";

const EXAMPLE = "rep_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const updateVerb = verb(
  "update <report_id>",
  "note the amount that the store paid, or give the report exchange rates of its own",
  {
    options: {
      amount: removable("--received <amount>", "what was received; `none` removes it"),
      currency: text("--currency <code>", "currency of what was received"),
      on: text("--on <date>", "the day on which it was received, such as 2026-04-02"),
      rates: parsed(
        "--rate <from:to=rate>",
        "such as USD:EUR=0.93; may be given several times; `none` removes all",
        readRates,
      ),
    },
    examples: [
      `report update ${EXAMPLE} --received 1200.00 --currency EUR --on 2026-04-02`,
      `report update ${EXAMPLE} --rate USD:EUR=0.93`,
    ],
    call: ({ operator }, { report_id, ...given }) =>
      operator.salesReports.update(report_id, changesOf(reportChangesOf(given), "report update")),
  },
);

type Rates = NonNullable<SalesReportChanges["rates"]>;
type Given = { amount?: string | null; currency?: string; on?: string; rates?: Rates };

function reportChangesOf({ amount, currency, on, rates }: Given): SalesReportChanges {
  const own = rates && { rates };
  if (amount === null) return { ...own, received: null };
  if (amount === undefined && currency === undefined && on === undefined) return { ...own };
  if (amount === undefined || currency === undefined || on === undefined)
    throw new UsageError("--received, --currency and --on go together.");
  return { ...own, received: { amount, currency, on } };
}

function readRates(text: string, before: Rates = []): Rates {
  if (text === "none") return [];
  const [, from, to, rate] = /^([A-Z]{3}):([A-Z]{3})=([\d.]+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined || rate === undefined)
    throw new InvalidArgumentError("It must be two currencies and a rate, such as USD:EUR=0.93, or `none`.");
  return [...before, { from, to, rate }];
}
