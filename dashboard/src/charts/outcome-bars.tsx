// How tries went over time: those that succeeded in ink, and on top of them those that failed, in red.

import classes from "./chart.module.css";
import { ChartTable, useWidth } from "./chart.tsx";
import { isLabelled } from "./scale.ts";

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
  const step = width / Math.max(1, outcomes.length);
  const wide = Math.max(2, Math.min(40, step - 3));
  const tall = (count: number) => (count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * (TALL - 2 * LEAST))));
  return (
    <>
      <div ref={place} className={classes.place} role="img" aria-label={label}>
        <svg width={width} height={OUTCOME_BARS_HEIGHT} aria-hidden="true" focusable="false">
          <line className={classes.base} x1={0} x2={width} y1={TALL + 0.5} y2={TALL + 0.5} />
          {outcomes.map((outcome, index) => {
            const { key, name, when, good, bad } = outcome;
            const middle = index * step + step / 2;
            const bar = { x: middle - wide / 2, width: wide };
            return (
              <g key={key} className={classes.row}>
                <title>{`${when}: ${show(outcome)}`}</title>
                <rect x={middle - step / 2} y={0} width={step} height={TALL} fill="transparent" />
                <rect className={classes.bar} {...bar} y={TALL - tall(good)} height={tall(good)} />
                <rect className={classes.bad} {...bar} y={TALL - tall(good) - tall(bad)} height={tall(bad)} />
                {isLabelled(index, outcomes.length, width / LABEL_WIDTH) && (
                  <text
                    className={classes.label}
                    x={Math.min(Math.max(middle, LABEL_WIDTH / 3), width - LABEL_WIDTH / 3)}
                    y={OUTCOME_BARS_HEIGHT - 6}
                    textAnchor="middle"
                  >
                    {name}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <ChartTable caption={label} rows={outcomes.map((outcome) => [outcome.when, show(outcome)])} />
    </>
  );
}
