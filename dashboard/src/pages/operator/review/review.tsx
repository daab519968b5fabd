// The queue of submissions. Organizations with manual review wait for a decision here.

import { Group, Select } from "@mantine/core";
import { type SubmittedRelease, severities, submissionStatuses } from "@segue/sdk";
import { Picture } from "../../../components/artwork.tsx";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { RowName } from "../../../components/row-name.tsx";
import { Empty } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { useFilter } from "../../../router.tsx";
import { showAgo, showTime, showWord } from "../../../values/format.ts";
import { artworkOf, useSubmission } from "./submission.ts";
import { reviewQueueWords } from "./words.ts";

const ALL = "all";

const columns: readonly Column<SubmittedRelease>[] = [
  {
    id: "release",
    title: reviewQueueWords.columns.release,
    cell: (submission) => <SubmissionName submission={submission} />,
  },
  {
    id: "status",
    title: reviewQueueWords.columns.status,
    cell: ({ review_status }) => <Status value={review_status} />,
    width: 140,
  },
  {
    id: "checks",
    title: reviewQueueWords.columns.checks,
    cell: ({ issues }) => showIssues(issues),
    width: 180,
    isExtra: true,
  },
  {
    id: "submitted",
    title: reviewQueueWords.columns.submitted,
    cell: ({ submitted_at }) => <time title={showTime(submitted_at)}>{showAgo(submitted_at)}</time>,
    width: 140,
    isExtra: true,
  },
];

/** The picture is asked for by the rows that are on the screen. */
function SubmissionName({ submission }: { submission: SubmittedRelease }) {
  const { submission_id, release_title, organization_name } = submission;
  const { data } = useSubmission(submission_id);
  const link = artworkOf(data)?.image?.thumbnail_url;
  return (
    <RowName
      picture={<Picture link={link} title={release_title} size={32} />}
      title={release_title}
      below={organization_name}
    />
  );
}

/** "1 blocker, 2 warnings". */
function showIssues(issues: SubmittedRelease["issues"]): string {
  const counts = severities.flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : [reviewQueueWords.found[severity](count)];
  });
  return counts.join(", ") || reviewQueueWords.passes;
}

export default function Review() {
  const [status, setStatus] = useFilter("status");
  const wanted =
    status === ALL ? undefined : (submissionStatuses.find((known) => known === status) ?? "pending_review");
  const list = useList(
    ["operator.submissions.list", wanted],
    (page) => segue.operator.submissions.list({ ...page, review_status: wanted }),
    { isLive: true },
  );
  return (
    <>
      <PageHead title={reviewQueueWords.title} about={reviewQueueWords.about} />
      <Group mb="md">
        <Select
          aria-label={reviewQueueWords.status}
          data={[
            ...submissionStatuses.map((value) => ({ value, label: showWord(value) })),
            { value: ALL, label: reviewQueueWords.everyStatus },
          ]}
          value={wanted ?? ALL}
          onChange={(value) => setStatus(value === "pending_review" ? "" : (value ?? ""))}
          allowDeselect={false}
          w={180}
        />
      </Group>
      <ListTable
        label={reviewQueueWords.label}
        list={list}
        columns={columns}
        keyOf={({ submission_id }) => submission_id}
        linkOf={({ submission_id }) => `/review/${submission_id}`}
        empty={
          <Empty title={wanted === "pending_review" ? reviewQueueWords.noneWaits : reviewQueueWords.noMatch}>
            {reviewQueueWords.noneHint}
          </Empty>
        }
      />
    </>
  );
}
