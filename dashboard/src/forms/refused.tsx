import { Alert, Code, List, Stack, Text } from "@mantine/core";
import { SegueError } from "@segue/sdk";
import { IconAlertTriangle } from "@tabler/icons-react";
import { textOf } from "../data/data.ts";
import { useFirstError } from "./first-error.ts";
import { formWords } from "./words.ts";

/** Why a form was not accepted: the message, every field that is wrong, and the id to quote. */
export function Refused({ error }: { error: Error | null }) {
  const message = useFirstError<HTMLDivElement>(error);
  if (!error) return null;
  const refusal = error instanceof SegueError ? error : undefined;
  return (
    <Alert
      ref={message}
      tabIndex={-1}
      color="red"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={formWords.refused}
    >
      <Stack gap={6}>
        <Text size="sm">{refusal?.message ?? textOf(error)}</Text>
        {refusal && refusal.details.length > 0 && (
          <List size="sm">
            {refusal.details.map(({ field, issue }) => (
              <List.Item key={`${field} ${issue}`}>
                <b>{field}</b> {issue}
              </List.Item>
            ))}
          </List>
        )}
        {refusal && (
          <Text size="xs">
            {formWords.request} <Code>{refusal.request_id}</Code>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
