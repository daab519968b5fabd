// The way of a newcomer from nothing to a delivered release, with what is done of it.

import type { Overview } from "@segue/sdk";
import { IconCheck } from "@tabler/icons-react";
import { Section } from "../../components/section.tsx";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import classes from "./first-steps.module.css";

type Step = { title: string; about: string; to: string; isDone: boolean };
type FirstStepsProps = { has: Overview["has"]; release_id: string | undefined };

function stepsOf({ has, release_id }: FirstStepsProps): Step[] {
  const editor = release_id ? `/releases/${release_id}/edit` : "/releases/new";
  const delivery = release_id ? `/deliveries/new?release_id=${release_id}` : "/deliveries/new";
  return [
    { title: "Create a release", about: "Its title, artists and date.", to: "/releases/new", isDone: has.release },
    { title: "Upload audio and artwork", about: "Files are checked as they arrive.", to: editor, isDone: has.file },
    { title: "Submit it", about: "The check shows what stores would refuse.", to: editor, isDone: has.submission },
    { title: "Deliver it to stores", about: "Each store answers for itself.", to: delivery, isDone: has.delivery },
    { title: "Add a webhook", about: "Your systems learn what happens.", to: "/webhooks", isDone: has.webhook },
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
      <Section title="First steps" about={`${done} of ${steps.length} done`}>
        <ol className={classes.steps}>
          {steps.map((step, index) => (
            <li key={step.title} data-done={step.isDone} data-next={step === next || undefined}>
              <span className={classes.mark} aria-hidden>
                {step.isDone ? <IconCheck size={14} /> : index + 1}
              </span>
              {step.isDone ? step.title : <Link to={step.to}>{step.title}</Link>}
              <span className={classes.about}>{step.isDone ? "Done." : step.about}</span>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
