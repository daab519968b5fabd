// The words of the pages about money, in the order of each page.

import { showNumber } from "../../values/format.ts";

export const earningsWords = {
  title: "Earnings",
  about: "What stores reported for your music, and the statements made of it.",
  none: "Nothing was earned yet",
  noneInSandbox: "In the sandbox you make statements yourself: choose a track and how often it was played.",
  noneInProduction:
    "Stores report some weeks after a month has ended. Your statements appear here as soon as it is closed.",
  groupedBy: "Grouped by",
  groupings: { month: "Month", store: "Store", territory: "Territory", track: "Track" },
  months: "Months",
  ranges: {
    "6": "Last 6 months",
    "12": "Last 12 months",
    "24": "Last 24 months",
    all: "All months",
    custom: "From … to …",
  },
  from: "From",
  to: "To",
  currency: "Currency",
  span: (from: string, to: string) => `${from} to ${to}`,
  afterGross: "gross, before fees and tax",
  afterPlays: "plays",
  map: "Gross earnings by territory, as a map",
  chart: (table: string, span: string) => `${table}, ${span}. The table below has the figures.`,
  table: (grouping: string, currency: string) => `Earnings by ${grouping.toLowerCase()} in ${currency}`,
  exportCsv: "Export as CSV",
  plays: "Plays",
  gross: "Gross",
  others: "All others",
  /** By the name of a tab in the address. */
  tabs: { charts: "Charts", statements: "Statements" },
} as const;

export const statementsWords = {
  label: "Statements",
  month: "Month",
  gross: "Gross",
  fee: "Fee",
  tax: "Tax",
  net: "Net",
  issued: "Issued",
} as const;

export const statementWords = {
  title: (month: string, currency: string) => `Statement of ${month}, ${currency}`,
  print: "Print",
  download: "Download CSV",
  letter: {
    issuer: "Issued by",
    addressee: "Issued to",
    number: "Statement number",
    period: "Period",
    span: (from: string, to: string) => `${from} to ${to}`,
    issued: "Issued",
  },
  amounts: {
    label: "From gross to net",
    gross: "Gross, as stores reported",
    fee: (rate: string) => `Distribution fee, ${rate}`,
    tax: (rate: string) => `Withholding tax, ${rate}`,
    taxIn: (rate: string, territories: string) => `Withholding tax, ${rate} on use in ${territories}`,
    net: "Net, on your balance",
    converted: "Gross includes amounts that were converted:",
    rate: (rate: { from: string; to: string; rate: string }) => `1 ${rate.from} = ${rate.rate} ${rate.to}`,
    sources: { report: "rate of the report", period: "rate of the month" },
  },
  payees: {
    title: "Payees",
    about: "What contracts gave on of this statement, after tax.",
    all: "All payee statements",
  },
  sums: {
    byRelease: "By release",
    byReleaseLabel: "Sums by release",
    byStore: "By store",
    byStoreLabel: "Sums by store",
    byTrack: "By track",
    byTrackHint: "Open a track to see what each store and territory paid for it.",
    plays: (plays: number) => `${showNumber(plays)} plays`,
  },
  lines: {
    label: "Line items",
    none: "This statement has no line items",
    isrc: "ISRC",
    trackAndStore: "Track and store",
    store: "Store",
    territory: "Territory",
    month: "Sales month",
    plays: "Plays",
    rate: "Rate",
    earnings: "Earnings",
    /** Below the earnings of a line that was converted. */
    converted: (amount: string, rate: string) => `${amount} at ${rate}`,
    average: "on average",
    averageHint: "The store reported an amount: the rate is this amount divided by the plays.",
    count: (lines: number) => (lines === 1 ? "1 line" : `${showNumber(lines)} lines`),
    /** On a phone, for the columns that have no room there. */
    below: (line: { territory: string; month: string; plays: string; rate: string }) =>
      `${line.territory} · ${line.month} · ${line.plays} plays at ${line.rate}`,
  },
} as const;

export const sandboxStatementWords = {
  title: "Simulate a statement",
  noIsrc: "None of your tracks has an ISRC yet.",
  openRelease: "Open a release",
  afterOpenRelease: "and assign ISRCs to its tracks: stores report by them.",
  hint: "As if stores had reported these sales, and the month had been closed for you.",
  month: "Month",
  sale: (number: number) => `Sale ${number}`,
  track: "Track",
  store: "Store",
  territory: "Territory",
  plays: "Plays",
  rate: "Rate per play",
  currency: "Currency",
  remove: "Remove",
  removeSale: (number: number) => `Remove sale ${number}`,
  add: "Add a sale",
  send: "Simulate the statement",
  done: (statements: number) =>
    statements === 1 ? "The statement is issued." : `${statements} statements are issued.`,
} as const;

