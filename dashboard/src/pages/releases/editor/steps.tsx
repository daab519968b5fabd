import { Button, Group } from "@mantine/core";
import { Link } from "../../../router.tsx";

export type Step = "metadata" | "artwork" | "tracks" | "check";

type StepWords = { key: Step; title: string; words: string };

const first: StepWords = { key: "metadata", title: "Metadata", words: "metadata" };

export const steps: readonly StepWords[] = [
  first,
  { key: "artwork", title: "Artwork", words: "artwork" },
  { key: "tracks", title: "Tracks and audio", words: "tracks and audio" },
  { key: "check", title: "Check and submit", words: "check and submit" },
];

export function nextStep(step: Step): StepWords {
  return steps[steps.findIndex(({ key }) => key === step) + 1] ?? first;
}

/** Without a release only the first step can be taken. */
export function EditorSteps({ current, release_id }: { current: Step; release_id?: string }) {
  return (
    <Group component="nav" aria-label="Steps" gap="xs" mb="md">
      {steps.map(({ key, title }, index) => {
        const isCurrent = key === current;
        const look = { size: "xs", variant: isCurrent ? "light" : "default" } as const;
        const name = `${index + 1}. ${title}`;
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
