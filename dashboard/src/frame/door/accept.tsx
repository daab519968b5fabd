// An invitation by its link: a new person chooses a name and a password, a known one shows that it is the same person.

import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Ready } from "../../components/states.tsx";
import {
  type Acceptance,
  acceptInvitation,
  type Invitation,
  readInvitation,
  type SessionState,
} from "../../data/api.ts";
import { fieldErrors, useAct, useRead } from "../../data/data.ts";
import { enterSession } from "../../data/session.ts";
import { Refused } from "../../forms/refused.tsx";
import { navigate } from "../../router.tsx";
import { showWord } from "../../values/format.ts";
import { useLeave } from "../leave.ts";
import { useLinkToken } from "../link-token.ts";
import { asksForCode, CodeField } from "./code-field.tsx";
import { DoorFrame, type OutsideProps } from "./door-frame.tsx";
import { NoToken } from "./no-token.tsx";
import { ProviderButton } from "./provider-button.tsx";
import { acceptWords, doorWords } from "./words.ts";

export default function Accept({ state }: OutsideProps) {
  const token = useLinkToken();
  if (!token) return <NoToken state={state} title={acceptWords.title} text={acceptWords.noToken} />;
  return <WithToken key={token} state={state} token={token} />;
}

type WithTokenProps = OutsideProps & { token: string };

function WithToken({ state, token }: WithTokenProps) {
  const invitation = useRead(["invitations.read", token], () => readInvitation(token), { isSteady: true });
  if (!invitation.data)
    return (
      <DoorFrame environment={state.environment} title={acceptWords.title}>
        <Ready of={invitation}>{() => null}</Ready>
      </DoorFrame>
    );
  const { organization_name, role, email } = invitation.data;
  const place = organization_name ?? acceptWords.staff;
  return (
    <DoorFrame
      environment={state.environment}
      title={acceptWords.join(place)}
      about={acceptWords.about(email, showWord(role))}
    >
      <Acceptable state={state} token={token} invitation={invitation.data} />
    </DoorFrame>
  );
}

function Acceptable({ state, token, invitation }: WithTokenProps & { invitation: Invitation }) {
  const leave = useLeave();
  const other = state.session?.person;
  if (other && other.email !== invitation.email)
    return (
      <>
        <Alert color="orange">{acceptWords.otherPerson(other.email)}</Alert>
        <Button loading={leave.isPending} onClick={() => leave.mutate(undefined)}>
          {acceptWords.signOut}
        </Button>
      </>
    );
  const { password, identity_provider } = state.sign_in;
  const isSignedIn = other !== undefined && other !== null;
  return (
    <>
      {(password || isSignedIn) && (
        <AcceptForm token={token} invitation={invitation} asks={asked(invitation, isSignedIn)} />
      )}
      {identity_provider && !isSignedIn && (
        <ProviderButton invitation_id={invitation.invitation_id} isMain={!password}>
          {acceptWords.acceptWith(identity_provider)}
        </ProviderButton>
      )}
    </>
  );
}

type Asked = { name: boolean; password: "new" | "own" | "none" };

/** What the service wants to know before it accepts. */
function asked({ has_account, can_set_password }: Invitation, isSignedIn: boolean): Asked {
  if (can_set_password) return { name: !has_account, password: "new" };
  return { name: false, password: isSignedIn ? "none" : "own" };
}

function AcceptForm({ token, invitation, asks }: { token: string; invitation: Invitation; asks: Asked }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [hasFactor, setFactor] = useState(false);
  const act = useAct<Acceptance, SessionState>(acceptInvitation, {
    isQuiet: true,
    onDone: (next) => {
      enterSession(next);
      navigate("/", { replaces: true });
    },
  });
  const isAsked = asksForCode(act.error);
  if (isAsked && !hasFactor) setFactor(true);
  const errors = fieldErrors(act.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate({
      token,
      ...(asks.name && { name: name.trim() }),
      ...(asks.password !== "none" && { password }),
      ...(code.trim() && { code: code.trim() }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label={doorWords.email} value={invitation.email} autoComplete="username" readOnly />
        {asks.name && (
          <TextInput
            label={acceptWords.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="name"
            maxLength={200}
            error={errors.name}
            required
            autoFocus
          />
        )}
        {asks.password !== "none" && (
          <PasswordInput
            label={asks.password === "new" ? doorWords.newPassword : doorWords.password}
            description={asks.password === "new" ? doorWords.passwordHint : acceptWords.ownPassword}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete={asks.password === "new" ? "new-password" : "current-password"}
            error={errors.password}
            required
            autoFocus={!asks.name}
          />
        )}
        {hasFactor && <CodeField value={code} onChange={setCode} />}
        {!isAsked && <Refused error={act.error} />}
        <Button type="submit" loading={act.isPending}>
          {acceptWords.send}
        </Button>
      </Stack>
    </form>
  );
}
