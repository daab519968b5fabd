import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./form-part.module.css";

/** Fields of a long form that belong together, under a rule and a title of their own. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend className={classes.title}>{title}</legend>
      <Stack>{children}</Stack>
    </fieldset>
  );
}
