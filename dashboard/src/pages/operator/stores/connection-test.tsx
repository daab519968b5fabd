// The connection test: it connects as a delivery would, and tells every step.

import { Alert, Button, Card, Group, Loader, Stack, Table, Text, Title } from "@mantine/core";
import type { OperatorStore, StoreTestReport } from "@segue/sdk";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import { Refused } from "../../../forms/refused.tsx";
import { showWord } from "../../../values/format.ts";

export function ConnectionTest({ store }: { store: OperatorStore }) {
  const test = useAct(() => segue.operator.stores.test(store.store_id), { isQuiet: true });
  return (
    <Card withBorder>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            Connection test
          </Title>
          <Button loading={test.isPending} onClick={() => test.mutate(undefined)}>
            Test the connection
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          It connects as a delivery would, writes a small file, reads it back and removes it.
        </Text>
        <div aria-live="polite">
          {test.isPending && (
            <Group gap="xs">
              <Loader size="xs" />
              <Text size="sm">The store is called. This may take up to 30 seconds.</Text>
            </Group>
          )}
          {!test.isPending && test.data && <Report report={test.data} />}
        </div>
        <Refused error={test.error} />
      </Stack>
    </Card>
  );
}

function Report({ report: { ok, steps } }: { report: StoreTestReport }) {
  if (steps.length === 0)
    return <Alert color="blue">This kind of store makes no connection, so there is nothing to test.</Alert>;
  return (
    <Stack>
      <Alert color={ok ? "teal" : "red"} title={ok ? "Every step went well" : "The connection does not work yet"} />
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Step</Table.Th>
            <Table.Th>What came of it</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Time
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map((step) => (
            <Table.Tr key={step.name}>
              <Table.Td>
                <Group gap={6} wrap="nowrap">
                  {step.ok ? (
                    <IconCircleCheck size={18} color="var(--mantine-color-teal-6)" aria-label="Worked" role="img" />
                  ) : (
                    <IconCircleX size={18} color="var(--mantine-color-red-6)" aria-label="Failed" role="img" />
                  )}
                  {showWord(step.name)}
                </Group>
              </Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{step.detail}</Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                {step.ms} ms
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
