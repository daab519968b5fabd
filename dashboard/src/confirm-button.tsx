import { Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useAct } from "./data.ts";
import { Refused } from "./refused.tsx";

type ConfirmButtonProps = Omit<ButtonProps, "children"> & {
  label: string;
  /** For those who hear it, where many rows have the same button. */
  about?: string;
  /** The question. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  act: () => Promise<unknown>;
  done: string;
  onDone?: () => void;
};

/** For what cannot be undone: it says what will happen, and asks once. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, about, title, children, act, done, onDone, ...rest } = props;
  const [isOpen, modal] = useDisclosure();
  const doing = useAct(act, {
    done,
    isQuiet: true,
    onDone: () => {
      modal.close();
      onDone?.();
    },
  });
  const open = () => {
    doing.reset();
    modal.open();
  };
  return (
    <>
      <Button variant="default" {...rest} onClick={open} aria-label={about ? `${label}: ${about}` : undefined}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={title} centered>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          <Refused error={doing.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={modal.close}>
              Keep as it is
            </Button>
            <Button color="red" loading={doing.isPending} onClick={() => doing.mutate(undefined)}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
