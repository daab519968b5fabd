// The operator's first page: what waits for a person, counted by one request, each with the way to where it is done.

import type { OperatorOverview } from "@segue/sdk";
import { PageHead } from "../../components/page-head.tsx";
import { Section } from "../../components/section.tsx";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { Failed } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { Link } from "../../router.tsx";
import { showNumber } from "../../values/format.ts";
import classes from "./inbox.module.css";
import { Health } from "./stores/store-health.tsx";
import { useOperatorStores } from "./stores/store-names.ts";
import { inboxWords } from "./words.ts";

/** The service counts no further. */
const MOST_COUNTED = 1_000;

type Counts = OperatorOverview & { stores_failing: number };

/** The page of each kind, in the order in which they are worth doing. */
const places: Readonly<Record<keyof Counts, string>> = {
  submissions_to_review: "/review",
  stores_failing: "/stores",
  deliveries_stalled: "/deliveries?status=stalled",
  deliveries_action_required: "/deliveries?status=action_required",
  payouts_pending: "/payouts?status=pending",
  payouts_on_hold: "/payouts?status=on_hold",
  jobs_parked: "/jobs",
  sales_unmatched: "/sales-reports",
};
const kinds = Object.keys(places) as (keyof Counts)[];

export default function Inbox() {
  const overview = useRead(["operator.overview.get"], () => segue.operator.overview.get(), { isLive: true });
  const stores = useOperatorStores({ isLive: true });
  const failing = stores.data?.filter(({ stalled_deliveries }) => stalled_deliveries > 0);
  const counts = overview.data && failing && { ...overview.data, stores_failing: failing.length };
  const error = overview.error ?? stores.error;
  const retry = () => void Promise.all([overview.refetch(), stores.refetch()]);
  return (
    <>
      <PageHead title={inboxWords.title} about={counts ? summaryOf(counts) : inboxWords.loading} />
      {counts ? (
        <List counts={counts} />
      ) : error ? (
        <Failed error={error} retry={retry} />
      ) : (
        <SkeletonRows count={kinds.length} />
      )}
      {failing && failing.length > 0 && (
        <div className={classes.failing}>
          <Section title={inboxWords.failingStores}>
            <ul className={classes.list}>
              {failing.map((store) => (
                <li key={store.store_id} className={classes.row}>
                  <Link to={`/stores/${store.store_id}`} className={classes.link}>
                    {store.name}
                  </Link>
                  <Health store={store} />
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
    </>
  );
}

function summaryOf(counts: Counts): string {
  return inboxWords.summary(kinds.filter((kind) => counts[kind] > 0).length, kinds.length);
}

/** Those that wait come first. */
function List({ counts }: { counts: Counts }) {
  const sorted = [...kinds.filter((kind) => counts[kind] > 0), ...kinds.filter((kind) => counts[kind] === 0)];
  return (
    <ul className={classes.list}>
      {sorted.map((kind) => (
        <li key={kind} className={classes.row} data-waits={counts[kind] > 0 || undefined}>
          <span className={classes.count}>{showCount(counts[kind])}</span>
          <Link to={places[kind]} className={classes.link}>
            {inboxWords.kinds[kind].title}
          </Link>
          <span className={classes.about}>
            {counts[kind] > 0 ? inboxWords.kinds[kind].about : inboxWords.nothingWaits}
          </span>
        </li>
      ))}
    </ul>
  );
}

function showCount(count: number): string {
  return showNumber(count) + (count >= MOST_COUNTED ? "+" : "");
}
