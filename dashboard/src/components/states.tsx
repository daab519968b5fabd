// Stands in the place of content: while it loads, when there is none, when it failed.

import { Alert, Button, Card, Center, Code, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { SegueError } from "@segue/sdk";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { textOf } from "../data/data.ts";
import { useSession } from "../data/session.ts";
import { Link, usePath } from "../router.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import classes from "./states.module.css";
import { stateWords } from "./words.ts";

export function Loading({ what = stateWords.loading }: { what?: string }) {
  return (
    <Center py="xl" role="status" aria-label={what}>
      <Loader type="dots" />
    </Center>
  );
}

/** The thing that the page is about is missing, so no other title stands above. */
const missing = (
  <Title order={1} size="h5">
    {stateWords.missing}
  </Title>
);

export function Failed({ error, retry }: { error: Error; retry?: (() => void) | undefined }) {
  const refusal = error instanceof SegueError ? error : undefined;
  const isMissing = refusal?.status === 404;
  // To ask again helps neither for what is not there nor for what the key may not see.
  const isFinal = isMissing || refusal?.status === 403;
  const list = useParent();
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={isMissing ? missing : stateWords.failed}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{refusal?.message ?? textOf(error)}</Text>
        {refusal && (
          <Text size="xs" c="dimmed">
            {stateWords.request} <Code>{refusal.request_id}</Code>
          </Text>
        )}
        {isMissing && list && (
          <Button size="xs" variant="default" component={Link} to={list}>
            {stateWords.backToList}
          </Button>
        )}
        {retry && !isFinal && (
          <Button size="xs" variant="default" onClick={retry}>
            {stateWords.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The list above a page of one thing. An organization's statements are listed with its earnings. */
function useParent(): string | undefined {
  const isOperator = useSession()?.session?.kind === "operator";
  const [, first, ...rest] = usePath().split("/");
  if (rest.length === 0) return undefined;
  return first === "statements" && !isOperator ? "/earnings" : `/${first}`;
}

type EmptyProps = {
  title: string;
  /** The next step. */
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
          <Code block maw="100%" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {example}
          </Code>
        )}
      </Stack>
    </Card>
  );
}

/** Stands for a page of one thing: its title, a line about it, and rows. */
export function LoadingPage() {
  return (
    <div>
      <div className={classes.title} />
      <div className={classes.about} />
      <SkeletonRows />
    </div>
  );
}

type Answered<Value> = { data: Value | undefined; error: Error | null; refetch: () => unknown };

type ReadyProps<Value> = {
  of: Answered<Value>;
  children: (value: Value) => ReactNode;
  /** All of the page needs the answer. */
  isPage?: boolean;
};

/** Content that needs one answer: shows it, or how it stands with it. */
export function Ready<Value>({ of, children, isPage = false }: ReadyProps<Value>) {
  if (of.data !== undefined) return children(of.data);
  if (of.error) return <Failed error={of.error} retry={() => void of.refetch()} />;
  return isPage ? <LoadingPage /> : <Loading />;
}
