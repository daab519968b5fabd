// One amount and its parts, side by side. The page has their names and figures in a table.

import classes from "./chart.module.css";
import { Drawing, useWidth } from "./chart.tsx";

export type Part = {
  key: string;
  name: string;
  value: number;
  /** The value in words. */
  shown: string;
  /** `taken`: it pays back something. `left`: what remains. */
  kind: "given" | "taken" | "left";
};

type SplitBarProps = { parts: readonly Part[]; label: string; height?: number };

const GAP = 2;

/** Parts below zero have no room in a whole: the table tells them. */
export function SplitBar({ parts, label, height = 24 }: SplitBarProps) {
  const [place, width] = useWidth(320);
  const shown = parts.filter(({ value }) => value > 0);
  const sum = shown.reduce((sum, { value }) => sum + value, 0) || 1;
  const room = width - GAP * Math.max(0, shown.length - 1);
  let x = 0;
  return (
    <Drawing {...{ place, width, height, label }}>
      {shown.map(({ key, name, value, shown: text, kind }) => {
        const wide = Math.max(1, (value / sum) * room);
        const left = x;
        x += wide + GAP;
        return (
          <rect key={key} className={classes.part} data-kind={kind} x={left} y={0} width={wide} height={height} rx={2}>
            <title>{`${name}: ${text}`}</title>
          </rect>
        );
      })}
    </Drawing>
  );
}
