import classes from "./environment.module.css";
import { shellWords } from "./words.ts";

/** Says on every page which of the two environments this is. The frame adds a line above the page of the sandbox. */
export function EnvironmentTag({ environment }: { environment: "production" | "sandbox" }) {
  const { name, about } = shellWords.environments[environment];
  return (
    <span
      className={classes.tag}
      data-environment={environment}
      role="note"
      aria-label={shellWords.environment}
      title={`${name}: ${about}`}
    >
      {name}
      <span className={classes.about}>: {about}</span>
    </span>
  );
}
