// The words of the operator's pages about stores, in the order of each page.

import { showNumber } from "../../../values/format.ts";

export const storeListWords = {
  columns: {
    store: "Store",
    health: "Health",
    connector: "Reached by",
    territories: "Territories",
  },
  add: "Add a store",
  title: "Stores",
  about: "Stores that releases are delivered to.",
  none: "No stores yet",
  noneHint: "Partners deliver to the stores that you add. A store by hand needs no connection: you enter its answers.",
} as const;

export const healthLineWords = {
  stalled: (deliveries: number, since: string | null) =>
    `${showNumber(deliveries)} stalled${since ? `, the first ${since}` : ""}`,
  paused: "Paused: nothing is sent",
  noAnswers: "No answers yet",
  none: "Nothing is stalled",
  answered: (ago: string) => `Answered ${ago}`,
} as const;

export const storeWords = {
  unknown: "There is no such store",
  unknownHint: "The store may have another id. The list of stores has them all.",
  deliveries: "Its deliveries",
  notOpen: {
    title: (store: string) => `${store} is not open for deliveries yet`,
    hint: "Test its connection and check its rules, then open it.",
    goOn: "Continue the setup",
  },
  facts: {
    connector: "Reached by",
    territories: "Territories",
    can: "Can do",
    canNothing: "Nothing",
    requirements: "Requirements",
    ownRules: "Its own rules",
    lastSent: "Last message sent",
    never: "Never",
    lastAnswer: "Last answer",
    since: "Since",
  },
  resume: "Resume",
  resumed: (store: string) => `What waits is sent to ${store} now.`,
  pause: {
    label: "Pause",
    hint: "Nothing is sent to the store until you resume it. New deliveries to it wait in the queue.",
    question: (store: string) => `Pause ${store}?`,
    done: (store: string) => `Nothing is sent to ${store} until you resume it.`,
  },
  /** By the name of a tab in the address. */
  tabs: {
    messages: "Messages",
    connection: "Connection",
    credentials: "Credentials",
    tables: "Genres, roles and prices",
    settings: "Settings",
  },
} as const;

export const messageWords = {
  message: "Message",
  answer: "Answer",
  sent: "Sent",
  notYet: "Not yet",
  delivery: "Delivery",
  deliveryPlaceholder: "Only of this delivery: dlv_…",
  label: "Messages",
  noneOfDelivery: "No message of this delivery",
  none: "No messages yet",
  noneHint:
    "A message is written when a delivery to this store begins. Its bytes and the store's answer are kept here.",
  close: "Close",
  noAnswer: "None yet",
  reason: "Reason",
  noReason: "None",
  release: "Release",
  answered: "Answered",
  resend: {
    label: "Send again",
    question: "Send this message again?",
    done: "The message is sent again.",
    hint: "The store gets the same bytes under the same id. The delivery stays as it is until the store answers.",
  },
  content: "The message",
  download: "Download",
  attempt: (kind: string, attempt: number) => `${kind}, attempt ${attempt}`,
  title: (kind: string) => `${kind} message`,
} as const;

export const testWords = {
  title: "Connection test",
  about: "Connects as a delivery would, writes a small file, reads it back and removes it.",
  start: "Test the connection",
  running: "The store is called. This may take up to 30 seconds.",
  of: (store: string) => `Test of ${store}`,
  outcomes: { good: "Worked", failed: "Failed", untried: "Not tried" },
  nothingToTest: "This kind of store makes no connection, so there is nothing to test.",
  works: "The connection works",
  fails: "The connection does not work yet",
  label: "Checks",
  milliseconds: (duration_ms: number) => `${showNumber(duration_ms)} ms`,
  checks: {
    secrets: "Secrets are readable",
    name: "Name of the server",
    address: "Server answers",
    host_key: "Key of the server",
    login: "Login",
    write: "Write a file",
    read: "Read it back",
    remove: "Remove it",
  },
} as const;

export const storeCredentialWords = {
  title: "Credentials",
  none: "No credentials yet",
  noneHint: (store: string) =>
    `${store} fetches its messages with a credential of its own. Create one and give it to the store.`,
  revoke: (last4: string) => `The store can no longer fetch its messages with …${last4}. Give it another one first.`,
} as const;

export const storeFormWords = {
  saved: "The settings are saved.",
  store: "Store",
  name: "Name",
  save: "Save changes",
  theStore: "The store",
  nameHint: "As partners see it.",
  id: "Id",
  idHint: "Stays for ever. Small letters, digits and underscores.",
  missing: {
    name: "Give the store a name",
    id: "Write store_ and up to 50 small letters, digits and underscores",
    partyId: "Ask the store for its DPID",
    partyName: "Name the party",
  },
} as const;

export const setupWords = {
  title: "New store",
  toConnection: "Next: connection",
  addAndTest: "Add paused and test",
  saveAndTest: "Save and test",
  titleOf: (store: string) => `Set up ${store}`,
  about: "Nothing is sent to the store until you open it for deliveries.",
  stepsLabel: "Steps",
  toRules: "Next: rules",
  changeConnection: "Change the connection",
  testAgain: "Test again",
  trustKey: "Trust this key and test again",
  trustKeyHint: "Compare it first with the key that the store has published.",
  keepPaused: "Keep paused",
  opensOnce: "Opens once its",
  opensOnceTest: "test",
  opensOnceEnd: "has passed.",
  open: (store: string) => `Open ${store} for deliveries`,
  opened: (store: string) => `${store} is open for deliveries.`,
  keptPaused: (store: string) => `${store} stays paused. Its page leads back to its setup.`,
  steps: { what: "What", connection: "Connection", test: "Test", rules: "Rules" },
} as const;

