import { preflightRules } from "../../releases/preflight/rules.ts";
import {
  type Connector,
  type ConnectorInputs,
  type Receipt,
  type StoreAnswer,
  type Ticket,
  TransportFailure,
} from "../connector.ts";

type SimulatedSettings = { behaviour: "confirm" | "reject_first" | "flag_first" | "stall"; latency_ms: number };

/** Nobody is reached: it answers as a store would, from the message alone, so that any worker gives the same answer. */
export function connectSimulated({ settings }: ConnectorInputs<SimulatedSettings>): Connector {
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

function verdict(behaviour: SimulatedSettings["behaviour"], ticket: Ticket): StoreAnswer {
  const isFirst = ticket.attempt === 1;
  if (isFirst && behaviour === "reject_first") return { status: "rejected", ...complaint(ticket.message_id) };
  if (isFirst && behaviour === "flag_first") return { status: "action_required", ...complaint(ticket.message_id) };
  return { status: "delivered" };
}

// What stores insist on, and what a person could not tell from a real complaint.
const grounds = preflightRules.filter(({ standard, refusal }) => standard === "blocker" && !refusal);

/** One of the rules, the same for the same message. */
function complaint(message_id: string): { rejection_code: string; rejection_reason: string } {
  const sum = [...message_id].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const rule = grounds[sum % grounds.length];
  return { rejection_code: rule?.code ?? "rejected", rejection_reason: rule?.summary ?? "The store gave no reason." };
}
