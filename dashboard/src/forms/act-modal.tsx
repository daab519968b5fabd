// What is asked before something is done: fields to fill in, or only what will happen.

import { Button, Group, Modal, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { Refused } from "./refused.tsx";
import { formWords } from "./words.ts";

type ActModalProps = {
  title: string;
  isOpen: boolean;
  close: () => void;
  /** The words of the button that does it. */
  action: string;
  color?: string | undefined;
  isBusy: boolean;
  isBlocked?: boolean;
  /** Wide: for what is compared or listed. */
  isWide?: boolean;
  error: Error | null;
  onSubmit: () => void;
  children: ReactNode;
};

export function ActModal(props: ActModalProps) {
  const {
    title,
    isOpen,
    close,
    action,
    color,
    isBusy,
    isBlocked = false,
    isWide = false,
    error,
    onSubmit,
    children,
  } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      centered
      size={isWide ? "lg" : "md"}
      closeButtonProps={{ "aria-label": formWords.close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Refused error={error} />
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {formWords.cancel}
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
