// A payee statement as a document that a payee understands without help: which texts and amounts it shows, in which order. Pure;
// document-page.ts draws it.

import { add, type Decimal, decimal, formatDecimal, multiply, negate } from "../../standards/decimal.ts";

/** Names are as strangers wrote them. Amounts are texts with the currency's digits, or more where an amount is exact. */
export type PayeeStatementDocument = {
  id: string;
  organization_name: string;
  payee_name: string;
  period_start: string;
  period_end: string;
  currency: string;
  paid_by: "operator" | "organization";
  play_count: number;
  line_item_count: number;
  /** The tracks that earned most for the payee before anything was recouped, best first. May be empty. */
  tracks: readonly DocumentTrack[];
  contracts: readonly DocumentContract[];
  share_amount: string;
  taxable_amount: string;
  tax_rate: string;
  tax_amount: string;
  net_amount: string;
  balance_before: string;
  created_at: Date;
};

type DocumentTrack = { title: string; artist: string; play_count: number; amount: string };

export type DocumentContract = {
  name: string;
  version: number;
  payable_amount: string;
  recouped_amount: string;
  share: string;
  share_amount: string;
};

/** `why`: one sentence for a person who never saw a statement. */
export type AmountStep = { label: string; why: string; amount: string };
export type ContractLine = {
  name: string;
  version: string;
  payable: string;
  recouped: string;
  part: string;
  share: string;
};
export type TrackLine = { title: string; artist: string; plays: string; amount: string };

const CONTRACTS_AT_MOST = 500;
export const TRACKS_AT_MOST = 5;

/** Payable, recouped and shared amounts of contracts, summed. */
type Sums = { payable: Decimal; recouped: Decimal; shared: Decimal };

/** From the first amount to the one that is added to the balance; each follows from those before it. */
export function amountSteps(document: PayeeStatementDocument): AmountStep[] {
  const { contracts, share_amount } = document;
  const { payable, recouped } = sumsOf(contracts);
  const [only] = contracts;
  const left = groupedDigits(formatDecimal(add(payable, negate(recouped)), digitsOf(document)));
  return [
    {
      label: "Payable",
      why: "The income from stores that your contracts share, after fees and taxes.",
      amount: formatDecimal(payable, digitsOf(document)),
    },
    {
      label: "Recouped",
      why: recoupedWhy(document, recouped),
      amount: formatDecimal(negate(recouped), digitsOf(document)),
    },
    {
      label: "Your share",
      why:
        only && contracts.length === 1
          ? `Your part is ${percent(only.share)} of the ${left} that is left.`
          : `Your part of the ${left} that is left: see each contract below.`,
      amount: share_amount,
    },
    { label: "Tax withheld", why: taxWhy(document), amount: opposite(document.tax_amount, document) },
    netStep(document),
  ].map((step) => ({ ...step, amount: groupedDigits(step.amount) }));
}

/** The amount that matters: what the balance gets. */
export function netStep({ net_amount, currency, paid_by, organization_name }: PayeeStatementDocument): AmountStep {
  if (isNegative(net_amount))
    return {
      label: "Taken from your balance",
      why: `In ${currency}. It lowers what you are paid next.`,
      amount: net_amount,
    };
  const payer =
    paid_by === "operator"
      ? "Your distributor pays it out from your balance."
      : `${organization_name} pays you directly.`;
  return { label: "Added to your balance", why: `In ${currency}. ${payer}`, amount: net_amount };
}

function recoupedWhy({ share_amount }: PayeeStatementDocument, recouped: Decimal): string {
  if (recouped.units < 0n) return "Income was taken back, so what it had recouped is open again.";
  if (recouped.units === 0n) return "No advance or cost was taken back this time.";
  const first = "Advances and costs that were paid before are taken back first.";
  return decimal(share_amount).units === 0n ? `${first} This time they took all of it.` : first;
}

function taxWhy({ tax_rate, tax_amount, taxable_amount }: PayeeStatementDocument): string {
  if (decimal(tax_rate).units === 0n) return "No tax is withheld from you.";
  const rule = `${percent(tax_rate)} of the ${groupedDigits(taxable_amount)} of your share that is taxed.`;
  return isNegative(tax_amount) ? `${rule} Tax that was withheld before is given back.` : rule;
}

