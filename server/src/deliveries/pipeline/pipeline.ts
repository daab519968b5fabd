// A release on its way to its stores.
//
// The problem. A worker may be killed at any point of a send: before a store has the message, after it, or before we
// recorded that it has. A store must not get two different messages for one attempt, no attempt may be lost, and a late
// answer must not undo a newer one. A delivery has many stores, and each commit and each lock costs as much as the work
// itself.
//
// The procedure. The stores of one delivery that are due together are started in one transaction (begin-steps.ts). It
// decides, under the delivery's lock, what is still to be done at each store: the same attempt, in a status that fits,
// at a store that is not paused. The first try of a send moves the store to `sending`. The first try of a send or of a
// takedown stores its message; a repeated try finds it and sends the same again. If a store gets a document, it is
// written before, outside the transaction (plan-steps.ts), and checked: a message with problems never goes out, and one
// whose release has changed since is written anew. Each call to a store is its own, and no transaction is open during
// it. A store that is reached over a connection takes a limited number of them, so work at such stores is handed on to
// a lane whose groups are stores (job-definitions.ts), and is started when one is free. Stores that have answered at
// the same time are ended in one transaction, which also completes their jobs (end-steps.ts): it takes the answers,
// schedules polls, repeats the call if a store has only a part, or counts a failure. A store that answers later is
// ended later: none waits for another.
//
// When it fails. If a batch fails, each of its stores is tried alone (batched.ts), so a fault of one does not stop the
// others. If a store cannot be reached, or does not answer in time, it is tried again for ever, on the schedule of its
// kind. From the third failure on it is `stalled`, with the reason and the time, until it is reached. The operator reads
// of it once in the log, however many deliveries wait for the store (`watchStore`). During a try it
// cannot be cancelled; a `stalled` row says so by `trying_until`. A killed worker's job runs again when its lease ends,
// from the start of its step. If the store is paused, the job ends, and its work is queued again when the store is
// resumed. If another job for the same try was still waiting, the first of the two makes the other one void.

import type { Receipt } from "../../connectors/connector.ts";
import { TransportFailure } from "../../messages/message.ts";
import { type Context, transaction } from "../../platform/context.ts";
import { batched } from "../../platform/jobs/batched.ts";
import { tracePart } from "../../platform/tracing/tracing.ts";
import type { ConnectorParts } from "../../stores/actions.ts";
import type { StoreWork } from "../job-definitions.ts";
import { wholeText } from "../sent/message-queries.ts";
import { type Begun, beginSteps } from "./begin-steps.ts";
import { callInTime } from "./call-store.ts";
import type { StepOutcome } from "./end-steps.ts";
import { type HandedOn, type Planned, planOrHandOn, planSteps } from "./plan-steps.ts";

// Keeps a transaction that starts many stores short.
const STORES_AT_ONCE = 100;
// A delivery whose documents are long to write, or that is locked, holds up few others.
const PLANNED_AT_A_TIME = 8;
// So many connections at most are used to take up work.
const BEGUN_AT_A_TIME = 4;
// A release that changes again and again while its messages are written leaves its turn to others.
const MAX_PLANS = 5;
const MAX_REASON = 500;

/** Makes the call that a step needs; its outcome is undefined when there is nothing to do any more. */
export type PerformStep = (ctx: Context, work: StoreWork) => Promise<StepOutcome>;

/** `perform` hands work on that needs a connection, and `call` does it. */
export function stepPerformers(parts: ConnectorParts): { perform: PerformStep; call: PerformStep } {
  const planned = <Step extends Planned | HandedOn>(
    plan: (ctx: Context, works: readonly StoreWork[], parts: ConnectorParts) => Promise<Step[]>,
  ) =>
    byDelivery(
      PLANNED_AT_A_TIME,
      (ctx, works: readonly StoreWork[]) => plan(ctx, works, parts),
      (work) => work,
    );
  const begin = byDelivery(
    BEGUN_AT_A_TIME,
    (ctx, planned: readonly Planned[]) => transaction(ctx, (ctx) => beginSteps(ctx, planned)),
    ({ work }) => work,
  );
  const performed =
    (plan: (ctx: Context, work: StoreWork) => Promise<Planned | HandedOn>) =>
    async (ctx: Context, work: StoreWork): Promise<StepOutcome> => {
      for (let times = 0; times < MAX_PLANS; times++) {
        const step = await plan(ctx, work);
        if ("is_handed_on" in step) return { is_handed_on: true };
        const begun = await begin(ctx, step);
        if (begun && "is_outdated" in begun) continue;
        return !begun || "is_paused" in begun ? begun : outcomeOf(ctx, parts, begun);
      }
      throw new Error(`The release of ${work.delivery_id} changes while its messages are written.`);
    };
  return { perform: performed(planned(planOrHandOn)), call: performed(planned(planSteps)) };
}

async function outcomeOf(ctx: Context, parts: ConnectorParts, begun: Begun): Promise<StepOutcome> {
  const { retry_s, is_fetched = false } = begun.kind;
  const { store_id } = begun.store;
  try {
    const receipt = await tracePart({ name: "store", kind: "client", attributes: { "segue.store_id": store_id } }, () =>
      callWith(ctx, parts, begun),
    );
    return { receipt, is_fetched, is_reached_again: begun.store.is_unreached };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { failure: { reason: error.message.slice(0, MAX_REASON), retry_s } };
  }
}

/** Steps at stores of one delivery that come at the same time go together. */
function byDelivery<Step, Result>(
  at_a_time: number,
  run: (ctx: Context, steps: readonly Step[]) => Promise<readonly Result[]>,
  workOf: (step: Step) => StoreWork,
): (ctx: Context, step: Step) => Promise<Result> {
  const gathered = batched<{ ctx: Context; step: Step }, Result>(
    STORES_AT_ONCE,
    async (entries) => {
      const [first] = entries;
      if (!first) return [];
      return run(
        first.ctx,
        entries.map(({ step }) => step),
      );
    },
    { at_a_time, keyOf: ({ step }) => workOf(step).delivery_id },
  );
  return (ctx, step) => gathered({ ctx, step });
}

/** Throws a `TransportFailure` if the store is not reached, or does not answer in time. */
export function callWith(ctx: Context, parts: ConnectorParts, { toStore, ...called }: Begun): Promise<Receipt> {
  return callInTime(ctx, parts, called, async (connector, signal) => {
    if (!("message" in toStore)) return connector.poll(toStore, { signal });
    const { message, text } = toStore;
    const options = { signal, document: toStore.document ?? (text ? wholeText(text) : JSON.stringify(message)) };
    return message.kind === "takedown" ? connector.takedown(message, options) : connector.send(message, options);
  });
}
