// How tries went over time: those that succeeded in ink, and on top of them those that failed, in red.

import classes from "./chart.module.css";
import { ChartTable, Drawing, useWidth } from "./chart.tsx";
import { TimeColumns } from "./time-columns.tsx";

export type Outcome = {
  key: string;
  /** Below the bar, where there is room. */
  name: string;
  /** When, in words. */
  when: string;
  good: number;
  bad: number;
};

type OutcomeBarsProps = {
  /** The oldest first. */
  outcomes: readonly Outcome[];
  label: string;
  /** The figures of one bar in words. */
  show: (outcome: Outcome) => string;
};

const TALL = 64;
const FOOT = 24;
const LABEL_WIDTH = 56;
/** Even one among thousands is seen. */
const LEAST = 3;

export const OUTCOME_BARS_HEIGHT = TALL + FOOT;

export function OutcomeBars({ outcomes, label, show }: OutcomeBarsProps) {
  const [place, width] = useWidth();
  const most = outcomes.reduce((most, { good, bad }) => Math.max(most, good + bad), 1);
  const tall = (count: number) => (count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * (TALL - 2 * LEAST))));
  return (
    <>
      <Drawing {...{ place, width, label }} height={OUTCOME_BARS_HEIGHT}>
        <line className={classes.base} x1={0} x2={width} y1={TALL + 0.5} y2={TALL + 0.5} />
        <TimeColumns
          items={outcomes}
          area={{ left: 0, right: width, top: 0, bottom: TALL }}
          label={{ width: LABEL_WIDTH, inset: LABEL_WIDTH / 3, y: OUTCOME_BARS_HEIGHT - 6 }}
          say={(outcome) => `${outcome.when}: ${show(outcome)}`}
        >
          {({ good, bad }, middle, step) => {
            const wide = Math.max(2, Math.min(40, step - 3));
            const bar = { x: middle - wide / 2, width: wide };
            return (
              <>
                <rect className={classes.bar} {...bar} y={TALL - tall(good)} height={tall(good)} />
                <rect className={classes.bad} {...bar} y={TALL - tall(good) - tall(bad)} height={tall(bad)} />
              </>
            );
          }}
        </TimeColumns>
      </Drawing>
      <ChartTable caption={label} rows={outcomes.map((outcome) => [outcome.when, show(outcome)])} />
    </>
  );
}
