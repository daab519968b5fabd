// The operator's part of the demo's money: the last two months come from sales reports, in three formats and two currencies, and
// are closed. The organization is stated in one currency by then, so that its statements show exchange rates.
//
// A sandbox may have several organizations with the demo, and a close is for all of them. So the first one alone has these
// reports: its payout currency says that it is the one. The others get statements of the sandbox for these months, too.

import { type NewStore, type Organization, type Segue, SegueError } from "@segue/sdk";
import type { DemoRelease } from "./catalogue.ts";
import { numbersFrom } from "./cover.ts";
import type { Demo } from "./demo-parts.ts";
import { dateOf, isrcOf } from "./draft.ts";
import { monthsBefore } from "./money.ts";

const PAYOUT_CURRENCY = "EUR";
/** What a dollar is worth in euros; a little more each month. */
const rateOf = (index: number) => (0.9 + index * 0.0042).toFixed(4);

/** Distributors, and a store that they sell at. No release is sent to them. */
const HARBOUR = "store_harbour";
const LIGHTER = "store_lighter";
const named = (store_id: string, name: string, report_names: string[] = []): NewStore => ({
  store_id,
  name,
  territories: ["WORLD"],
  connector: { kind: "reported" },
  report_names,
});
const reportStores: readonly NewStore[] = [
  named(HARBOUR, "Harbour Distribution"),
  named(LIGHTER, "Lighter Music Services"),
  named("store_tidewater", "Tidewater", ["Tidewater", "Tidewater Plus"]),
];

/** How the files call stores of the sandbox. */
const names: Readonly<Record<string, string>> = {
  store_auralis: "Auralis Streaming",
  store_northwave: "Northwave",
  store_coralcast: "CoralCast (Oceania)",
};

type Sale = { isrc: string; plays: number; month: string };

type Sender = {
  store_id: string;
  heading: string;
  line(sale: Sale, place: number): string;
};

const money = (plays: number, rate: number) => ((plays * rate) / 10_000).toFixed(4);
const pick = (values: readonly string[], place: number) => values[place % values.length] ?? "";

/** As FUGA, TuneCore and a store with the plain columns would write them. */
const senders: readonly Sender[] = [
  {
    store_id: HARBOUR,
    heading: "Asset ISRC,Product UPC,Territory,Quantity,Reported Royalty,Currency,Sale Start date,DSP",
    line: ({ isrc, plays, month }, place) => {
      const dsp = pick(["Auralis Streaming", "Northwave", "Tidewater"], place);
      return `${isrc},,${pick(["DE", "FR", "AT"], place)},${plays},${money(plays, 38)},EUR,${month}-01,${dsp}`;
    },
  },
  {
    store_id: LIGHTER,
    heading: "Optional ISRC,UPC,Country Of Sale,# Units Sold,Total Earned,Currency,Sales Period,Store Name",
    line: ({ isrc, plays, month }, place) => {
      const store = pick(["Tidewater Plus", "CoralCast (Oceania)"], place);
      return `${isrc},,${pick(["US", "AU", "CA"], place)},${plays},${money(plays, 33)},USD,${month}-01,${store}`;
    },
  },
  {
    store_id: "store_parsival",
    heading: "isrc,territory,play_count,unit_rate,currency,usage_period",
    line: ({ isrc, plays, month }, place) => `${isrc},${pick(["US", "MX"], place)},${plays},0.0029,USD,${month}`,
  },
];

export const REPORT_MONTHS = 2;
export const REPORT_STEPS = REPORT_MONTHS * (senders.length + 1);

/** Whether the last months of this organization come from reports. */
export async function isReported(demo: Demo, { operator, organization, releases }: Reporting): Promise<boolean> {
  const { payout_currency } = organization;
  if (salesOf(demo, releases, lastMonths(demo)[0] ?? "").length === 0) return false;
  return payout_currency === null ? !(await hasReports(operator, {})) : payout_currency === PAYOUT_CURRENCY;
}

type Reporting = { operator: Segue; organization: Organization; releases: readonly DemoRelease[] };

