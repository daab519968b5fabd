import { useEffect, useState } from "react";
import { lastRateUse } from "../../data/api.ts";
import { useSession } from "../../data/session.ts";
import { showNumber } from "../../values/format.ts";
import classes from "./overview.module.css";

const LOOK_MS = 1_000;

/** How many of its requests this minute the dashboard has used. It comes with every answer, so nothing is asked for it. */
export function RateLine() {
  const tier = useSession()?.session?.tier;
  const [use, setUse] = useState(lastRateUse);
  useEffect(() => {
    const timer = setInterval(() => setUse(lastRateUse()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const used =
    use && `${showNumber(use.limit - use.remaining)} of ${showNumber(use.limit)} requests used in this minute`;
  return <p className={classes.rate}>{[tier && `Tier ${tier}`, used].filter(Boolean).join(" · ")}</p>;
}
