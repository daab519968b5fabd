// The way of a newcomer from nothing to a delivered release, with what is done of it.

import type { Overview } from "@segue/sdk";
import { IconCheck } from "@tabler/icons-react";
import { Section } from "../../components/section.tsx";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import classes from "./first-steps.module.css";
import { firstStepsWords } from "./words.ts";

type Step = { title: string; about: string; to: string; isDone: boolean };
type FirstStepsProps = { has: Overview["has"]; release_id: string | undefined };

function stepsOf({ has, release_id }: FirstStepsProps): Step[] {
  const editor = release_id ? `/releases/${release_id}/edit` : "/releases/new";
  const delivery = release_id ? `/deliveries/new?release_id=${release_id}` : "/deliveries/new";
  return [
    { ...firstStepsWords.create, to: "/releases/new", isDone: has.release },
    { ...firstStepsWords.upload, to: editor, isDone: has.file },
    { ...firstStepsWords.submit, to: editor, isDone: has.submission },
    { ...firstStepsWords.deliver, to: delivery, isDone: has.delivery },
    { ...firstStepsWords.listen, to: "/webhooks", isDone: has.webhook },
  ];
}

/** A key that may not do them all is shown none of them. */
const needed = ["catalog:read", "deliveries:read", "webhooks:read"] as const;

/** Gone when all of it is done. */
export function FirstSteps(props: FirstStepsProps) {
  const canSee = needed.every(useMay());
  const steps = stepsOf(props);
  const next = steps.find(({ isDone }) => !isDone);
  if (!next || !canSee) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className={classes.place}>
      <Section title={firstStepsWords.title} about={firstStepsWords.progress(done, steps.length)}>
        <ol className={classes.steps}>
          {steps.map((step, index) => (
            <li key={step.title} data-done={step.isDone} data-next={step === next || undefined}>
              <span className={classes.mark} aria-hidden>
                {step.isDone ? <IconCheck size={14} /> : index + 1}
              </span>
              {step.isDone ? step.title : <Link to={step.to}>{step.title}</Link>}
              <span className={classes.about}>{step.isDone ? firstStepsWords.done : step.about}</span>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
