import type { ReactNode } from "react";
import classes from "./row-name.module.css";

/** A work as a row of a list: its title, what tells it from others, and its picture. Plain elements, for lists that scroll. */
export function RowName({ picture, title, below }: { picture?: ReactNode; title: ReactNode; below?: ReactNode }) {
  return (
    <div className={classes.row}>
      {picture}
      <div className={classes.texts}>
        <div className={classes.title}>{title}</div>
        <div className={classes.below}>{below}</div>
      </div>
    </div>
  );
}
