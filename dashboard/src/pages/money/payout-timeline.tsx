// How a payout has come along: what has happened, and what comes next.

import type { Payout } from "@segue/sdk";
import { type Step, StepTrack } from "../../components/step-track.tsx";
import { showTime } from "../../values/format.ts";
import { payoutWords } from "./words.ts";

const words = payoutWords.steps;

function stepsOf(payout: Payout): Step[] {
  const { status, created_at, updated_at, paid_at, hold, reference } = payout;
  const requested: Step = { name: words.requested, state: "done", about: showTime(created_at) };
  const paid: Step = paid_at
    ? { name: words.paid, state: "done", about: [showTime(paid_at), reference].filter(Boolean).join(" · ") }
    : { name: words.paid, state: "later", about: words.paidHint };
  if (status === "cancelled") return [requested, { name: words.cancelled, state: "done", about: showTime(updated_at) }];
  if (status === "failed") {
    const failed: Step = {
      name: paid_at ? words.returned : words.failed,
      state: "wrong",
      about: showTime(updated_at),
    };
    return paid_at ? [requested, paid, failed] : [requested, failed];
  }
  if (status === "paid") return [requested, paid];
  if (status === "processing")
    return [requested, { name: words.processing, state: "now", about: words.since(showTime(updated_at)) }, paid];
  const waiting: Step = hold
    ? { name: words.onHold, state: "now", about: words.since(showTime(hold.since)) }
    : { name: words.waiting, state: "now", about: words.waitingHint };
  return [requested, waiting, { name: words.processing, state: "later", about: words.processingHint }, paid];
}

export function PayoutTimeline({ payout }: { payout: Payout }) {
  return <StepTrack steps={stepsOf(payout)} label={words.label} />;
}
