// The requests of a day: for each release create, artwork, tracks in bulk, submit and deliver, one after the other, 16
// releases at a time.

import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { type Db, json } from "../server/src/platform/database/db.ts";
import { newId } from "../server/src/platform/ids.ts";
import { soundAudio, soundImage } from "../server/test/sound-release.ts";
import type { Partner } from "./day-market.ts";
import { CONNECTIONS } from "./measure.ts";

const TRACKS = 4;

export type NewWork = { partner: Partner; artwork_id: string; audio_ids: string[] };

/** The files of new releases, ready, as rows: how files are inspected is measured elsewhere. */
export async function makeFiles(db: Db, partners: readonly Partner[], releases: number): Promise<NewWork[]> {
  const works = Array.from({ length: releases }, (_, place): NewWork => {
    const partner = partners[place % partners.length] as Partner;
    return { partner, artwork_id: newId("ast"), audio_ids: Array.from({ length: TRACKS }, () => newId("ast")) };
  });
  await insertAssets(db, "audio", works);
  await insertAssets(db, "artwork", works);
  return works;
}

async function insertAssets(db: Db, type: "audio" | "artwork", works: readonly NewWork[]): Promise<void> {
  const rows = works.flatMap(({ partner, artwork_id, audio_ids }) =>
    (type === "audio" ? audio_ids : [artwork_id]).map((id) => ({ id, organization_id: partner.id })),
  );
  await db`
    insert into assets (id, organization_id, type, filename, content_type, size_bytes, checksum_sha256, status, audio, image, blob_key,
      upload_expires_at, created_at, updated_at)
    select id, organization_id, ${type}, 'a.bin', 'application/octet-stream', 1000, encode(sha256(id::bytea), 'hex'), 'ready',
      ${json(db, type === "audio" ? soundAudio : null)}::jsonb, ${json(db, type === "artwork" ? soundImage : null)}::jsonb, id, now(),
      now(), now()
    from jsonb_to_recordset(${json(db, rows)}) as given (id text, organization_id text)`;
}

/** Ends when the last request is answered. */
export async function takeIn(url: string, works: readonly NewWork[], store_ids: readonly string[]): Promise<void> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const waiting = works.values();
  const client = async () => {
    for (const work of waiting) await release(pool, work, store_ids);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await pool.close();
}

async function release(
  pool: Pool,
  { partner, artwork_id, audio_ids }: NewWork,
  store_ids: readonly string[],
): Promise<void> {
  const ask = (method: "POST" | "PATCH", path: string, body?: object) =>
    request(pool, partner.key, { method, path, body });
  const { id } = await ask("POST", "/v1/releases", newRelease);
  await ask("PATCH", `/v1/releases/${id}`, { artwork_asset_id: artwork_id });
  const tracks = audio_ids.map((audio_asset_id, place) => ({
    release_id: id,
    title: `Part ${place + 1}`,
    contributors: [
      { name: "Ada Moss", role: "composer" },
      { name: "Ada Moss", role: "lyricist" },
    ],
    language: "en",
    audio_asset_id,
  }));
  await ask("POST", "/v1/tracks/bulk", { tracks });
  await ask("POST", `/v1/releases/${id}/submit`);
  await ask("POST", "/v1/deliveries", { release_id: id, store_ids, territory_codes: ["WORLDWIDE"] });
}

const newRelease = {
  title: "Midnight in Paris",
  artists: [{ name: "Vera Lux", role: "main" }],
  release_date: "2030-03-01",
  genre: "Pop",
  language: "en",
  p_line: "2026 Nightjar",
  c_line: "2026 Nightjar",
};

async function request(
  pool: Pool,
  key: string,
  { method, path, body }: { method: "POST" | "PATCH"; path: string; body: object | undefined },
): Promise<{ id: string }> {
  const headers = {
    authorization: `Bearer ${key}`,
    "idempotency-key": randomUUID(),
    ...(body && { "content-type": "application/json" }),
  };
  const reply = await pool.request({ method, path, headers, body: body ? JSON.stringify(body) : null });
  if (reply.statusCode < 300) return (await reply.body.json()) as { id: string };
  throw new Error(`${method} ${path} was answered ${reply.statusCode}: ${await reply.body.text()}`);
}
