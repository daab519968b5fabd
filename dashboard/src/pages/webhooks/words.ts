// The words of the pages about webhooks and events, in the order of each page.

import { showNumber } from "../../values/format.ts";

export const webhooksWords = {
  columns: {
    endpoint: "Endpoint",
    health: "Health",
    failingSince: "Failing since",
    events: "Events",
  },
  undescribed: "Without a description",
  title: "Webhooks",
  about: "Your endpoints hear of what happens: a store answers, a file is ready.",
  create: "New endpoint",
  events: "Events",
  label: "Endpoints",
  none: "No endpoints yet",
  addFirst: "Add your first endpoint",
  noneHint: "Without a webhook you must ask the API again and again.",
  secret: "signing secret",
  types: (types: number) => `${types} ${types === 1 ? "type" : "types"}`,
  forwardHint: "To try it without a public address, let this command forward events to your own machine.",
} as const;

export const webhookFormWords = {
  create: "Add endpoint",
  ownSecret: "Use my own secret",
  ownSecretHint: "A receiver that knows the secret beforehand can check the signature of the first ping.",
  secret: "Secret",
  secretHint: "whsec_ and the base64 of 24 to 64 random bytes. The secret is never shown again.",
  secretExample: "whsec_…",
  url: "URL",
  urlHintInSandbox: "https and public; a sandbox on your own machine also sends to http://localhost.",
  urlHint: "https and public.",
  urlPlaceholder: "https://example.com/hooks",
  description: "Description",
  descriptionPlaceholder: "Our catalogue system",
  pingHint:
    "A ping is sent at once. An answer of 200 within 10 seconds verifies the endpoint; only then it gets events.",
  events: "Events",
  forTier: (description: string, tier: string) => `${description} For ${tier} organizations.`,
  editTitle: "Edit endpoint",
  save: "Save",
} as const;

export const webhookWords = {
  facts: {
    id: "Id",
    created: "Created",
    changed: "Last changed",
    failingSince: "Failing since",
    healthy: "Healthy",
    secret: "Signing secret",
    secretHint: "Shown once, when it was made. Rotate it for a new one.",
    events: "Events",
  },
  trouble: {
    unverified: "This endpoint gets no events yet",
    unverifiedHint:
      "The endpoint has not answered a ping with 200. Start your receiver with the secret, then ping it. If you have lost the secret, rotate it.",
    disabled: "This endpoint gets no events any more",
    disabledHint: "The endpoint answered 410, which means: send me nothing. Ping it to enable it again.",
    failing: (since: string) => `This endpoint has been failing since ${since}`,
    failingHint: "Every attempt since then has failed. The attempts below have the endpoint's answers.",
    seeMissed: "See the failed events",
    toRedeliver: "to send them again.",
  },
  ping: {
    verified: "The endpoint is verified",
    failed: "The ping failed",
    label: "Ping",
    answered: (status_code: number | null | undefined, duration_ms: number | undefined) =>
      `The endpoint answered ${status_code} after ${duration_ms} ms.`,
  },
  edit: "Edit",
  rotate: {
    label: "Rotate secret",
    question: "Give it a new secret?",
    done: "The new secret signs from now on",
    secret: "Your own secret",
    secretHint:
      "Optional: whsec_ and the base64 of 24 to 64 random bytes. If it is empty, a new secret is made and shown once.",
    hint: "The new secret signs at once. For 24 hours the old one signs beside it, so install the new one within that day. If you rotated it already today, the oldest one ends now.",
  },
  delete: {
    label: "Delete",
    question: "Delete this endpoint?",
    done: "The endpoint is deleted",
    hint: (url: string) => `Nothing is sent to ${url} from now on, and what it has missed cannot be redelivered to it.`,
  },
  /** By the name of a tab in the address. */
  tabs: { attempts: "Attempts", failed_events: "Failed events", details: "Details" },
} as const;

