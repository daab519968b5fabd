// How a payout has come along: what has happened, and what comes next.

import { Text, Timeline } from "@mantine/core";
import type { Payout } from "@segue/sdk";
import { IconBan, IconCheck, IconClock, IconFileText, IconHandStop, IconSend, IconX } from "@tabler/icons-react";
import { showTime } from "../../values/format.ts";

type Step = { title: string; text: string; icon: typeof IconClock; isDone: boolean; color?: string };

function stepsOf(payout: Payout): Step[] {
  const { status, created_at, updated_at, paid_at, hold, reference } = payout;
  const requested: Step = { title: "Requested", text: showTime(created_at), icon: IconFileText, isDone: true };
  const paid: Step = {
    title: "Paid",
    text: paid_at ? `${showTime(paid_at)}${reference ? ` · ${reference}` : ""}` : "The money is sent to your bank",
    icon: IconCheck,
    isDone: paid_at !== null,
  };
  if (status === "cancelled")
    return [requested, { title: "Cancelled", text: showTime(updated_at), icon: IconBan, isDone: true, color: "gray" }];
  if (status === "failed") {
    const title = paid_at ? "Returned by the bank" : "Failed";
    const failed: Step = { title, text: showTime(updated_at), icon: IconX, isDone: true, color: "red" };
    return paid_at ? [requested, paid, failed] : [requested, failed];
  }
  const waiting: Step = hold
    ? { title: "On hold", text: `Since ${showTime(hold.since)}`, icon: IconHandStop, isDone: true, color: "orange" }
    : { title: "Waiting", text: "The operator pays pending payouts", icon: IconClock, isDone: true };
  const processing: Step = {
    title: "Processing",
    text: status === "processing" ? `Since ${showTime(updated_at)}` : "Handed to the bank",
    icon: IconSend,
    isDone: status === "processing",
  };
  if (status === "paid") return [requested, paid];
  return status === "processing" ? [requested, processing, paid] : [requested, waiting, processing, paid];
}

export function PayoutTimeline({ payout }: { payout: Payout }) {
  const steps = stepsOf(payout);
  const current = steps.findLastIndex(({ isDone }) => isDone);
  return (
    <Timeline active={current} bulletSize={28} lineWidth={2} aria-label="Timeline">
      {steps.map(({ title, text, icon: Icon, isDone, color }, index) => (
        <Timeline.Item
          key={title}
          title={title}
          bullet={<Icon size={16} aria-hidden />}
          {...(color && { color })}
          {...(index === current && { "aria-current": "step" as const })}
        >
          <Text size="sm" c="dimmed">
            {isDone
              ? text
              : `${index === current + 1 ? "Next" : "Then"}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
