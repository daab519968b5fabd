import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAsset } from "../../test/catalog.ts";
import { jpeg, sine, wav } from "../../test/media.ts";
import { storedKeys } from "../../test/stored-keys.ts";
import { upload } from "../../test/upload.ts";
import { createWorld, type World } from "../../test/world.ts";
import { makePreviews } from "./previews.ts";

const artwork = { type: "artwork", filename: "cover.jpg", content_type: "image/jpeg" };
const song = wav({ sound: sine({ seconds: 1, amplitude: 0.25 }) });

let world: World;
let cover: Buffer;
beforeAll(async () => {
  world = await createWorld();
  cover = await jpeg({ width: 800, height: 800 });
});
afterAll(() => world.close());

const read = async (id: string) => (await world.label.call(`GET /v1/assets/${id}`)).body;
const keep = async (bytes: Buffer, kind?: typeof artwork) => {
  const id = await upload(world.label, bytes, kind);
  await world.runJobs();
  return id;
};
const peaksOf = async (url: string) => ((await (await fetch(url)).json()) as { peaks: number[] }).peaks;
const get = async (url: string, headers = {}) => {
  const reply = await fetch(url, { headers });
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
};

test("a thumbnail has three sizes behind one link, and ranges of each", async () => {
  const { thumbnail_url, mean_color } = (await read(await keep(cover, artwork))).image;
  expect(mean_color).toMatch(/^#[0-9a-f]{6}$/);
  const widths = [];
  for (const query of ["", "?size=96", "?size=320", "?size=960"])
    widths.push((await sharp((await get(thumbnail_url + query)).bytes).metadata()).width);
  expect(widths).toEqual([320, 96, 320, 800]);
  const { bytes } = await get(`${thumbnail_url}?size=320`);
  const range = await get(`${thumbnail_url}?size=320`, { range: "bytes=10-19" });
  expect(range.reply.headers.get("content-range")).toBe(`bytes 10-19/${bytes.length}`);
  expect(range.bytes).toEqual(bytes.subarray(10, 20));
  const head = await fetch(`${thumbnail_url}?size=320`, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(bytes.length));
  expect((await get(`${thumbnail_url}?size=500`)).reply.status).toBe(400);
});

test("audio has an outline, whose link is no other link and ends after ten minutes", async () => {
  const { audio, download_url } = await read(await keep(song));
  const peaks = await peaksOf(audio.peaks_url);
  expect(peaks).toHaveLength(600);
  for (const peak of peaks) expect([63, 64]).toContain(peak);
  expect((await fetch(download_url.replace("/downloads/", "/peaks/"))).status).toBe(404);
  expect((await fetch(audio.peaks_url.replace("/peaks/", "/thumbnails/"))).status).toBe(404);
  world.clock.advance(601_000);
  expect((await fetch(audio.peaks_url)).status).toBe(404);
});

test("files of an older version are served as they were, until the background has made their previews", async () => {
  const [image, sound, broken] = [await keep(cover, artwork), await keep(song), await keep(cover, artwork)];
  const gone = await insertAsset(world, world.label, { type: "audio" });
  const { db } = world.ctx;
  const [{ thumbnail_key: old_key } = { thumbnail_key: "" }] = await db<{ thumbnail_key: string }[]>`
    select thumbnail_key from assets where id = ${image}`;
  await db`update assets set has_preview = false, peaks = null, mean_color = null, thumbnail_bytes = null`;
  await db`update assets set type = 'audio' where id = ${broken}`;
  const before = await read(image);
  expect(before.image).toMatchObject({ mean_color: null, thumbnail_url: expect.any(String) });
  expect((await get(before.image.thumbnail_url)).reply.status).toBe(200);
  expect((await read(sound)).audio.peaks_url).toBeNull();

  expect(await makePreviews(world.ctx)).toBe(false);
  await world.runJobs();
  const after = await read(image);
  expect(after).toMatchObject({ status: "ready", updated_at: before.updated_at });
  expect(after.image.mean_color).toMatch(/^#/);
  expect((await sharp((await get(`${after.image.thumbnail_url}?size=96`)).bytes).metadata()).width).toBe(96);
  expect(await peaksOf((await read(sound)).audio.peaks_url)).toHaveLength(600);
  expect(await storedKeys(world.files)).not.toContain(old_key);
  // A file that is gone or cannot be decoded any more stays as it is, and is not tried again.
  for (const id of [broken, gone]) expect((await read(id)).status).toBe("ready");
  expect(await db`select 1 from assets where not has_preview`).toHaveLength(0);
});
