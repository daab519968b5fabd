// One track in the editor: its place, its sound and how far that is, and the ways to change it.

import { ActionIcon, Button, Card, FileButton, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Asset, Track } from "@segue/sdk";
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { PlayButton } from "../../../components/player.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import { ConfirmModal } from "../../../forms/confirm-button.tsx";
import { showArtists, showDuration } from "../../../values/format.ts";
import { FieldIssues } from "../preflight-issues.tsx";
import { releaseTracksWords } from "../words.ts";
import { audioTypes, replaceAudio } from "./audio-files.ts";
import { ReplaceAudioButton } from "./track/replace-audio.tsx";
import type { TrackOrder } from "./track-order.ts";
import { sayUpload, UploadProgress } from "./upload-progress.tsx";
import { dropUpload, type Upload } from "./uploads.ts";
import { trackLineWords, uploadWords } from "./words.ts";

type TrackLineProps = {
  track: Track;
  /** Its place as preflight counts. */
  index: number;
  asset: Asset | undefined;
  upload: Upload | undefined;
  isOpen: boolean;
  /** It was never submitted: another file is only another file. */
  isDraft: boolean;
  order: TrackOrder;
  onEdit: () => void;
};

export function TrackLine(props: TrackLineProps) {
  const { track, index, asset, upload, isOpen, isDraft, order, onEdit } = props;
  const { title, version, artists, isrc, advisory } = track;
  const field = `tracks[${index}]`;
  const isComing = upload !== undefined || asset?.status === "processing";
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    order.move(track, event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <Card
      withBorder
      component="li"
      padding="xs"
      onKeyDown={moveByKey}
      aria-label={trackLineWords.label(track.track_number, title)}
    >
      <Stack gap="xs">
        <Group gap="sm" align="flex-start">
          <Text size="sm" fw={600} miw={24} ta="right" pt={2}>
            {track.disc_number > 1 ? `${track.disc_number}.${track.track_number}` : track.track_number}
          </Text>
          <Stack gap={2} miw={0} flex="1 1 200px">
            <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
              {version ? `${title} (${version})` : title}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {[artists && showArtists(artists), isrc ?? trackLineWords.noIsrc, releaseTracksWords.advisories[advisory]]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          </Stack>
          <SoundState track={track} asset={asset} upload={upload} isOpen={isOpen} isDraft={isDraft} />
          <Group gap={4} wrap="nowrap">
            <MoveButton track={track} by={-1} order={order} />
            <MoveButton track={track} by={1} order={order} />
            <ActionIcon variant="default" aria-label={trackLineWords.edit(title)} onClick={onEdit}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            {isOpen && <DeleteTrack track={track} />}
          </Group>
        </Group>
        {upload && <TrackUpload track={track} upload={upload} />}
        <FieldIssues field={field} without={isComing ? `${field}.audio_asset_id` : undefined} />
      </Stack>
    </Card>
  );
}

function MoveButton({ track, by, order }: { track: Track; by: -1 | 1; order: TrackOrder }) {
  const Icon = by < 0 ? IconArrowUp : IconArrowDown;
  // Not disabled at the end: the focus would be lost there.
  const isEnd = order.neighbour(track, by) === undefined;
  return (
    <ActionIcon
      variant="default"
      aria-label={by < 0 ? trackLineWords.moveUp(track.title) : trackLineWords.moveDown(track.title)}
      aria-disabled={isEnd}
      data-disabled={isEnd}
      aria-keyshortcuts={by < 0 ? "Alt+ArrowUp" : "Alt+ArrowDown"}
      onClick={() => order.move(track, by)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

type SoundStateProps = Pick<TrackLineProps, "track" | "asset" | "upload" | "isOpen" | "isDraft">;

function SoundState({ track, asset, upload, isOpen, isDraft }: SoundStateProps) {
  const { audio_asset_id, duration_ms } = track;
  if (audio_asset_id && duration_ms !== null)
    return (
      <Group gap="xs">
        <PlayButton id={track.id} />
        <Text size="sm">{showDuration(duration_ms)}</Text>
        {isDraft ? (
          <ChooseFile track={track} asset={undefined} label={trackLineWords.replace} />
        ) : (
          <ReplaceAudioButton track={track} />
        )}
      </Group>
    );
  if (upload)
    return (
      <Text size="sm" c="dimmed">
        {sayUpload(upload)}
      </Text>
    );
  if (!audio_asset_id)
    return isOpen ? (
      <ChooseFile track={track} asset={undefined} label={trackLineWords.choose} />
    ) : (
      <Text size="sm">{trackLineWords.noAudio}</Text>
    );
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Status value={asset?.status ?? "processing"} />
        {asset?.status === "awaiting_upload" && <ChooseFile track={track} asset={asset} label={uploadWords.goOn} />}
        {asset?.status === "failed" && (
          <ChooseFile track={track} asset={undefined} label={trackLineWords.chooseAnother} />
        )}
      </Group>
      {asset?.status === "awaiting_upload" && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {trackLineWords.cut(asset.filename)}
        </Text>
      )}
      {asset?.failure && (
        <Text size="xs" c="red">
          {asset.failure.message}
        </Text>
      )}
    </Stack>
  );
}

function ChooseFile({ track, asset, label }: { track: Track; asset: Asset | undefined; label: string }) {
  const choose = useAct((file: File) => replaceAudio(track, file, asset));
  const name = trackLineWords.fileOf(label, track.title);
  return (
    <FileButton
      accept={audioTypes}
      onChange={(file) => file && choose.mutate(file)}
      inputProps={{ "aria-label": name }}
    >
      {(props) => (
        <Button {...props} size="compact-xs" variant="default" loading={choose.isPending} aria-label={name}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}

/** A cancelled upload leaves a track without audio. */
function TrackUpload({ track, upload }: { track: Track; upload: Upload }) {
  const cancel = useAct(async () => {
    dropUpload(upload.asset_id);
    await segue.tracks.update(track.id, { audio_asset_id: null });
    await segue.assets.delete(upload.asset_id);
  });
  return <UploadProgress upload={upload} onCancel={() => cancel.mutate(undefined)} />;
}

function DeleteTrack({ track }: { track: Track }) {
  const [isAsked, modal] = useDisclosure();
  return (
    <>
      <ActionIcon variant="default" aria-label={trackLineWords.delete.of(track.title)} onClick={modal.open}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      {isAsked && (
        <ConfirmModal
          isOpen
          close={modal.close}
          title={trackLineWords.delete.question}
          action={trackLineWords.delete.label}
          act={() => segue.tracks.delete(track.id)}
          done={trackLineWords.delete.done}
        >
          {trackLineWords.delete.hint(track.title)}
        </ConfirmModal>
      )}
    </>
  );
}
