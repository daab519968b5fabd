import type { DeliveryStoreStatus } from "@segue/sdk";
import { showWord } from "../values/format.ts";
import classes from "./store-strip.module.css";
import { standingWords } from "./words.ts";

/** How far a release is at a store, in parts of a hundred: what has ended is full or empty. */
const filled: Readonly<Record<DeliveryStoreStatus, number>> = {
  queued: 0,
  sending: 33,
  ingesting: 66,
  stalled: 66,
  delivered: 100,
  rejected: 100,
  action_required: 100,
  takedown_requested: 100,
  taken_down: 0,
  cancelled: 0,
};

type StripStore = { id: string; name: string; status: DeliveryStoreStatus };

type StoreStripProps = { stores: readonly StripStore[]; size?: "sm" | "md" };

/** One cell a store, which fills as the delivery runs. */
export function StoreStrip({ stores, size = "md" }: StoreStripProps) {
  return (
    <div className={classes.strip} data-size={size} role="img" aria-label={labelOf(stores)}>
      {stores.map(({ id, name, status }) => (
        <span
          key={id}
          className={classes.cell}
          data-status={status}
          title={`${name}: ${showWord(status).toLowerCase()}`}
        >
          <span className={classes.fill} style={{ width: `${filled[status]}%` }} />
        </span>
      ))}
    </div>
  );
}

function labelOf(stores: readonly StripStore[]): string {
  const counts = new Map<DeliveryStoreStatus, number>();
  for (const { status } of stores) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${count} ${showWord(status).toLowerCase()}`);
  return standingWords.strip(stores.length, parts.join(", "));
}
