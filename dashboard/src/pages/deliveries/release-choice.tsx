// Which release is delivered, and whether it can be.

import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { ReleaseName, useRelease } from "../../components/release-name.tsx";
import { Failed } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { type Choice, SearchSelect } from "../../forms/search-select.tsx";
import { Link } from "../../router.tsx";
import { showArtists, showDate } from "../../values/format.ts";
import { newDeliveryWords } from "./words.ts";

const SHOWN = 20;

export function ReleaseChoice({ release_id, onChoose }: { release_id: string; onChoose: (id: string) => void }) {
  if (!release_id) return <ReleaseSearch onChoose={onChoose} />;
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <ReleaseName release_id={release_id} />
        <Button variant="default" size="xs" onClick={() => onChoose("")}>
          {newDeliveryWords.release.change}
        </Button>
      </Group>
      <Obstacle release_id={release_id} />
    </Stack>
  );
}

export async function searchReleases(q: string): Promise<Choice[]> {
  const { data } = await segue.releases.list({ q: q || undefined, limit: SHOWN });
  return data.map(({ id, title, artists, release_date, status }) => ({
    value: id,
    label: `${title} · ${showArtists(artists)} · ${showDate(release_date)}${status === "draft" ? ` · ${newDeliveryWords.release.draft}` : ""}`,
  }));
}

function ReleaseSearch({ onChoose }: { onChoose: (id: string) => void }) {
  return (
    <SearchSelect
      queryKey={["releases.list", "choice"]}
      search={searchReleases}
      label={newDeliveryWords.release.label}
      placeholder={newDeliveryWords.release.placeholder}
      nothing={newDeliveryWords.release.noMatch}
      value=""
      onChange={onChoose}
      comboboxProps={{ withinPortal: false }}
      maw={640}
    />
  );
}

function useSubmission(release_id: string) {
  return useRead(
    ["submissions.list", release_id, 1],
    async () => (await segue.submissions.list({ release_id, limit: 1 })).data[0] ?? null,
    { isEnabled: release_id !== "" },
  );
}

/** Only a release whose last submission was approved can be delivered. */
export function useIsDeliverable(release_id: string): boolean {
  return useSubmission(release_id).data?.review_status === "approved";
}

function Obstacle({ release_id }: { release_id: string }) {
  const submission = useSubmission(release_id);
  const release = useRelease(release_id);
  const words = newDeliveryWords.release.blocked;
  if (submission.error) return <Failed error={submission.error} retry={() => void submission.refetch()} />;
  if (submission.data === undefined || submission.data?.review_status === "approved") return null;
  const status = submission.data?.review_status;
  return (
    <Alert color="orange" title={words.title}>
      <Stack gap="xs">
        <Text size="sm">
          {status ? words[status] : words.unsubmitted}
          {submission.data?.reason && ` ${words.reason(submission.data.reason)}`}
        </Text>
        <Anchor
          component={Link}
          to={status === "pending_review" ? `/releases/${release_id}` : `/releases/${release_id}/edit`}
          size="sm"
        >
          {status === "pending_review" ? words.see(release?.title) : words.open(release?.title)}
        </Anchor>
      </Stack>
    </Alert>
  );
}
