// The words of the operator's pages about sales reports, in the order of each page.

import { showNumber } from "../../../values/format.ts";

const counted = (works: number) => (works === 1 ? "1 work" : `${showNumber(works)} works`);

export const reportsWords = {
  title: "Sales reports",
  about: "What stores report becomes statements when you close the month.",
  imported: "Imported reports",
  store: "Store",
  everyStore: "Every store",
  month: "Month of the reports",
  everyMonth: "Every month",
  noMatch: "No report matches",
  noMatchHint: "Choose another store or month.",
  none: "No reports yet",
  noneHint: "Drop a store's report above, as the store sent it. You see its first rows and say what its columns hold.",
  columns: {
    report: "Report",
    status: "Status",
    rows: "Rows",
    money: "Money",
    unmatched: "Unmatched",
    imported: "Imported",
  },
  noneUnmatched: "None",
  reverses: "takes another back",
  reversed: "taken back",
  unmatched: (rows: number) => `${showNumber(rows)} unmatched`,
} as const;

export const importWords = {
  missingStore: "Choose the store that reports",
  title: "Import a report",
  sendFile: "Import the file",
  send: (file: string) => `Import ${file}`,
  notThisFile: "Not this file",
  drop: "Drop a CSV or DSR file here, plain or packed by gzip or zip",
  file: "Report file",
  chooseAnother: "Choose another file",
  choose: "Choose a file",
  store: "Store",
  chooseStore: "Choose a store",
  month: "Accounted in",
  paid: "What the store paid, or the currency of a file that names none",
  amount: "Amount",
  currency: "Currency",
  currencyPlaceholder: "EUR",
  isOfFile: "The report has several files, and this is the amount of this one",
  running: "The report is being imported",
  refused: "Nothing was imported",
  read: (rows: number) => `${showNumber(rows)} rows are read so far.`,
  sending: "The file is being sent.",
  keepOpen: "Keep this page open.",
  correct: (request_id: string | undefined) => `Correct the file and import it again. Request ${request_id}`,
  done: (rows: number, unmatched: number) =>
    `${showNumber(rows)} rows are imported, ${showNumber(unmatched)} of them unmatched.`,
} as const;

export const reportWords = {
  title: (store: string, month: string) => `${store}, ${month}`,
  allRows: "All rows",
  reverse: {
    label: "Reverse",
    question: "Take this report back?",
    send: "Reverse the report",
    done: "The report is taken back: see its reversal.",
    hint: "For a report whose rows are on statements. A new report with its matched rows negated is made, which the next close takes. Its unmatched rows are dropped. This cannot be undone, but the same file may be imported again.",
  },
  delete: {
    label: "Delete",
    question: "Delete this report?",
    send: "Delete the report",
    done: "The report is deleted.",
    hint: "Its rows are removed as if it had never been imported. This is refused if one of them is on a statement: then reverse the report instead.",
  },
  download: "Download file",
  reverses: "This report takes another back:",
  reversedBy: "This report was taken back by another:",
  odd: "This is odd, and may be right",
  matched: "Matched",
  unmatched: "Unmatched",
} as const;

export const reportMoneyWords = {
  title: "Money",
  reported: "Reported",
  received: "Received",
  on: (day: string) => `on ${day}`,
  notReceived: "not noted yet",
  difference: "Difference",
  equal: "as reported",
  less: "less than reported",
  more: "more than reported",
  ownRates: "Exchange rates of this report",
  rate: ({ from, to, rate }: { from: string; to: string; rate: string }) => `${from} to ${to} ${rate}`,
  form: {
    title: "Note what was received",
    change: "Change what was received",
    hint: "The amount that the store really paid for this report. It changes no statement.",
    amount: "Amount",
    currency: "Currency",
    on: "Received on",
    send: "Save the amount",
    done: "The amount is noted.",
  },
  remove: {
    label: "Remove what was received",
    question: "Remove the amount that was received?",
    send: "Remove the amount",
    done: "The amount is removed.",
    hint: "The report then counts as not paid yet. You can note an amount again at any time.",
  },
  rates: {
    title: "Exchange rates of this report",
    hint: "They come before the rates of the month that is closed. They can be set until a row of the report is on a statement.",
    from: (number: number) => `From currency ${number}`,
    to: (number: number) => `To currency ${number}`,
    rate: (number: number) => `Rate ${number}`,
    row: (number: number) => `rate ${number}`,
    placeholders: { from: "USD", to: "EUR", rate: "0.9214" },
    add: "Add a rate",
    send: "Save rates",
    done: "The rates are saved.",
  },
} as const;

