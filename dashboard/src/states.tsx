// What stands in the place of content: while it loads, when there is none, when it failed.

import { Alert, Button, Card, Center, Code, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { SegueError } from "@segue/sdk";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { textOf } from "./data.ts";

export function Loading({ what = "Loading" }: { what?: string }) {
  return (
    <Center py="xl" role="status" aria-label={what}>
      <Loader type="dots" />
    </Center>
  );
}

export function Failed({ error, retry }: { error: Error; retry?: (() => void) | undefined }) {
  const refusal = error instanceof SegueError ? error : undefined;
  const title = refusal?.status === 404 ? "There is nothing here" : "This could not be loaded";
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{refusal?.message ?? textOf(error)}</Text>
        {refusal && (
          <Text size="xs" c="dimmed">
            Request <Code>{refusal.request_id}</Code>
          </Text>
        )}
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

type EmptyProps = {
  title: string;
  /** What to do next. */
  children?: ReactNode;
  /** A working example for the command line. */
  example?: string;
  action?: ReactNode;
};

export function Empty({ title, children, example, action }: EmptyProps) {
  return (
    <Card withBorder padding="xl">
      <Stack align="center" gap="sm">
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" size="sm" maw={480} ta="center">
            {children}
          </Text>
        )}
        {action && <Group>{action}</Group>}
        {example && (
          <Code block maw="100%" tabIndex={0}>
            {example}
          </Code>
        )}
      </Stack>
    </Card>
  );
}

type Answered<Value> = { data: Value | undefined; error: Error | null; refetch: () => unknown };

/** Content that needs one answer: shows it, or how it stands with it. */
export function Ready<Value>({ of, children }: { of: Answered<Value>; children: (value: Value) => ReactNode }) {
  if (of.data !== undefined) return children(of.data);
  if (of.error) return <Failed error={of.error} retry={() => void of.refetch()} />;
  return <Loading />;
}
