import { Button, Group } from "@mantine/core";
import { Link } from "../../../router.tsx";
import { editorWords } from "./words.ts";

export const steps = ["metadata", "artwork", "tracks", "check"] as const;
export type Step = (typeof steps)[number];

export function nextStep(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? "metadata";
}

/** Without a release only the first step can be taken. */
export function EditorSteps({ current, release_id }: { current: Step; release_id?: string }) {
  return (
    <Group component="nav" aria-label={editorWords.stepsLabel} gap="xs" mb="md">
      {steps.map((key, index) => {
        const isCurrent = key === current;
        const look = { size: "xs", variant: isCurrent ? "light" : "default" } as const;
        const name = `${index + 1}. ${editorWords.steps[key]}`;
        return release_id ? (
          <Button
            key={key}
            {...look}
            component={Link}
            to={`/releases/${release_id}/edit?step=${key}`}
            aria-current={isCurrent ? "step" : undefined}
          >
            {name}
          </Button>
        ) : (
          <Button key={key} {...look} disabled={!isCurrent} aria-current={isCurrent ? "step" : undefined}>
            {name}
          </Button>
        );
      })}
    </Group>
  );
}
