// The second step: one picture. The service reads it before the release can have it.

import { Button, Group, Select, Stack, Text } from "@mantine/core";
import type { AiShare, Asset, Release } from "@segue/sdk";
import { useEffect, useState } from "react";
import { Artwork } from "../../../components/artwork.tsx";
import { segue } from "../../../data/api.ts";
import { useAsset } from "../../../data/catalog.ts";
import { useAct, useRead } from "../../../data/data.ts";
import { useIsSandbox } from "../../../data/session.ts";
import { DropZone } from "../../../forms/drop-zone.tsx";
import { showBytes } from "../../../values/format.ts";
import { FieldIssues } from "../preflight-issues.tsx";
import { aiOptions } from "./track/ai-fields.tsx";
import { aiWords } from "./track/words.ts";
import { forgetUpload, isRememberedFile, rememberedArtwork } from "./upload-memory.ts";
import { UploadProgress } from "./upload-progress.tsx";
import { createUpload, dropUpload, startUpload, useUploads } from "./uploads.ts";
import { artworkWords } from "./words.ts";

export function ArtworkStep({ release }: { release: Release }) {
  const uploads = useUploads(release.id, "artwork");
  const open = useOpenArtwork(release, uploads.length > 0);
  const begin = useAct((file: File) => beginArtwork(release.id, file, open), {});
  const cancel = useAct(async (asset_id: string) => {
    dropUpload(asset_id);
    await segue.assets.delete(asset_id);
  });
  return (
    <Stack>
      <Group align="flex-start">
        <Artwork asset_id={release.artwork_asset_id} title={release.title} size={180} />
        <Stack gap="xs" flex="1 1 220px">
          <ArtworkFacts asset_id={release.artwork_asset_id} />
          {uploads.length === 0 && <FieldIssues field="artwork_asset_id" />}
          <ArtworkAi release={release} />
        </Stack>
      </Group>
      {uploads.map((upload) => (
        <UploadProgress key={upload.asset_id} upload={upload} onCancel={() => cancel.mutate(upload.asset_id)} />
      ))}
      {open?.status === "awaiting_upload" && (
        <Text size="sm" role="status">
          {artworkWords.cut(open.filename)}
        </Text>
      )}
      {uploads.length === 0 && (
        <DropZone
          label={release.artwork_asset_id ? artworkWords.chooseAnother : artworkWords.choose}
          accept="image/jpeg,image/png,image/tiff"
          disabled={begin.isPending}
          onFiles={([file]) => file && begin.mutate(file)}
          more={<GeneratedArtwork release={release} />}
        >
          {artworkWords.drop}
        </DropZone>
      )}
    </Stack>
  );
}

/** An artwork that was begun before the page was loaded. One that has arrived is given to the release. */
function useOpenArtwork(release: Release, isUploading: boolean): Asset | undefined {
  const [asset_id, setAssetId] = useState(() => rememberedArtwork(release.id));
  const isEnabled = asset_id !== undefined && !isUploading;
  const { data: asset, error } = useRead(["assets.get", asset_id], () => segue.assets.get(asset_id ?? ""), {
    isEnabled,
  });
  const { mutate: finish } = useAct((id: string) => finishArtwork(release.id, id), {
    done: artworkWords.done,
    onDone: () => setAssetId(undefined),
  });
  const hasArrived = isEnabled && (asset?.status === "processing" || asset?.status === "ready");
  useEffect(() => {
    if (hasArrived && asset_id) finish(asset_id);
  }, [hasArrived, asset_id, finish]);
  useEffect(() => {
    if (asset_id && (error || asset?.status === "failed")) forgetUpload(asset_id);
  }, [asset_id, asset, error]);
  return isEnabled ? asset : undefined;
}

async function finishArtwork(release_id: string, asset_id: string): Promise<void> {
  await segue.assets.untilReady(asset_id);
  await segue.releases.update(release_id, { artwork_asset_id: asset_id });
  forgetUpload(asset_id);
}

async function beginArtwork(release_id: string, file: File, open: Asset | undefined): Promise<void> {
  const isSame = open?.status === "awaiting_upload" && isRememberedFile(open.id, file);
  if (open && !isSame) forgetUpload(open.id);
  const asset = isSame ? open : await createUpload(release_id, "artwork", file);
  startUpload({ release_id, asset, file, finish: () => finishArtwork(release_id, asset.id) });
}

function ArtworkFacts({ asset_id }: { asset_id: string | null }) {
  const { data: asset } = useAsset(asset_id);
  if (!asset_id || !asset?.image)
    return (
      <Text size="sm" c="dimmed">
        {asset_id ? artworkWords.loading : artworkWords.none}
      </Text>
    );
  const { width, height, format, color_space } = asset.image;
  return (
    <Text size="sm">
      {asset.filename}: {artworkWords.pixels(width, height)}, {format.toUpperCase()}, {color_space},{" "}
      {showBytes(asset.size_bytes)}
    </Text>
  );
}

/** Stores ask how the picture was made. It is saved at once. */
function ArtworkAi({ release: { id, artwork_ai } }: { release: Release }) {
  const update = useAct((share: AiShare) => segue.releases.update(id, { artwork_ai: share }));
  return (
    <Select
      label={aiWords.artwork}
      data={aiOptions}
      value={update.variables ?? artwork_ai}
      onChange={(share) => share && update.mutate(share)}
      allowDeselect={false}
      maw={320}
    />
  );
}

function GeneratedArtwork({ release }: { release: Release }) {
  const isSandbox = useIsSandbox();
  const generate = useAct(
    async () => {
      const { id } = await segue.sandbox.assets.create({ type: "artwork" });
      return segue.releases.update(release.id, { artwork_asset_id: id });
    },
    { done: artworkWords.generated },
  );
  if (!isSandbox) return null;
  return (
    <Button variant="light" loading={generate.isPending} onClick={() => generate.mutate(undefined)}>
      {artworkWords.generate}
    </Button>
  );
}
