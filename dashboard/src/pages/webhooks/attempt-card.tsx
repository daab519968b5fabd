import { Badge, Card, Code, Group, Stack, Text } from "@mantine/core";
import type { Attempt } from "@segue/sdk";
import { showMoment } from "../../values/format.ts";
import { isDelivered } from "./webhook-attempts.ts";

/** One try to deliver an event, with what the endpoint answered. */
export function AttemptCard({ attempt, url }: { attempt: Attempt; url: string }) {
  const { status_code, error, duration_ms, response_body, round, created_at } = attempt;
  const isTaken = isDelivered(attempt);
  return (
    <Card withBorder padding="sm">
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Badge color={isTaken ? "teal" : "red"} variant="light" tt="none" miw="max-content">
              {status_code ?? "No answer"}
              {isTaken ? " · delivered" : " · failed"}
            </Badge>
            <Text size="sm">{duration_ms} ms</Text>
            {round > 1 && <Text size="sm">Round {round}</Text>}
          </Group>
          <Text size="xs" c="dimmed">
            {showMoment(created_at)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {url}
        </Text>
        {error && <Text size="sm">{error}</Text>}
        {response_body && (
          <Code block tabIndex={0} mah={200} aria-label={`Answer of ${showMoment(created_at)}`}>
            {response_body}
          </Code>
        )}
      </Stack>
    </Card>
  );
}
