// How a store is reached. A connector hands a message over, asks what became of it, and asks for a takedown. It keeps
// nothing: what it needs stands in the message, so that any worker can go on where another was killed.
//
// Every call may be repeated with the same message: a store that has it already must not take it for another.

import type { ContentTrack, Release } from "../releases/release.ts";

/** Which message: the same for every try of one attempt. `attempt` counts submissions to this store, from 1. */
export type Ticket = { message_id: string; store_id: string; attempt: number; kind: "release" | "takedown" };

export type StoreMessage = Ticket & {
  release: Release;
  tracks: readonly ContentTrack[];
  territory_codes: readonly string[];
};

export type StoreAnswer = {
  status: "delivered" | "rejected" | "action_required" | "taken_down";
  rejection_code?: string;
  rejection_reason?: string;
};

/** What came of a call: an answer, or when to ask for one. With neither, the answer comes by itself. */
export type Receipt = { answer?: StoreAnswer; ask_after_ms?: number };

export type Connector = {
  send(message: StoreMessage): Promise<Receipt>;
  poll(ticket: Ticket): Promise<Receipt>;
  takedown(ticket: Ticket & { reason: string | null }): Promise<Receipt>;
};

/** The store could not be reached, or did not say that it has the message. It is tried again. */
export class TransportFailure extends Error {}
