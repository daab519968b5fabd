// The guided editor: metadata, artwork, tracks and their sound, then the check. Everything is saved as one goes, so each
// step has an address, and leaving loses nothing.

import { Alert, Button, Card, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Release, ReleaseChanges, Track } from "@segue/sdk";
import { IconArrowRight } from "@tabler/icons-react";
import type { FormEvent, ReactNode } from "react";
import { PageHead } from "../../../components/page-head.tsx";
import { WithSounds } from "../../../components/player.tsx";
import { Ready } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useSounds, useTracks } from "../../../data/catalog.ts";
import { fieldErrors, useAct, useRead } from "../../../data/data.ts";
import { canChange } from "../../../data/moves.ts";
import { Refused } from "../../../forms/refused.tsx";
import { Link, navigate, type PageProps, useFilter } from "../../../router.tsx";
import { useLatestSubmission } from "../latest-submission.ts";
import { Checked } from "../preflight-issues.tsx";
import { ReleaseCheck } from "../release-check.tsx";
import { Standing } from "../release-head.tsx";
import { ReleaseStores } from "../release-stores.tsx";
import { catalogueWords } from "../words.ts";
import { ArtworkStep } from "./artwork-step.tsx";
import { useAutosave } from "./autosave.ts";
import { MetadataFields } from "./metadata-step.tsx";
import { changesOf, newReleaseOf, noValues, type ReleaseValues, valuesOf } from "./release-values.ts";
import { SaveState } from "./save-state.tsx";
import { EditorSteps, nextStep, type Step, steps } from "./steps.tsx";
import { SubmitChoice } from "./submit-choice.tsx";
import { TracksStep } from "./tracks-step.tsx";
import { editorWords } from "./words.ts";

export default function ReleaseEditor({ params: { release_id } }: PageProps) {
  return release_id === undefined ? <NewReleaseForm /> : <OldRelease release_id={release_id} />;
}

function NewReleaseForm() {
  const form = useForm<ReleaseValues>({ initialValues: noValues });
  const create = useAct((values: ReleaseValues) => segue.releases.create(newReleaseOf(values)), {
    isQuiet: true,
    done: editorWords.created,
    onDone: ({ id }) => navigate(`/releases/${id}/edit?step=artwork`, { replaces: true }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(form.getValues(), { onError: (error) => form.setErrors(fieldErrors(error)) });
  };
  return (
    <>
      <PageHead title={editorWords.title} back={{ to: "/releases", label: catalogueWords.title }} />
      <EditorSteps current="metadata" />
      <Card withBorder>
        <form onSubmit={submit} noValidate>
          <Stack>
            <Text size="sm" c="dimmed">
              {editorWords.enough}
            </Text>
            <Refused error={create.error} />
            <MetadataFields form={form} />
            <Group justify="flex-end">
              <Button type="submit" loading={create.isPending} rightSection={<IconArrowRight size={16} aria-hidden />}>
                {editorWords.create}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </>
  );
}

function OldRelease({ release_id }: { release_id: string }) {
  const release = useRead(["releases.get", release_id], () => segue.releases.get(release_id));
  const tracks = useTracks(release_id);
  return (
    <Ready of={release} isPage>
      {(release) => (
        <Ready of={tracks} isPage>
          {(tracks) => <EditedRelease release={release} tracks={tracks} />}
        </Ready>
      )}
    </Ready>
  );
}

type EditedProps = { release: Release; tracks: readonly Track[] };

function EditedRelease({ release, tracks }: EditedProps) {
  const [wanted] = useFilter("step");
  const step = steps.find((known) => known === wanted) ?? "metadata";
  const sounds = useSounds(release, tracks);
  const submission = useLatestSubmission(release.id);
  return (
    <WithSounds sounds={sounds}>
      <Checked release={release} tracks={tracks}>
        <PageHead
          title={release.title}
          isWork
          about={<Standing release={release} submission={submission} />}
          back={{ to: `/releases/${release.id}`, label: editorWords.back }}
        />
        <EditorSteps current={step} release_id={release.id} />
        {!canChange(release) && (
          <Alert color="blue" mb="md">
            {editorWords.submitted}
          </Alert>
        )}
        <Card withBorder>
          <CurrentStep step={step} release={release} tracks={tracks} />
        </Card>
      </Checked>
    </WithSounds>
  );
}

function CurrentStep({ step, release, tracks }: EditedProps & { step: Step }): ReactNode {
  switch (step) {
    case "metadata":
      return <MetadataStep release={release} />;
    case "artwork":
      return (
        <>
          <ArtworkStep release={release} />
          <NextButton step={step} release_id={release.id} />
        </>
      );
    case "tracks":
      return (
        <>
          <TracksStep release={release} tracks={tracks} />
          <NextButton step={step} release_id={release.id} />
        </>
      );
    case "check":
      return <CheckStep release={release} tracks={tracks} />;
  }
}

function MetadataStep({ release }: { release: Release }) {
  const saved = valuesOf(release);
  const form = useForm<ReleaseValues>({ initialValues: saved });
  const update = useAct((changes: ReleaseChanges) => segue.releases.update(release.id, changes), { isQuiet: true });
  const autosave = useAutosave({
    form,
    saved,
    saved_at: release.updated_at,
    save: (changes) => update.mutateAsync(changesOf(changes)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    autosave.flush();
    navigate(`/releases/${release.id}/edit?step=artwork`);
  };
  return (
    <form onSubmit={submit} onBlur={autosave.flush} noValidate>
      <Stack>
        <SaveState autosave={autosave} />
        <MetadataFields form={form} />
        <Group justify="flex-end">
          <Button type="submit" rightSection={<IconArrowRight size={16} aria-hidden />}>
            {editorWords.next.artwork}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NextButton({ step, release_id }: { step: Step; release_id: string }) {
  const next = nextStep(step);
  return (
    <Group justify="flex-end" mt="md">
      <Button
        component={Link}
        to={`/releases/${release_id}/edit?step=${next}`}
        rightSection={<IconArrowRight size={16} aria-hidden />}
      >
        {editorWords.next[next]}
      </Button>
    </Group>
  );
}

function CheckStep({ release, tracks }: EditedProps) {
  const isOpen = canChange(release);
  return (
    <Stack>
      <ReleaseCheck release={release} tracks={tracks} isWhole />
      <Text component="h2" fw={600}>
        {editorWords.stores}
      </Text>
      <ReleaseStores release={release} />
      {isOpen ? (
        <SubmitChoice release={release} />
      ) : (
        <Group justify="flex-end">
          <Button component={Link} to={`/releases/${release.id}`} variant="default">
            {editorWords.toRelease}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
