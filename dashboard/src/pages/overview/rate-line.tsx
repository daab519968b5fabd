import { useEffect, useState } from "react";
import { lastRateUse } from "../../data/api.ts";
import { useSession } from "../../data/session.ts";
import classes from "./overview.module.css";
import { overviewWords } from "./words.ts";

const LOOK_MS = 1_000;

/** How many of its requests this minute the dashboard has used. It comes with every answer, so nothing is asked for it. */
export function RateLine() {
  const tier = useSession()?.session?.tier;
  const [use, setUse] = useState(lastRateUse);
  useEffect(() => {
    const timer = setInterval(() => setUse(lastRateUse()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const used = use && overviewWords.rate(use.limit - use.remaining, use.limit);
  return <p className={classes.rate}>{[tier && overviewWords.tier(tier), used].filter(Boolean).join(" · ")}</p>;
}
