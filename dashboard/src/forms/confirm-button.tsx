import { Button, type ButtonProps, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useAct } from "../data/data.ts";
import { ActModal } from "./act-modal.tsx";

type Confirmed<Output> = {
  /** The question. */
  title: string;
  /** Says what will happen. */
  children: ReactNode;
  act: () => Promise<Output>;
  done: string | ((output: Output) => string);
  onDone?: (output: Output) => void;
  /** It destroys nothing. */
  isHarmless?: boolean;
};

type ConfirmModalProps<Output> = Confirmed<Output> & {
  isOpen: boolean;
  close: () => void;
  /** The words of the button that does it. */
  action: string;
};

/** For what cannot be undone: it says what will happen, and asks once. A refusal is shown where it was asked. */
export function ConfirmModal<Output>(props: ConfirmModalProps<Output>) {
  const { title, children, act, done, onDone, isHarmless = false, isOpen, close, action } = props;
  const doing = useAct(act, {
    done,
    isQuiet: true,
    onDone: (output) => {
      close();
      onDone?.(output);
    },
  });
  const leave = () => {
    doing.reset();
    close();
  };
  return (
    <ActModal
      title={title}
      isOpen={isOpen}
      close={leave}
      action={action}
      color={isHarmless ? undefined : "red"}
      isBusy={doing.isPending}
      error={doing.error}
      onSubmit={() => doing.mutate(undefined)}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
    </ActModal>
  );
}

type ConfirmButtonProps<Output> = Omit<ButtonProps, "children"> &
  Confirmed<Output> & {
    label: string;
    /** For those who hear it, where many rows have the same button. */
    about?: string;
    /** The words of the button that does it: the label, unless it says otherwise. */
    action?: string;
  };

export function ConfirmButton<Output>(props: ConfirmButtonProps<Output>) {
  const { label, about, title, children, act, done, onDone, action = label, isHarmless, ...rest } = props;
  const [isOpen, modal] = useDisclosure();
  const asked = { title, act, done, action, ...(onDone && { onDone }), ...(isHarmless && { isHarmless }) };
  return (
    <>
      <Button variant="default" {...rest} onClick={modal.open} aria-label={about ? `${label}: ${about}` : undefined}>
        {label}
      </Button>
      <ConfirmModal {...asked} isOpen={isOpen} close={modal.close}>
        {children}
      </ConfirmModal>
    </>
  );
}
