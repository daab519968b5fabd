// The words of the operator's own pages, in the order of each page.

export const inboxWords = {
  title: "Inbox",
  loading: "All organizations, as they stand now.",
  failingStores: "Stores that cannot be reached",
  nothingWaits: "Nothing waits",
  summary: (waiting: number, kinds: number) =>
    waiting === 0
      ? "Nothing waits for you, in any organization."
      : `${waiting} of ${kinds} need you, across all organizations.`,
  kinds: {
    submissions_to_review: { title: "Submissions to review", about: "Wait for your decision" },
    stores_failing: { title: "Failing stores", about: "Cannot be reached now" },
    deliveries_stalled: { title: "Stalled deliveries", about: "Cannot reach a store; the service keeps trying" },
    deliveries_action_required: { title: "Actions required", about: "Need a change before the store takes them" },
    payouts_pending: { title: "Payouts pending", about: "Wait to be paid" },
    payouts_on_hold: { title: "Payouts on hold", about: "Wait until you release the hold" },
    jobs_parked: { title: "Parked jobs", about: "Failed for good and wait for a retry" },
    sales_unmatched: { title: "Unmatched sales", about: "Reports with rows that belong to no track yet" },
  },
} as const;

export const jobsWords = {
  columns: {
    job: "Job",
    status: "Status",
    tries: "Tries",
    due: "Due",
  },
  retried: "The job is tried again.",
  retry: "Try again",
  retryOf: (job_id: string) => `Try again: ${job_id}`,
  title: "Jobs",
  about: "Work in the background that is not done yet.",
  everyJob: "Every job",
  noneParked: "No work is parked",
  none: "No such job",
  noneParkedHint:
    "A job that fails again and again is parked here, with its error, so that you can mend the cause and try it again.",
  noneHint: "A job that is done is removed from this list.",
  close: "Close",
  facts: {
    id: "Id",
    deaths: "Workers that died on it",
    created: "Created",
    key: "Key",
    noKey: "None: it waits for no other job",
    lastError: "Last error",
    payload: "What it was given",
  },
} as const;

export const auditWords = {
  about: "Every change made by anyone, newest first.",
  organization: "Organization",
  everyOrganization: "Every organization",
  noOrganization: "No organization has this name or id.",
  noneHint: "Each change that an organization or the operator makes is listed here with its request id.",
} as const;

export const announcementWords = {
  publish: "Publish a change",
  title: "Changelog",
  about: "What partners read about changes of the API.",
  none: "Nothing has been published",
  noneHint: "Tell partners about a change before it comes. Enterprise organizations get it as an event too.",
  done: "The change is published.",
  send: "Publish",
  date: "Day of the change",
  name: "Title",
  body: "What changes",
  bodyHint: "Markdown. Say what a partner must do, and by when.",
  effect:
    "The entry is public at once and cannot be changed. Every active enterprise organization gets the event api.changelog.published.",
} as const;

export const searchWords = {
  noArtist: "No main artist",
  noIsrc: "No ISRC",
  on: (release: string | null, upc: string) => `on ${release}, UPC ${upc}`,
  upc: (upc: string) => `UPC ${upc}`,
  draft: "draft",
} as const;
