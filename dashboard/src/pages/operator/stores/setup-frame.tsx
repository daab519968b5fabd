// Around every step of a new store: where it stands on its way, and what comes next.

import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { PageHead } from "../../../components/page-head.tsx";
import { type Step, StepTrack } from "../../../components/step-track.tsx";
import { fieldErrors } from "../../../data/data.ts";
import { Refused } from "../../../forms/refused.tsx";
import { navigate } from "../../../router.tsx";
import classes from "./setup-frame.module.css";
import { type SetupStep, setupSteps, stepOf } from "./setup-steps.ts";
import { type StoreFormOf, storeFormErrors } from "./store-settings.ts";
import { setupWords, storeListWords } from "./words.ts";

export type TestOutcome = "passed" | "failed" | undefined;

export type SetupFrameProps = {
  title: string;
  /** The address of the steps. */
  path: string;
  form: StoreFormOf;
  current: SetupStep;
  /** Why the service refused what was saved. */
  error: Error | null;
  /** What came of the last test. */
  outcome?: TestOutcome;
  /** The words of the button that leads on; without it, `actions` do. */
  next?: string;
  onNext?: () => void;
  isBusy?: boolean;
  actions?: ReactNode;
  children: ReactNode;
};

export function SetupFrame(props: SetupFrameProps) {
  const { title, path, form, current, error, outcome, next, onNext, isBusy = false, actions, children } = props;
  const submit = form.onSubmit(
    () => onNext?.(),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? "")?.focus(),
  );
  return (
    <>
      <PageHead title={title} about={setupWords.about} back={{ to: "/stores", label: storeListWords.title }} />
      <div className={classes.place}>
        <StepTrack label={setupWords.stepsLabel} steps={stepsAt(current, { path, outcome })} />
        <form onSubmit={submit} noValidate>
          <Stack gap="lg">
            <Refused error={error} />
            {children}
            <Group gap="xs" className={classes.actions}>
              {next && (
                <Button type="submit" loading={isBusy}>
                  {next}
                </Button>
              )}
              {actions}
            </Group>
          </Stack>
        </form>
      </div>
    </>
  );
}

function stepsAt(current: SetupStep, { path, outcome }: Pick<SetupFrameProps, "path" | "outcome">): Step[] {
  const keys = Object.keys(setupSteps) as SetupStep[];
  const now = keys.indexOf(current);
  return keys.map((key, place) => {
    const name = `${place + 1}. ${setupSteps[key]}`;
    if (place > now) return { name, state: "later" };
    if (place === now) return { name, state: "now" };
    const state = key === "test" && outcome !== "passed" ? (outcome === "failed" ? "wrong" : "later") : "done";
    return { name, state, to: `${path}?step=${key}` };
  });
}

/** For a refusal: its issues go to their fields, and the page to the step that has the first of them. */
export function useMending(form: StoreFormOf, path: string, current: SetupStep): (error: Error) => void {
  return (error) => {
    const { kind } = form.getValues();
    const errors = storeFormErrors(kind, fieldErrors(error));
    const steps = Object.keys(errors).map((field) => stepOf(field, kind));
    const [first] = steps;
    if (first && !steps.includes(current)) navigate(`${path}?step=${first}`);
    form.setErrors(errors);
  };
}
