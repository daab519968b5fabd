// The words of the pages about releases, in the order of each page.

export const catalogueWords = {
  title: "Releases",
  create: "New release",
  noMatch: "No release matches",
  noMatchHint: "Try another word, or clear the filters.",
  none: "No releases yet",
  createFirst: "Create your first release",
  noneHint: "A release holds your tracks, their audio and its artwork. Create one here or by the API.",
} as const;

export const releaseWords = {
  artworkOf: (release: string) => `Artwork of ${release}`,
  /** By the status of the release. */
  beforeStores: {
    draft: "Draft",
    submitted: "Submitted, at no store yet",
    rejected: "Rejected in review",
    delivered: "At no store any more",
  },
  changesRejected: "Changes rejected in review",
  seeWhatToDo: "See what to do",
  /** By the name of a tab in the address. */
  tabs: {
    overview: "Overview",
    tracks: "Tracks",
    stores: "Stores",
    earnings: "Earnings",
    history: "History",
    details: "Details",
  },
} as const;

export const actionWords = {
  edit: "Edit",
  deliver: "Deliver",
  seeMissing: "See what is missing",
  submitAgain: "Submit again",
  submit: "Submit",
  approved: "Submitted and approved. Deliver it to stores next.",
  delivered: "Submitted, approved, and on its way to stores.",
  notDelivered: "Submitted and approved, but not delivered: the history says why.",
  submittedToDeliver: "Submitted. As soon as it is approved, it goes to stores by itself.",
  submitted: "Submitted. The release is reviewed now; you are told when it is done.",
  more: "More",
  previewErn: "Preview the ERN message",
  delete: {
    label: "Delete the draft",
    question: "Delete this draft?",
    done: "The draft is deleted.",
    hint: (release: string) => `“${release}” and its tracks are deleted for good. Its files stay in your assets.`,
  },
} as const;

/** Deliveries that a submission asks for. */
export const onApprovalWords = {
  all: "all stores that are ready for it",
  stores: (stores: readonly string[]) => (stores.length > 3 ? `${stores.length} stores` : stores.join(", ")),
  goes: (stores: string) => `When it is approved, it goes to ${stores}.`,
  goesIn: (stores: string, territories: string) => `When it is approved, it goes to ${stores}: ${territories}.`,
} as const;

export const releaseOverviewWords = {
  way: "Way of this release",
  check: "Check",
  inBrief: "In brief",
  allDetails: "All details",
  rejected: "Rejected in review",
  noReason: "The reviewer gave no reason.",
  correct: "Correct the release",
  needsYou: "Needs you",
  allNeedyStores: (stores: number) => `All ${stores} stores that need you`,
  tracks: "Tracks",
  allTracks: (tracks: number) => `All ${tracks} tracks`,
  noTracks: "No tracks yet.",
  typeOfTracks: "Taken from the tracks",
} as const;

export const releaseTracksWords = {
  add: "Add tracks",
  noAudio: "No audio",
  none: "No tracks yet",
  columns: {
    play: "Play",
    title: "Title",
    isrc: "ISRC",
    length: "Length",
  },
  showMore: "Show more tracks",
  advisories: {
    none: undefined,
    explicit: "Explicit",
    clean: "Clean",
  },
  noIsrc: "No ISRC",
  noneSet: "None",
  sum: (tracks: number, length: string | undefined) =>
    `${tracks} ${tracks === 1 ? "track" : "tracks"}${length ? `, ${length}` : ""}`,
} as const;

export const fieldWords = {
  release_date: "Release date",
  type: "Type",
  label: "Label",
  genre: "Genre",
  subgenre: "Subgenre",
  translations: "Other languages",
  artwork_ai: "Artwork by AI",
  unset: "Not set",
  catalog_number: "Catalogue number",
  territories: "Territories",
  title: "Title",
  version: "Version",
  artists: "Artists",
  language: "Language",
  explicit: "Explicit",
  original_release_date: "Original release date",
  start_at: "From",
  p_line: "℗ line",
  c_line: "© line",
  upc: "UPC",
  ean: "EAN",
  id: "Id",
  created_at: "Created",
  updated_at: "Changed",
  instrumental: "No words (instrumental)",
} as const;

export const wayWords = {
  review: "Review",
  stores: "Stores",
  releaseDay: "Release day",
  draft: "Draft",
  noStore: "At no store yet",
  created: (day: string) => `Created ${day}`,
  missing: (things: number) =>
    things === 0 ? "Nothing is missing" : things === 1 ? "1 thing is missing" : `${things} things are missing`,
  approved: (day: string) => `Approved ${day}`,
  rejected: (day: string) => `Rejected ${day}`,
  waits: (day: string) => `Waits since ${day}`,
} as const;

