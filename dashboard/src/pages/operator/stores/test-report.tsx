// What came of a test of a connection: every check in plain words. Checks after the first that failed were not tried.

import { Text } from "@mantine/core";
import type { StoreTestReport } from "@segue/sdk";
import { IconCircle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { showWord } from "../../../values/format.ts";
import classes from "./test-report.module.css";
import { testWords } from "./words.ts";

type Check = StoreTestReport["steps"][number];

/** Where the name of a check does not say what is checked. */
const names: Readonly<Record<string, string>> = testWords.checks;

type Outcome = "good" | "failed" | "untried";

function outcomeOf(steps: readonly Check[], place: number): Outcome {
  const step = steps[place];
  if (step?.ok) return "good";
  const failed = steps.findIndex(({ ok }) => !ok);
  return place === failed || step?.name === "clean_up" ? "failed" : "untried";
}

const pictures: Readonly<Record<Outcome, ReactNode>> = {
  good: <IconCircleCheck size={18} aria-label={testWords.outcomes.good} role="img" />,
  failed: <IconCircleX size={18} aria-label={testWords.outcomes.failed} role="img" />,
  untried: <IconCircle size={18} aria-label={testWords.outcomes.untried} role="img" />,
};

type TestReportProps = {
  report: StoreTestReport;
  /** What can be done about a check that failed. */
  remedyOf?: (check: Check) => ReactNode;
};

export function TestReport({ report: { ok, steps }, remedyOf }: TestReportProps) {
  if (steps.length === 0) return <Text size="sm">{testWords.nothingToTest}</Text>;
  return (
    <>
      <Text fw={600} mb="xs">
        {ok ? testWords.works : testWords.fails}
      </Text>
      <ol className={classes.checks} aria-label={testWords.label}>
        {steps.map((step, place) => {
          const outcome = outcomeOf(steps, place);
          return (
            <li key={step.name} className={classes.check} data-outcome={outcome}>
              <span className={classes.picture}>{pictures[outcome]}</span>
              <span className={classes.name}>{names[step.name] ?? showWord(step.name)}</span>
              <span className={classes.detail}>
                {outcome === "untried" ? testWords.outcomes.untried : step.detail}
                {outcome === "failed" && remedyOf?.(step)}
              </span>
              <span className={classes.time}>{outcome !== "untried" && testWords.milliseconds(step.ms)}</span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
