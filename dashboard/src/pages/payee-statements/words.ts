// The words of payee statements, in the order of each page. The payee reads the same document as the organization, so no sentence
// says "you".

import { showNumber } from "../../values/format.ts";

export const payeeStatementsWords = {
  title: "Payee statements",
  about: "One for each payee and statement: what contracts gave on, and how it came about.",
  label: "Payee statements",
  payee: "Payee",
  everyPayee: "Every payee",
  month: "Month",
  everyMonth: "Every month",
  currency: "Currency",
  everyCurrency: "Every currency",
  ofOneStatement: "Only those of one statement are listed.",
  showAll: "Show all",
  columns: { payee: "Payee", month: "Month", share: "Share", tax: "Tax", net: "Net", issued: "Issued" },
  noMatch: "No payee statement matches",
  noMatchHint: "Choose another payee, month or currency.",
  none: "No payee statements yet",
  noneHint: "When a month is closed, each payee whose contracts hold a line of your statement gets one of its own.",
} as const;

export const payeeStatementWords = {
  title: (month: string, currency: string) => `Statement of ${month}, ${currency}`,
  print: "Print",
  csv: "CSV",
  pdf: "PDF",
  letter: {
    issuer: "Issued by",
    addressee: "Issued to",
    number: "Statement number",
    period: "Period",
    span: (from: string, to: string) => `${from} to ${to}`,
    issued: "Issued",
    statement: "Part of statement",
  },
  result: {
    label: "Result",
    added: "added to the balance",
    taken: "taken from the balance",
    /** By who pays. */
    payers: {
      operator: (operator: string) => `${operator} pays it out from the balance.`,
      organization: (organization: string) => `${organization} pays it directly.`,
    },
    lowers: "The next payment is lower by this amount.",
  },
  steps: {
    title: "How the amount came about",
    label: "From plays to the balance",
    step: "Step",
    amount: "Amount",
    played: "Played",
    plays: (plays: number) => (plays === 1 ? "1 play" : `${showNumber(plays)} plays`),
    playedWhy: (tracks: number, lines: number) =>
      `${tracks === 1 ? "1 track" : `${showNumber(tracks)} tracks`}, in ${lines === 1 ? "1 line" : `${showNumber(lines)} lines`} of the stores' reports.`,
    earned: "Earned",
    earnedWhy: (organization: string) =>
      `What stores paid for it, after the distribution fee and the taxes of ${organization}.`,
    payable: "Payable",
    payableWhy: (contracts: number) =>
      contracts === 1
        ? "The part of it that the contract shares, by its rates."
        : `The part of it that ${showNumber(contracts)} contracts share, by their rates.`,
    recouped: "Recouped",
    recoupedWhy: {
      none: "No advance or cost was taken back this time.",
      some: "Advances and costs that were paid before are taken back first.",
      all: "Advances and costs that were paid before are taken back first. This time they took all of it.",
      returned: "Income was taken back, so the advances that it had repaid are open again.",
    },
    share: "Share",
    shareOfOne: (share: string, left: string) => `${share} of the ${left} that is left.`,
    shareOfSome: (left: string) => `The share of the ${left} that is left, contract by contract.`,
    tax: "Tax",
    noTax: "No tax is withheld.",
    taxWhy: (rate: string, taxable: string) => `${rate} of ${taxable}, the part of the share that is taxed.`,
    taxReturned: "Tax that was withheld before is given back.",
    net: "Net",
    netWhy: "The share after tax.",
  },
  contracts: {
    title: "By contract",
    label: "Contracts",
    contract: "Contract",
    version: (version: number) => `Version ${version}`,
    payable: "Payable",
    recouped: "Recouped",
    share: "Share",
    amount: "Amount",
    /** On a phone, for the columns that have no room there. */
    below: (contract: { payable: string; recouped: string; share: string }) =>
      `${contract.payable} payable · ${contract.recouped} recouped · ${contract.share} of the rest`,
  },
  balance: {
    title: "Balance",
    label: "Balance before and after",
    before: "Before this statement",
    statement: "This statement",
    after: "After this statement",
  },
  lines: {
    title: "By track",
    about:
      "Amounts before anything was recouped: earned × rate of the contract × share. Open a track to see its lines.",
    label: "Line items",
    none: "This statement has no line items",
    track: "Track",
    month: "Sales month",
    plays: "Plays",
    earned: "Earned",
    part: "Rate × share",
    parts: (rate: string, share: string) => `${rate} × ${share}`,
    amount: "Amount",
    /** On a phone. */
    below: (line: { territory: string; month: string; plays: string; part: string }) =>
      `${line.territory} · ${line.month} · ${line.plays} plays · ${line.part}`,
  },
  distributor: "The distributor",
} as const;
export const ownStatementsWords = {
  title: "Overview",
  about: (organization: string) => `Your earnings from ${organization}, and how each came about.`,
  balances: "Your balance",
  nothingYet: "Your first statement puts its amount here.",
  available: "Available",
  carriedForward: "Carried forward: corrections took more than was there",
  underWay: "in payouts under way",
  ofPayee: (name: string, currency: string) => `${name}, ${currency}`,
  statements: "Your statements",
  label: "Statements",
  none: "No statements yet",
  noneHint:
    "You get one for each month in which your contracts earned. They appear here as soon as the month is closed.",
} as const;
