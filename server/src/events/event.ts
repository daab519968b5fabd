/** What can happen, as partners see it. A type is added here, then emitted where the change is made. */
export const eventTypes = {
  "release.status.changed": { summary: "A release's status changed." },
  "submission.reviewed": { summary: "A submission was approved or rejected." },
  "asset.ready": { summary: "An asset was looked into and can be used." },
  "asset.failed": { summary: "An asset cannot be used; its failure says why." },
} as const satisfies Record<string, { summary: string }>;

export type EventType = keyof typeof eventTypes;

/** `data` holds the resource as its GET shows it, and `previous_status` where a status changed. */
export type NewEvent = { organization_id: string; event_type: EventType; data: object };
