// Asks for a link to set a new password. The answer is the same whether or not there is such an account.

import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { askForReset } from "../../data/api.ts";
import { fieldErrors, useAct } from "../../data/data.ts";
import { Refused } from "../../forms/refused.tsx";
import { DoorFrame, type OutsideProps } from "./door-frame.tsx";
import { ToStart } from "./no-token.tsx";
import { doorWords, forgotWords } from "./words.ts";

export default function Forgot({ state }: OutsideProps) {
  const [email, setEmail] = useState("");
  const act = useAct(askForReset, { isQuiet: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(email.trim());
  };
  if (act.isSuccess)
    return (
      <DoorFrame environment={state.environment} title={forgotWords.title}>
        <Alert color="blue" role="status">
          {forgotWords.done}
        </Alert>
        <ToStart />
      </DoorFrame>
    );
  return (
    <DoorFrame environment={state.environment} title={forgotWords.title} about={forgotWords.about}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            type="email"
            label={doorWords.email}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="username"
            error={fieldErrors(act.error).email}
            required
            autoFocus
          />
          <Refused error={act.error} />
          <Button type="submit" loading={act.isPending}>
            {forgotWords.send}
          </Button>
          <ToStart />
        </Stack>
      </form>
    </DoorFrame>
  );
}