/** The balance before this statement, the statement, and the balance after it. */
export function balanceOf(document: PayeeStatementDocument): { label: string; amount: string }[] {
  const after = add(decimal(document.balance_before), decimal(document.net_amount));
  return [
    { label: "Balance before", amount: groupedDigits(document.balance_before) },
    { label: "This statement", amount: groupedDigits(document.net_amount) },
    { label: "Balance after", amount: groupedDigits(formatDecimal(after, digitsOf(document))) },
  ];
}

/** The first contracts, and one line for all others. */
export function contractLines(document: PayeeStatementDocument): ContractLine[] {
  const lines = document.contracts.slice(0, CONTRACTS_AT_MOST).map((contract) => ({
    name: contract.name,
    version: String(contract.version),
    payable: groupedDigits(contract.payable_amount),
    recouped: groupedDigits(contract.recouped_amount),
    part: percent(contract.share),
    share: groupedDigits(contract.share_amount),
  }));
  const others = document.contracts.slice(CONTRACTS_AT_MOST);
  if (others.length === 0) return lines;
  const name = others.length === 1 ? "1 more contract" : `${count(others.length)} more contracts`;
  return [...lines, sumLine(name, document, others)];
}

/** The foot of the contracts' table. */
export function contractTotal(document: PayeeStatementDocument): ContractLine {
  return { ...sumLine("Total", document, document.contracts), share: groupedDigits(document.share_amount) };
}

function sumLine(name: string, document: PayeeStatementDocument, contracts: readonly DocumentContract[]): ContractLine {
  const { payable, recouped, shared } = sumsOf(contracts);
  const shown = (sum: Decimal) => groupedDigits(formatDecimal(sum, digitsOf(document)));
  return { name, version: "", payable: shown(payable), recouped: shown(recouped), part: "", share: shown(shared) };
}

export function playedLines({ tracks }: PayeeStatementDocument): TrackLine[] {
  return tracks.slice(0, TRACKS_AT_MOST).map(({ title, artist, play_count, amount }) => ({
    title,
    artist,
    plays: count(play_count),
    amount: groupedDigits(amount),
  }));
}

/** `1–31 March 2026`. */
export function periodText({ period_start, period_end }: PayeeStatementDocument): string {
  const [first, last] = [dayText(period_start), dayText(period_end)];
  const isOneMonth = period_start.slice(0, 7) === period_end.slice(0, 7);
  return isOneMonth ? `${first.split(" ")[0]}–${last}` : `${first} – ${last}`;
}

// Named here and not by the platform: the bytes of a document must not change with its version.
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `2026-03-01` as `1 March 2026`. */
export function dayText(day: string): string {
  const [year = "", month = "", date = ""] = day.slice(0, 10).split("-");
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`;
}

/** `1,234` */
export function count(whole: number): string {
  return groupedDigits(String(whole));
}

/** `-1234.50` as `-1,234.50`: in threes from the point. */
export function groupedDigits(amount: string): string {
  const [, sign = "", whole = "", part = ""] = /^(-?)(\d+)(\.\d+)?$/.exec(amount) ?? [];
  if (whole === "") return amount;
  const first = whole.length % 3 || 3;
  const threes = [whole.slice(0, first)];
  for (let at = first; at < whole.length; at += 3) threes.push(whole.slice(at, at + 3));
  return `${sign}${threes.join(",")}${part}`;
}

/** `0.333333` as `33.3333%`. */
function percent(share: string): string {
  return `${formatDecimal(multiply(decimal(share), decimal("100")))}%`;
}

function sumsOf(contracts: readonly DocumentContract[]): Sums {
  const sum = (field: "payable_amount" | "recouped_amount" | "share_amount") =>
    contracts.reduce((total, contract) => add(total, decimal(contract[field])), decimal("0"));
  return { payable: sum("payable_amount"), recouped: sum("recouped_amount"), shared: sum("share_amount") };
}

/** As many digits after the point as the statement's own amounts have. */
function digitsOf({ net_amount }: PayeeStatementDocument): number {
  return decimal(net_amount).scale;
}

function opposite(amount: string, document: PayeeStatementDocument): string {
  return formatDecimal(negate(decimal(amount)), digitsOf(document));
}

function isNegative(amount: string): boolean {
  return decimal(amount).units < 0n;
}
