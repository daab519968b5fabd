import { basename } from "node:path";
import {
  type Asset,
  type AssetType,
  assetTypes,
  type NewAsset,
  type Segue,
  SegueConnectionError,
  SegueError,
} from "@segue/sdk";
import { counted } from "../counted.ts";
import { endedBySignal } from "../interruption.ts";
import type { Invocation } from "../invocation.ts";
import { choice, flag, withDefault } from "../option.ts";
import { alignedRows, cell, printFailure } from "../output.ts";
import { createProgress, durationText, type Progress, sizeText } from "../progress.ts";
import { command } from "../row.ts";
import { UsageError } from "../settings.ts";
import { findMediaFile, type MediaFile, newAssetOf } from "./media-file.ts";
import { eachOf, onlyOnce, sendFile, whenProcessed } from "./transfer.ts";
import { openUploadState, type UploadState } from "./upload-state.ts";

const STOPPED = "Stopped. Uploaded parts are kept for a day: run the same command again to continue.";
const AT_ONCE = 3;

export const uploadCommand = command(
  "upload <file...>",
  "upload audio or artwork, and show what the service found in it; run it again to continue after Ctrl-C",
  {
    arguments: { file: { meaning: "WAV, FLAC, JPEG, PNG …" } },
    options: {
      type: choice("--type <type>", "type of the files; overrides their extension", assetTypes),
      is_waiting: withDefault<boolean>(flag("--no-wait", "do not wait until they are processed"), true),
    },
    examples: ["upload cover.jpg *.wav", "upload master.wav --json | jq -r '.data[0].id'"],
    async run({ connect, variables, output, name }, { file: paths, type, is_waiting }) {
      const files = findFiles(paths, type);
      const { url, client } = connect();
      const state = openUploadState(variables, url);
      const progress = createProgress(
        files.reduce((total, { size_bytes }) => total + size_bytes, 0),
        output.is_json,
      );
      const assets: Asset[] = [];
      const sayWaiting = onlyOnce(() => progress.say("Waiting until the service has processed them."));
      const uploadAll = () =>
        eachOf([...files.entries()], AT_ONCE, async ([index, file]) => {
          const asset = await uploadOne({ client, state, progress, name }, file);
          if (asset) assets[index] = is_waiting ? await whenProcessed(client, asset.id, sayWaiting) : asset;
        });
      await endedBySignal(STOPPED, uploadAll, progress.say).finally(progress.end);
      const there = assets.filter(Boolean);
      output.report({ data: there }, there.length === 0 ? [] : factLines(there));
      if (there.length < files.length || there.some(({ status }) => status === "failed")) process.exitCode = 1;
    },
  },
);

/** For a command that needs one file: uploads it, as `segue upload` does, and waits until the service has processed it. */
export async function uploadFile(
  { connect, variables, output }: Invocation,
  path: string,
  type: AssetType,
): Promise<Asset> {
  const [file] = findFiles([path], type) as [MediaFile];
  const { url, client } = connect();
  const progress = createProgress(file.size_bytes, output.is_json);
  const sayWaiting = onlyOnce(() => progress.say("Waiting until the service has processed it."));
  const work = async () => {
    const { id } = await uploadKnown({ client, state: openUploadState(variables, url), progress }, file);
    return whenProcessed(client, id, sayWaiting);
  };
  return endedBySignal(STOPPED, work, progress.say).finally(progress.end);
}

/** Reports all problems of the files at once, before anything is sent. */
function findFiles(paths: readonly string[], type: AssetType | undefined): MediaFile[] {
  const found = paths.map((path) => ({ path, file: findMediaFile(path, type) }));
  const details = found.flatMap(({ path, file }) => ("issue" in file ? [{ field: path, issue: file.issue }] : []));
  if (details.length > 0) throw new UsageError("Nothing was uploaded:", details);
  return found.map(({ file }) => file as MediaFile);
}

type Upload = { client: Segue; state: UploadState; progress: Progress };
type NamedUpload = Upload & { name: string };

/** A file that cannot be uploaded does not stop the others. */
async function uploadOne({ name, ...upload }: NamedUpload, file: MediaFile): Promise<Asset | undefined> {
  try {
    return await uploadKnown(upload, file);
  } catch (error) {
    if (!(error instanceof SegueError || error instanceof SegueConnectionError)) throw error;
    upload.progress.say(`${file.path} was not uploaded:`);
    printFailure(error, name);
    return undefined;
  }
}

async function uploadKnown(upload: Upload, file: MediaFile): Promise<Asset> {
  const { client, state, progress } = upload;
  const known = { path: file.path, body: await newAssetOf(file) };
  const id = (await goOn(upload, file, known)) ?? (await begin(upload, file, known));
  state.forget(known);
  progress.say(`Uploaded ${basename(file.path)} (${sizeText(file.size_bytes)}): ${id}`);
  return client.assets.get(id);
}

type Known = { path: string; body: NewAsset };

async function begin({ client, state, progress }: Upload, file: MediaFile, known: Known): Promise<string> {
  const asset = await client.assets.create(known.body);
  await state.remember(known, asset.id);
  await sendFile({ client, file, asset, progress });
  return asset.id;
}

/** Undefined if no earlier command began the upload, or the service no longer waits for it. */
async function goOn({ client, state, progress }: Upload, file: MediaFile, known: Known): Promise<string | undefined> {
  const id = state.find(known);
  if (id === undefined) return undefined;
  try {
    const asset = await client.assets.get(id);
    if (asset.status === "failed") return undefined;
    // The last byte arrived, but the earlier command ended before it got the answer.
    if (asset.status === "awaiting_upload") await sendFile({ client, file, asset, progress });
    return id;
  } catch (error) {
    if (error instanceof SegueError && error.code === "not_found") return undefined;
    throw error;
  }
}

function factLines(assets: readonly Asset[]): string[] {
  const head = ["id", "filename", "size", "status", "found"];
  const rows = assets.map((asset) =>
    [asset.id, asset.filename, sizeText(asset.size_bytes), asset.status, factsOf(asset)].map(cell),
  );
  return alignedRows([head, ...rows]);
}

function factsOf({ audio, image, failure }: Asset): string | null {
  if (failure) return `${failure.code}: ${failure.message}`;
  if (image) return `${image.format}, ${image.width} × ${image.height}, ${image.color_space}`;
  if (!audio) return null;
  const { format, sample_rate, bit_depth, channels, duration_ms, loudness_lufs } = audio;
  const loudness = loudness_lufs === null ? "" : `, ${loudness_lufs} LUFS`;
  const depth = bit_depth ? `${counted(bit_depth, "bit")}, ` : "";
  return `${format}, ${sample_rate / 1_000} kHz, ${depth}${counted(channels, "channel")}, ${durationText(duration_ms)}${loudness}`;
}
