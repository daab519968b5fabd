// The history of a release: submissions, reviews, deliveries, and the answers of stores.

import { Anchor, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Delivery, Release, Submission } from "@segue/sdk";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { Failed } from "../../components/states.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { useDeliveriesOf } from "../../data/catalog.ts";
import { useList } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { Link } from "../../router.tsx";
import { nameField } from "../../values/field-names.ts";
import { IssueList } from "./preflight-issues.tsx";
import classes from "./release-history.module.css";
import { type Happening, timelineOf } from "./release-timeline.ts";
import { checkWords, historyWords } from "./words.ts";

export default function ReleaseHistory({ release }: { release: Release }) {
  const list = useList(["submissions.list", release.id], (page) =>
    segue.submissions.list({ ...page, release_id: release.id }),
  );
  const deliveries = useDeliveriesOf(release.id);
  const nameOf = useStoreName();
  if (list.rows === undefined && list.error) return <Failed error={list.error} retry={list.retry} />;
  // A key that may not see deliveries sees the rest.
  if (list.rows === undefined || (!deliveries.data && !deliveries.error)) return <SkeletonRows />;
  const isFree = deliveries.data?.every(isNowhere) ?? false;
  const latest = list.rows[0];
  const canWithdraw = (submission: Submission) =>
    submission.review_status === "pending_review" || (submission === latest && isFree && isApproved(submission));
  const timeline = timelineOf({ release, submissions: list.rows, deliveries: deliveries.data ?? [], nameOf });
  return (
    <section aria-label={historyWords.label}>
      <ol className={classes.timeline}>
        {timeline.map((happening) => (
          <OneHappening key={happening.key} happening={happening} canWithdraw={canWithdraw} />
        ))}
      </ol>
      {list.hasMore && (
        <Button variant="default" size="xs" mt="sm" loading={list.isLoadingMore} onClick={list.loadMore}>
          {historyWords.showOlder}
        </Button>
      )}
    </section>
  );
}

const isApproved = ({ review_status }: Submission) => review_status === "approved";

/** No store has it from this delivery, and none waits for it. A store that rejects an update keeps what it has. */
function isNowhere({ stores }: Delivery): boolean {
  return stores.every(({ status, history }) => {
    if (status !== "rejected") return status === "taken_down" || status === "cancelled";
    return !history.some((step) => step.status === "delivered" && !step.is_ignored);
  });
}

type OneHappeningProps = { happening: Happening; canWithdraw: (submission: Submission) => boolean };

function OneHappening({ happening: { at, tone, title, about, to, submission }, canWithdraw }: OneHappeningProps) {
  const may = useMay();
  return (
    <li className={classes.happening} data-tone={tone}>
      <span className={classes.when}>
        <When at={at} />
      </span>
      <div className={classes.texts}>
        {to ? (
          <Anchor component={Link} to={to} inherit c="inherit" fw={500}>
            {title}
          </Anchor>
        ) : (
          <span className={classes.title}>{title}</span>
        )}
        {about && <p className={classes.about}>{about}</p>}
        {submission?.delivery_id && (
          <p className={classes.about}>
            <Anchor component={Link} to={`/deliveries/${submission.delivery_id}`} inherit>
              {historyWords.seeDelivery}
            </Anchor>
          </p>
        )}
        {submission && submission.issues.length > 0 && <Remarks submission={submission} />}
      </div>
      {submission && canWithdraw(submission) && may("catalog:write") && <WithdrawButton submission={submission} />}
    </li>
  );
}

function Remarks({ submission: { issues } }: { submission: Submission }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? historyWords.hideRemarks(issues.length) : checkWords.showRemarks(issues.length)}
      </Anchor>
      {isOpen && <IssueList issues={issues} nameOf={({ field }) => <b>{nameField(field)}</b>} />}
    </>
  );
}

function WithdrawButton({ submission }: { submission: Submission }) {
  return (
    <ConfirmButton
      label={historyWords.withdraw.label}
      size="xs"
      title={historyWords.withdraw.question}
      act={() => segue.submissions.withdraw(submission.submission_id)}
      done={historyWords.withdraw.done}
    >
      {isApproved(submission) ? historyWords.withdraw.approvedHint : historyWords.withdraw.pendingHint}
    </ConfirmButton>
  );
}
