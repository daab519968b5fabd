import { Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { Balance } from "@segue/sdk";
import { Money } from "../../components/money.tsx";
import { balanceWords } from "./words.ts";

/** What can be paid out and what is under way, a card for each currency. */
export function BalanceCards({ balances }: { balances: readonly Balance[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      {balances.map(({ currency, available, pending }) => (
        <Card withBorder key={currency} padding="md">
          <Text size="sm" fw={600} c="dimmed">
            {currency}
          </Text>
          <Text fz={26} fw={650} style={{ overflowWrap: "anywhere" }}>
            <Money amount={available} currency={currency} />
          </Text>
          <Stack gap={2}>
            <Text size="sm" c="dimmed">
              {available.startsWith("-") ? balanceWords.carriedForward : balanceWords.available}
            </Text>
            <Group gap={6}>
              <Text size="sm">
                <Money amount={pending} currency={currency} />
              </Text>
              <Text size="sm" c="dimmed">
                {balanceWords.underWay}
              </Text>
            </Group>
          </Stack>
        </Card>
      ))}
    </SimpleGrid>
  );
}
