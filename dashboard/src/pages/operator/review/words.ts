// The words of the pages where submissions are reviewed, in the order of each page.

import { showNumber } from "../../../values/format.ts";

export const reviewQueueWords = {
  title: "Review",
  about: "Releases that organizations with manual review have submitted.",
  status: "Status",
  everyStatus: "Every status",
  label: "Submissions",
  columns: { release: "Release", status: "Status", checks: "Checks", submitted: "Submitted" },
  passes: "Passes all checks",
  /** By the severity of the findings. */
  found: {
    blocker: (found: number) => `${found} ${found === 1 ? "blocker" : "blockers"}`,
    warning: (found: number) => `${found} ${found === 1 ? "warning" : "warnings"}`,
    info: (found: number) => `${found} ${found === 1 ? "hint" : "hints"}`,
  },
  noneWaits: "Nothing waits for review",
  noMatch: "No such submission",
  noneHint:
    "Submissions of organizations with manual review wait here. Those with automatic review are approved at once. You choose it in the settings of each organization.",
} as const;

export const reviewWords = {
  artwork: {
    none: "No artwork",
    open: "Open the artwork in full size",
    alt: (release: string) => `Artwork of ${release}`,
    about: (file: { width: number; height: number; format: string; size: string }) =>
      `${showNumber(file.width)} × ${showNumber(file.height)} pixels, ${file.format}, ${file.size}`,
  },
  facts: {
    organization: "Organization",
    submitted: "Submitted",
    reviewed: "Reviewed",
    notReviewed: "Not yet",
    date: "Release date",
    type: "Type",
    typeFromTracks: "Taken from the tracks",
    label: "Label",
    upc: "UPC",
    genre: "Genre",
    explicit: "Explicit",
    yes: "Yes",
    no: "No",
    territories: "Territories",
    pLine: "℗ line",
    cLine: "© line",
    none: "None",
    release: "Release",
    delivery: "Delivery",
  },
  tracks: {
    title: (tracks: number, hasMore: boolean) => `Tracks (${tracks}${hasMore ? "+" : ""})`,
    none: "The release has no tracks.",
    number: "#",
    play: "Play",
    name: "Title",
    isrc: "ISRC",
    noIsrc: "None yet",
    file: "File",
    noFile: "No sound",
    fileGone: "The file is no longer there.",
    sampleRate: (hertz: number) => `${showNumber(hertz / 1_000)} kHz`,
    bitDepth: (bits: number) => `${bits} bit`,
    length: "Length",
    showMore: "Show more tracks",
    credits: (credits: number, hasLyrics: boolean) => {
      if (credits === 0) return "Lyrics";
      return `${credits} ${credits === 1 ? "credit" : "credits"}${hasLyrics ? " and lyrics" : ""}`;
    },
    language: "Language",
    noLanguage: "Not said",
    ai: "AI",
  },
  checks: {
    title: "Checks",
    willRefuse: (store: string, field: string) => `${store} will refuse it: ${withArticle(field)}`,
    mayRefuse: (store: string, field: string) => `${store} may refuse it: ${withArticle(field)}`,
  },
  rejected: "Why it was rejected",
  changes: {
    title: "Changes since the last review",
    decided: (status: string, at: string) => `${status} on ${at}`,
    none: "Nothing has changed.",
    label: "Changes",
    field: "Field",
    before: "Before",
    after: "Now",
    release: "Release",
    trackOf: (title: string) => `“${title}”`,
    added: "Track added",
    removed: "Track removed",
    empty: "None",
    file: { before: "Another file", after: "A new file" },
    more: (shown: number) => `More than ${showNumber(shown)} fields have changed. These are the first.`,
  },
} as const;

export const decisionWords = {
  title: "Decision",
  place: (place: number, waiting: number, hasMore: boolean) =>
    `${showNumber(place)} of ${showNumber(waiting)}${hasMore ? "+" : ""}`,
  approve: "Approve",
  approved: "The release is approved. Its organization can deliver it now.",
  reject: "Reject…",
  previous: "Previous",
  next: "Next",
  rejection: {
    reason: "Reason",
    reasonHint: "The organization reads it. Say what is wrong and how to mend it.",
    issues: "What to correct",
    field: (number: number) => `Field ${number}`,
    issue: (number: number) => `Issue ${number}`,
    issuePlaceholder: "shows a price",
    row: (number: number) => `issue ${number}`,
    add: "Add an issue",
    takeOver: "Take over what preflight found",
    send: "Reject the release",
    cancel: "Cancel",
    done: "The release is rejected. Its organization sees your reason.",
  },
} as const;

/** "Artwork" as "the artwork"; "ISRC" and "Track 3" have names of their own. */
function withArticle(field: string): string {
  if (/^Track \d/.test(field)) return `t${field.slice(1)}`;
  return /^[A-Z][a-z]/.test(field) ? `the ${field.charAt(0).toLowerCase()}${field.slice(1)}` : `the ${field}`;
}
