import classes from "./environment.module.css";

const texts = {
  sandbox: "Sandbox: fictional stores, no real money",
  production: "Production: real stores, real money",
};

/** Says on every page which of the two environments this is. The frame adds a line above the page of the sandbox. */
export function EnvironmentTag({ environment }: { environment: "production" | "sandbox" }) {
  const [name, about] = texts[environment].split(": ");
  return (
    <span
      className={classes.tag}
      data-environment={environment}
      role="note"
      aria-label="Environment"
      title={texts[environment]}
    >
      {name}
      <span className={classes.about}>: {about}</span>
    </span>
  );
}
