import classes from "./chart.module.css";

type ValueAxisProps = {
  ticks: readonly number[];
  /** Where the drawing begins, right of the labels, and where it ends. */
  from: number;
  to: number;
  yOf: (value: number) => number;
  showTick: (value: number) => string;
};

/** The values at the left, each with a line across the chart. */
export function ValueAxis({ ticks, from, to, yOf, showTick }: ValueAxisProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className={tick === 0 ? classes.base : classes.grid} x1={from} x2={to} y1={yOf(tick)} y2={yOf(tick)} />
      <text className={classes.label} x={from - 8} y={yOf(tick) + 4} textAnchor="end">
        {showTick(tick)}
      </text>
    </g>
  ));
}
