import { basename } from "node:path";
import { Command, Option } from "commander";
import type { Variables } from "../config.ts";
import { type Client, ConnectionError, type Json, ServiceError } from "./client.ts";
import { examples, handsOf } from "./command.ts";
import { type FileType, fileTypes, findMediaFile, type MediaFile, newAssetOf } from "./media-file.ts";
import { alignedRows, cell, printFailure } from "./output.ts";
import { createProgress, durationText, type Progress, sizeText } from "./progress.ts";
import { UsageError } from "./settings.ts";
import { eachOf, sendFile, whenProcessed } from "./transfer.ts";

const AT_ONCE = 3;

type Options = { type?: FileType; wait: boolean };

export function uploadCommand(variables: Variables): Command {
  const command = new Command("upload")
    .description("upload audio or artwork, and show what the service found in it")
    .argument("<file...>", "WAV, FLAC, JPEG, PNG …")
    .addOption(new Option("--type <type>", "what they are, whatever their extension").choices([...fileTypes]))
    .option("--no-wait", "do not wait until they are processed");
  examples(command, ["upload cover.jpg *.wav", "upload master.wav --json | jq -r '.data[0].id'"]);
  return command.action(async (paths: string[], options: Options) => {
    const { client, output } = handsOf(variables, command, "organization");
    const files = findFiles(paths, options.type);
    const progress = createProgress(
      files.reduce((total, { size_bytes }) => total + size_bytes, 0),
      output.is_json,
    );
    const assets: Json[] = [];
    await eachOf([...files.entries()], AT_ONCE, async ([index, file]) => {
      const asset = await uploadOne(client, file, progress);
      if (asset) assets[index] = options.wait ? await whenProcessed(client, asset.id) : asset;
    }).finally(progress.end);
    const there = assets.filter(Boolean);
    output.report({ data: there }, there.length === 0 ? [] : factLines(there));
    if (there.length < files.length || there.some(({ status }) => status === "failed")) process.exitCode = 1;
  });
}

/** All that is wrong with the files is told at once, before anything is sent. */
function findFiles(paths: readonly string[], type: FileType | undefined): MediaFile[] {
  const found = paths.map((path) => ({ path, file: findMediaFile(path, type) }));
  const details = found.flatMap(({ path, file }) => ("issue" in file ? [{ field: path, issue: file.issue }] : []));
  if (details.length > 0) throw new UsageError("Nothing was uploaded:", details);
  return found.map(({ file }) => file as MediaFile);
}

/** A file that cannot be uploaded does not keep the others. */
async function uploadOne(client: Client, file: MediaFile, progress: Progress): Promise<Json | undefined> {
  try {
    const asset = await client.call("POST /v1/assets", await newAssetOf(file));
    await sendFile({ file, url: asset.upload.resumable_url, progress });
    progress.say(`Uploaded ${basename(file.path)} (${sizeText(file.size_bytes)}): ${asset.id}`);
    return await client.call(`GET /v1/assets/${asset.id}`);
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof ConnectionError)) throw error;
    progress.say(`${file.path} was not uploaded:`);
    printFailure(error);
    return undefined;
  }
}

function factLines(assets: readonly Json[]): string[] {
  const head = ["id", "filename", "size", "status", "found"];
  const rows = assets.map((asset) =>
    [asset.id, asset.filename, sizeText(asset.size_bytes), asset.status, factsOf(asset)].map(cell),
  );
  return alignedRows([head, ...rows]);
}

function factsOf({ audio, image, failure }: Json): string | null {
  if (failure) return `${failure.code}: ${failure.message}`;
  if (image) return `${image.format}, ${image.width} × ${image.height}, ${image.color_space}`;
  if (!audio) return null;
  const { format, sample_rate, bit_depth, channels, duration_ms, loudness_lufs } = audio;
  const loudness = loudness_lufs === null ? "" : `, ${loudness_lufs} LUFS`;
  const depth = bit_depth ? `${bit_depth} bits, ` : "";
  return `${format}, ${sample_rate / 1_000} kHz, ${depth}${channels} channels, ${durationText(duration_ms)}${loudness}`;
}
