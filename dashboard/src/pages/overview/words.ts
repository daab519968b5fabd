// The words of the first page, in its order.

import { showNumber } from "../../values/format.ts";

export const overviewWords = {
  title: "Overview",
  newRelease: "New release",
  rate: (used: number, limit: number) => `${showNumber(used)} of ${showNumber(limit)} requests used in this minute`,
  tier: (tier: string) => `Tier ${tier}`,
} as const;

export const firstStepsWords = {
  title: "First steps",
  progress: (done: number, steps: number) => `${done} of ${steps} done`,
  done: "Done.",
  create: { title: "Create a release", about: "Its title, artists and date." },
  upload: { title: "Upload audio and artwork", about: "Files are checked as they arrive." },
  submit: { title: "Submit it", about: "The check shows what stores would refuse." },
  deliver: { title: "Deliver it to stores", about: "Each store answers for itself." },
  listen: { title: "Add a webhook", about: "Your systems learn what happens." },
} as const;

export const attentionWords = {
  title: "Needs attention",
  count: (things: number) => (things === 1 ? "1 thing waits for you" : `${things} things wait for you`),
  none: "All is well: nothing waits for you.",
  noneSeen: "Nothing that this key may see.",
  showMore: (more: number) => `Show ${more} more`,
  noReason: "no reason was given.",
  /** Those that gave one reason: the first by its name, if it is known, and how many others. */
  stores: (first: string | undefined, stores: number) => {
    if (first === undefined) return `${stores} ${stores === 1 ? "store" : "stores"}`;
    return stores === 1 ? first : `${first} and ${stores - 1} ${stores === 2 ? "other" : "others"}`;
  },
  rejected: (stores: string, reason: string) => `Rejected by ${stores}: ${reason}`,
  actionRequired: (stores: string, count: number, reason: string) =>
    `${stores} ${count === 1 ? "needs" : "need"} a change: ${reason}`,
  reviewRejected: (reason: string) => `Rejected in review: ${reason}`,
  payout: (payout: string, amount: string) => `${payout} of ${amount}`,
  onHold: (reason: string) => `On hold: ${reason}`,
  endpointFailing: "Every attempt fails.",
  endpointDisabled: "Disabled: the endpoint answered 410.",
  endpointUnverified: "Gets no events until the endpoint answers a ping with 200.",
  undelivered: (events: number) => (events === 1 ? "1 undelivered event" : `${showNumber(events)} undelivered events`),
  redeliver: "Redeliver them: events are kept for 30 days.",
  remove: "Remove",
  removeFile: (file: string) => `Remove ${file}`,
  removed: "The file is removed",
} as const;

export const underWayWords = {
  title: "In progress",
  all: "All deliveries",
  none: "Nothing is on its way to a store.",
  answered: (answered: number, stores: number) => `${answered} of ${stores} answered`,
} as const;

export const releasesWords = {
  recent: "Recent releases",
  all: "All releases",
  none: "No releases yet",
  noneHint:
    "A release holds your tracks, their audio and its artwork. Create one here, by the API or by the command line.",
  next: "Next release dates",
  noneNext: "No submitted release has its day ahead.",
} as const;

export const moneyWords = {
  balance: "Balance",
  wholeBalance: "All transactions",
  noBalance: "Nothing was earned yet.",
  available: "Available",
  beforePending: "and",
  afterPending: "in payouts",
  earnings: (months: number) => `Earnings of ${months} months`,
  allEarnings: "All earnings",
  noEarnings: "No store has reported these months yet.",
  chart: (currency: string) => `Gross earnings by month, ${currency}`,
  afterGross: "gross,",
  plays: (plays: number) => `${showNumber(plays)} ${plays === 1 ? "play" : "plays"}`,
  currency: "Currency",
} as const;
