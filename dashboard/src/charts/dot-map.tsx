// The world as dots: a faint one for each territory, and over it one as large as its amount.

import classes from "./chart.module.css";
import { Drawing, useWidth } from "./chart.tsx";
import { type Place, territoryPlaces } from "./territory-places.ts";

export type Dot = {
  /** The territory's code. */
  key: string;
  name: string;
  value: number;
  /** The amount in words. */
  shown: string;
};

const NORTH = 80;
const SOUTH = -56;
const HEIGHT_BY_WIDTH = 0.44;
const FAINT = 1.5;
/** The area of a dot is its amount, so its radius is the root. */
const LARGEST_BY_WIDTH = 0.03;

export function DotMap({ dots, label }: { dots: readonly Dot[]; label: string }) {
  const [place, width] = useWidth();
  const height = Math.round(width * HEIGHT_BY_WIDTH);
  const most = dots.reduce((most, { value }) => Math.max(most, value), Number.MIN_VALUE);
  const at = ({ longitude, latitude }: Place) => ({
    cx: ((longitude + 180) / 360) * width,
    cy: ((NORTH - latitude) / (NORTH - SOUTH)) * height,
  });
  const radius = (value: number) => Math.max(2, Math.sqrt(value / most) * width * LARGEST_BY_WIDTH);
  return (
    <Drawing {...{ place, width, height, label }}>
      {[...territoryPlaces].map(([code, where]) => (
        <circle key={code} className={classes.faint} {...at(where)} r={FAINT} />
      ))}
      {dots.map(({ key, name, value, shown }) => {
        const where = territoryPlaces.get(key);
        if (!where || value <= 0) return null;
        return (
          <circle key={key} className={classes.dot} {...at(where)} r={radius(value)}>
            <title>{`${name}: ${shown}`}</title>
          </circle>
        );
      })}
    </Drawing>
  );
}
