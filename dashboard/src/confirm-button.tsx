import { Button, type ButtonProps, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { ActModal } from "./act-modal.tsx";
import { useAct } from "./data.ts";

type ConfirmButtonProps<Output> = Omit<ButtonProps, "children"> & {
  label: string;
  /** For those who hear it, where many rows have the same button. */
  about?: string;
  /** The question. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  act: () => Promise<Output>;
  done: string | ((output: Output) => string);
  onDone?: (output: Output) => void;
  /** The words of the button that does it: the label, unless it says otherwise. */
  action?: string;
  /** It destroys nothing. */
  isHarmless?: boolean;
};

/** For what cannot be undone: it says what will happen, and asks once. */
export function ConfirmButton<Output>(props: ConfirmButtonProps<Output>) {
  const { label, about, title, children, act, done, onDone, action = label, isHarmless = false, ...rest } = props;
  const [isOpen, modal] = useDisclosure();
  const doing = useAct(act, {
    done,
    isQuiet: true,
    onDone: (output) => {
      modal.close();
      onDone?.(output);
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
      <ActModal
        title={title}
        isOpen={isOpen}
        close={modal.close}
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
    </>
  );
}