export const checkWords = {
  blocked: (blockers: number) =>
    `${blockers === 1 ? "One thing stands" : `${blockers} things stand`} between this release and its submission.`,
  unchanged: "Nothing was changed since the review. Correct what it says, then submit it again.",
  noRemarks: "Nothing that stores often reject was found.",
  remarksHint: "What follows may make a store reject it; each store decides by itself.",
  passes: "Passes all checks",
  showRemarks: (remarks: number) => `Show ${remarks} ${remarks === 1 ? "remark" : "remarks"}`,
  showMore: (more: number) => `Show ${more} more`,
  isrcs: {
    done: "Every track has an ISRC now.",
    noPrefix:
      "Your organization has no ISRC prefix, so ISRCs are not assigned by themselves: enter them, or ask the operator for a prefix.",
    assign: "Assign ISRCs to all tracks without one",
  },
  applied: "The suggestion is applied.",
  /** The field that stands beside the remark. */
  field: "It",
  suggested: (suggestion: string) => `Suggested: ${suggestion}`,
  use: (suggestions: readonly string[]) => `Use “${suggestions.join("” and “")}”`,
} as const;

export const releaseStoresWords = {
  none: "This service has no stores yet: its operator adds them.",
  gone: "Taken down everywhere. You can deliver it again.",
  notLive: "Not live at any store yet.",
  live: (live: number, stores: number) => `Live at ${live} of all ${stores} stores.`,
  delivery: "Delivery",
  at: (store: string) => `at ${store}`,
  delivered: (territories: string, day: string) => `${territories} · since ${day}`,
  since: (day: string) => `Since ${day}`,
  beingTakenDown: "Being taken down",
  onItsWay: "On its way",
  paused: "Nothing is sent there at present.",
  willRefuse: (stores: number) =>
    stores === 1 ? "Will refuse it as it is:" : "Will refuse it as it is, each for the same reason:",
  notDelivered: "Not delivered there yet.",
  notSubmitted: "Submit the release first, then deliver it.",
  more: (more: number) => `and ${more} more`,
  noReason: "The store gave no reason.",
} as const;

export const releaseEarningsWords = {
  none: "Nothing was earned yet",
  noneHintInSandbox: "In the sandbox you make statements yourself: choose a track and how often it was played.",
  noneHint: "Stores report some weeks after a month has ended. Each statement with this release then counts here.",
  afterFees: "after fees and tax, of",
  gross: "gross",
  currency: "Currency",
  royalties: "Royalties",
  byMonth: "By month",
  byMonthLabel: (currency: string) => `Gross earnings by month in ${currency}. The table below has the figures.`,
  byStore: "By store",
  byStoreLabel: (currency: string) => `Gross earnings by store in ${currency}. The table below has the figures.`,
  columns: {
    month: "Month",
    store: "Store",
    gross: "Gross",
    fee: "Fee",
    tax: "Tax",
    net: "Net",
  },
  label: "Royalties of this release",
} as const;

export const historyWords = {
  label: "History",
  showOlder: "Show older submissions",
  seeDelivery: "See its delivery",
  hideRemarks: (remarks: number) => `Hide ${remarks} ${remarks === 1 ? "remark" : "remarks"}`,
  withdraw: {
    label: "Withdraw",
    question: "Withdraw this submission?",
    done: "The submission is withdrawn.",
    approvedHint:
      "No store has the release. It becomes a draft again, and its tracks can be changed; deliver it after you have submitted it again.",
    pendingHint:
      "This submission is not reviewed then. The release becomes a draft again, or stays as it was approved before; you can submit it again at any time.",
  },
} as const;

export const timelineWords = {
  created: "Draft created",
  submittedAndApproved: "Submitted and approved",
  submitted: "Submitted for review",
  waits: "Waits for the review.",
  withdrawn: "Withdrawn.",
  approved: "Approved in review",
  rejected: "Rejected in review",
  delivery: (stores: string) => `Delivery to ${stores}`,
  /** By the status at the stores. */
  said: {
    delivered: (stores: string) => `Live at ${stores}`,
    rejected: (stores: string) => `Rejected by ${stores}`,
    action_required: (stores: string) => `A change is needed for ${stores}`,
    stalled: (stores: string) => `Stalled at ${stores}`,
    takedown_requested: (stores: string) => `Takedown requested at ${stores}`,
    taken_down: (stores: string) => `Taken down at ${stores}`,
    cancelled: (stores: string) => `Cancelled at ${stores}`,
  },
  stores: (stores: number) => `${stores} stores`,
  names: (names: readonly string[]) => {
    const last = names.at(-1) ?? "no store";
    return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
  },
} as const;

export const detailsWords = {
  metadata: "Metadata",
  rights: "Dates and rights",
  codes: "Codes",
  files: "Files",
  yes: "Yes",
  no: "No",
  showLess: "Show less",
  showAll: "Show all",
  noArtwork: "No artwork yet.",
  openArtwork: "Open the artwork",
} as const;

export const ernWords = {
  title: "ERN message",
  close: "Close",
  sentTo: "As it is sent to",
  anyStore: "Any store",
  message: "The message",
  save: "Save",
} as const;
