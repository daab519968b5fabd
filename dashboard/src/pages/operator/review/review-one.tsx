// One submission: what the reviewer must see and hear, and the decision.

import { Anchor, Box, Group, Stack, Text } from "@mantine/core";
import type { SubmissionUnderReview } from "@segue/sdk";
import { Facts } from "../../../components/facts.tsx";
import { Id } from "../../../components/id.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Section } from "../../../components/section.tsx";
import { Ready } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { Link, type PageProps } from "../../../router.tsx";
import { nameField } from "../../../values/field-names.ts";
import { showArtists, showDate, showTerritories, showTime, showWord } from "../../../values/format.ts";
import { sayOnApproval } from "../../releases/on-approval.ts";
import { IssueList } from "../../releases/preflight-issues.tsx";
import { useOperatorStoreName } from "../stores/store-names.ts";
import { ReviewArtwork } from "./review-artwork.tsx";
import { ReviewChanges } from "./review-changes.tsx";
import { ReviewChecks } from "./review-checks.tsx";
import { ReviewDecision } from "./review-decision.tsx";
import { ReviewTracks } from "./review-tracks.tsx";
import { artworkOf, useSubmission } from "./submission.ts";
import { reviewQueueWords, reviewWords } from "./words.ts";

export default function ReviewOne({ params: { submission_id = "" } }: PageProps) {
  const submission = useSubmission(submission_id);
  return (
    <Ready of={submission} isPage>
      {(found) => <Shown submission={found} />}
    </Ready>
  );
}

function Shown({ submission }: { submission: SubmissionUnderReview }) {
  const { review_status, release, tracks, has_more_tracks, preflight } = submission;
  const found = preflight.issues;
  const remarks = submission.issues.filter(
    ({ code, field }) => !found.some((issue) => issue.code === code && issue.field === field),
  );
  return (
    <>
      <PageHead
        title={release.title}
        isWork
        about={
          <Group gap="xs">
            <Status value={review_status} />
            {showArtists(release.artists)}
          </Group>
        }
        back={{ to: "/review", label: reviewQueueWords.title }}
      />
      <Stack gap="xl">
        <Group align="flex-start" gap="lg">
          <ReviewArtwork asset={artworkOf(submission)} title={release.title} />
          <Box flex={1} miw={260}>
            <ReleaseFacts submission={submission} />
          </Box>
        </Group>
        {submission.since_review && <ReviewChanges since={submission.since_review} />}
        <Section title={reviewWords.tracks.title(tracks.length, has_more_tracks)}>
          <ReviewTracks submission={submission} />
        </Section>
        <Section title={reviewWords.checks.title}>
          <ReviewChecks preflight={preflight} tracks={tracks} />
        </Section>
        {submission.reason !== null && (
          <Section title={reviewWords.rejected}>
            <Text size="sm" mb="xs" style={{ overflowWrap: "anywhere" }}>
              {submission.reason}
            </Text>
            <IssueList issues={remarks} nameOf={({ field }) => <b>{nameField(field, tracks)}</b>} />
          </Section>
        )}
      </Stack>
      {review_status === "pending_review" && (
        <ReviewDecision
          key={submission.submission_id}
          submission={submission}
          fields={fieldsOf(submission)}
          issues={found}
        />
      )}
    </>
  );
}

const words = reviewWords.facts;

function ReleaseFacts({ submission }: { submission: SubmissionUnderReview }) {
  const { release, organization_id, organization_name, delivery_id } = submission;
  const onApproval = sayOnApproval(submission, useOperatorStoreName());
  return (
    <Facts
      of={[
        [
          words.organization,
          <Anchor
            key="organization"
            component={Link}
            to={`/organizations/${organization_id}`}
            inherit
            underline="always"
          >
            {organization_name}
          </Anchor>,
        ],
        [words.submitted, showTime(submission.submitted_at)],
        [words.reviewed, submission.reviewed_at ? showTime(submission.reviewed_at) : words.notReviewed],
        [words.date, showDate(release.release_date)],
        [words.type, release.type ? showWord(release.type) : words.typeFromTracks],
        [words.label, release.label],
        [words.upc, release.upc],
        [words.genre, release.genre ?? words.none],
        [words.explicit, release.explicit ? words.yes : words.no],
        [words.territories, showTerritories(release.territories)],
        [words.pLine, release.p_line ?? words.none],
        [words.cLine, release.c_line ?? words.none],
        [words.release, release.id],
        ...(onApproval ? [[words.delivery, onApproval] as const] : []),
        ...(delivery_id ? [[words.delivery, <Id key="delivery" value={delivery_id} />] as const] : []),
      ]}
    />
  );
}

const releaseFields = [
  "title",
  "version",
  "artists",
  "artwork_asset_id",
  "label",
  "genre",
  "release_date",
  "territories",
];
const trackFields = ["title", "artists", "audio_asset_id", "isrc", "explicit", "lyrics"];

/** What a reviewer may name, as preflight writes it. */
function fieldsOf({ tracks }: SubmissionUnderReview): string[] {
  return [...releaseFields, ...tracks.flatMap((_, index) => trackFields.map((name) => `tracks[${index}].${name}`))];
}
