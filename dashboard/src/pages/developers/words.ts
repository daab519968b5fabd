// The words of the pages for developers, in the order of each page.

export const developersWords = {
  title: "Developers",
  about: "Keys for your programs, and what their calls did.",
  places: {
    requestLog: { title: "Request log", about: "Every call of the last 7 days, live, with its request id." },
    events: { title: "Events", about: "What happened, with payloads and attempts." },
    changelog: { title: "Changelog", about: "What has changed in the API." },
    documentation: { title: "Documentation", about: "Guides, and every operation with samples." },
    sdk: { title: "SDK", about: "The client for TypeScript that this dashboard uses." },
    openapi: { title: "OpenAPI", about: "The description for your own tools." },
  },
  baseUrl: "API base URL",
  keys: {
    title: "API keys",
    about: "Give each program a key of its own, with no more scopes than it needs.",
    none: "No API keys yet",
    noneHint: "A program needs a key to call the API.",
    revokeHint: (last4: string) =>
      `Every program that uses the key …${last4} is refused within seconds, and who signed in with it is signed out. This cannot be undone.`,
    hidden: "You may not see or make keys: that needs the scope",
    afterScope: ". Ask an owner of your organization, or the operator.",
  },
} as const;

export const credentialWords = {
  /** By the kind, which the address of its form names too. */
  kinds: {
    "api-key": {
      one: "API key",
      column: "API key",
      create: "New API key",
      revokeQuestion: "Revoke this key?",
      revoked: "The key is revoked.",
    },
    "oauth-client": {
      one: "OAuth client",
      column: "OAuth client",
      create: "New OAuth client",
      revokeQuestion: "Revoke this client?",
      revoked: "The client is revoked.",
    },
    credential: {
      one: "credential",
      column: "Credential",
      create: "New credential",
      revokeQuestion: "Revoke this credential?",
      revoked: "The credential is revoked.",
    },
  },
  unnamed: "Without a name",
  scopes: "Scopes",
  everyScope: "All",
  createdBy: "Created by",
  unknown: "Unknown",
  operator: "Operator",
  lastUsed: "Last used",
  expires: "Expires",
  since: "Since",
  never: "Never",
  revoke: "Revoke",
  form: {
    name: "Name",
    namePlaceholder: "Label back office",
    everyScope: "All scopes",
    scopes: "Scopes",
    expires: "Expires",
    expiresHint: "Empty: never.",
    send: "Create",
  },
} as const;

export const requestLogWords = {
  title: "Request log",
  about: "Calls of your keys in the last 7 days, live. Bodies and secrets are not kept.",
  search: "A part of the path",
  status: "Status",
  everyStatus: "Every status",
  statuses: {
    "4xx": "Refused (4xx)",
    "5xx": "Failed (5xx)",
    "401": "401 Not signed in",
    "403": "403 Not allowed",
    "404": "404 Not found",
    "409": "409 Conflict",
    "422": "422 Not valid",
    "429": "429 Too many",
  },
  method: "Method",
  everyMethod: "Every method",
  requestId: "Request id",
  requestIdPlaceholder: "req_…",
  showDashboard: "Calls of the dashboard",
  histogram: {
    label: (requests: number, errors: number) =>
      `The latest ${requests} requests over time, ${errors} of them refused or failed`,
    bar: (from: string, requests: number, errors: number) => `From ${from}: ${requests}, ${errors} refused or failed`,
  },
  label: "Requests",
  request: "Request",
  path: "Path",
  error: "Error",
  noError: "None",
  took: "Took",
  milliseconds: (duration_ms: number) => `${duration_ms} ms`,
  source: "Source",
  dashboard: "Dashboard",
  credential: "Credential",
  when: "When",
  noMatch: "No request matches",
  noMatchHint: "Choose other filters, or clear them.",
  none: "No requests yet",
  noneHint: "Call the API with one of your keys: the call shows here within seconds.",
  close: "Close",
} as const;

export const changelogWords = {
  title: "Changelog",
  about: "What has changed in the API. Enterprise organizations get each entry as an event too.",
  none: "Nothing has changed yet",
  showOlder: "Show older changes",
} as const;
