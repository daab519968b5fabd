// Sets a new password with the link of a mail. It does not sign in: a second factor may still be asked for.

import { Alert, Button, PasswordInput, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { completeReset } from "../../data/api.ts";
import { fieldErrors, useAct } from "../../data/data.ts";
import { askForSession } from "../../data/session.ts";
import { Refused } from "../../forms/refused.tsx";
import { useLinkToken } from "../link-token.ts";
import { DoorFrame, type OutsideProps } from "./door-frame.tsx";
import { NoToken, ToStart } from "./no-token.tsx";
import { doorWords, resetWords } from "./words.ts";

export default function Reset({ state }: OutsideProps) {
  const token = useLinkToken();
  const [password, setPassword] = useState("");
  // It has ended all sessions of the person, perhaps this one too.
  const act = useAct(completeReset, { isQuiet: true, onDone: askForSession });
  if (!token) return <NoToken state={state} title={resetWords.title} text={resetWords.noToken} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate({ token, password });
  };
  if (act.isSuccess)
    return (
      <DoorFrame environment={state.environment} title={resetWords.title}>
        <Alert color="blue" role="status">
          {resetWords.done}
        </Alert>
        <ToStart>{resetWords.signIn}</ToStart>
      </DoorFrame>
    );
  return (
    <DoorFrame environment={state.environment} title={resetWords.title} about={resetWords.about}>
      <form onSubmit={submit}>
        <Stack>
          <PasswordInput
            label={doorWords.newPassword}
            description={doorWords.passwordHint}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="new-password"
            error={fieldErrors(act.error).password}
            required
            autoFocus
          />
          <Refused error={act.error} />
          <Button type="submit" loading={act.isPending}>
            {resetWords.send}
          </Button>
        </Stack>
      </form>
    </DoorFrame>
  );
}