/** After the statements of the months before, which are in two currencies. */
export async function makeReports(demo: Demo, reporting: Reporting): Promise<void> {
  const { operator, organization, releases } = reporting;
  await nameStores(demo, operator);
  await setRates(demo, operator);
  if (organization.payout_currency === null) {
    const changes = { payout_currency: PAYOUT_CURRENCY };
    await operator.operator.organizations.update(organization.id, changes, demo.write("payout currency"));
  }
  for (const period of lastMonths(demo)) {
    for (const sender of senders) {
      await importReport(demo, operator, { sender, period, releases });
      demo.progress.sent(1);
    }
    await close(demo, operator, period);
    demo.progress.sent(1);
  }
}

const lastMonths = ({ began_at }: Demo) => monthsBefore(began_at).slice(-REPORT_MONTHS);

async function hasReports({ operator }: Segue, asked: { period?: string; store_id?: string }): Promise<boolean> {
  const { data } = await operator.salesReports.list({ store_id: HARBOUR, ...asked, limit: 1 });
  return data.length > 0;
}

/** A name that the operator has given to another store stays there. */
async function nameStores({ write }: Demo, { operator }: Segue): Promise<void> {
  const known = new Map<string, readonly string[]>();
  for await (const { store_id, report_names } of operator.stores.list({ limit: 100 }))
    known.set(store_id, report_names);
  for (const store of reportStores)
    if (!known.has(store.store_id)) await operator.stores.create(store, write("store", store.store_id));
  for (const [store_id, name] of Object.entries(names))
    if (known.get(store_id)?.length === 0)
      await operator.stores.update(store_id, { report_names: [name] }, write("store", store_id, "names"));
}

/** For the present month, too: statements of the sandbox are converted by the rate of their month. */
async function setRates({ began_at, write }: Demo, { operator }: Segue): Promise<void> {
  for (const [index, period] of [...monthsBefore(began_at), began_at.toISOString().slice(0, 7)].entries()) {
    const pair = { period, from: "USD", to: PAYOUT_CURRENCY };
    const { data } = await operator.exchangeRates.list({ ...pair, limit: 1 });
    if (data.length === 0) await operator.exchangeRates.create({ ...pair, rate: rateOf(index) }, write("rate", period));
  }
}

type Imported = { sender: Sender; period: string; releases: readonly DemoRelease[] };

async function importReport(demo: Demo, operator: Segue, { sender, period, releases }: Imported): Promise<void> {
  const { store_id, heading, line } = sender;
  if (await hasReports(operator, { store_id, period })) return;
  const lines = salesOf(demo, releases, period).map(line);
  const options = { ...demo.write("report", store_id, period), contentType: "text/csv" };
  await operator.operator.salesReports.create(`${[heading, ...lines].join("\n")}\n`, { store_id, period }, options);
}

/** A release earns from its date on, and each of its tracks less than the one before. */
function salesOf(demo: Demo, releases: readonly DemoRelease[], period: string): Sale[] {
  const out = releases.filter(
    ({ days, story }) => story.is === "delivered" && days < 0 && dateOf(demo, days).slice(0, 7) <= period,
  );
  return out.flatMap((release) => {
    const next = numbersFrom(release.number * 1_000 + Number(period.slice(-2)));
    return release.tracks.map((_, place) => ({
      isrc: isrcOf(release, place + 1),
      plays: Math.round((6_000 * (0.4 + next())) / (1 + place * 0.4)),
      month: period,
    }));
  });
}

/** A month that is closed stays as it is. One that another organization's rows lack a rate for is left to the operator. */
async function close({ client, progress }: Demo, { operator }: Segue, period: string): Promise<void> {
  const { data } = await client.statements.list({ period, limit: 1 });
  if (data.length > 0) return;
  try {
    await operator.periods.close(period);
  } catch (error) {
    if (!(error instanceof SegueError && error.code === "invalid_state")) throw error;
    progress.say(`${period} is not closed: ${error.message}`);
  }
}