export const presetWords = {
  title: "Which store is it?",
  label: "Preset",
  own: "A store of your own",
  ownHint: "You know how it is reached",
  nothingPublic: "Nothing public: ask the store",
  kind: (kind: string, version: string) => `${kind}, version ${version}`,
  impossible: (store: string, remark: string) => `${store} cannot be added: ${remark}`,
  askFor: (store: string, settings: string) => `Not public, so ask ${store}: ${settings}.`,
  readIn: (year: number) => `, read in ${year}`,
} as const;

export const connectorWords = {
  secrets: "Secrets",
  isFetched: "Nothing is entered here: the store connects to us, with a credential that you give it.",
  kind: "How the store is reached",
  unknownKind: "This dashboard does not know the kind. Change it by the API.",
  secretHeld: "Set. Leave this empty to keep it.",
  secretHint: "Kept sealed and never shown again.",
  nothingToEnter: (summary: string) => `${summary} There is nothing to enter.`,
  kinds: {
    simulated: "Simulated",
    manual: "By hand",
    reported: "Named in reports only",
    ern_sftp: "ERN over SFTP",
    ern_s3: "ERN in S3-compatible storage",
    ern_http: "ERN fetched by the store",
  },
  settings: {
    behaviour: "How it answers",
    latency_ms: "After (milliseconds)",
    format: "Messages",
    username: "User name",
    host_key: "Fingerprint of the host's key",
    passphrase: "Passphrase of the private key",
    takedown_style: "Takedown",
    compilation: "Compilations",
    default_genre: "Genre where none is given",
    resend_files: "Updates send files again",
    territory_attributes: "Say that titles and names hold worldwide",
    lyrics: "Lyrics",
    folder_name: "Name of a message's folder",
    acknowledgements: "Folder of the store's answers",
    ask_every_s: "Look for answers every (seconds)",
    batches: "Messages come in batches",
    signal: "What ends a batch",
    signal_name: "Name of that file",
  },
  choices: {
    behaviour: {
      confirm: "Confirms",
      reject_first: "Rejects the first attempt",
      flag_first: "Asks for a change at the first attempt",
      stall: "Cannot be reached",
    },
    format: { json: "JSON", ern: "ERN, read and acknowledged", ern_unread: "ERN, not looked at" },
    takedown_style: {
      no_deals: "The release without deals",
      ended_deals: "Deals that have ended",
      purge: "A PurgeReleaseMessage",
      takedown_flag: "Deals that say takedown (ERN 3)",
    },
    compilation: { flags: "An album with DDEX's flag", user_defined: "A user-defined type" },
    signal: { manifest: "A ManifestMessage", empty: "An empty file" },
  },
} as const;

export const recipientWords = {
  title: "Recipients",
  hint: "The store's parties as messages name them: the DDEX Party Id (DPID), and a name.",
  idPlaceholder: "PADPIDA2013020802I",
  namePlaceholder: "Auralis",
  add: "Add a party",
  id: (number: number) => `Party id ${number}`,
  name: (number: number) => `Party name ${number}`,
  row: (number: number) => `party ${number}`,
} as const;

export const dealWords = {
  title: "Deals",
  none: "They follow from what the store can do. Add one to say them yourself.",
  models: "Commercial models",
  useTypes: "Use types",
  add: "Add a deal",
  modelsOf: (number: number) => `Commercial models of deal ${number}`,
  typesOf: (number: number) => `Use types of deal ${number}`,
  row: (number: number) => `deal ${number}`,
} as const;

export const ruleWords = {
  can: "What it can do",
  messages: "Messages and answers",
  format: "Message version",
  profile: "Release profile",
  profilePlaceholder: "CommonReleaseTypes/14/AudioAlbumMusicOnly",
  profileHint:
    "Only if the store asks for another than the standard one. It stands in every message, whatever the release.",
  asks: "What it asks of releases",
  requirements: "What it demands of a release",
  requirementKinds: {
    standard: "Standard: what most stores demand",
    none: "Nothing beyond the rules for every release",
    own: "Its own rules",
  },
  migration: "Releases that another distributor delivered before",
  migrationHint: "On the page Moving in, it tells partners what to say to the former distributor.",
  migrations: {
    overlap: "Both distributors have it for some days",
    replace: "The store replaces the former one by itself",
    takedown_first: "The former one must be taken down first",
    automatic: "The store takes it over by itself: nothing to do",
  },
  territories: "Territories",
  sells: "Where it sells",
  abilities: {
    streaming: "Listeners stream",
    download: "Listeners buy downloads",
    preorder: "Sells before the release date",
    updates: "Accepts changed metadata",
    takedown: "Takes releases down",
    ugc: "Pays for recordings that its users upload",
  },
  formats: { "ern_4.3.2": "ERN 4.3.2", "ern_4.3": "ERN 4.3", "ern_3.8.3": "ERN 3.8.3" },
  noRules: "No rule yet: it refuses nothing beyond the rules for every release.",
  add: "Add a rule",
  choose: "Choose a rule",
  severities: { blocker: "Refuses", warning: "Warns", info: "Informs" },
  row: (number: number) => `Rule ${number}`,
  codeOf: (rule: string) => `${rule}: code`,
  severityOf: (rule: string) => `${rule}: what the store does`,
} as const;
