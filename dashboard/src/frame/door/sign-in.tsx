// The form of the door: by email, at an identity provider, or with an API key. A credential goes to the service once and comes
// back as a cookie that no script can read; the page keeps nothing.

import { Anchor, Button, Divider, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Credential, SessionState } from "../../data/api.ts";
import { Refused } from "../../forms/refused.tsx";
import { Link } from "../../router.tsx";
import { asksForCode, CodeField } from "./code-field.tsx";
import { DoorFrame } from "./door-frame.tsx";
import { ProviderButton } from "./provider-button.tsx";
import { doorWords, signInWords } from "./words.ts";

type SignInAct = { mutate: (credential: Credential) => void; isPending: boolean; error: Error | null };
type SignInProps = { state: SessionState; act: SignInAct };

export default function SignIn({ state: { environment, sign_in }, act }: SignInProps) {
  const [way, setWay] = useState<"email" | "key">("email");
  const isByKey = way === "key";
  return (
    <DoorFrame environment={environment} title={signInWords.title}>
      {sign_in.password && <EmailForm act={act} isMine={!isByKey} begin={() => setWay("email")} />}
      {sign_in.identity_provider && (
        <ProviderButton isMain={!sign_in.password}>{doorWords.signInWith(sign_in.identity_provider)}</ProviderButton>
      )}
      {!sign_in.password && !isByKey && <Refused error={act.error} />}
      <Divider />
      <Button variant="subtle" aria-expanded={isByKey} onClick={() => setWay(isByKey ? "email" : "key")}>
        {signInWords.withKey}
      </Button>
      {isByKey && <KeyForm environment={environment} act={act} />}
      <Text size="sm" c="dimmed">
        {signInWords.onMachine} <code>{signInWords.command}</code> {signInWords.printsLink}{" "}
        <Anchor href="/docs" inherit underline="always">
          {signInWords.documentation}
        </Anchor>
      </Text>
    </DoorFrame>
  );
}

/** `isMine`: the last answer was to this form. */
function EmailForm({ act, isMine, begin }: { act: SignInAct; isMine: boolean; begin: () => void }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [hasFactor, setFactor] = useState(false);
  const isAsked = isMine && asksForCode(act.error);
  if (isAsked && !hasFactor) setFactor(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin();
    act.mutate({ email: email.trim(), password, ...(hasFactor && code.trim() && { code: code.trim() }) });
  };
  // Another person may have no second factor.
  const change = (set: (text: string) => void) => (event: FormEvent<HTMLInputElement>) => {
    set(event.currentTarget.value);
    setFactor(false);
    setCode("");
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          type="email"
          label={doorWords.email}
          value={email}
          onChange={change(setEmail)}
          autoComplete="username"
          required
          autoFocus
        />
        <PasswordInput
          label={doorWords.password}
          value={password}
          onChange={change(setPassword)}
          autoComplete="current-password"
          required
        />
        {hasFactor && <CodeField value={code} onChange={setCode} />}
        {isMine && !isAsked && <Refused error={act.error} />}
        <Button type="submit" loading={isMine && act.isPending}>
          {signInWords.send}
        </Button>
        <Anchor component={Link} to="/forgot" size="sm" w="fit-content">
          {signInWords.forgotten}
        </Anchor>
      </Stack>
    </form>
  );
}

function KeyForm({ environment, act }: Pick<SessionState, "environment"> & { act: SignInAct }) {
  const [key, setKey] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate({ key: key.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          label={signInWords.key}
          description={signInWords.keyHint[environment]}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          autoComplete="off"
          required
          autoFocus
        />
        <Refused error={act.error} />
        <Button type="submit" variant="default" loading={act.isPending} disabled={!key.trim()}>
          {signInWords.sendKey}
        </Button>
      </Stack>
    </form>
  );
}
