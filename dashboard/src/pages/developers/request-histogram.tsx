// The requests that are listed, over time: those that were refused or failed are red.

import type { LoggedRequest } from "@segue/sdk";
import { ChartTable, useWidth } from "../../charts/chart.tsx";
import { showMoment } from "../../values/format.ts";
import classes from "./request-histogram.module.css";
import { requestLogWords } from "./words.ts";

const BARS = 48;
const HEIGHT = 64;

type Bin = { from: string; all: number; errors: number };

/** The oldest first. With a single moment there is one bar. */
function binsOf(requests: readonly LoggedRequest[]): Bin[] {
  const times = requests.map(({ created_at }) => new Date(created_at).getTime());
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, time) => Math.max(most, time), 0);
  const span = Math.max(1, last - first);
  const bins = Array.from({ length: BARS }, (_, index): Bin => {
    return { from: new Date(first + (index * span) / BARS).toISOString(), all: 0, errors: 0 };
  });
  for (const [index, { status }] of requests.entries()) {
    const place = Math.floor((((times[index] ?? first) - first) / span) * BARS);
    const bin = bins[Math.min(place, BARS - 1)];
    if (!bin) continue;
    bin.all += 1;
    bin.errors += status >= 400 ? 1 : 0;
  }
  return bins;
}

/** Its place is kept while requests load, so that the list below does not move. */
export function RequestHistogram({ requests }: { requests: readonly LoggedRequest[] }) {
  const [place, width] = useWidth();
  return (
    <div ref={place} className={classes.place}>
      {requests.length > 0 && <Histogram requests={requests} width={width} />}
    </div>
  );
}

function Histogram({ requests, width }: { requests: readonly LoggedRequest[]; width: number }) {
  const bins = binsOf(requests);
  const most = bins.reduce((most, { all }) => Math.max(most, all), 1);
  const step = width / BARS;
  const tall = (count: number) => (count / most) * HEIGHT;
  const errors = bins.reduce((sum, bin) => sum + bin.errors, 0);
  const label = requestLogWords.histogram.label(requests.length, errors);
  return (
    <>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {bins.map(({ from, all, errors }, index) => (
          <g key={from}>
            <title>{requestLogWords.histogram.bar(showMoment(from), all, errors)}</title>
            <rect
              className={classes.all}
              x={index * step}
              y={HEIGHT - tall(all)}
              width={Math.max(1, step - 2)}
              height={tall(all)}
            />
            <rect
              className={classes.errors}
              x={index * step}
              y={HEIGHT - tall(errors)}
              width={Math.max(1, step - 2)}
              height={tall(errors)}
            />
          </g>
        ))}
      </svg>
      <ChartTable
        caption={label}
        rows={bins.filter(({ all }) => all > 0).map(({ from, all, errors }) => [showMoment(from), all, errors])}
      />
    </>
  );
}
