import { Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "./folded-part.module.css";

type FoldedPartProps = {
  title: string;
  /** What is filled in, in few words. */
  about?: string | undefined;
  /** Something in it needs a look: it is open from the beginning, or opens when that happens. */
  isUrgent?: boolean;
  children: ReactNode;
};

/** Fields that most people leave alone, behind one line. They are made when it is first opened. */
export function FoldedPart({ title, about, isUrgent = false, children }: FoldedPartProps) {
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || isUrgent;
  return (
    <details className={classes.part} open={isShown} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.title}>
        {title}
        {about && <span className={classes.about}>{about}</span>}
      </summary>
      {isShown && <Stack className={classes.body}>{children}</Stack>}
    </details>
  );
}
