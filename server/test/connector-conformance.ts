// What every connector must do, whatever it reaches: a receipt has the promised shape, a repeated call gets the same
// answer (from another instance too: any worker goes on where another was killed), the message is left as it was, and
// whatever is wrong with the other side is a TransportFailure and nothing else.

import { isDeepStrictEqual } from "node:util";
import {
  type Connector,
  type Receipt,
  type StoreMessage,
  type Ticket,
  TransportFailure,
} from "../src/stores/connector.ts";
import { soundRelease } from "./sound-release.ts";

/** One store as a connector may meet it, made anew for each worker. */
export type Trial = {
  connect: () => Connector;
  /** What the first attempt comes to: an answer, none by itself, or no connection. */
  expect: "delivered" | "rejected" | "action_required" | "no answer" | "transport failure";
  call_within_ms?: number;
};

const ASK_AT_MOST = 20;

export function storeMessage(attempt = 1): StoreMessage {
  const message_id = `dlv_1-store_trial-${attempt}`;
  const { release } = soundRelease;
  return {
    message_id,
    store_id: "store_trial",
    attempt,
    kind: "release",
    release,
    tracks: [],
    territory_codes: ["DE"],
  };
}

/** What is wrong with it; nothing, if it conforms. */
export async function findFaults(trial: Trial): Promise<string[]> {
  const { connect, expect: expected } = trial;
  const attempt = attemptWithin(trial.call_within_ms ?? 5_000);
  const message = deepFrozen(storeMessage());
  const send = () => attempt(() => connect().send(message));
  const [first, ...repeated] = [await send(), await send(), ...(await Promise.all([send(), send()]))];
  const faults = repeated.every((one) => isDeepStrictEqual(one, first))
    ? []
    : ["a repeated message gets another answer"];
  if (!("receipt" in first)) {
    if (!(first.error instanceof TransportFailure)) return [...faults, `fails with ${String(first.error)}`];
    if (!first.error.message) faults.push("a failure does not say why");
    return expected === "transport failure" ? faults : [...faults, `cannot be reached: ${first.error.message}`];
  }
  faults.push(
    ...(await followedTo(expected, first.receipt, { connect, attempt, ticket: ticketOf(message, "release") })),
  );
  const removal = ticketOf(message, "takedown");
  const takedown = await attempt(() => connect().takedown({ ...removal, reason: null }));
  if (!("receipt" in takedown)) return [...faults, `a takedown fails with ${String(takedown.error)}`];
  const removed = expected === "no answer" ? expected : "taken_down";
  return [...faults, ...(await followedTo(removed, takedown.receipt, { connect, attempt, ticket: removal }))];
}

function ticketOf({ message_id, store_id, attempt }: StoreMessage, kind: Ticket["kind"]): Ticket {
  return { message_id, store_id, attempt, kind };
}

type Attempt = { receipt: Receipt } | { error: unknown };

type Try = (call: () => Promise<Receipt>) => Promise<Attempt>;

function attemptWithin(limit_ms: number): Try {
  return async (call) => {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<Attempt>((resolve) => {
      timer = setTimeout(resolve, limit_ms, { error: "no end in time" });
    });
    try {
      // A call that throws before it promises is one that fails.
      const calling = (async () => ({ receipt: await call() }))();
      return await Promise.race([calling, overdue]);
    } catch (error) {
      return { error };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Asks as often as the receipts say, each time twice. */
async function followedTo(
  expected: string,
  from: Receipt,
  { connect, attempt, ticket }: { connect: () => Connector; attempt: Try; ticket: Ticket },
): Promise<string[]> {
  let receipt = from;
  for (let asked = 0; asked <= ASK_AT_MOST; asked++) {
    const faults = shapeFaults(receipt, ticket);
    if (faults.length > 0) return faults;
    if (receipt.ask_after_ms === undefined || receipt.answer) {
      const came = receipt.answer?.status ?? "no answer";
      return came === expected ? [] : [`comes to ${came}, not ${expected}`];
    }
    const polled = await attempt(() => connect().poll(ticket));
    const again = await attempt(() => connect().poll(ticket));
    if (!("receipt" in polled)) return [`asked, it fails with ${String(polled.error)}`];
    if (polled.receipt.answer && !isDeepStrictEqual(polled, again)) return ["asked again, it gives another answer"];
    receipt = polled.receipt;
  }
  return [`has no answer after it was asked ${ASK_AT_MOST} times`];
}

function shapeFaults({ answer, ask_after_ms, ...rest }: Receipt, { kind }: Ticket): string[] {
  const faults = Object.keys(rest).map((name) => `a receipt has no ${name}`);
  if (ask_after_ms !== undefined && !(Number.isInteger(ask_after_ms) && ask_after_ms > 0))
    faults.push(`cannot be asked after ${ask_after_ms} ms`);
  if (!answer) return faults;
  const possible = kind === "takedown" ? ["taken_down"] : ["delivered", "rejected", "action_required"];
  if (!possible.includes(answer.status)) faults.push(`no ${kind} can be answered with ${answer.status}`);
  const reasons = [answer.rejection_code, answer.rejection_reason];
  if (reasons.some((reason) => reason !== undefined && (typeof reason !== "string" || reason === "")))
    faults.push("a reason is empty");
  return faults;
}

function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    for (const part of Object.values(Object.freeze(value))) deepFrozen(part);
  return value;
}
