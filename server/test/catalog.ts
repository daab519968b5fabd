// A release that lacks nothing, made as a partner makes one. Its files are rows: tests of files themselves upload real ones.

import { newId } from "../src/platform/ids.ts";
import { soundAudio, soundImage } from "./sound-release.ts";
import type { Caller, Member, World } from "./world.ts";

type AssetRow = { type: "audio" | "artwork"; status?: string; duration_ms?: number };

/** An asset as processing would have left it, without its bytes. */
export async function insertAsset(world: World, owner: { id: string }, row: AssetRow): Promise<string> {
  const { type, status = "ready", duration_ms = soundAudio.duration_ms } = row;
  const { db } = world.ctx;
  const id = newId("ast");
  const isReady = status === "ready";
  const audio = type === "audio" && isReady ? { loudness_lufs: -14, ...soundAudio, duration_ms } : null;
  const image = type === "artwork" && isReady ? soundImage : null;
  const failure = status === "failed" ? { code: "corrupt_file", message: "The file is damaged." } : null;
  const blob_key = isReady || status === "processing" ? id : null;
  const now = world.clock.now().toISOString();
  await db`
    insert into assets (id, organization_id, type, filename, content_type, size_bytes, checksum_sha256, status, failure, audio, image,
      blob_key, upload_expires_at, created_at, updated_at)
    values (${id}, ${owner.id}, ${type}, 'a.bin', 'application/octet-stream', 1000, ${id}, ${status}, ${failure && db.json(failure)},
      ${audio && db.json(audio)}, ${image && db.json(image)}, ${blob_key}, ${now}, ${now}, ${now})`;
  return id;
}

export const draft = {
  title: "Midnight in Paris",
  artists: [{ name: "Vera Lux", role: "main" }],
  release_date: "2027-03-01",
};

/** Ready to be submitted: one track with audio, and artwork. */
export async function makeRelease(world: World, by: Member = world.label, changes: object = {}): Promise<string> {
  const { body } = await must(by, "POST /v1/releases", { ...draft, ...changes });
  const [audio_asset_id, artwork_asset_id] = await Promise.all([
    insertAsset(world, by, { type: "audio" }),
    insertAsset(world, by, { type: "artwork" }),
  ]);
  await must(by, "POST /v1/tracks", { release_id: body.id, title: "Midnight in Paris", audio_asset_id });
  await must(by, `PATCH /v1/releases/${body.id}`, { artwork_asset_id });
  return body.id;
}

/** As a reviewer who has read it. */
export async function approve({ operator }: Pick<World, "operator">, submission_id: string) {
  const path = `/v1/operator/submissions/${submission_id}`;
  const { content_version } = (await must(operator, `GET ${path}`)).body;
  return must(operator, `POST ${path}/approve`, { content_version });
}

/** Calls, and stops the test unless it worked. */
export async function must(by: Caller, operation: string, body?: object) {
  const answer = await by.call(operation, body ? { body } : {});
  if (answer.status >= 300) throw new Error(`${operation}: ${answer.text}`);
  return answer;
}
