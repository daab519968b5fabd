// The words of the pages about deliveries, in the order of each page.

export const deliveriesWords = {
  title: "Deliveries",
  about: "Where your releases are on their way to stores, live.",
  create: "New delivery",
  status: "Status",
  everyStatus: "Every status",
  onlyOf: (release: string) => `Release: ${release}`,
  showEvery: (release: string) => `Show deliveries of every release, not only of ${release}`,
  columns: { release: "Release", stores: "Stores", territories: "Territories", created: "Created" },
  noMatch: "No delivery matches",
  noMatchHint: "Choose another status, or clear the filters.",
  none: "Nothing delivered yet",
  noneButReady: (release: string) =>
    `“${release}” is submitted and ready to go. A delivery sends one release to the stores that you choose.`,
  deliverNow: "Deliver it now",
  noneAndNothingReady:
    "A delivery sends one release to the stores that you choose. Create a release and submit it first.",
  seeReleases: "See your releases",
} as const;

export const newDeliveryWords = {
  title: "New delivery",
  release: {
    title: "1. Release",
    label: "Release",
    placeholder: "Title, artist, UPC, ISRC or id",
    draft: "draft",
    noMatch: "No release matches.",
    change: "Choose another release",
    /** By the status of the last submission. */
    blocked: {
      title: "This release cannot be delivered yet",
      pending_review: "The release was submitted and waits for its review. You can deliver it once it is approved.",
      rejected: "The review rejected the release. Correct it and submit it again.",
      withdrawn: "The submission of the release was withdrawn. Submit it again first.",
      unsubmitted: "The release has not been submitted. Complete it and submit it first.",
      reason: (reason: string) => `The reason: ${reason}`,
      see: (release: string | undefined) => `See ${release === undefined ? "the release" : `“${release}”`}`,
      open: (release: string | undefined) => `Open ${release === undefined ? "the release" : `“${release}”`}`,
    },
  },
  stores: {
    title: "2. Stores",
    list: "Stores",
    none: "No stores yet",
    noneHint: "The operator of this service adds stores.",
    search: "Search stores",
    noMatch: "No store has this name.",
    chooseReady: (ready: number) => `Choose all that are ready (${ready})`,
    chosen: (chosen: number) => `${chosen} chosen`,
    alreadyThere: (store: string) => `${store} has this release already: see that delivery`,
    wouldRefuse: (store: string) => `${store} would refuse this release:`,
    refused: (issue: string) => `${issue.charAt(0).toUpperCase()}${issue.slice(1)}.`,
    fix: "Fix it at the release",
    seeMore: (more: number) => `See these and ${more} more at the release`,
    rules: (rules: number) => `${rules} ${rules === 1 ? "rule" : "rules"} beyond a complete release`,
    rulesOf: (store: string) => `Rules of ${store}`,
  },
  territories: {
    title: "3. Territories",
    label: "Where the stores may offer it",
    worldwide: "Everywhere that the release, its stores and your licence allow",
  },
  terms: {
    title: "4. Terms",
    hint: "All of them may be left empty.",
  },
  missing: {
    release: "Choose a release first.",
    approval: "This release cannot be delivered yet: see above.",
    stores: "Choose at least one store.",
    territories: "Choose at least one territory.",
  },
  hint: "Each store answers for itself; you can watch them on the next page.",
  deliver: (stores: number) => (stores > 1 ? `Deliver to ${stores} stores` : "Deliver"),
  done: "The delivery is on its way",
} as const;

/** What is agreed with a store that has pre-orders or price tiers. */
export const termWords = {
  preorder: "Pre-order from",
  preorderHint: "Later than today, and before the release date. Left empty: no pre-order.",
  preview: "Shown from, in UTC",
  previewHint: "When the store may show the release before it can be bought.",
  tier: "Price tier",
  noTier: "The store's own",
  tracks: "Prices of single tracks",
  count: (entries: number) => (entries === 0 ? undefined : String(entries)),
  asRelease: "As the release",
  label: "Terms",
  change: "Change the terms too",
  said: {
    preorder: (day: string) => `Pre-order from ${day}`,
    preview: (moment: string) => `shown from ${moment}`,
    tier: (tier: string) => `price tier ${tier}`,
    tracks: (tracks: number) => (tracks === 1 ? "1 track has its own price" : `${tracks} tracks have their own price`),
  },
} as const;

