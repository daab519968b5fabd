import classes from "./skeleton-rows.module.css";
import { stateWords } from "./words.ts";

type SkeletonRowsProps = { count?: number; rowHeight?: number; hasPicture?: boolean };

/** Stands for rows that are still loading, as high as they will be. */
export function SkeletonRows({ count = 8, rowHeight = 44, hasPicture = false }: SkeletonRowsProps) {
  return (
    <div className={classes.rows} role="status" aria-label={stateWords.loading}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike.
        <div key={index} className={classes.row} style={{ height: rowHeight }}>
          {hasPicture && <span className={classes.picture} />}
          <span className={classes.text} style={{ width: `${30 + ((index * 37) % 29)}%` }} />
          <span className={classes.end} />
        </div>
      ))}
    </div>
  );
}
