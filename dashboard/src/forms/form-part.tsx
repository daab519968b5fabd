import { Fieldset, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./form-part.module.css";

/** Fields of a long form that belong together, under a rule and a title of their own. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Fieldset variant="unstyled" legend={title} classNames={{ root: classes.part ?? "", legend: classes.title ?? "" }}>
      <Stack>{children}</Stack>
    </Fieldset>
  );
}
