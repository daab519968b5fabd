// The connection test: it connects as a delivery would, and tells every step.

import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import type { OperatorStore } from "@segue/sdk";
import { Section } from "../../../components/section.tsx";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import { Refused } from "../../../forms/refused.tsx";
import { TestReport } from "./test-report.tsx";

export function ConnectionTest({ store }: { store: OperatorStore }) {
  const test = useAct(() => segue.operator.stores.test(store.store_id), { isQuiet: true });
  return (
    <Section
      title="Connection test"
      about="Connects as a delivery would, writes a small file, reads it back and removes it."
    >
      <Stack>
        <Button variant="default" w="fit-content" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          Test the connection
        </Button>
        <div aria-live="polite">
          {test.isPending && <Testing />}
          {!test.isPending && test.data && <TestReport report={test.data} />}
        </div>
        <Refused error={test.error} />
      </Stack>
    </Section>
  );
}

export function Testing() {
  return (
    <Group gap="xs">
      <Loader size="xs" />
      <Text size="sm">The store is called. This may take up to 30 seconds.</Text>
    </Group>
  );
}
