// The words of the import of a report, in the order of the page.

import { showBytes, showNumber } from "../../../../values/format.ts";

export const readingWords = {
  format: "Read as",
  fitting: (name: string) => `The format that fits: ${name}`,
  automatic: "The format that fits",
  byHand: "Assign columns by hand",
  none: "No format fits this file. Say what its columns hold.",
  several: (names: readonly string[]) => `Several formats fit: ${names.join(", ")}. Choose one.`,
  unreadable: "The file cannot be read here",
} as const;

export const sampleWords = {
  title: "First rows of the file",
  line: "Line",
  notRead: "Not read",
  column: (place: number, name: string) => `Column ${place}: ${name || "without a name"}`,
  targets: {
    isrc: "ISRC",
    upc: "UPC",
    territory: "Territory",
    play_count: "Count",
    unit_rate: "Rate for one",
    amount: "Amount",
    currency: "Currency",
    usage_period: "Sales month",
    store: "Store",
  },
  zip: "All files of a zip are one report. Try it to see its first rows.",
} as const;

export const handWords = {
  separator: "Columns are separated by",
  separators: { comma: "Comma", semicolon: "Semicolon", tab: "Tab", pipe: "Pipe" },
  header: "Line of the heading row",
  decimal: "Decimal sign",
  grouping: "Sign between thousands",
  signs: { "": "None", ".": "Point", ",": "Comma", "'": "Apostrophe", " ": "Blank" },
  date: "Dates are written as",
  currency: "Currency of all rows",
  currencyPlaceholder: "EUR",
  missing: {
    code: "an ISRC or UPC",
    play_count: "a count",
    money: "a rate or an amount",
    both: "only one of rate and amount",
    currency: "a currency",
  },
  lacks: (parts: readonly string[]) => `Still needed: ${parts.join(", ")}.`,
} as const;

export const trialWords = {
  send: "Try",
  hint: "Nothing is kept by a trial.",
  tooLarge: (bytes: number) =>
    `A zip can be tried up to ${showBytes(bytes)}. Import this one: nothing is kept if a line of it is wrong.`,
  title: "Trial",
  good: "Nothing is wrong",
  goodSample: "Nothing is wrong in the beginning of the file",
  bad: (problems: number) => (problems === 1 ? "1 problem" : `${showNumber(problems)} problems`),
  total: "Total",
  totalOfSample: "Total of the beginning",
  issues: "Problems",
  where: "Where",
  wrong: "What is wrong",
  rows: "Rows as they would be kept",
  noRows: "No row can be read.",
  columns: {
    line: "Line",
    code: "ISRC or UPC",
    store: "Store",
    territory: "Territory",
    month: "Sales month",
    count: "Count",
    money: "Earnings",
  },
  ofFile: (file: string, line: string) => `${file}, ${line}`,
  atRate: (rate: string, currency: string) => `at ${rate} ${currency}`,
} as const;

export const unknownStoreWords = {
  title: (stores: number) => (stores === 1 ? "1 unknown store" : `${showNumber(stores)} unknown stores`),
  hint: "Say which store each name means. Later reports know it too.",
  noRight: "Ask an administrator to add these names to their stores.",
  label: (text: string) => `Store for “${text}”`,
  choose: "Choose a store",
  create: "A new store of this name",
  add: "Add name",
  addOf: (text: string) => `Add name: ${text}`,
  done: (text: string, store: string) => `Reports may call ${store} “${text}”.`,
} as const;

export const saveFormatWords = {
  title: "Save as a format",
  hint: "The file can be imported when its columns are saved. Later files with the same columns are read by themselves.",
  name: "Name of the format",
  namePlaceholder: "Harbour Distribution, monthly",
  missing: "Give it a name",
  send: "Save format",
  done: (name: string) => `The format “${name}” is saved.`,
} as const;
