// The words of the operator's page about deliveries, in its order.

export const allDeliveriesWords = {
  title: "Deliveries",
  about: "Of all organizations, newest first.",
  status: "Status",
  everyStatus: "Every status",
  stalled: "Stalled at a store",
  store: "Store",
  everyStore: "Every store",
  noStore: "No store has this name",
  columns: { delivery: "Delivery", status: "Status", stores: "Stores", changed: "Changed" },
  noneStalled: "No delivery is stalled",
  noneStalledHint:
    "If a store cannot be reached, its deliveries stand here with the reason. The service keeps trying by itself.",
  noMatch: "No delivery matches",
  none: "No deliveries yet",
  noneHint: "A delivery begins when an organization sends an approved release to stores.",
} as const;

export const openedDeliveryWords = {
  title: (release: string) => `Delivery of “${release}”`,
  close: "Close",
  status: "Status",
  delivery: "Delivery",
  release: "Release",
  created: "Created",
  organization: "Organization",
  territories: "Territories",
  stores: "Stores",
  stalled: (since: string, reason: string) => `Stalled ${since}: ${reason}`,
  history: (store: string) => `What happened at ${store}`,
  late: "(came too late)",
  messages: "Messages",
  enterAnswer: "Enter its answer",
  enterAnswerOf: (store: string) => `Enter its answer: ${store}`,
} as const;

export const answerWords = {
  label: "What the store answered",
  answers: {
    delivered: "Delivered: the release is live",
    rejected: "Rejected",
    action_required: "Action required: the store asks for a change",
    taken_down: "Taken down",
  },
  code: "Code",
  reason: "Reason",
  reasonHint: "The organization sees it.",
  send: "Enter the answer",
  cancel: "Cancel",
  done: "The store's answer is entered.",
} as const;
