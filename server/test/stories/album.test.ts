// An album from nothing to submitted, by HTTP alone, with real files, on production and, in the full form, on the sandbox.

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EnvironmentName } from "../../src/settings.ts";
import { approve, must as succeed } from "../catalog.ts";
import { atScale } from "../faults/scale.ts";
import { flac, jpeg, sine, wav } from "../media.ts";
import { upload } from "../upload.ts";
import { type Answer, type Caller, createWorld, type Member, type World } from "../world.ts";

/** The fewest that make an album. Every file is inspected in a process of its own, once for each environment. */
const TRACKS = atScale({ short: 7, full: 12 });
const READY_WITHIN_MS = 120_000;

const tonight = (number: number) => sine({ hertz: 220 * 2 ** (number / 12), seconds: 2, amplitude: 0.2 });
const files = Array.from({ length: TRACKS }, (_, index) =>
  index % 2 === 0
    ? { bytes: wav({ sound: tonight(index) }), filename: `${index + 1}.wav`, content_type: "audio/wav" }
    : { bytes: flac({ sound: tonight(index) }), filename: `${index + 1}.flac`, content_type: "audio/flac" },
);

const album = {
  title: "Twelve Rooms",
  artists: [{ name: "Vera Lux", role: "main" }],
  release_date: "2027-09-03",
  genre: "Electronic",
  p_line: "2027 Nightjar Records",
  c_line: "2027 Nightjar Records",
};

const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field }: { field: string }) => field),
];

const must = async (caller: Caller, operation: string, body?: object) => (await succeed(caller, operation, body)).body;

/** As a partner waits: asking until nothing is being processed any more. */
async function untilProcessed(caller: Caller, ids: readonly string[]): Promise<Answer["body"][]> {
  const give_up_at = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const assets = await Promise.all(ids.map((id) => must(caller, `GET /v1/assets/${id}`)));
    if (assets.every(({ status }) => status !== "processing")) return assets;
    if (performance.now() > give_up_at) throw new Error("Still processing.");
    await sleep(200);
  }
}

const artworkFile = { type: "artwork", filename: "cover.jpg", content_type: "image/jpeg" };

const places = atScale<EnvironmentName[]>({ short: ["production"], full: ["production", "sandbox"] });