/** For several releases at once; the rest is as for one. */
export const storeChecklistWords = {
  none: "No active stores",
  chooseAll: (stores: number) => `Choose all ${stores}`,
  chooseNone: "Choose none",
} as const;

export const deliveryWords = {
  title: "Delivery",
  seeRelease: "See the release",
  created: "created",
  stores: {
    caption: "Stores",
    store: "Store",
    status: "Status",
    about: "About",
    changed: "Changed",
    noReason: "The store gave no reason.",
    showOthers: (stores: number, counts: string) => `Show the other ${stores} stores: ${counts}`,
  },
  steps: {
    label: "History, the latest step first",
    ignored: "ignored: it came too late",
    latest: "Show the latest only",
    all: (steps: number) => `Show all ${steps} steps`,
    attempt: (attempts: number) => (attempts === 1 ? "First attempt" : `Attempt ${attempts}`),
  },
  stalled: {
    title: (store: string) => `${store} cannot be reached`,
    since: (moment: string) => `Since ${moment}.`,
    hint: "The service tries again by itself: you need to do nothing.",
  },
  rejection: {
    rejected: (store: string) => `${store} rejected it`,
    needsChange: (store: string) => `${store} needs a change`,
    rule: "The rule:",
    forExample: "For example",
    not: ", not",
    fix: (field: string) => `Fix ${field}`,
    suggestion: (suggestion: string) => `Suggestion: ${suggestion}`,
    thenResubmit: "Then resubmit it here.",
    followsRule: "The release follows this rule now: if you have corrected it, resubmit it here.",
    correct: "Correct the release",
    afterCorrect: ", then resubmit it here.",
  },
  lanes: {
    title: "Over time",
    label: "The way of the delivery at each store",
    from: (status: string, moment: string) => `${status} from ${moment}`,
  },
} as const;

/** For each act on a delivery: the button at one store, the button at several, what will happen, and what did. */
export const actWords = {
  resubmit: {
    label: "Resubmit",
    labelAt: (stores: number) => `Resubmit to ${stores} stores`,
    text: "The release as it is now is sent again. Correct it first: a store that finds the same fault rejects it again.",
    done: "The release is sent again",
  },
  update: {
    label: "Send update",
    labelAt: (stores: number) => `Send update to ${stores} stores`,
    text: "The release as it is now replaces what the store has: titles, names, dates, artwork and territories.",
    done: "The update is on its way",
  },
  cancel: {
    label: "Stop delivery",
    labelAt: (stores: number) => `Stop delivery to ${stores} stores`,
    text: "What has not reached the store yet is not sent. What the store has from an earlier attempt stays there.",
    done: "The delivery is stopped",
  },
  takedown: {
    label: "Take down",
    labelAt: (stores: number) => `Take down at ${stores} stores`,
    text: "The store is asked to remove the release. That typically takes 24 to 72 hours. Listeners lose it there; to bring it back, deliver it anew.",
    done: "The takedown is requested",
  },
} as const;

export const askedActWords = {
  question: (act: string) => `${act}?`,
  stores: (names: readonly string[]) =>
    `${names.length === 1 ? "Store" : `${names.length} stores`}: ${names.join(", ") || "none is left"}`,
  reason: "Reason",
  reasonHint: "Sent to the store. Optional.",
  changeTerritories: "Change the territories too",
} as const;

export const simulationWords = {
  open: "Simulate an answer",
  title: (store: string) => `Answer for ${store}`,
  hint: "Only in the sandbox: the store gives this answer at once, with its events and webhooks.",
  answer: "Answer",
  code: "Code",
  codeHint: "A rule of preflight, or a code of the store's own.",
  reason: "Reason",
  send: "Simulate this answer",
  done: "The store has answered",
} as const;
