// A value that changes at moments and stays in between. Moments that matter have a notch.

import classes from "./chart.module.css";
import { ChartTable, Drawing, useWidth } from "./chart.tsx";
import { ticksTo } from "./scale.ts";
import { ValueAxis } from "./value-axis.tsx";

export type Step = {
  key: string;
  at: string;
  /** From this moment on. */
  value: number;
  /** The movement, and the value after it, in words. */
  shown: string;
  /** When, in words. */
  when: string;
  isNotch: boolean;
};

type StepsProps = { steps: readonly Step[]; label: string; showTick: (value: number) => string; height?: number };

const LEFT = 56;
const TOP = 8;
const FOOT = 24;
const NOTCH = 5;

/** The line begins with the first step and ends with the last; the table behind it has every step. */
export function Steps({ steps, label, showTick, height = 160 }: StepsProps) {
  const [place, width] = useWidth();
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) return null;
  const ticks = ticksTo(
    steps.reduce((most, { value }) => Math.max(most, value), 0),
    3,
  );
  const top = ticks.at(-1) || 1;
  const low = steps.reduce((least, { value }) => Math.min(least, value), 0);
  const tall = height - TOP - FOOT;
  const from = Date.parse(first.at);
  const long = Math.max(1, Date.parse(last.at) - from);
  const xOf = (at: string) => LEFT + NOTCH + ((Date.parse(at) - from) / long) * (width - LEFT - 2 * NOTCH);
  const yOf = (value: number) => TOP + tall - ((value - low) / (top - low)) * tall;
  const path = steps.map(({ at, value }, index) => `${index ? "H" : "M"}${xOf(at)}${index ? "V" : " "}${yOf(value)}`);
  return (
    <>
      <Drawing {...{ place, width, height, label }}>
        <ValueAxis {...{ ticks, yOf, showTick }} from={LEFT} to={width} />
        <path className={classes.step} d={path.join("")} />
        {steps.map(({ key, at, value, shown, when, isNotch }) => (
          <g key={key} className={classes.row}>
            <title>{`${when}: ${shown}`}</title>
            <rect x={xOf(at) - 4} y={TOP} width={8} height={tall} fill="transparent" />
            {isNotch && (
              <path
                className={classes.notch}
                d={`M${xOf(at) - NOTCH} ${yOf(value) + 2 * NOTCH}h${2 * NOTCH}l${-NOTCH} ${-2 * NOTCH}z`}
              />
            )}
          </g>
        ))}
        <text className={classes.label} x={LEFT} y={height - 6}>
          {first.when}
        </text>
        <text className={classes.label} x={width} y={height - 6} textAnchor="end">
          {last.when}
        </text>
      </Drawing>
      <ChartTable caption={label} rows={steps.map(({ key, when, shown }) => [key, when, shown])} />
    </>
  );
}
