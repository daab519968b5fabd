// The words of the operator's pages about money, in the order of each page.

import { showNumber } from "../../../values/format.ts";

export const allStatementsWords = {
  title: "Statements",
  about: "Closing a month turns what stores reported into statements, and puts the net amounts on the balances.",
  all: "Statements of all organizations",
  month: "Month",
  everyMonth: "Every month",
  organization: "Organization",
  noMatch: (month: string) => `No statement for ${month}`,
  none: "No statements yet",
  noneHint: "Import what stores reported, then close the month.",
} as const;

export const closePeriodWords = {
  title: "Close a month",
  month: "Month",
  closedAlready: (month: string) =>
    `${month} was closed already. Closing it again changes nothing; later reports go into the next statement.`,
  notReported: (month: string) => `No store has reported for ${month} yet.`,
  /** The sums begin with a comma, if there are any. */
  reported: (month: string, found: { reports: number; rows: number; sums: string }) =>
    `${showNumber(found.reports)} ${found.reports === 1 ? "report" : "reports"} for ${month}: ${showNumber(found.rows)} rows${found.sums}.`,
  unmatched: (rows: number, sums: string) =>
    `${showNumber(rows)} of them match no track yet${sums}. The close tries again; what stays unmatched waits for the next one.`,
  importing: (reports: number) =>
    `${reports === 1 ? "One report is" : `${reports} reports are`} still being imported, and will not be taken.`,
  close: (month: string) => `Close ${month}`,
  question: (month: string) => `Close ${month}?`,
  effects: {
    title: "What will happen:",
    statements: "Each organization that earned gets a statement in each currency, with its line items.",
    balances: "The net amounts, after fees and tax, go on the balances and can be paid out.",
    lateRows: "Late rows of months that were closed earlier are taken as well.",
    webhooks: "Partners are told by webhook.",
    isFinal: "A closed month is never opened again. Corrections come as new reports.",
  },
  done: (month: string, statements: number, hasMore: boolean) =>
    `${month} is closed: ${hasMore ? "more than " : ""}${statements} statements are issued.`,
  doneWithNone: (month: string) => `${month} is closed. Nothing was matched, so there is no statement.`,
} as const;

export const missingWords = {
  title: (rates: number) =>
    rates === 1 ? "An exchange rate is missing" : `${showNumber(rates)} exchange rates are missing`,
  hint: (month: string) =>
    `Organizations are stated in their payout currency. Without these rates of ${month} the close is refused.`,
  pair: (from: string, to: string) => `${from} to ${to}`,
  waits: (amount: string, { organizations, reports }: { organizations: number; reports: number }) =>
    `${amount} of ${organizations === 1 ? "1 organization" : `${showNumber(organizations)} organizations`} in ${reports === 1 ? "1 report" : `${showNumber(reports)} reports`}.`,
  rate: (pair: string) => `Rate from ${pair}`,
  send: "Set rate",
  done: (pair: string, month: string) => `The rate from ${pair} of ${month} is set.`,
} as const;

export const ratesWords = {
  title: "Exchange rates",
  about: "A close states organizations in their payout currency by the rates of its month.",
  import: "Import CSV",
  importFile: "File of exchange rates",
  importDone: (created: number, replaced: number) =>
    `${showNumber(created)} rates are new, ${showNumber(replaced)} are replaced.`,
  set: "Set a rate",
  setHint:
    "A second rate of the same pair and month replaces the first. Statements keep the rates they were made with.",
  ofMonthLabel: "For closes of",
  from: "From",
  fromPlaceholder: "USD",
  to: "To",
  toPlaceholder: "EUR",
  rate: "Rate",
  send: "Set rate",
  done: (pair: string, rate: string) => `One ${pair}: ${rate}.`,
  all: "Rates by month",
  month: "Month",
  everyMonth: "Every month",
  columns: { pair: "Currencies", rate: "Rate", source: "Source", set: "Set" },
  pair: (from: string, to: string) => `${from} to ${to}`,
  ofMonth: (pair: string, month: string) => `${pair}, ${month}`,
  imported: "From a file",
  noMatch: (month: string) => `No rates for ${month}`,
  none: "No exchange rates yet",
  noneHint:
    "Set a rate, or import a CSV with period, from, to and rate, or a file of the European Central Bank. Rates are needed for organizations with a payout currency.",
  delete: {
    label: "Delete",
    question: (rate: string) => `Delete the rate ${rate}?`,
    send: "Delete the rate",
    done: "The rate is deleted.",
    hint: "A close of this month that needs it is refused until it is set again. Statements keep the rates they were made with.",
  },
} as const;