export const balanceWords = {
  title: "Balance",
  about: "Statements add to it, payouts take from it.",
  requestPayout: "Request a payout",
  available: "Available",
  carriedForward: "Carried forward: corrections took more than was there",
  underWay: "in payouts under way",
  chart: {
    title: (currency: string) => `Balance in ${currency} over time`,
    label: (currency: string) => `Balance in ${currency} by movement`,
    caption: (movements: number, currency: string) =>
      `The last ${movements} movements in ${currency}. A notch is a payout.`,
    step: (movement: string, amount: string, after: string) => `${movement}, ${amount}. Then ${after}`,
  },
  transactions: "Transactions",
  currency: "Currency",
  everyCurrency: "Every currency",
  columns: { what: "What", type: "Type", when: "When", amount: "Amount" },
  none: "Nothing has moved yet",
  noneHint: "The first statement puts its net amount here. From then on you can request a payout.",
  seeEarnings: "See your earnings",
} as const;

export const payoutsWords = {
  title: "Payouts",
  about: "Money on its way from your balance, and from those of your payees, to the bank.",
  balance: "Balance",
  payable: {
    available: "available,",
    underWay: "under way",
    minimum: (amount: string) => `The least that is paid out: ${amount}`,
    noMinimum: "There is no minimum",
    nothing: "Nothing can be paid out now.",
    tooLittle: (minimum: string) => `Payouts begin at ${minimum}.`,
  },
  all: "All payouts",
  status: "Status",
  everyStatus: "Every status",
  payee: "Payee",
  everyPayee: "You and every payee",
  columns: {
    amount: "Amount",
    payee: "Paid to",
    own: "You",
    aPayee: "A payee",
    status: "Status",
    requested: "Requested",
    paid: "Paid",
    reference: "Bank reference",
  },
  noMatch: (status: string) => `No payout is ${status.toLowerCase()}`,
  noMatchHint: "Choose another status to see more.",
  noneOfPayee: "No payout of this payee",
  noneOfPayeeHint: "Request one as soon as the payee's balance is above its minimum.",
  none: "No payouts yet",
  noneHint: "As soon as your balance is above the minimum, request a payout here or by the API.",
} as const;

export const payoutRequestWords = {
  title: (currency: string) => `Request a payout in ${currency}`,
  afterAvailable: "can be paid out.",
  minimum: (amount: string) => `The least is ${amount}.`,
  hint: "The amount leaves your available balance at once. You can cancel until it is being processed.",
  amount: (currency: string) => `Amount in ${currency}`,
  amountHint: "Leave it empty for everything that is available",
  send: "Request the payout",
  done: (amount: string) => `A payout of ${amount} is requested.`,
} as const;

export const payeePayoutWords = {
  title: "Pay a payee",
  hint: "From the payee's balance, by its payment details. Payees that you pay yourself are not listed.",
  payee: "Payee",
  payeeHint: "Type a part of the name",
  currency: "Currency",
  choose: "Choose a payee with a balance.",
  nothing: "This payee has nothing that can be paid out.",
} as const;

export const payoutWords = {
  title: (amount: string) => `Payout of ${amount}`,
  cancel: "Cancel the payout",
  cancelQuestion: "Cancel this payout?",
  cancelHint: (amount: string, payee: string | null) =>
    `${amount} goes back to ${payee === null ? "your available balance" : `the balance of ${payee}`}. A cancelled payout cannot be resumed: request a new one instead.`,
  cancelled: "The payout is cancelled. Its amount is available again.",
  /** By the code of the hold. */
  onHold: {
    identity_verification: "On hold: the operator verifies who is paid",
    compliance_review: "On hold: the payout is being reviewed",
    other: "On hold: the payout needs a person",
  },
  requiredActions: "What you have to do",
  noRequiredActions: "There is nothing for you to do: the payout goes on when the operator releases it.",
  failed: "This payout failed, and its amount is available again",
  noFailureReason: "The bank gave no reason.",
  afterFailure: "Correct what was wrong, then request a new payout.",
  steps: {
    label: "How far the payout is",
    requested: "Requested",
    waiting: "Waiting",
    waitingHint: "The operator pays pending payouts",
    onHold: "On hold",
    processing: "Processing",
    processingHint: "Handed to the bank",
    since: (time: string) => `Since ${time}`,
    paid: "Paid",
    paidHint: "The money is sent to your bank",
    cancelled: "Cancelled",
    failed: "Failed",
    returned: "Returned by the bank",
  },
  details: {
    title: "Details",
    amount: "Amount",
    payee: "Paid to",
    aPayee: "A payee",
    status: "Status",
    requested: "Requested",
    changed: "Last change",
    reference: "Bank reference",
    id: "Id",
  },
} as const;

export const payoutSimulationWords = {
  label: "Simulate what the operator does",
  title: "Sandbox: simulate what the operator does",
  hint: "Your webhooks hear of it as they would in production.",
  moveTo: "Move it to",
  reason: "Reason",
  whatToDo: "What to do",
  send: "Simulate",
  done: (status: string) => `The payout is now ${status.toLowerCase()}.`,
} as const;
