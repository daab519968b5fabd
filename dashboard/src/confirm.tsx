import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { textOf } from "./data.ts";

type ConfirmProps = {
  isOpen: boolean;
  onClose: () => void;
  /** A question. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The button's words, as a command: "Take down". */
  label: string;
  act: { mutate: () => void; isPending: boolean; error: Error | null };
  isHarmless?: boolean;
};

/** Asks before what cannot be undone, and stays open with the reason if it is refused. */
export function Confirm({ isOpen, onClose, title, children, label, act, isHarmless = false }: ConfirmProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ "aria-label": "Close" }} centered>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {act.error && (
          <Alert color="red" role="alert">
            {textOf(act.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep as it is
          </Button>
          <Button {...(!isHarmless && { color: "red" })} loading={act.isPending} onClick={() => act.mutate()}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
