// The form of the door. The key goes to the service once and comes back as a cookie that no script can read; the page keeps
// nothing.

import { Alert, Anchor, Button, Card, Center, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { SessionState } from "../data/api.ts";
import { textOf } from "../data/data.ts";
import logo from "../icon.svg?inline";
import { EnvironmentTag } from "./environment.tsx";
import classes from "./sign-in.module.css";

type SignInProps = Pick<SessionState, "environment"> & {
  act: { mutate: (credential: { key: string }) => void; isPending: boolean; error: Error | null };
};

export default function SignIn({ environment, act }: SignInProps) {
  const [key, setKey] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate({ key: key.trim() });
  };
  return (
    <div className={classes.door} data-environment={environment}>
      <Center mih="90vh" p="md">
        <Card withBorder padding="xl" w="100%" maw={420} component="main">
          <form onSubmit={submit}>
            <Stack>
              <div className={classes.head}>
                <img src={logo} width={28} height={28} alt="" />
                <EnvironmentTag environment={environment} />
              </div>
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
    </div>
  );
}
