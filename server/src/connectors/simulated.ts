import { writeErn } from "../messages/ern/document.ts";
import { type StoreAnswer, type StoreMessage, type Ticket, TransportFailure } from "../messages/message.ts";
import type { WriteInputs, WrittenMessage } from "../messages/written-message.ts";
import type { Connector, ConnectorInputs, Receipt, SendOptions } from "./connector.ts";
import { concludeErn, receiptOf, receiveErn, simulatedErn } from "./simulated-ern.ts";

/** `format`: with `ern` the store gets ERN and reads it, with `ern_unread` it gets ERN and swallows it. It never reads JSON. */
export type SimulatedSettings = {
  behaviour: "confirm" | "reject_first" | "flag_first" | "stall";
  latency_ms: number;
  format?: "json" | "ern" | "ern_unread";
};

export function getsErn({ format = "json" }: SimulatedSettings): boolean {
  return format !== "json";
}

/** For a store that gets ERN. */
export function writeSimulated(
  message: StoreMessage,
  inputs: WriteInputs<SimulatedSettings>,
): Generator<undefined, WrittenMessage, undefined> {
  return writeErn(message, { ...inputs, settings: simulatedErn });
}

/** Calls no store. It answers as a store would, from the message alone, so that every worker gives the same answer. */
export function connectSimulated(inputs: ConnectorInputs<SimulatedSettings>): Connector {
  return inputs.settings.format === "ern" ? connectReader(inputs) : connectBlind(inputs);
}

function connectBlind({ settings }: ConnectorInputs<SimulatedSettings>): Connector {
  const { behaviour, latency_ms } = settings;
  const later = (answer: StoreAnswer): Receipt => (latency_ms === 0 ? { answer } : { ask_after_ms: latency_ms });
  const answerTo = (ticket: Ticket): StoreAnswer =>
    ticket.kind === "takedown" ? { status: "taken_down" } : verdict(behaviour, ticket);
  return {
    async send(message) {
      if (behaviour === "stall") throw new TransportFailure("The store does not answer.");
      return later(answerTo(message));
    },
    poll: async (ticket) => ({ answer: answerTo(ticket) }),
    takedown: async (ticket) => later(answerTo(ticket)),
  };
}

/** A message with a fault is answered at once, a sound one when the store is asked. */
function connectReader(inputs: ConnectorInputs<SimulatedSettings>): Connector {
  const { behaviour, latency_ms } = inputs.settings;
  const wait_ms = Math.max(latency_ms, 1);
  const receive = async (message: StoreMessage, options: SendOptions): Promise<Receipt> => {
    if (behaviour === "stall") throw new TransportFailure("The store does not answer.");
    return receiptOf(await receiveErn(inputs, message, options), wait_ms);
  };
  return {
    send: receive,
    takedown: receive,
    poll: async (ticket) => receiptOf(concludeErn(inputs, ticket, verdict(behaviour, ticket)), wait_ms),
  };
}

function verdict(behaviour: SimulatedSettings["behaviour"], ticket: Ticket): StoreAnswer {
  const refusal = ticket.attempt === 1 ? refusals[behaviour] : undefined;
  return refusal ? { ...refusal, rejection_code: "simulated" } : { status: "delivered" };
}

// The simulator finds no fault in the release, so it names no rule: partners would search for a fault that does not exist.
const refusals: Partial<Record<SimulatedSettings["behaviour"], StoreAnswer>> = {
  reject_first: {
    status: "rejected",
    rejection_reason:
      "This simulated store rejects every first submission. Resubmit the release, and the store accepts it.",
  },
  flag_first: {
    status: "action_required",
    rejection_reason:
      "This simulated store flags every first submission. Resubmit the release, and the store accepts it.",
  },
};
