// Shared by all charts: a width of their own, from which they draw, and a table with their figures for readers who do not see them.

import { type ReactNode, type RefCallback, useCallback, useState } from "react";
import classes from "./chart.module.css";

/** As wide as its place. The height is the chart's own from the start, so that nothing moves. */
export function useWidth(first = 640): [RefCallback<HTMLDivElement>, number] {
  const [width, setWidth] = useState(first);
  const place = useCallback((element: HTMLDivElement) => {
    const measure = () => setWidth(Math.max(200, Math.floor(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}

type DrawingProps = {
  place: RefCallback<HTMLDivElement>;
  width: number;
  height: number;
  label: string;
  children: ReactNode;
};

/** The frame of a chart, as wide as its place: one picture, with its label, for those who hear it. */
export function Drawing({ place, width, height, label, children }: DrawingProps) {
  return (
    <div ref={place} className={classes.place} role="img" aria-label={label}>
      <svg width={width} height={height} aria-hidden="true" focusable="false">
        {children}
      </svg>
    </div>
  );
}

type ChartTableProps = { caption: string; rows: readonly (readonly [name: string, ...values: ReactNode[]])[] };

/** The figures of a chart, where no table on the page has them. */
export function ChartTable({ caption, rows }: ChartTableProps) {
  return (
    // In a box: a table grows with its words, however narrow it is told to be.
    <div className={classes.hidden}>
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has the same columns each time.
                <td key={index}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
