import type { ReactNode } from "react";
import classes from "./chart.module.css";
import { isLabelled } from "./scale.ts";

type TimeColumnsProps<Item> = {
  /** The oldest first. */
  items: readonly Item[];
  /** The room of the columns within the drawing. */
  area: { left: number; right: number; top: number; bottom: number };
  /** The room of a name, how near to the edges its middle may be, and where it stands. */
  label: { width: number; inset: number; y: number };
  /** Said of a column on hover. */
  say: (item: Item) => string;
  /** Draws a column around its middle; the next one is a step away. */
  children: (item: Item, middle: number, step: number) => ReactNode;
};

/** Columns side by side over time. Each is found by the pointer over all of its height, and named where there is room. */
export function TimeColumns<Item extends { key: string; name: string }>(props: TimeColumnsProps<Item>) {
  const { items, area, label, say, children } = props;
  const { left, right, top, bottom } = area;
  const step = (right - left) / Math.max(1, items.length);
  return items.map((item, index) => {
    const middle = left + index * step + step / 2;
    return (
      <g key={item.key} className={classes.row}>
        <title>{say(item)}</title>
        <rect x={middle - step / 2} y={top} width={step} height={bottom - top} fill="transparent" />
        {children(item, middle, step)}
        {isLabelled(index, items.length, (right - left) / label.width) && (
          <text
            className={classes.label}
            x={Math.min(Math.max(middle, label.inset), right - label.inset)}
            y={label.y}
            textAnchor="middle"
          >
            {item.name}
          </text>
        )}
      </g>
    );
  });
}
