// The words around every page: the head, the menu, the player, the palette and the form at the door.

export const shellWords = {
  skipMenu: "Skip the menu",
  menu: "Menu",
  pages: "Pages",
  documentation: "Documentation",
  notFound: "Not found",
  noSuchPage: "There is no such page",
  backToStart: "Back to the start",
  find: "Find",
  findKeys: "Ctrl K",
  signOut: "Sign out",
  useColors: {
    light: "Use light colors",
    dark: "Use dark colors",
  },
  environment: "Environment",
  environments: {
    sandbox: { name: "Sandbox", about: "fictional stores, no real money" },
    production: { name: "Production", about: "real stores, real money" },
  },
  close: "Close",
} as const;

export const playerWords = {
  label: "Player",
  previous: "Previous track",
  pause: "Pause",
  play: "Play",
  next: "Next track",
  close: "Close the player",
  refused: "This browser cannot play the file. Its format may be unknown to it.",
} as const;

export const signInWords = {
  running: "Signing in",
  title: "Sign in to Segue",
  key: "API key",
  keyHint: {
    sandbox: "The key begins with sk_test_, or is the operator key.",
    production: "The key begins with sk_live_, or is the operator key.",
  },
  send: "Sign in",
  onMachine: "On the machine that runs Segue,",
  command: "npx segue dashboard",
  printsLink: "prints a link that signs you in.",
} as const;

export const finderWords = {
  hint: "Search releases, stores, endpoints, ids",
  hintForOperator: "Search organizations, stores, reports, ids",
  groups: {
    recent: "Recent",
    pages: "Pages",
    actions: "Actions",
    stores: "Stores",
    endpoints: "Endpoints",
    reports: "Sales reports",
    releases: "Releases",
    organizations: "Organizations",
    catalogues: "Catalogues",
  },
  searching: "Searching…",
  acts: {
    release: "New release",
    delivery: "New delivery",
    endpoint: "New endpoint",
    key: "New API key",
    organization: "New organization",
  },
  failed: (error: string) => `The search failed: ${error}`,
  nothing: (text: string) => `Nothing has “${text}” in its name, its number or its id.`,
  deliverTo: (store: string) => `Deliver to ${store}`,
  report: (store: string, month: string) => `${store}, ${month}`,
} as const;

export const idWords = {
  release: "Release",
  delivery: "Delivery",
  statement: "Statement",
  payout: "Payout",
  endpoint: "Endpoint",
  event: "Event",
  request: "Request",
  key: "API key, among all keys",
  client: "OAuth client, among all keys",
  transaction: "Transaction, in the balance",
  adjustment: "Adjustment, in the balance",
  royalty: "Royalty, in the earnings",
  lineItem: "Line item, in the earnings",
  change: "Change, in the changelog",
  submission: "Submission",
  report: "Sales report",
  organization: "Organization",
  deliveryInList: "Delivery, among all deliveries",
  payoutInList: "Payout, among all payouts",
  job: "Job, among all jobs",
  auditEntry: "Entry, in the audit log",
  group: "Id",
  submissionOnRelease: "Submission, on its release",
  track: (track: string) => `Track “${track}”, on its release`,
} as const;
