// The words of the pages about payees, in the order of each page.

/** Who pays a payee. */
export const payerWords = { operator: "The operator pays", organization: "You pay" } as const;

export const payeesWords = {
  title: "Payees",
  about: "Artists, producers and labels that your contracts give a part of your earnings to.",
  create: "New payee",
  created: "The payee is there.",
  search: "A part of the name, or a whole email or external id",
  status: "Status",
  everyStatus: "Every status",
  columns: { payee: "Payee", payer: "Paid by", payment: "Payment details", status: "Status" },
  noPayment: "None",
  noMatch: "No payee matches",
  noMatchHint: "Search for a part of the name, or for a whole email, external id or id.",
  none: "No payees yet",
  noneHint: "Add those whom you owe a part of your earnings, then give each a share in a contract.",
  addFirst: "Add the first payee",
} as const;

export const taxWords = {
  title: "Tax",
  country: "Country",
  form: "Tax form",
  forms: { w9: "W-9", w8ben: "W-8BEN", w8ben_e: "W-8BEN-E", other: "Another form" },
  noForm: "None received",
  received: "Received",
  expires: "Expires",
  expired: "has expired",
  withholding: "Withholding tax in percent",
  withholdingHint: "Taken from the payee's share.",
  withheld: "Withholding tax",
  withheldIn: (rate: string, territories: string) => `${rate} on use in ${territories}`,
  withheldEverywhere: (rate: string) => `${rate} on everything`,
  notWithheld: "None",
  territories: "Taxed territories",
  everywhere: "Everywhere",
  unknown: "–",
} as const;

export const payeeFormWords = {
  editTitle: "Edit payee",
  add: "Add the payee",
  save: "Save",
  saved: "The change is saved.",
  name: "Name",
  email: "Email",
  emailHint: "Changes of the payment details are mailed to it.",
  externalId: "External id",
  externalIdHint: "Your own id for the payee.",
  paidBy: "Who pays",
  payerHints: {
    operator: "The payee's money leaves your balance at each statement.",
    organization: "The money stays in your balance, and you record what you paid.",
  },
  minimums: "Minimum payouts",
  noMinimums: "None: any amount is paid out.",
  currency: (row: number) => `Currency of minimum ${row}`,
  minimum: (row: number) => `Minimum ${row}`,
  minimumRow: (row: number) => `minimum ${row}`,
  addMinimum: "Add a minimum",
} as const;

export const payeeWords = {
  edit: "Edit",
  archive: "Archive",
  archiveQuestion: (name: string) => `Archive ${name}?`,
  archiveHint:
    "An archived payee gets no new shares. Every contract with it must have ended, and its balances must be zero.",
  archived: (name: string) => `${name} is archived.`,
  restore: "Restore",
  restored: (name: string) => `${name} is active again.`,
  delete: "Delete",
  deleteQuestion: (name: string) => `Delete ${name}?`,
  deleteHint: "Only a payee without contracts, statements and payments can be deleted. Archive others.",
  deleted: (name: string) => `${name} is deleted.`,
  details: "Details",
  facts: {
    email: "Email",
    externalId: "External id",
    minimums: "Minimum payouts",
    noMinimum: "None",
    created: "Added",
    id: "Id",
    none: "–",
  },
  contracts: {
    title: "Contracts",
    none: "In no contract yet.",
    add: "New contract",
    all: "All contracts of this payee",
    columns: { contract: "Contract", share: "Share", status: "Status" },
  },
  statements: {
    title: "Statements",
    none: "No statement yet. Each close writes one for every payee whose contracts earned something.",
    all: "All statements of this payee",
    columns: { month: "Month", share: "Share", tax: "Tax", net: "Net" },
  },
} as const;

export const payeeMoneyWords = {
  title: "Balance",
  none: "Nothing earned yet.",
  record: "Record a payment",
  recordTitle: (name: string) => `Record a payment to ${name}`,
  recordHint: "For what you paid yourself. It moves no money.",
  recordSend: "Record the payment",
  recordDone: "The payment is recorded.",
  adjust: "Adjust",
  adjustTitle: (name: string) => `Adjust the balance of ${name}`,
  adjustHints: {
    operator: "The amount comes from your own balance. A negative one goes back there.",
    organization: "You owe the payee so much more, or less if it is negative.",
  },
  adjustSend: "Adjust the balance",
  adjustDone: "The balance is adjusted.",
  currency: "Currency",
  amount: "Amount",
  paidOn: "Paid on",
  reference: "Reference",
  reason: "Reason",
  transactions: {
    label: "Movements of the balance",
    columns: { what: "What", type: "Type", when: "When", amount: "Amount" },
  },
} as const;