describe.each(places)("on %s", (environment) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ environment });
    await world.work();
  });
  afterAll(() => world.close());

  test(`an album of ${TRACKS} tracks goes from empty to submitted`, async () => {
    const partner = await world.organization({ isrc_prefix: environment === "sandbox" ? "QZTST" : "QZABC" });
    const release = await must(partner, "POST /v1/releases", album);
    const cover = await jpeg({ width: 3000, height: 3000 });
    const audio: string[] = [];
    for (const { bytes, ...file } of files) audio.push(await upload(partner, bytes, { type: "audio", ...file }));
    const artwork_asset_id = await upload(partner, cover, artworkFile);
    const tracks = await must(partner, "POST /v1/tracks/bulk", {
      tracks: audio.map((audio_asset_id, index) => ({
        release_id: release.id,
        title: `Room ${index + 1}`,
        audio_asset_id,
      })),
    });
    expect(tracks.data.map(({ track_number }: { track_number: number }) => track_number)).toEqual(
      Array.from({ length: TRACKS }, (_, index) => index + 1),
    );
    const assets = await untilProcessed(partner, [...audio, artwork_asset_id]);
    expect(assets.map(({ status }) => status)).toEqual(Array.from({ length: TRACKS + 1 }, () => "ready"));
    expect(assets.slice(0, 2).map(({ audio }) => [audio.format, audio.duration_ms, audio.channels])).toEqual([
      ["wav", 2000, 2],
      ["flac", 2000, 2],
    ]);
    expect(assets.at(-1)?.image).toMatchObject({ format: "jpeg", width: 3000, height: 3000 });
    await must(partner, `PATCH /v1/releases/${release.id}`, { artwork_asset_id });

    const preflight = await must(partner, `GET /v1/releases/${release.id}/preflight`);
    expect(preflight.ready).toBe(true);
    const codes = new Set(preflight.issues.map(({ code }: { code: string }) => code));
    expect(codes).toContain("audio_too_short");
    expect(codes).not.toContain("isrc_missing");

    const submission = await must(partner, `POST /v1/releases/${release.id}/submit`);
    expect(submission).toMatchObject({ release_id: release.id, review_status: "approved" });
    const submitted = await must(partner, `GET /v1/releases/${release.id}`);
    expect(submitted).toMatchObject({ status: "submitted", type: "album", artwork_asset_id });
    const listed = await must(partner, `GET /v1/tracks?release_id=${release.id}&limit=100`);
    expect(listed.data).toHaveLength(TRACKS);
    const isrcs = listed.data.map(({ isrc }: { isrc: string }) => isrc);
    expect(new Set(isrcs).size).toBe(TRACKS);
  });

  test("each failing precondition alone, and all together", async () => {
    const partner = world.label;
    const submit = (id: string) => partner.call(`POST /v1/releases/${id}/submit`);
    const [song] = files;
    const cover = await jpeg({ width: 3000, height: 3000, seed: 7 });
    const audio_asset_id = await upload(partner, song?.bytes ?? Buffer.alloc(0), { filename: "song.wav" });
    const artwork_asset_id = await upload(partner, cover, artworkFile);
    await untilProcessed(partner, [audio_asset_id, artwork_asset_id]);

    const release = await must(partner, "POST /v1/releases", { ...album, release_date: "2020-02-29" });
    expect(refusal(await submit(release.id))).toEqual([
      422,
      "validation_failed",
      "tracks",
      "artwork_asset_id",
      "release_date",
    ]);
    const track = await must(partner, "POST /v1/tracks", { release_id: release.id, title: "Room 1" });
    expect(refusal(await submit(release.id))).toEqual([
      409,
      "asset_not_ready",
      "tracks[0].audio_asset_id",
      "artwork_asset_id",
      "release_date",
    ]);
    await must(partner, `PATCH /v1/tracks/${track.id}`, { audio_asset_id });
    expect(refusal(await submit(release.id))).toEqual([409, "asset_not_ready", "artwork_asset_id", "release_date"]);
    await must(partner, `PATCH /v1/releases/${release.id}`, { artwork_asset_id });
    expect(refusal(await submit(release.id))).toEqual([422, "validation_failed", "release_date"]);
    await must(partner, `PATCH /v1/releases/${release.id}`, { release_date: album.release_date });
    await must(partner, `PATCH /v1/tracks/${track.id}`, { audio_asset_id: null });
    expect(refusal(await submit(release.id))).toEqual([409, "asset_not_ready", "tracks[0].audio_asset_id"]);
    await must(partner, `DELETE /v1/tracks/${track.id}`);
    expect(refusal(await submit(release.id))).toEqual([422, "validation_failed", "tracks"]);
    await must(partner, "POST /v1/tracks", { release_id: release.id, title: "Room 1", audio_asset_id });
    expect((await submit(release.id)).status).toBe(200);
  });

  test("a manual review is rejected, corrected and approved", async () => {
    const partner: Member = await world.organization({ review: "manual" });
    const [, song] = files;
    const audio_asset_id = await upload(partner, song?.bytes ?? Buffer.alloc(0), { filename: "song.flac" });
    const covers = await Promise.all([3, 4].map((seed) => jpeg({ width: 3000, height: 3000, seed })));
    const [wrong = "", right = ""] = await Promise.all(covers.map((cover) => upload(partner, cover, artworkFile)));
    await untilProcessed(partner, [audio_asset_id, wrong, right]);
    const release = await must(partner, "POST /v1/releases", album);
    await must(partner, "POST /v1/tracks", { release_id: release.id, title: "Twelve Rooms", audio_asset_id });
    await must(partner, `PATCH /v1/releases/${release.id}`, { artwork_asset_id: wrong });
    const first = await must(partner, `POST /v1/releases/${release.id}/submit`);
    expect(first.review_status).toBe("pending_review");
    const reason = "The artwork shows a price.";
    await must(world.operator, `POST /v1/operator/submissions/${first.submission_id}/reject`, { reason });
    expect(await must(partner, `GET /v1/submissions/${first.submission_id}`)).toMatchObject({
      review_status: "rejected",
      reason,
    });
    expect((await must(partner, `GET /v1/releases/${release.id}`)).status).toBe("rejected");
    await must(partner, `PATCH /v1/releases/${release.id}`, { artwork_asset_id: right });
    const second = await must(partner, `POST /v1/releases/${release.id}/submit`);
    await approve(world, second.submission_id);
    expect(await must(partner, `GET /v1/submissions/${second.submission_id}`)).toMatchObject({
      review_status: "approved",
    });
    expect((await must(partner, `GET /v1/releases/${release.id}`)).status).toBe("submitted");
  });
});
