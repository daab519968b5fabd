// The submissions of a release, newest first: who decided what, when and why.

import { Button, Divider, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Delivery, Release, Submission } from "@segue/sdk";
import { Failed, Loading } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useDeliveriesOf } from "../../data/catalog.ts";
import { useList, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { nameField } from "../../values/field-names.ts";
import { showTime } from "../../values/format.ts";
import { IssueList } from "./preflight-issues.tsx";

/** Null where there is none, undefined until it is known. */
export function useLatestSubmission(release_id: string): Submission | null | undefined {
  const read = async () => (await segue.submissions.list({ release_id, limit: 1 })).data[0] ?? null;
  const { data } = useRead(["submissions.list", release_id, 1], read);
  // A review by the operator comes by itself.
  useRead(["submissions.list", release_id, 1], read, { isLive: data?.review_status === "pending_review" });
  return data;
}

export function SubmissionHistory({ release }: { release: Release }) {
  const list = useList(["submissions.list", release.id], (page) =>
    segue.submissions.list({ ...page, release_id: release.id }),
  );
  const deliveries = useDeliveriesOf(release.id);
  const isFree = deliveries.data?.every(isNowhere) ?? false;
  if (list.rows === undefined)
    return list.error ? <Failed error={list.error} retry={list.retry} /> : <Loading what="Loading the submissions" />;
  if (list.rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        It was not submitted yet.
      </Text>
    );
  return (
    <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: "none" }}>
      {list.rows.map((submission, index) => (
        <li key={submission.submission_id}>
          {index > 0 && <Divider mb="sm" />}
          <OneSubmission
            submission={submission}
            canBeWithdrawn={
              submission.review_status === "pending_review" || (index === 0 && isFree && isApproved(submission))
            }
          />
        </li>
      ))}
      {list.hasMore && (
        <Button variant="default" size="xs" loading={list.isLoadingMore} onClick={list.loadMore}>
          Show older ones
        </Button>
      )}
    </Stack>
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

type OneSubmissionProps = { submission: Submission; canBeWithdrawn: boolean };

function OneSubmission({ submission, canBeWithdrawn }: OneSubmissionProps) {
  const { review_status, submitted_at, reviewed_at, reason, issues } = submission;
  const [isOpen, { toggle }] = useDisclosure(false);
  const may = useMay();
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Status value={review_status} />
          <Text size="sm">
            Submitted {showTime(submitted_at)}
            {reviewed_at && reviewed_at !== submitted_at && `, decided ${showTime(reviewed_at)}`}
          </Text>
        </Group>
        {canBeWithdrawn && may("catalog:write") && <WithdrawButton submission={submission} />}
      </Group>
      {reason && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          Reason: {reason}
        </Text>
      )}
      {issues.length > 0 && (
        <Button variant="subtle" size="compact-xs" w="fit-content" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? "Hide" : "Show"} {issues.length} {issues.length === 1 ? "remark" : "remarks"}
        </Button>
      )}
      {isOpen && <IssueList issues={issues} nameOf={({ field }) => <b>{nameField(field)}</b>} />}
    </Stack>
  );
}

function WithdrawButton({ submission }: { submission: Submission }) {
  return (
    <ConfirmButton
      label="Withdraw"
      size="xs"
      title="Withdraw this submission?"
      act={() => segue.submissions.withdraw(submission.submission_id)}
      done="The submission is withdrawn."
    >
      {isApproved(submission)
        ? "No store has the release. It becomes a draft again, and its tracks can be changed; deliver it after you have submitted it again."
        : "It is not reviewed then. The release becomes a draft again, or stays as it was approved before; you can submit it again at any time."}
    </ConfirmButton>
  );
}
