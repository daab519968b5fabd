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

/** The service counts no further. */
const MOST_COUNTED = 1_000;

type Counts = OperatorOverview & { stores_failing: number };
type Kind = { of: keyof Counts; title: string; about: string; to: string };

// biome-ignore format: one line a kind.
const kinds: readonly Kind[] = [
  { of: "submissions_to_review", title: "Submissions to review", about: "Wait for your decision", to: "/review" },
  { of: "stores_failing", title: "Failing stores", about: "Cannot be reached now", to: "/stores" },
  { of: "deliveries_stalled", title: "Stalled deliveries", about: "Cannot reach a store; the service keeps trying", to: "/deliveries?status=stalled" },
  { of: "deliveries_action_required", title: "Actions required", about: "Need a change before the store takes them", to: "/deliveries?status=action_required" },
  { of: "payouts_pending", title: "Payouts pending", about: "Wait to be paid", to: "/payouts?status=pending" },
  { of: "payouts_on_hold", title: "Payouts on hold", about: "Wait until you release the hold", to: "/payouts?status=on_hold" },
  { of: "jobs_parked", title: "Parked jobs", about: "Failed for good and wait for a retry", to: "/jobs" },
  { of: "sales_unmatched", title: "Unmatched sales", about: "Reports with rows that belong to no track yet", to: "/sales-reports" },
];

export default function Inbox() {
  const overview = useRead(["operator.overview.get"], () => segue.operator.overview.get(), { isLive: true });
  const stores = useOperatorStores({ isLive: true });
  const failing = stores.data?.filter(({ stalled_deliveries }) => stalled_deliveries > 0);
  const counts = overview.data && failing && { ...overview.data, stores_failing: failing.length };
  const error = overview.error ?? stores.error;
  const retry = () => void Promise.all([overview.refetch(), stores.refetch()]);
  return (
    <>
      <PageHead title="Inbox" about={counts ? summaryOf(counts) : "All organizations, as they stand now."} />
      {counts ? (
        <List counts={counts} />
      ) : error ? (
        <Failed error={error} retry={retry} />
      ) : (
        <SkeletonRows count={kinds.length} />
      )}
      {failing && failing.length > 0 && (
        <div className={classes.failing}>
          <Section title="Stores that cannot be reached">
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
  const waiting = kinds.filter(({ of }) => counts[of] > 0).length;
  if (waiting === 0) return "Nothing waits for you, in any organization.";
  return `${waiting} of ${kinds.length} need you, across all organizations.`;
}

/** Those that wait come first, in the order in which they are worth doing. */
function List({ counts }: { counts: Counts }) {
  const sorted = [...kinds.filter(({ of }) => counts[of] > 0), ...kinds.filter(({ of }) => counts[of] === 0)];
  return (
    <ul className={classes.list}>
      {sorted.map(({ of, title, about, to }) => (
        <li key={of} className={classes.row} data-waits={counts[of] > 0 || undefined}>
          <span className={classes.count}>{showCount(counts[of])}</span>
          <Link to={to} className={classes.link}>
            {title}
          </Link>
          <span className={classes.about}>{counts[of] > 0 ? about : "Nothing waits"}</span>
        </li>
      ))}
    </ul>
  );
}

function showCount(count: number): string {
  return showNumber(count) + (count >= MOST_COUNTED ? "+" : "");
}
