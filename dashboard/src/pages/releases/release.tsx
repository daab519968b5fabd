// One release: what it is, what preflight says of it, where it is live and why not elsewhere.

import { Alert, Card, Grid, Stack, Title } from "@mantine/core";
import type { Release, Track } from "@segue/sdk";
import { type ReactNode, useEffect } from "react";
import { WithSounds } from "../../components/player.tsx";
import { Failed, Loading, Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useSounds, useTracks } from "../../data/catalog.ts";
import { useRead } from "../../data/data.ts";
import type { PageProps } from "../../router.tsx";
import { Checked } from "./preflight-issues.tsx";
import { ReleaseCheck } from "./release-check.tsx";
import { ReleaseDetails } from "./release-details.tsx";
import { ReleaseHead } from "./release-head.tsx";
import { ReleaseStores } from "./release-stores.tsx";
import { SubmissionHistory, useLatestSubmission } from "./release-submissions.tsx";
import { ReleaseTracks } from "./release-tracks.tsx";

export default function ReleasePage({ params: { release_id = "" } }: PageProps) {
  const release = useRead(["releases.get", release_id], () => segue.releases.get(release_id));
  const tracks = useTracks(release_id);
  return (
    <Ready of={release}>
      {(release) => (
        <OneRelease release={release} tracks={tracks.data}>
          {tracks.error && !tracks.data ? (
            <Failed error={tracks.error} retry={() => void tracks.refetch()} />
          ) : tracks.data ? (
            <ReleaseTracks release={release} tracks={tracks.data} />
          ) : (
            <Loading what="Loading the tracks" />
          )}
        </OneRelease>
      )}
    </Ready>
  );
}

type OneReleaseProps = { release: Release; tracks: readonly Track[] | undefined; children: ReactNode };

function OneRelease({ release, tracks, children }: OneReleaseProps) {
  const { id, title, version, status } = release;
  const name = version ? `${title} (${version})` : title;
  const latest = useLatestSubmission(id);
  const sounds = useSounds(release, tracks ?? []);
  useEffect(() => {
    document.title = `${name} · Segue`;
  }, [name]);
  return (
    <Checked release={release} tracks={tracks ?? []}>
      <ReleaseHead release={release} name={name} submission={latest} />
      {status === "rejected" && latest?.review_status === "rejected" && (
        <Alert color="red" title="Rejected in review" mb="md">
          {latest.reason ?? "Correct what the history below says, then submit it again."}
        </Alert>
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <ReleaseDetails release={release} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack>
            <Section title="Check">
              <ReleaseCheck release={release} tracks={tracks ?? []} />
            </Section>
            <Section title="Tracks">
              <WithSounds sounds={sounds}>{children}</WithSounds>
            </Section>
            <Section title="Stores">
              <ReleaseStores release={release} submission={latest} />
            </Section>
            <Section title="Submissions">
              <SubmissionHistory release={release} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </Checked>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  );
}
