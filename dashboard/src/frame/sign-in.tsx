// The form of the door. The key goes to the service once and comes back as a cookie that no script can read; the page keeps
// nothing.

import { Alert, Anchor, Button, Card, Center, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { SessionState } from "../data/api.ts";
import { textOf } from "../data/data.ts";
import logo from "../icon.svg?inline";
import { EnvironmentTag } from "./environment.tsx";
import classes from "./sign-in.module.css";
import { shellWords, signInWords } from "./words.ts";

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
                {signInWords.title}
              </Title>
              <PasswordInput
                label={signInWords.key}
                description={signInWords.keyHint[environment]}
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
                {signInWords.send}
              </Button>
              <Text size="sm" c="dimmed">
                {signInWords.onMachine} <code>{signInWords.command}</code> {signInWords.printsLink}{" "}
                <Anchor href="/docs" inherit underline="always">
                  {shellWords.documentation}
                </Anchor>
              </Text>
            </Stack>
          </form>
        </Card>
      </Center>
    </div>
  );
}
