// What is asked before something is done: fields to fill in, or only what will happen. One look for all of them.

import { Alert, Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { FormEvent, ReactNode } from "react";
import { textOf, useAct } from "./data.ts";

type ActModalProps = {
  title: string;
  isOpen: boolean;
  close: () => void;
  /** The words of the button that does it. */
  action: string;
  color?: string | undefined;
  isBusy: boolean;
  isBlocked?: boolean;
  error: Error | null;
  onSubmit: () => void;
  children: ReactNode;
};

export function ActModal(props: ActModalProps) {
  const { title, isOpen, close, action, color, isBusy, isBlocked = false, error, onSubmit, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {error && <Refusal error={error} />}
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Not now
            </Button>
            <Button type="submit" loading={isBusy} disabled={isBlocked} {...(color && { color })}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Why the service refused a form: above its fields. */
export function Refusal({ error }: { error: Error }) {
  return (
    <Alert color="red" role="alert" style={{ overflowWrap: "anywhere" }}>
      {textOf(error)}
    </Alert>
  );
}

type ConfirmButtonProps<Output> = {
  label: string;
  /** What it acts on, for those who hear it, where many rows have the same button. */
  about?: string;
  title: string;
  /** What will happen. */
  children: ReactNode;
  act: () => Promise<Output>;
  done: string | ((output: Output) => string);
  onDone?: (output: Output) => void;
  /** The words of the button that does it; those of the first, unless it says otherwise. */
  action?: string;
  color?: string;
  button?: ButtonProps;
};

/** A button for what cannot be undone: it says first what will happen. */
export function ConfirmButton<Output>(props: ConfirmButtonProps<Output>) {
  const { label, about, title, children, act, done, onDone, action = label, color = "red", button } = props;
  const [isOpen, modal] = useDisclosure();
  const acting = useAct(act, {
    done,
    isQuiet: true,
    onDone: (output) => {
      modal.close();
      onDone?.(output);
    },
  });
  const open = () => {
    acting.reset();
    modal.open();
  };
  return (
    <>
      <Button variant="default" {...button} onClick={open} aria-label={about && `${label}: ${about}`}>
        {label}
      </Button>
      <ActModal
        title={title}
        isOpen={isOpen}
        close={modal.close}
        action={action}
        color={color}
        isBusy={acting.isPending}
        error={acting.error}
        onSubmit={() => acting.mutate(undefined as never)}
      >
        <Text size="sm" component="div">
          {children}
        </Text>
      </ActModal>
    </>
  );
}
