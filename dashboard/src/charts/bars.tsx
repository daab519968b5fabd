// Bars: over time they stand, of names they lie.

import classes from "./chart.module.css";
import { Drawing, useWidth } from "./chart.tsx";
import { ticksTo } from "./scale.ts";
import { TimeColumns } from "./time-columns.tsx";
import { ValueAxis } from "./value-axis.tsx";

export type Bar = {
  key: string;
  name: string;
  value: number;
  /** The value in words. */
  shown: string;
  /** The same, a year before: a hairline. */
  before?: number | undefined;
  /** Not over yet, so no whole bar. */
  isRunning?: boolean;
};

type BarsProps = { bars: readonly Bar[]; label: string; showTick: (value: number) => string; height?: number };

const LEFT = 56;
const TOP = 8;
const FOOT = 24;
const LABEL_WIDTH = 64;
const WIDEST = 40;

export function TimeBars({ bars, label, showTick, height = 260 }: BarsProps) {
  const [place, width] = useWidth();
  const most = bars.reduce((most, { value, before = 0 }) => Math.max(most, value, before), 0);
  const ticks = ticksTo(most);
  const top = ticks.at(-1) || 1;
  const bottom = height - FOOT;
  const yOf = (value: number) => bottom - (Math.max(0, value) / top) * (bottom - TOP);
  return (
    <Drawing {...{ place, width, height, label }}>
      <ValueAxis {...{ ticks, yOf, showTick }} from={LEFT} to={width} />
      <TimeColumns
        items={bars}
        area={{ left: LEFT, right: width, top: TOP, bottom }}
        label={{ width: LABEL_WIDTH, inset: LABEL_WIDTH / 2, y: height - 6 }}
        say={({ name, shown }) => `${name}: ${shown}`}
      >
        {({ value, before = 0, isRunning }, middle, step) => {
          const wide = Math.min(WIDEST, step * 0.64);
          const line = { x1: middle - wide / 2 - 4, x2: middle + wide / 2 + 4, y1: yOf(before), y2: yOf(before) };
          const bar = { x: middle - wide / 2, width: wide, y: yOf(value), height: bottom - yOf(value), rx: 1 };
          return (
            <>
              <rect className={isRunning ? classes.running : classes.bar} {...bar} />
              {before > 0 && <line className={classes.before} {...line} />}
            </>
          );
        }}
      </TimeColumns>
    </Drawing>
  );
}

const ROW = 32;
const NAME_WIDTH = 128;
const VALUE_WIDTH = 88;
const NAME_SIGNS = 18;

export function NamedBars({ bars, label }: Omit<BarsProps, "showTick" | "height">) {
  const [place, width] = useWidth();
  const most = bars.reduce((most, { value }) => Math.max(most, value), Number.MIN_VALUE);
  const room = Math.max(16, width - NAME_WIDTH - VALUE_WIDTH);
  return (
    <Drawing {...{ place, width, label }} height={bars.length * ROW}>
      {bars.map(({ key, name, value, shown }, index) => {
        const long = Math.max(1, (Math.max(0, value) / most) * room);
        const y = index * ROW;
        return (
          <g key={key} className={classes.row}>
            <title>{`${name}: ${shown}`}</title>
            <text className={classes.value} x={0} y={y + ROW / 2 + 4}>
              {name.length > NAME_SIGNS ? `${name.slice(0, NAME_SIGNS - 1)}…` : name}
            </text>
            <rect className={classes.bar} x={NAME_WIDTH} y={y + 10} width={long} height={12} rx={1} />
            <text className={classes.label} x={NAME_WIDTH + long + 8} y={y + ROW / 2 + 4}>
              {shown}
            </text>
          </g>
        );
      })}
    </Drawing>
  );
}
