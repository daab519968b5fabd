// The second factor: set up with a QR code and a first code, removed or given new recovery codes with a code that works.

import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Me, OfferedSecondFactor } from "@segue/sdk";
import { type FormEvent, useState } from "react";
import { CopiedText } from "../../components/copied-text.tsx";
import { Section } from "../../components/section.tsx";
import { StatusLine } from "../../components/status-line.tsx";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct } from "../../data/data.ts";
import { askForSession } from "../../data/session.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { Refused } from "../../forms/refused.tsx";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodesShown } from "./recovery-codes.tsx";
import { factorWords } from "./words.ts";

export function SecondFactor({ me }: { me: Me }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isOn = me.second_factor === "totp";
  // Other pages open only now. The codes are read first: these would be gone with the page.
  const close = () => {
    setCodes(null);
    askForSession();
  };
  return (
    <Section title={factorWords.title}>
      <Stack align="flex-start">
        <StatusLine
          tone={isOn ? "good" : "quiet"}
          parts={isOn ? [factorWords.on, factorWords.onHint] : [factorWords.off, factorWords.offHint]}
        />
        {isOn ? <WhileOn onCodes={setCodes} /> : <SetUp me={me} onCodes={setCodes} />}
      </Stack>
      <RecoveryCodesShown codes={codes} onClose={close} />
    </Section>
  );
}

type CodesProps = { onCodes: (codes: readonly string[] | null) => void };

function SetUp({ me, onCodes }: CodesProps & { me: Me }) {
  const [isOpen, modal] = useDisclosure();
  return (
    <>
      <Button onClick={modal.open}>{factorWords.begin}</Button>
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title={factorWords.setUp}
        closeButtonProps={{ "aria-label": factorWords.codes.close }}
        closeOnClickOutside={false}
        centered
      >
        <Steps
          me={me}
          onCodes={(codes) => {
            modal.close();
            onCodes(codes);
          }}
        />
      </Modal>
    </>
  );
}

function Steps({ me, onCodes }: CodesProps & { me: Me }) {
  const [password, setPassword] = useState("");
  const offer = useAct(() => segue.me.totp.create(me.has_password ? { password } : {}), { isQuiet: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    offer.mutate(undefined);
  };
  if (offer.data) return <Confirm offer={offer.data} onCodes={onCodes} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Refused error={offer.error} />
        {me.has_password && (
          <PasswordInput
            label={factorWords.password}
            description={factorWords.passwordHint}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            error={fieldErrors(offer.error).password}
            required
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={offer.isPending}>
            {factorWords.next}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Confirm({ offer: { secret, otpauth_url }, onCodes }: CodesProps & { offer: OfferedSecondFactor }) {
  const [code, setCode] = useState("");
  const confirm = useAct(() => segue.me.totp.confirm({ code: code.trim() }), {
    done: factorWords.confirmed,
    isQuiet: true,
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{factorWords.scan}</Text>
        <Group justify="center">{otpauth_url && <QrCode text={otpauth_url} label={factorWords.qr} />}</Group>
        <CopiedText text={secret ?? ""} label={factorWords.secret} />
        <Refused error={confirm.error} />
        <CodeInput
          value={code}
          onChange={setCode}
          hint={factorWords.firstCodeHint}
          error={fieldErrors(confirm.error).code}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            {factorWords.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type CodeInputProps = {
  value: string;
  onChange: (code: string) => void;
  hint?: string;
  error: string | undefined;
};

function CodeInput({ value, onChange, hint = factorWords.codeHint, error }: CodeInputProps) {
  return (
    <TextInput
      label={factorWords.code}
      description={hint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="one-time-code"
      maxLength={40}
      error={error}
      required
      data-autofocus
    />
  );
}

function WhileOn({ onCodes }: CodesProps) {
  return (
    <Group gap="xs">
      <WithCode
        label={factorWords.renew}
        title={factorWords.renewQuestion}
        hint={factorWords.renewHint}
        act={async (code) => onCodes((await segue.me.totp.renewCodes({ code })).recovery_codes)}
      />
      <WithCode
        label={factorWords.remove}
        title={factorWords.removeQuestion}
        hint={factorWords.removeHint}
        act={(code) => segue.me.totp.remove({ code })}
        done={factorWords.removed}
      />
    </Group>
  );
}

type WithCodeProps = {
  label: string;
  title: string;
  hint: string;
  act: (code: string) => Promise<unknown>;
  done?: string;
};

/** An act that needs a code that works. */
function WithCode({ label, title, hint, act, done }: WithCodeProps) {
  const [isOpen, modal] = useDisclosure();
  const [code, setCode] = useState("");
  const doing = useAct(act, {
    ...(done && { done }),
    isQuiet: true,
    onDone: () => {
      leave();
      askForSession();
    },
  });
  const leave = () => {
    doing.reset();
    setCode("");
    modal.close();
  };
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        {label}
      </Button>
      <ActModal
        title={title}
        isOpen={isOpen}
        close={leave}
        action={label}
        isBusy={doing.isPending}
        error={doing.error}
        onSubmit={() => doing.mutate(code.trim())}
      >
        <Text size="sm">{hint}</Text>
        <CodeInput value={code} onChange={setCode} error={fieldErrors(doing.error).code} />
      </ActModal>
    </>
  );
}
