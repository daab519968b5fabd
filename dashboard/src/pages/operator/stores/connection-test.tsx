// The connection test: it connects as a delivery would, and tells every step.

import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import type { OperatorStore } from "@segue/sdk";
import { Section } from "../../../components/section.tsx";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import { Refused } from "../../../forms/refused.tsx";
import { TestReport } from "./test-report.tsx";
import { testWords } from "./words.ts";

export function ConnectionTest({ store }: { store: OperatorStore }) {
  const test = useAct(() => segue.operator.stores.test(store.store_id), { isQuiet: true });
  return (
    <Section title={testWords.title} about={testWords.about}>
      <Stack>
        <Button variant="default" w="fit-content" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          {testWords.start}
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
      <Text size="sm">{testWords.running}</Text>
    </Group>
  );
}
