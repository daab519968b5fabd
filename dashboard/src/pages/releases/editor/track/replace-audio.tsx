// A wrong master of a release that was submitted is replaced. Both sounds are shown on one time axis, one above the other, before
// the question whether they are the same recording.

import { Alert, Button, Checkbox, List, Stack, Text } from "@mantine/core";
import type { Asset, Track } from "@segue/sdk";
import { type ReactNode, useState } from "react";
import { Waveform } from "../../../../components/waveform.tsx";
import { segue } from "../../../../data/api.ts";
import { readPeaks, useAsset } from "../../../../data/catalog.ts";
import { useAct, useRead } from "../../../../data/data.ts";
import { useIsSandbox } from "../../../../data/session.ts";
import { ActModal } from "../../../../forms/act-modal.tsx";
import { DropZone } from "../../../../forms/drop-zone.tsx";
import { showDuration } from "../../../../values/format.ts";
import { audioTypes } from "../audio-files.ts";
import { UploadProgress } from "../upload-progress.tsx";
import { createUpload, dropUpload, startUpload, useUploads } from "../uploads.ts";
import classes from "./replace-audio.module.css";
import { replaceWords } from "./words.ts";

/** A greater difference to the delivered length is an issue of preflight. */
const MOST_DIFFERENCE_MS = 5_000;

export function ReplaceAudioButton({ track }: { track: Track }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={replaceWords.of(track.title)}
        onClick={() => setOpen(true)}
      >
        {replaceWords.label}
      </Button>
      {isOpen && <ReplaceAudio track={track} close={() => setOpen(false)} />}
    </>
  );
}

function ReplaceAudio({ track, close }: { track: Track; close: () => void }) {
  const [asset_id, setAssetId] = useState<string | null>(null);
  const [isSame, setSame] = useState(false);
  const old = useAsset(track.audio_asset_id).data;
  const { data: chosen } = useAsset(asset_id);
  const other = chosen?.status === "ready" ? chosen : undefined;
  const replace = useAct(
    () => segue.tracks.replaceAudio(track.id, { audio_asset_id: asset_id ?? "", keeps_isrc: true }),
    { isQuiet: true, done: replaceWords.done, onDone: close },
  );
  const forget = () => {
    if (asset_id === null) return;
    dropUpload(asset_id);
    setAssetId(null);
    setSame(false);
    // A file that no track has is of no use. If it stays, the service deletes it or the reader does.
    void segue.assets.delete(asset_id).catch(() => undefined);
  };
  const leave = () => {
    forget();
    close();
  };
  const longest_ms = Math.max(old?.audio?.duration_ms ?? 0, other?.audio?.duration_ms ?? 0);
  return (
    <ActModal
      title={replaceWords.title(track.title)}
      isOpen
      close={leave}
      action={replaceWords.label}
      isBusy={replace.isPending}
      isBlocked={!other || !isSame}
      isWide
      error={replace.error}
      onSubmit={() => replace.mutate(undefined)}
    >
      <Sounding label={replaceWords.now} asset={old} longest_ms={longest_ms} />
      {other ? (
        <Sounding label={replaceWords.new} asset={other} longest_ms={longest_ms}>
          <Button size="compact-xs" variant="subtle" mt={4} onClick={forget}>
            {replaceWords.another}
          </Button>
        </Sounding>
      ) : (
        <NewFile track={track} asset={chosen} onChosen={setAssetId} onCancel={forget} />
      )}
      {other && <Difference old={old} other={other} />}
      <Checkbox
        label={replaceWords.isSame(track.isrc)}
        description={replaceWords.isSameHint}
        checked={isSame}
        disabled={!other}
        onChange={(event) => setSame(event.currentTarget.checked)}
      />
      <Next />
    </ActModal>
  );
}

type SoundingProps = { label: string; asset: Asset | undefined; longest_ms: number; children?: ReactNode };

/** The outline of a sound, as wide as it is long. */
function Sounding({ label, asset, longest_ms, children }: SoundingProps) {
  const audio = asset?.audio;
  const link = audio?.peaks_url;
  const peaks = useRead(["peaks", asset?.id], () => readPeaks(link ?? ""), {
    isEnabled: typeof link === "string",
    isSteady: true,
  });
  const part = audio && longest_ms > 0 ? audio.duration_ms / longest_ms : 1;
  return (
    <figure className={classes.sound} aria-label={label}>
      <figcaption className={classes.about}>
        <span className={classes.label}>{label}</span>
        <span className={classes.file}>{asset?.filename}</span>
        <span className={classes.length}>{audio && showDuration(audio.duration_ms)}</span>
      </figcaption>
      <div className={classes.wave} style={{ width: `${Math.max(1, part * 100)}%` }}>
        {audio && <Waveform peaks={peaks.data ?? []} title={label} duration_ms={audio.duration_ms} />}
      </div>
      {children}
    </figure>
  );
}

type NewFileProps = {
  track: Track;
  /** It is on its way, or it failed. */
  asset: Asset | undefined;
  onChosen: (asset_id: string) => void;
  onCancel: () => void;
};

function NewFile({ track, asset, onChosen, onCancel }: NewFileProps) {
  const upload = useUploads(track.release_id, "audio").find(({ asset_id }) => asset_id === asset?.id);
  const begin = useAct(async (file: File) => {
    const made = await createUpload(track.release_id, "audio", file);
    onChosen(made.id);
    const finish = () => segue.assets.untilReady(made.id);
    startUpload({ release_id: track.release_id, asset: made, file, finish });
  });
  if (upload) return <UploadProgress upload={upload} onCancel={onCancel} />;
  return (
    <Stack gap="xs">
      {asset?.failure && (
        <Text size="sm" c="red" role="alert">
          {asset.failure.message}
        </Text>
      )}
      <DropZone
        label={replaceWords.choose}
        accept={audioTypes}
        disabled={begin.isPending}
        onFiles={([file]) => file && begin.mutate(file)}
        more={<GeneratedAudio onMade={onChosen} />}
      >
        {replaceWords.drop}
      </DropZone>
    </Stack>
  );
}

function GeneratedAudio({ onMade }: { onMade: (asset_id: string) => void }) {
  const isSandbox = useIsSandbox();
  const generate = useAct(() => segue.sandbox.assets.create({ type: "audio" }), { onDone: ({ id }) => onMade(id) });
  if (!isSandbox) return null;
  return (
    <Button variant="light" loading={generate.isPending} onClick={() => generate.mutate(undefined)}>
      {replaceWords.generate}
    </Button>
  );
}

function Difference({ old, other }: { old: Asset | undefined; other: Asset }) {
  if (!old?.audio || !other.audio) return null;
  const longer_ms = other.audio.duration_ms - old.audio.duration_ms;
  if (Math.abs(longer_ms) > MOST_DIFFERENCE_MS)
    return (
      <Alert color="orange" role="status">
        {replaceWords.differs(longer_ms)}
      </Alert>
    );
  return (
    <Text size="sm" role="status">
      {longer_ms === 0 ? replaceWords.asLong : replaceWords.nearlyAsLong(longer_ms)}
    </Text>
  );
}

/** Says what follows: a reader may think that stores have it at once. */
function Next() {
  const organization = useRead(["organization.get"], () => segue.organization.get(), { isSteady: true });
  const isReviewed = organization.data?.review === "manual";
  return (
    <List size="sm" aria-label={replaceWords.next.label}>
      {isReviewed && <List.Item>{replaceWords.next.review}</List.Item>}
      <List.Item>{replaceWords.next.nothing}</List.Item>
      <List.Item>{replaceWords.next.update}</List.Item>
    </List>
  );
}
