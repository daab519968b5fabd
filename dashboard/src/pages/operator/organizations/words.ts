// The words of the operator's pages about organizations, in the order of each page.

export const organizationsWords = {
  title: "Organizations",
  about: "Labels and distributors, each with its own catalogue, keys and money.",
  create: "New organization",
  created: "The organization is there. Give it an API key next.",
  close: "Close",
  search: "Name or id",
  columns: {
    organization: "Organization",
    status: "Status",
    tier: "Tier",
    review: "Review",
    storage: "Storage",
    since: "Since",
  },
  noMatch: "No organization matches",
  noMatchHint: "Search for a part of the name, or for a whole id.",
  none: "No organizations yet",
  noneHint: "An organization owns releases and gets their money. Create one, then give it an API key.",
  /** In lists of all organizations, for what the operator did. */
  operator: "Operator",
} as const;

export const organizationWords = {
  auditLog: "Audit log",
  view: "View as this organization",
  viewQuestion: (name: string) => `View ${name} as its owner sees it?`,
  viewHint: "For 30 minutes you read what an owner reads, and can change nothing. Both audit logs say that you did.",
  viewing: (name: string) => `You view ${name}.`,
  members: { none: "No members yet", noneHint: "Invite the first owner. The link to accept is shown to you once." },
  saved: "The settings are saved.",
  suspend: "Suspend",
  suspendQuestion: (name: string) => `Suspend ${name}?`,
  suspendHint:
    "All its keys and sessions are refused at once. Its releases stay in stores, and its money stays its own. You can reinstate it at any time.",
  suspended: (name: string) => `${name} is suspended.`,
  reinstate: "Reinstate",
  reinstated: (name: string) => `${name} may work again.`,
  facts: {
    tier: "Tier",
    label: "Label",
    review: "Review",
    manual: "By the operator",
    automatic: "Automatic",
    fee: "Distribution fee",
    tax: "Withholding tax",
    percent: (percent: string) => `${percent} %`,
    territories: "Licensed for",
    storage: "Storage",
    storageUse: (used: string, quota: string) => `${used} of ${quota}`,
    rateLimit: "Rate limit",
    rate: (per_minute: number, burst: number) => `${per_minute} a minute, ${burst} a second`,
    rateOfTier: "As its tier",
    isrcPrefix: "ISRC prefix",
    upcRanges: "UPC ranges",
    upcRange: (first: string, last: string) => `${first} to ${last}`,
    ddexParty: "DDEX Party ID",
    none: "None",
    since: "Since",
  },
  /** By the name of a tab in the address. */
  tabs: { overview: "Overview", money: "Money", credentials: "Credentials", members: "Members", settings: "Settings" },
} as const;

export const organizationMoneyWords = {
  balances: "Balances",
  loading: "Loading balances",
  noBalance: "Nothing was earned yet. Statements and adjustments change the balance.",
  adjustment: {
    title: "Adjust the balance",
    hint: "For money that no store reported: an advance, costs, a correction. An adjustment cannot be changed afterwards. Correct a mistake with another one.",
    amount: "Amount",
    amountHint: "A negative one is taken away",
    currency: "Currency",
    currencyHint: "Such as EUR",
    reason: "Reason",
    reasonHint: "The partner sees it",
    send: "Add the adjustment",
    done: (amount: string) => `The balance was changed by ${amount}.`,
  },
  statements: "Statements",
  noStatements: "No statements yet",
  noStatementsHint:
    "Import what stores reported, then close the period: that writes a statement for each organization that earned.",
} as const;

export const organizationCredentialWords = {
  noKeys: "No API keys yet",
  noKeysHint: (organization: string) => `${organization} needs a key to call the API or to sign in here.`,
  revokeKey: (last4: string) =>
    `Every program that uses the key …${last4} is refused from now on. This cannot be undone.`,
  clients: "OAuth clients",
  noClients: "No OAuth clients",
  noClientsHint: "A client exchanges its secret for tokens that last an hour.",
  notEligible: "They are for enterprise organizations. Change the tier to give it one.",
  revokeClient: (client_id: string) =>
    `The client ${client_id} and all its tokens are refused from now on. This cannot be undone.`,
} as const;

export const organizationFormWords = {
  basics: {
    title: "Organization",
    name: "Name",
    label: "Label",
    labelHint: "For releases that do not name one.",
    tier: "Tier",
    review: "Review of submissions",
    reviewModes: { automatic: "Automatic: approved at once", manual: "Manual: they wait for the operator" },
  },
  money: {
    title: "Money",
    fee: "Distribution fee (%)",
    tax: "Withholding tax (%)",
    taxed: "Where usage is taxed",
    taxedEverywhere: "Everywhere",
    minimums: "Least amount of a payout",
    currency: (number: number) => `Currency ${number}`,
    minimum: (number: number) => `Least amount ${number}`,
    row: (number: number) => `least amount ${number}`,
    add: "Add a currency",
  },
  identifiers: {
    title: "Identifiers",
    isrcPrefix: "ISRC prefix",
    ddexParty: "DDEX Party ID",
    upcRanges: "UPC ranges",
    noUpcRanges: "Without a range the organization gets a block of its own.",
    first: (number: number) => `First UPC of range ${number}`,
    last: (number: number) => `Last UPC of range ${number}`,
    row: (number: number) => `range ${number}`,
    add: "Add a range",
  },
  limits: {
    title: "Limits",
    hasOwnRate: "A rate limit of its own, in place of the tier's",
    perMinute: "Requests in a minute",
    burst: "Requests in a second",
    storage: "Storage (GiB)",
    storageHint: "Empty: as the tier has.",
  },
  territories: { title: "Licensed territories", label: "Where it may distribute" },
  create: "Create the organization",
  save: "Save changes",
} as const;
