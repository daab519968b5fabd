// How a release stands: by its stores as soon as it was meant for one, before that by its own status.

import type { AtStores, ListedRelease, ReleaseStatus } from "@segue/sdk";
import { standingOf } from "../../components/standing.ts";
import { toneOf } from "../../components/status.tsx";
import { showWord } from "../../values/format.ts";
import { countedStatuses } from "../deliveries/store-states.ts";
import classes from "./release-state.module.css";
import { releaseWords } from "./words.ts";

/** `at_stores` is null for a key that may not see deliveries. */
export function sayRelease(status: ReleaseStatus, at_stores: AtStores): ReturnType<typeof standingOf> {
  if (!at_stores) return { tone: toneOf(status), parts: [showWord(status)] };
  if (at_stores.total > 0) return standingOf(at_stores);
  return { tone: status === "delivered" ? "quiet" : toneOf(status), parts: [releaseWords.beforeStores[status]] };
}

/** For a row of a list: the sentence, and below it a bar of the stores with the API's own word. */
export function ReleaseState({ release: { status, at_stores } }: { release: ListedRelease }) {
  const { tone, parts } = sayRelease(status, at_stores);
  const text = parts.join(" · ");
  return (
    <div className={classes.state} data-tone={tone}>
      <div className={classes.sentence} title={text}>
        {text}
      </div>
      {text !== showWord(status) && (
        <div className={classes.below}>
          {at_stores && at_stores.total > 0 && <StoreBar at_stores={at_stores} />}
          <span>{showWord(status).toLowerCase()}</span>
        </div>
      )}
    </div>
  );
}

/** As many parts as there are statuses, each as wide as its stores: a list has no room for a cell of each store. */
function StoreBar({ at_stores: { statuses } }: { at_stores: NonNullable<AtStores> }) {
  return (
    <span className={classes.bar} aria-hidden>
      {countedStatuses.map(
        (status) =>
          status !== "cancelled" &&
          statuses[status] > 0 && <span key={status} data-status={status} style={{ flexGrow: statuses[status] }} />,
      )}
    </span>
  );
}
