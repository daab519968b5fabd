import type { ReactNode } from "react";
import { Link } from "../router.tsx";
import classes from "./step-track.module.css";
import { stepWords } from "./words.ts";

export type Step = {
  name: string;
  state: "done" | "now" | "later" | "wrong";
  about?: ReactNode;
  /** A step that one can go back to. */
  to?: string | undefined;
};

/** The way of something from its start to its end, and where on it it is. */
export function StepTrack({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol className={classes.track} aria-label={label}>
      {steps.map(({ name, state, about, to }) => (
        <li key={name} className={classes.step} data-state={state} aria-current={state === "now" ? "step" : undefined}>
          <span className={classes.name}>
            {to === undefined ? (
              name
            ) : (
              <Link to={to} className={classes.link}>
                {name}
              </Link>
            )}
            <span className={classes.spoken}>, {stepWords[state]}</span>
          </span>
          {about && <span className={classes.about}>{about}</span>}
        </li>
      ))}
    </ol>
  );
}
