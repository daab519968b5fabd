// Six months of statements for the demo's delivered releases, and three payouts: one paid, one on hold, one pending.

import type { NewSandboxStatement, Payout, SimulatedPayoutMove } from "@segue/sdk";
import type { DemoRelease } from "./catalogue.ts";
import { numbersFrom } from "./cover.ts";
import type { Demo } from "./demo-parts.ts";
import { dateOf, isrcOf } from "./draft.ts";

const MONTHS = 6;
const PAGE = 100;

type Row = NewSandboxStatement["rows"][number];

/** Where the plays are, and what each store pays for one. */
const markets = [
  { store_id: "store_auralis", territory: "DE", unit_rate: "0.0038", currency: "EUR", plays: 9_000 },
  { store_id: "store_auralis", territory: "FR", unit_rate: "0.0035", currency: "EUR", plays: 5_500 },
  { store_id: "store_meridian", territory: "GB", unit_rate: "0.0041", currency: "EUR", plays: 4_000 },
  { store_id: "store_northwave", territory: "US", unit_rate: "0.0032", currency: "USD", plays: 7_000 },
  { store_id: "store_parsival", territory: "CA", unit_rate: "0.0029", currency: "USD", plays: 2_500 },
] as const;

type DemoPayout = { currency: string; amount: string; move?: SimulatedPayoutMove };

/** An earlier run's are found by their amounts, so no two are the same. */
const payouts: readonly DemoPayout[] = [
  { currency: "EUR", amount: "612.40", move: { status: "paid" } },
  {
    currency: "EUR",
    amount: "148.15",
    move: {
      status: "on_hold",
      reason: "The bank account is new, so the payee has to be verified.",
      required_actions: ["Send a document that proves the owner of the account.", "Confirm your postal address."],
    },
  },
  { currency: "USD", amount: "95.00" },
];

export const MONEY_STEPS = MONTHS + payouts.length;

/** The last six months that have ended, oldest first, as `YYYY-MM`. */
export function monthsBefore(began_at: Date): string[] {
  const [year, month] = [began_at.getUTCFullYear(), began_at.getUTCMonth()];
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}

/** The last months may come from sales reports: `reported` says how many. */
export async function makeStatements(demo: Demo, releases: readonly DemoRelease[], reported: number): Promise<void> {
  const { client, began_at, write, progress } = demo;
  for (const [index, period] of monthsBefore(began_at).entries()) {
    const rows = index < MONTHS - reported ? rowsOf(demo, releases, { period, index }) : [];
    const { data } = await client.statements.list({ period, limit: 1 });
    if (data.length === 0 && rows.length > 0)
      await client.sandbox.statements.create({ period, rows }, write("statement", period));
    progress.sent(1);
  }
}

/** Each month has a little more than the one before. A release earns from its date on. */
function rowsOf(
  demo: Demo,
  releases: readonly DemoRelease[],
  { period, index }: { period: string; index: number },
): Row[] {
  const out = releases.filter(({ days }) => days < 0 && dateOf(demo, days).slice(0, 7) <= period);
  return out.flatMap((release) => {
    const next = numbersFrom(release.number * 100 + index);
    return release.tracks.flatMap((_, place) =>
      markets.map(({ plays, ...market }): Row => {
        const play_count = Math.round((plays * (0.4 + next()) * (1 + index * 0.15)) / (1 + place * 0.4));
        return { isrc: isrcOf(release, place + 1), ...market, play_count };
      }),
    );
  });
}

export async function makePayouts({ client, write, progress }: Demo): Promise<void> {
  const known: Payout[] = [];
  for await (const payout of client.payouts.list({ limit: PAGE })) known.push(payout);
  for (const { currency, amount, move } of payouts) {
    const same = known.find((payout) => isOwn(payout) && payout.currency === currency && payout.amount === amount);
    const payout = same ?? (await client.payouts.create({ currency, amount }, write("payout", amount)));
    // The operator may have moved it on since.
    const is_untouched = payout.status === "pending" && payout.updated_at === payout.created_at;
    if (move && is_untouched) await client.sandbox.payouts.simulate(payout.id, move, write("payout", amount, "move"));
    progress.sent(1);
  }
}

/** Others are payouts of payees. */
const isOwn = ({ payee_id }: Payout) => payee_id === null;

/** The payouts come last, so a demo that has them is complete. */
export async function hasPayouts({ client }: Pick<Demo, "client">): Promise<boolean> {
  const amounts = new Set<string>();
  for await (const payout of client.payouts.list({ limit: PAGE }))
    if (isOwn(payout)) amounts.add(`${payout.currency} ${payout.amount}`);
  return payouts.every(({ currency, amount }) => amounts.has(`${currency} ${amount}`));
}