export const reconciliationWords = {
  title: "Reconciliation",
  about: "By store and month: what was reported, what was received, and what became of it.",
  store: "Store",
  everyStore: "Every store",
  month: "Month",
  everyMonth: "Every month",
  reports: (month: string, currency: string, reports: number) =>
    `${month} · ${currency} · ${reports === 1 ? "1 report" : `${showNumber(reports)} reports`}`,
  notReceived: "Nothing received yet",
  columns: {
    store: "Store and month",
    reported: "Reported",
    received: "Received",
    difference: "Difference",
    unmatched: "Unmatched",
    stated: "Stated",
  },
  noMatch: "No report matches",
  noMatchHint: "Choose another store or month.",
  none: "Nothing to compare yet",
  noneHint: "Import a sales report, and note on its page what the store paid.",
} as const;

export const anyStatementWords = {
  title: (month: string, currency: string) => `Statement of ${month}, ${currency}`,
  issued: (time: string) => `issued ${time}`,
  lines: (lines: number) => `${showNumber(lines)} line items`,
  net: "Net, on the partner's balance",
  lineItems: "Line items",
  lineItemsHint: "A line leads to the rows of the reports that it sums up.",
} as const;

export const allPayoutsWords = {
  title: "Payouts",
  about:
    "What partners asked for, for themselves and for their payees. Open one to pay it or put it on hold, or select several.",
  status: "Status",
  everyStatus: "Every status",
  ofEveryPayee: "Show payouts of all",
  columns: { payout: "Payout", payee: "Paid to", status: "Status", requested: "Requested", note: "Note" },
  noMatch: (status: string) => `No payout is ${status.toLowerCase()}`,
  none: "No payouts yet",
  noneHint: "Partners request payouts from their balance. Those that wait for you are pending or on hold.",
  opened: {
    title: (amount: string) => `Payout of ${amount}`,
    close: "Close",
    payee: (name: string) => `Paid to ${name}.`,
    ofPayee: "All payouts of this payee",
    noRequiredActions: "The partner has nothing to do.",
    whatToDo: "What to do now",
    standing: "Where it stands",
  },
} as const;

export const exportPayoutWords = {
  open: "Export",
  title: "Export payouts",
  hint: "A CSV for the bank, oldest first, with the whole payment details that each payout was requested with. Payouts on hold are not in it. The audit log says that you exported it. Keep the file safe, and delete it when it is paid.",
  status: "Status",
  both: "Pending and processing",
  currency: "Currency",
  everyCurrency: "Every currency",
  send: "Download CSV",
  done: "The file is saved.",
} as const;

export const bulkPayoutWords = {
  label: "Selected payouts",
  selected: "selected",
  process: "Process…",
  pay: "Pay…",
  clear: "Clear the selection",
  /** By the move. */
  titles: {
    process: (payouts: number) => `Mark ${counted(payouts)} as processing`,
    pay: (payouts: number) => `Mark ${counted(payouts)} as paid`,
  },
  effects: {
    process: "is on its way to the bank. From then on partners cannot cancel it. All payouts move, or none.",
    pay: 'counts as paid, and the partners are told. This cannot be undone, except by "failed" if the bank returns money. All payouts move, or none.',
  },
  reference: "Bank reference",
  referenceHint: "If you have one. All of them get it, and the partners see it",
  refused: (blocked: number, payouts: number) =>
    `Nothing was changed: ${showNumber(blocked)} of ${counted(payouts)} cannot move. Clear them from the selection, or release them first.`,
  done: {
    process: (payouts: number) => `Now processing: ${counted(payouts)}.`,
    pay: (payouts: number) => `Now paid: ${counted(payouts)}.`,
  },
} as const;

function counted(payouts: number): string {
  return payouts === 1 ? "1 payout" : `${showNumber(payouts)} payouts`;
}

export const payoutMoveWords = {
  ended: "This payout has ended: nothing more can be done with it.",
  label: "What to do",
  /** The likeliest first. */
  names: {
    pay: "Mark as paid",
    process: "Mark as processing",
    hold: "Put on hold",
    release: "Release the hold",
    fail: "Mark as failed",
  },
  effects: {
    pay: (amount: string) =>
      `${amount} counts as paid, and the partner is told. Do this when the bank has confirmed the transfer. This cannot be undone, except by "failed" if the bank returns the money.`,
    process: "The transfer is on its way to the bank. From then on the partner cannot cancel it.",
    hold: "The payout is neither processed nor paid until you release it. The partner sees the reason and what to do.",
    release: "The payout becomes pending again and can be processed and paid.",
    fail: (amount: string) =>
      `${amount} becomes available to the partner again, who sees the reason. This cannot be undone.`,
    failAfterPaid: (amount: string) =>
      `The bank returned the money: ${amount} becomes available to the partner again. This cannot be undone.`,
  },
  reference: "Bank reference",
  referenceHint: "If you have one. The partner sees it",
  code: "Kind of hold",
  codes: {
    identity_verification: "The identity is being verified",
    compliance_review: "A compliance review",
    other: "Something else",
  },
  reason: "Reason",
  reasonHint: "The partner sees it",
  requiredActions: "What the partner has to do",
  requiredActionsHint: "One thing on each line",
  done: (status: string) => `The payout is now ${status.toLowerCase()}.`,
} as const;
