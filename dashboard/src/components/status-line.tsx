import type { ReactNode } from "react";
import type { Tone } from "./status.tsx";
import classes from "./status-line.module.css";

type StatusLineProps = {
  tone: Tone;
  /** How it stands, the most important first: "Live at 29 of 34", "3 need you". */
  parts: readonly string[];
  /** The service's own word for it, shown small. */
  status?: ReactNode;
  /** `sm`: in a row of a list. */
  size?: "sm" | "md";
};

/** A dot and a sentence: how something stands, read in a second. */
export function StatusLine({ tone, parts, status, size = "md" }: StatusLineProps) {
  return (
    <p className={classes.line} data-tone={tone} data-size={size}>
      <span>{parts.join(" · ")}</span>
      {status && <span className={classes.status}>{status}</span>}
    </p>
  );
}
