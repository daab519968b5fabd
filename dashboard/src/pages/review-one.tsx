// One submission: what the reviewer must see and hear, and the decision.

import { Card, Stack, Text } from "@mantine/core";
import type { SubmittedRelease } from "@segue/sdk";
import { Facts } from "../facts.tsx";
import { showTime } from "../format.ts";
import { useOrganizationNames } from "../names.ts";
import { PageHead } from "../page-head.tsx";
import type { PageProps } from "../pages.tsx";
import { IssueList } from "../preflight-issues.tsx";
import { Link } from "../router.tsx";
import { Section } from "../section.tsx";
import { Ready } from "../states.tsx";
import { Status } from "../status.tsx";
import { ReviewDecision } from "./review-decision.tsx";
import { useSubmission } from "./submission.ts";

export default function ReviewOne({ params: { submission_id = "" } }: PageProps) {
  const submission = useSubmission(submission_id);
  return <Ready of={submission}>{(found) => <Shown submission={found} />}</Ready>;
}

function Shown({ submission }: { submission: SubmittedRelease }) {
  const names = useOrganizationNames();
  const { submission_id, organization_id, review_status, issues, reason } = submission;
  return (
    <>
      <PageHead
        title={submission.release_id}
        about={<Status value={review_status} />}
        back={{ to: "/review", label: "Review" }}
      />
      <Stack gap="lg">
        <Card withBorder>
          <Facts
            of={[
              [
                "Organization",
                <Link key="organization" to={`/organizations/${organization_id}`}>
                  {names.get(organization_id) ?? organization_id}
                </Link>,
              ],
              ["Submitted", showTime(submission.submitted_at)],
              ["Reviewed", submission.reviewed_at ? showTime(submission.reviewed_at) : "Not yet"],
              ["Reason", reason ?? "None"],
            ]}
          />
        </Card>
        <Section title="What stores may reject">
          {issues.length > 0 ? <IssueList issues={issues} /> : <Text size="sm">Preflight found nothing.</Text>}
        </Section>
        {review_status === "pending_review" && (
          <ReviewDecision submission_id={submission_id} fields={["title", "artwork_asset_id"]} issues={issues} />
        )}
      </Stack>
    </>
  );
}
