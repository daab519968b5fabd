// `segue store files`: a message as JSON, its artwork and its audio, in a folder. The operator brings them to a store that is served by hand.

import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Invocation } from "../invocation.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../settings.ts";

type Named = { store_id: string; message_id: string; folder: string };

/** The parts of a message that name its files. */
type Release = {
  files: { asset_id: string; type: string; filename: string; size_bytes: number }[];
  tracks: { disc_number: number; track_number: number; title: string; audio_asset_id: string | null }[];
};
type Message = (Release & { kind: "new" | "update" }) | { kind: "takedown"; taken: Release };

export async function saveFiles({ connect, output }: Invocation, { folder, ...named }: Named): Promise<void> {
  const { messages } = connect().client.operator.stores;
  const reply = await messages.get(named.store_id, named.message_id);
  const text = await reply.text();
  if (!reply.headers.get("content-type")?.startsWith("application/json"))
    throw new UsageError(
      "This store gets DDEX messages, and their files with them; print one with `segue store message`.",
    );
  const message = JSON.parse(text) as Message;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "message.json"), `${JSON.stringify(message, null, 2)}\n`);
  // A takedown needs no files.
  const release = message.kind === "takedown" ? { files: [], tracks: [] } : message;
  const total = release.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const progress = createProgress(total, output.is_json);
  const data = [{ path: join(folder, "message.json") }];
  for (const { asset_id, path } of placesOf(folder, release)) {
    const { body } = await messages.file(named.store_id, named.message_id, asset_id, {
      timeoutMs: Number.POSITIVE_INFINITY,
    });
    const bytes = Readable.from(body ?? []).on("data", (chunk: Uint8Array) => progress.sent(chunk.length));
    await pipeline(bytes, createWriteStream(path));
    data.push({ path });
  }
  progress.end();
  output.report(
    { data },
    data.map(({ path }) => path),
  );
}

/** `1-02 Rue Lepic.wav`: in the order of the release. A file that several tracks share is saved for each. */
function placesOf(folder: string, { files, tracks }: Release): { asset_id: string; path: string }[] {
  return files.flatMap(({ asset_id, type, filename }) => {
    const users = tracks.filter(({ audio_asset_id }) => audio_asset_id === asset_id);
    const names = users.map(
      ({ disc_number, track_number, title }) => `${disc_number}-${String(track_number).padStart(2, "0")} ${title}`,
    );
    const stems = type === "artwork" ? ["cover"] : names;
    return stems.map((stem) => ({ asset_id, path: join(folder, fileName(stem, filename)) }));
  });
}

const MAX_STEM = 100;

/** A title may hold any character, and a name of a file must not lead out of the folder. */
function fileName(stem: string, filename: string): string {
  const plain = stem.replaceAll(/[^\p{L}\p{N} ._'()&,-]/gu, "_").slice(0, MAX_STEM);
  return `${plain.trimEnd()}${extname(filename)
    .toLowerCase()
    .replaceAll(/[^.a-z0-9]/g, "")}`;
}
