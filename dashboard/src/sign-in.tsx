// The door. The key goes to the service once and comes back as a cookie that no script can read; the page keeps nothing.

import { Alert, Anchor, Button, Card, Center, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { signIn } from "./api.ts";
import { EnvironmentBanner } from "./banner.tsx";
import { sessionKey, textOf, useAct } from "./data.ts";
import { Loading } from "./states.tsx";

/** The one-time token of a link. It is in the fragment, which browsers send to no server, and is taken out at once. */
function tokenOfLink(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? undefined;
  if (token) history.replaceState(null, "", location.pathname + location.search);
  return token;
}

const linkToken = tokenOfLink();

export function SignIn({ environment }: { environment: "production" | "sandbox" }) {
  const [key, setKey] = useState("");
  const client = useQueryClient();
  const act = useAct(signIn, { isQuiet: true, onDone: (state) => client.setQueryData(sessionKey, state) });
  const isUsed = useRef(false);
  useEffect(() => {
    if (!linkToken || isUsed.current) return;
    isUsed.current = true;
    act.mutate({ token: linkToken });
  }, [act]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate({ key: key.trim() });
  };
  if (linkToken && act.isPending) return <Loading what="Signing in" />;
  return (
    <>
      <EnvironmentBanner environment={environment} />
      <Center mih="80vh" p="md">
        <Card withBorder padding="xl" w="100%" maw={420} component="main">
          <form onSubmit={submit}>
            <Stack>
              <Title order={1} size="h2">
                Sign in to Segue
              </Title>
              <PasswordInput
                label="API key"
                description={
                  environment === "sandbox"
                    ? "It begins with sk_test_, or is the operator key."
                    : "It begins with sk_live_, or is the operator key."
                }
                value={key}
                onChange={(event) => setKey(event.currentTarget.value)}
                autoComplete="off"
                required
                autoFocus
              />
              {act.error && (
                <Alert color="red" role="alert">
                  {textOf(act.error)}
                </Alert>
              )}
              <Button type="submit" loading={act.isPending} disabled={!key.trim()}>
                Sign in
              </Button>
              <Text size="sm" c="dimmed">
                On the machine that runs Segue, <code>npx segue dashboard</code> prints a link that signs you in.{" "}
                <Anchor href="/docs" inherit underline="always">
                  Documentation
                </Anchor>
              </Text>
            </Stack>
          </form>
        </Card>
      </Center>
    </>
  );
}
