import { Text } from "@mantine/core";
import type { StoreWithHealth } from "@segue/sdk";
import type { Tone } from "../../../components/status.tsx";
import { StatusLine } from "../../../components/status-line.tsx";
import { showAgo } from "../../../values/format.ts";
import { useStalledReason } from "./stalled.ts";
import { healthLineWords } from "./words.ts";

/** A dot and words, and below them the reason or the last answer. */
export function Health({ store }: { store: StoreWithHealth }) {
  const { stalled_deliveries, stalled_since, last_answered_at, status } = store;
  const reason = useStalledReason(store.store_id);
  if (stalled_deliveries > 0) {
    const stalled = healthLineWords.stalled(stalled_deliveries, stalled_since && showAgo(stalled_since));
    return <HealthLine tone="needed" text={stalled} below={reason} />;
  }
  if (status === "paused") return <HealthLine tone="quiet" text={healthLineWords.paused} />;
  const answered = last_answered_at ? healthLineWords.answered(showAgo(last_answered_at)) : healthLineWords.noAnswers;
  return <HealthLine tone="good" text={healthLineWords.none} below={answered} />;
}

type HealthLineProps = { tone: Tone; text: string; below?: string | undefined };

function HealthLine({ tone, text, below }: HealthLineProps) {
  return (
    <div style={{ minWidth: 0 }}>
      <StatusLine size="sm" tone={tone} parts={[text]} />
      <Text size="xs" c="dimmed" pl={12} truncate title={below} visibleFrom="xs">
        {below}
      </Text>
    </div>
  );
}