export const healthWords = {
  title: "Last 24 hours",
  delivered: "Delivered",
  noAttempts: "No attempts",
  failed: "Failed",
  p50: "p50",
  p50Hint: "Half of the answers took no longer.",
  p95: "p95",
  p95Hint: "95 % of the answers took no longer.",
  part: (delivered: number, all: number) => `${showNumber(delivered)} of ${showNumber(all)}`,
  chart: (delivered: number, failed: number) =>
    `Attempts of the last 24 hours: ${delivered} delivered, ${failed} failed`,
  from: (time: string) => `From ${time}`,
  hour: (delivered: number, failed: number) =>
    delivered + failed === 0 ? "no attempts" : `${showNumber(delivered)} delivered, ${showNumber(failed)} failed`,
} as const;

export const attemptsWords = {
  all: "All",
  failed: "Failed",
  columns: {
    attempt: "Attempt",
    answer: "Answer",
    took: "Took",
    when: "When",
  },
  emptyBody: "An empty answer",
  noAnswer: "None",
  filter: "Attempts to show",
  label: "Attempts",
  noneFailed: "No failed attempts",
  none: "No attempts yet",
  noneHint: "Ping the endpoint: the answer shows here.",
  close: "Close",
} as const;

export const attemptWords = {
  answer: (status_code: number | null, isDelivered: boolean) =>
    `${status_code ?? "No answer"} · ${isDelivered ? "delivered" : "failed"}`,
  milliseconds: (duration_ms: number) => `${showNumber(duration_ms)} ms`,
  round: (round: number) => `round ${round}`,
  body: "Answer",
  bodyOf: (moment: string) => `Answer of ${moment}`,
  seeEvent: "See the event",
} as const;

export const missedWords = {
  hint: "After its last try an event counts as undelivered. It is kept for 30 days and can be sent again.",
  label: "Failed events",
  lookFurther: "Look further back",
  none: "No failed events",
  noneHint: "Every event of its types was delivered, or is on its way.",
  noneAmong: (events: number) => `None among the latest ${events} undelivered events`,
  redelivered: (events: number) => (events === 1 ? "1 event is sent again" : `${events} events are sent again`),
  redeliverAll: "Redeliver all failed events",
  question: "Redeliver all failed events?",
  redeliver: "Redeliver",
  effect: "Each event that failed at this endpoint is sent again, with the same id and the same bytes.",
  since: "Only events since",
  sinceHint: "Empty: all of the last 30 days.",
  unverified: "The endpoint is not verified, so ping it first: until then nothing reaches it.",
} as const;

export const eventsWords = {
  title: "Events",
  about: "What has happened in the last 30 days, live.",
  type: "Type",
  everyType: "Every type",
  status: "Status",
  everyStatus: "Every status",
  noEndpoint: "No endpoint",
  noMatch: "No event matches",
  noMatchHint: "Choose another type or status, or clear the filters.",
  none: "Nothing has happened yet",
  noneHint: "Events come with what you do: a release is submitted, a file is read, a store answers.",
} as const;

export const eventWords = {
  columns: {
    event: "Event",
    status: "Status",
    endpoints: "Endpoints",
    happened: "Happened",
  },
  reach: (reached: number, all: number) =>
    all === 0 ? "No endpoint" : `Delivered to ${reached} of ${all} ${all === 1 ? "endpoint" : "endpoints"}`,
  endpoints: "Endpoints",
  payload: "Payload",
  payloadHint: "As it is sent, but for spaces.",
  seeEndpoints: "See your endpoints",
  none: "No endpoint subscribed",
  noneHint: "An endpoint gets the types that it is subscribed to, from the moment it is added.",
  untried: "The endpoint was not verified when this happened, so nothing was sent. Ping it, then redeliver.",
  redeliver: "Redeliver",
  attempts: "Attempts",
  attemptsHint: "The latest first, each with the answer of the endpoint.",
  noAttempts: "No attempt yet",
  showEarlier: "Show earlier attempts",
  tries: (tries: number) => (tries === 0 ? "No attempts" : tries === 1 ? "1 attempt" : `${tries} attempts`),
  next: "next",
  redelivered: (events: number) => (events > 0 ? "The event is sent again" : "There was nothing to send again"),
} as const;

export const testEventWords = {
  done: "The test event is sent",
  type: "Type of the test event",
  send: "Send a test event",
} as const;
