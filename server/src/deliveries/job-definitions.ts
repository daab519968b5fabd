import { housekeeping, type JobDefinition, type Lane, type NoPayload, type Placement } from "../platform/jobs/queue.ts";

/** The work at one store for one attempt. */
export type StoreWork = {
  organization_id: string;
  delivery_id: string;
  release_id: string;
  store_id: string;
  attempt: number;
  /** The transport failures when this was queued. If two jobs were queued for the same try, the second does nothing. */
  failures: number;
  step: "send" | "poll" | "takedown" | "poll_takedown";
};

/** A message that the operator sends again, and then the questions for the store's answer. */
export type Resend = {
  organization_id: string;
  delivery_id: string;
  release_id: string;
  store_id: string;
  message_id: string;
  step: "send" | "poll";
  polls_left: number;
};

// Work on one release at one store is serial. An organization holds at most half of the slots, and fewer while many are
// busy. So neither its many sends nor a store that hangs keep another organization waiting. The stores of one delivery are
// claimed together: half a delivery costs as many transactions as a whole one.
const lane: Lane = {
  name: "deliveries",
  concurrency: 128,
  per_key: 1,
  per_group: 64,
  leaves_room: true,
  whole_keys: true,
};

/** The stores of one release are claimed together. All work on the release at one store is done one after the other. */
export function placeOfWork({ organization_id, release_id, store_id }: StoreWork | Resend): Placement {
  return { group_key: organization_id, key: release_id, part: store_id };
}

/**
 * Calls of all processes together, at one time. Servers for SFTP often begin to refuse at ten connections (OpenSSH's
 * MaxStartups), and a person or the operator's test may need one, too.
 */
const CALLS_TO_ONE_STORE = 8;
/** The part of them that one organization may use. */
const CALLS_OF_ONE_ORGANIZATION = 4;

// Calls over a connection. The group is the store, so the queue limits what one store gets, whichever process calls. Stores that hang
// hold their share at most and leave room for others. A call may hold 16 MiB of memory, so there are fewer slots than above.
const calls: Lane = {
  name: "store_calls",
  concurrency: 64,
  per_key: 1,
  per_group: CALLS_TO_ONE_STORE,
  leaves_room: true,
};

/**
 * The key and group of a call about a release. An organization has so many keys at a store, and calls about one release
 * always have the same one, so they are serial. The number comes first: each organization has its first call before any
 * has its second.
 */
export function placeOfCall({ store_id, organization_id, release_id }: StoreWork | Resend): Placement {
  const number = release_id.charCodeAt(release_id.length - 1) % CALLS_OF_ONE_ORGANIZATION;
  return { key: `${number} ${organization_id}`, group_key: store_id };
}

/** One reading of a store at a time. Its key comes before those of organizations. */
export function placeOfReading({ store_id }: Reading): Placement {
  return { key: "0 acknowledgements", group_key: store_id };
}

/** A store's failure does not fail the job. These retries are for our own failures. */
export const workOnStore: JobDefinition<StoreWork> = {
  name: "work_on_store",
  lane,
  retry_s: [1, 5, 30, 120, 600, 3_600, 3_600, 3_600],
};

/** The same work at a store that is reached over a connection: `workOnStore` hands it on. */
export const callStore: JobDefinition<StoreWork> = { ...workOnStore, name: "call_store", lane: calls };

/** The store may be away for a while. After the last try the job is parked, where the operator sees why. */
export const resendMessage: JobDefinition<Resend> = { name: "resend_message", lane, retry_s: [60, 300, 1_800, 7_200] };
export const resendByCall: JobDefinition<Resend> = { ...resendMessage, lane: calls };

/** The folder of a store, with what the store wrote back. */
export type Reading = { store_id: string };

/** After the last try the store is read again when its turn comes. */
export const readAcknowledgements: JobDefinition<Reading> = {
  name: "read_acknowledgements",
  lane: calls,
  retry_s: [60, 600],
};

export const queueAcknowledgementReadings: JobDefinition<NoPayload> = {
  name: "queue_acknowledgement_readings",
  lane: housekeeping,
  retry_s: [60, 600],
};

export const sweepMessages: JobDefinition<NoPayload> = {
  name: "sweep_messages",
  lane: housekeeping,
  retry_s: [60, 600],
};
