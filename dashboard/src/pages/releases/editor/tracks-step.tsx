// The third step: tracks and their sound. Files that are dropped become tracks at once, and upload beside each other.

import { Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { Release, Track } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { segue } from "../../../data/api.ts";
import { useOpenAudio } from "../../../data/catalog.ts";
import { useAct } from "../../../data/data.ts";
import { canChange } from "../../../data/moves.ts";
import { useIsSandbox } from "../../../data/session.ts";
import { showToast } from "../../../data/toasts.ts";
import { DropZone } from "../../../forms/drop-zone.tsx";
import { FieldIssues } from "../preflight-issues.tsx";
import { addAudioFiles, audioTypes, isAudio } from "./audio-files.ts";
import { TrackEditor } from "./track/track-editor.tsx";
import { TrackLine } from "./track-line.tsx";
import { useTrackOrder } from "./track-order.ts";
import { useUploads } from "./uploads.ts";
import { tracksStepWords } from "./words.ts";

const FIRST = 200;

type TracksStepProps = { release: Release; tracks: readonly Track[] };

export function TracksStep({ release, tracks: saved }: TracksStepProps) {
  const isOpen = canChange(release);
  const order = useTrackOrder(saved);
  const open = useOpenAudio(saved);
  const uploads = useUploads(release.id, "audio");
  const [edited, setEdited] = useState<string>();
  const [shown, setShown] = useState(FIRST);
  const own = saved.flatMap(({ audio_asset_id }) => open.get(audio_asset_id ?? "") ?? []);
  const add = useAct((files: File[]) => addAudioFiles({ release_id: release.id }, files, own));
  const choose = (files: File[]) => {
    const others = files.filter((file) => !isAudio(file));
    if (others.length > 0)
      showToast({
        tone: "warning",
        message: tracksStepWords.leftOut(others.map(({ name }) => name).join(", ")),
      });
    const audio = files.filter(isAudio);
    if (audio.length > 0) add.mutate(audio);
  };
  const editedTrack = saved.find(({ id }) => id === edited);
  return (
    <Stack>
      {isOpen && (
        <DropZone
          label={tracksStepWords.choose}
          accept={audioTypes}
          multiple
          disabled={add.isPending}
          onFiles={choose}
          more={<GeneratedAudio release={release} tracks={saved} />}
        >
          {tracksStepWords.drop}
        </DropZone>
      )}
      <FieldIssues field="tracks" isAlone />
      <VisuallyHidden role="status">{order.told}</VisuallyHidden>
      {order.tracks.length > 1 && (
        <Text size="xs" c="dimmed">
          {tracksStepWords.order}
        </Text>
      )}
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: "none" }} aria-label={tracksStepWords.label}>
        {order.tracks.slice(0, shown).map((track) => (
          <TrackLine
            key={track.id}
            track={track}
            index={saved.findIndex(({ id }) => id === track.id)}
            asset={open.get(track.audio_asset_id ?? "")}
            upload={uploads.find(({ asset_id }) => asset_id === track.audio_asset_id)}
            isOpen={isOpen}
            isDraft={release.status === "draft"}
            order={order}
            onEdit={() => setEdited(track.id)}
          />
        ))}
      </Stack>
      {order.tracks.length > shown && (
        <Button variant="subtle" size="xs" onClick={() => setShown(shown + FIRST)}>
          {tracksStepWords.showMore}
        </Button>
      )}
      {isOpen && <AddTrack release={release} onAdded={setEdited} />}
      {editedTrack && (
        <TrackEditor
          key={editedTrack.id}
          release={release}
          track={editedTrack}
          index={saved.indexOf(editedTrack)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Stack>
  );
}

function AddTrack({ release, onAdded }: { release: Release; onAdded: (track_id: string) => void }) {
  const add = useAct(() => segue.tracks.create({ release_id: release.id, title: tracksStepWords.untitled }), {
    onDone: ({ id }) => onAdded(id),
  });
  return (
    <Group>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        loading={add.isPending}
        onClick={() => add.mutate(undefined)}
      >
        {tracksStepWords.add}
      </Button>
    </Group>
  );
}

/** In the sandbox a newcomer has no files: every track without sound gets some, or a first track is made. */
function GeneratedAudio({ release, tracks }: TracksStepProps) {
  const isSandbox = useIsSandbox();
  const generate = useAct(
    async () => {
      const silent = tracks.filter(({ audio_asset_id }) => audio_asset_id === null);
      for (const { id } of silent) {
        const { id: audio_asset_id } = await segue.sandbox.assets.create({ type: "audio" });
        await segue.tracks.update(id, { audio_asset_id });
      }
      if (silent.length > 0) return;
      const { id: audio_asset_id } = await segue.sandbox.assets.create({ type: "audio" });
      const title = tracks.length === 0 ? release.title : tracksStepWords.generatedTitle(tracks.length + 1);
      await segue.tracks.create({ release_id: release.id, title, audio_asset_id });
    },
    { done: tracksStepWords.generated },
  );
  if (!isSandbox) return null;
  return (
    <Button variant="light" loading={generate.isPending} onClick={() => generate.mutate(undefined)}>
      {tracksStepWords.generate}
    </Button>
  );
}
