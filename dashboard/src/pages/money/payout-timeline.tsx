// How a payout has come along: what has happened, and what comes next.

import type { Payout } from "@segue/sdk";
import { type Step, StepTrack } from "../../components/step-track.tsx";
import { showTime } from "../../values/format.ts";

function stepsOf(payout: Payout): Step[] {
  const { status, created_at, updated_at, paid_at, hold, reference } = payout;
  const requested: Step = { name: "Requested", state: "done", about: showTime(created_at) };
  const paid: Step = paid_at
    ? { name: "Paid", state: "done", about: [showTime(paid_at), reference].filter(Boolean).join(" · ") }
    : { name: "Paid", state: "later", about: "The money is sent to your bank" };
  if (status === "cancelled") return [requested, { name: "Cancelled", state: "done", about: showTime(updated_at) }];
  if (status === "failed") {
    const failed: Step = {
      name: paid_at ? "Returned by the bank" : "Failed",
      state: "wrong",
      about: showTime(updated_at),
    };
    return paid_at ? [requested, paid, failed] : [requested, failed];
  }
  if (status === "paid") return [requested, paid];
  if (status === "processing")
    return [requested, { name: "Processing", state: "now", about: `Since ${showTime(updated_at)}` }, paid];
  const waiting: Step = hold
    ? { name: "On hold", state: "now", about: `Since ${showTime(hold.since)}` }
    : { name: "Waiting", state: "now", about: "The operator pays pending payouts" };
  return [requested, waiting, { name: "Processing", state: "later", about: "Handed to the bank" }, paid];
}

export function PayoutTimeline({ payout }: { payout: Payout }) {
  return <StepTrack steps={stepsOf(payout)} label="How far the payout is" />;
}
