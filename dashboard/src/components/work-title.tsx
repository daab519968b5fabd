import type { ReactNode } from "react";
import classes from "./work-title.module.css";

/** The title of a release or a track: music looks different from machinery. */
export function WorkTitle({ children, size = "sm" }: { children: ReactNode; size?: "sm" | "md" | "lg" }) {
  return (
    <span className={classes.title} data-size={size}>
      {children}
    </span>
  );
}