export const partWords = {
  readBy: (format: string) => `Read as: ${format}`,
  stores: "Stores in this report",
  store: "Store",
  rows: "Rows",
  money: "Money",
  files: "Files in this report",
  file: "File",
} as const;

export const unmatchedWords = {
  title: "Unmatched works",
  about: "The most money first. Choose works that belong to one track or release.",
  chosen: "Chosen works",
  clear: "Clear",
  assign: "Assign…",
  columns: {
    work: "Work",
    why: "Why",
    rows: "Rows",
    money: "Money",
  },
  choose: (work: string, upc: string | null) => `Choose ${work}${upc ? ` on UPC ${upc}` : ""}`,
  rowsOf: (isrc: string, rows: number) => `Rows of ${isrc}: ${showNumber(rows)}`,
  reasons: {
    unknown: "No submitted release has it",
    ambiguous: "Several organizations have it",
  },
  /** Where a phone has no column for it. */
  shortReasons: {
    unknown: "unknown",
    ambiguous: "several owners",
  },
  importing: "The report is still being read",
  importingHint: "Rows are matched when all of them are read.",
  none: "Every row is matched",
  noneOfReversed: "When a report is taken back, rows without an owner are dropped.",
  noneHint: "All of the money in this report has an owner.",
} as const;

export const workWords = {
  upc: (upc: string) => `UPC ${upc}`,
  line: (line: number | null) => `Line ${line === null ? "without a code" : showNumber(line)}`,
  withoutUpc: "Without a UPC",
  wholeRelease: "A whole release",
  noCode: "The store reported no code",
  toTrack: "A recording goes to a track, not to a release",
  toRelease: "A whole release goes to a release",
  most: (works: number) => `At most ${works} works are assigned at once`,
  sum: (works: number, totals: string) => `${counted(works)}, ${totals}`,
} as const;

export const assignWords = {
  title: (works: string) => `Assign ${works}`,
  track: {
    label: "Track",
    noMatch: "No track matches.",
    missing: "Choose the track.",
    hint: "Choose the track that earned the money.",
    after: "The next close puts it on its owner's statement.",
  },
  release: {
    label: "Release",
    noMatch: "No release matches.",
    missing: "Choose the release.",
    hint: "Choose the release that earned the money.",
    after: "Its tracks share the money. The next close puts it on its owner's statement.",
  },
  placeholder: "Title, artist, ISRC, UPC or id",
  organization: "Only of this organization",
  everyOrganization: "Every organization",
  noOrganization: "No organization has this name or id.",
  before: (works: string) => `Assign ${works}, to`,
  more: (works: number) => `and ${counted(works)} more`,
  send: (works: number) => `Assign ${counted(works)}`,
  done: (works: number, unmatched: number) =>
    `${counted(works)} assigned. ${showNumber(unmatched)} rows are still unmatched.`,
} as const;

export const rowsWords = {
  statement: "Statement",
  report: "Sales report",
  label: "Rows",
  none: "No row of this report is behind it",
  others: "The line also sums up rows of",
  columns: {
    line: "Line",
    work: "Work",
    territory: "Territory",
    plays: "Plays",
    rate: "Rate",
    whose: "Whose, and where",
  },
  noStatement: "on no statement yet",
  title: (store: string, month: string) => `Rows of ${store}, ${month}`,
  ofTrack: (track_id: string, report_id: string) => `What ${track_id} earned by in ${report_id}.`,
  ofIsrc: (isrc: string, report_id: string) => `Rows of ${report_id} with the ISRC ${isrc}.`,
  all: (report_id: string) => `All rows of ${report_id}.`,
  noCode: "no code",
  reasons: {
    unknown: "unmatched: no approved release has it",
    ambiguous: "unmatched: several organizations have it",
  },
} as const;
