// The words of the page of components, and of the examples on it.

export const componentsWords = {
  title: "Components",
  about: "Every component of these pages, in both colours.",
  panels: {
    light: "In light colours",
    dark: "In dark colours",
  },
  parts: {
    type: "Type",
    statusLine: "StatusLine",
    status: "Status",
    storeStrip: "StoreStrip",
    values: "Id, When, Money",
    stepTrack: "StepTrack",
    artwork: "Artwork",
    skeleton: "Skeleton rows",
    palette: "Palette",
    waveform: "Waveform",
    charts: "Charts",
  },
  ways: {
    light: "Way of a payout, light",
    dark: "Way of a payout, dark",
  },
  search: "Search releases",
  byMonth: "Earnings by month",
  byStore: "Earnings by store",
} as const;

export const exampleWords = {
  work: "Moth Season",
  otherWork: "Cheap Thunder",
  byline: "by Vera Lux, 11 tracks",
  lines: {
    everywhere: "Live at all 34 stores",
    onItsWay: "On its way to 5 stores",
    live: "29 are live",
    partly: "Live at 29 of 34",
    needed: "3 need you",
    stalled: "1 stalled",
    rejected: "The review rejected it",
    takenDown: "Taken down at 1 of 2, the other is doing so",
  },
  statuses: {
    inProgress: "in progress",
    delivered: "delivered",
    rejected: "rejected",
  },
  steps: {
    requested: "Requested",
    requestedOn: "3 Feb",
    approved: "Approved",
    approvedOn: "4 Feb",
    processing: "Processing",
    paid: "Paid",
  },
  found: {
    releases: "Releases",
    artist: "Vera Lux",
    otherWork: "Moths, Again",
    otherArtist: "Tin Orchard",
    actions: "Actions",
    newRelease: "New release",
  },
  store: (number: number) => `Store ${number}`,
  euros: (value: number) => `€${value}`,
  months: ["Sep", "Oct", "Nov", "Dec", "Jan", "Feb"],
  stores: ["Flagstone", "Pedant", "Rejecta"],
} as const;
