import { Center, Group, Stack, Text } from "@mantine/core";
import type { StoreWithHealth } from "@segue/sdk";
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { showAgo } from "../../../values/format.ts";
import { useStalledReason } from "./stalled.ts";
import { healthLineWords } from "./words.ts";

/** In words, with a picture: colour alone says nothing to some. */
export function Health({ store }: { store: StoreWithHealth }) {
  const { stalled_deliveries, stalled_since, last_answered_at, status } = store;
  const reason = useStalledReason(store.store_id);
  if (stalled_deliveries > 0)
    return (
      <HealthLine
        icon={<IconAlertTriangle size={18} color="var(--mantine-color-orange-6)" aria-hidden />}
        below={reason}
      >
        {healthLineWords.stalled(stalled_deliveries, stalled_since && showAgo(stalled_since))}
      </HealthLine>
    );
  if (status === "paused")
    return <HealthLine icon={<IconPlayerPause size={18} aria-hidden />}>{healthLineWords.paused}</HealthLine>;
  return (
    <HealthLine
      icon={<IconCircleCheck size={18} color="var(--mantine-color-teal-6)" aria-hidden />}
      below={last_answered_at ? healthLineWords.answered(showAgo(last_answered_at)) : healthLineWords.noAnswers}
    >
      {healthLineWords.none}
    </HealthLine>
  );
}

type HealthLineProps = { icon: ReactNode; below?: string | undefined; children: ReactNode };

function HealthLine({ icon, below, children }: HealthLineProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <Center flex="none">{icon}</Center>
      <Stack gap={0} miw={0}>
        <Text size="sm" lineClamp={2}>
          {children}
        </Text>
        <Text size="xs" c="dimmed" truncate title={below} visibleFrom="xs">
          {below}
        </Text>
      </Stack>
    </Group>
  );
}
