import { Button, type ButtonProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Confirm } from "./confirm.tsx";
import { useAct } from "./data.ts";

type ConfirmButtonProps = Omit<ButtonProps, "children"> & {
  /** As a command: "Revoke". */
  label: string;
  /** For those who hear it, where many rows have the same button. */
  about?: string;
  /** A question. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  act: () => Promise<unknown>;
  done: string;
  isHarmless?: boolean;
};

/** A button that asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, about, title, children, act, done, isHarmless = false, ...rest } = props;
  const [isOpen, modal] = useDisclosure();
  const doing = useAct(act, { done, isQuiet: true, onDone: modal.close });
  const open = () => {
    doing.reset();
    modal.open();
  };
  return (
    <>
      <Button variant="default" {...rest} onClick={open} aria-label={about ? `${label}: ${about}` : undefined}>
        {label}
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={modal.close}
        title={title}
        label={label}
        act={{ ...doing, mutate: () => doing.mutate(undefined) }}
        isHarmless={isHarmless}
      >
        {children}
      </Confirm>
    </>
  );
}
