// Several things at the same time: a lane for each, on one axis of time.

import classes from "./chart.module.css";
import { ChartTable, Drawing, useWidth } from "./chart.tsx";

type Span = {
  from: string;
  /** Until when; the last one lasts until the axis ends. */
  to: string | undefined;
  tone: string;
  /** In words, with the time. */
  shown: string;
};

export type Lane = { key: string; name: string; spans: readonly Span[] };

type LanesProps = { lanes: readonly Lane[]; until: string; label: string; showTime: (at: string) => string };

const ROW = 18;
const BAR = 8;
const FOOT = 22;
const MIN_WIDTH = 3;
const NAME_SIGNS = 16;

/** In the order in which they are given. The axis begins with the first span of all and ends at `until`. */
export function Lanes({ lanes, until, label, showTime }: LanesProps) {
  const [place, width] = useWidth();
  const starts = lanes.flatMap(({ spans }) => spans.slice(0, 1).map(({ from }) => Date.parse(from)));
  const first = starts.reduce((least, time) => Math.min(least, time), Date.parse(until));
  const long = Math.max(1, Date.parse(until) - first);
  const left = width < 480 ? 96 : 136;
  const xOf = (at: string) => left + ((Date.parse(at) - first) / long) * (width - left);
  const height = lanes.length * ROW + FOOT;
  return (
    <>
      <Drawing {...{ place, width, height, label }}>
        {lanes.map(({ key, name, spans }, index) => (
          <g key={key}>
            <text className={classes.label} x={0} y={index * ROW + 13}>
              {name.length > NAME_SIGNS ? `${name.slice(0, NAME_SIGNS - 1)}…` : name}
            </text>
            <line className={classes.grid} x1={left} x2={width} y1={index * ROW + 9} y2={index * ROW + 9} />
            {spans.map(({ from, to, tone, shown }) => (
              <rect
                key={from}
                className={classes.span}
                data-tone={tone}
                x={Math.min(xOf(from), width - MIN_WIDTH)}
                y={index * ROW + 9 - BAR / 2}
                width={Math.max(MIN_WIDTH, xOf(to ?? until) - xOf(from) - 1)}
                height={BAR}
              >
                <title>{`${name}: ${shown}`}</title>
              </rect>
            ))}
          </g>
        ))}
        <text className={classes.label} x={left} y={height - 4}>
          {showTime(new Date(first).toISOString())}
        </text>
        <text className={classes.label} x={width} y={height - 4} textAnchor="end">
          {showTime(until)}
        </text>
      </Drawing>
      <ChartTable
        caption={label}
        rows={lanes.map(({ key, name, spans }) => [key, name, spans.map(({ shown }) => shown).join("; ")])}
      />
    </>
  );
}
