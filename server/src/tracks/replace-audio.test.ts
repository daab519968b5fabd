// A wrong master of a release that stores have is replaced: what they get, and when.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approve, insertAsset, makeRelease, must } from "../../test/catalog.ts";
import {
  addFetchingStore,
  deliverTo,
  type FetchingStore,
  putBytes,
  submittedRelease,
} from "../../test/fetching-store.ts";
import { soundAudio } from "../../test/sound-release.ts";
import { createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
let store: FetchingStore;
let reviewed: Member;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  store = await addFetchingStore(world, "store_fetching");
  reviewed = await world.organization({ review: "manual" });
});
afterAll(() => world.close());

const trackOf = async (release_id: string, by: Member = world.label) =>
  (await must(by, `GET /v1/tracks?release_id=${release_id}`)).body.data[0];
const replace = (track_id: string, body: object, by: Member = world.label) =>
  by.call(`POST /v1/tracks/${track_id}/replace-audio`, { body });
const statusOf = async (release_id: string, by: Member = world.label) =>
  (await must(by, `GET /v1/releases/${release_id}`)).body.status;
const issuesOf = async (release_id: string): Promise<string[]> => {
  const { issues } = (await must(world.label, `GET /v1/releases/${release_id}/preflight`)).body;
  return issues.map(({ code }: { code: string }) => code);
};

/** Audio with bytes of its own. */
async function otherAudio(by: Member = world.label, duration_ms = soundAudio.duration_ms): Promise<string> {
  const id = await insertAsset(world, by, { type: "audio", duration_ms });
  await putBytes(world, id, Buffer.from(`the bytes of ${id}`));
  return id;
}

/** A release that the store has taken. */
async function delivered(): Promise<{ release_id: string; delivery_id: string; track_id: string; former: string }> {
  const release_id = await submittedRelease(world);
  const delivery_id = await deliverTo(world, store.store_id, release_id);
  await takeNewest();
  const { id: track_id, audio_asset_id: former } = await trackOf(release_id);
  return { release_id, delivery_id, track_id, former };
}

/** The store takes the message that it was sent last. */
async function takeNewest(): Promise<string> {
  const { data } = (await must(store, "GET /v1/feed/messages?limit=100")).body;
  const { message_id } = data.at(-1);
  const { text } = await must(store, `GET /v1/feed/messages/${message_id}`);
  await must(store, `POST /v1/feed/messages/${message_id}/status`, { status: "delivered" });
  return text;
}

async function update(delivery_id: string, by: Member = world.label): Promise<string> {
  await must(by, `POST /v1/deliveries/${delivery_id}/update`, {});
  await world.runJobs();
  return takeNewest();
}

/** Tells of the audio and the artwork of a message whether they come with it. */
function provided(xml: string): Record<"audio" | "artwork", string | undefined> {
  const of = (list: string) => xml.split(`<${list}>`)[1]?.split(`</${list}>`)[0] ?? "";
  const isProvided = (part: string) => /<IsProvidedInDelivery>(\w+)</.exec(part)?.[1];
  return { audio: isProvided(of("SoundRecording")), artwork: isProvided(of("Image")) };
}

describe("of a release that is delivered", () => {
  test("the next update brings the new file, and none that is unchanged", async () => {
    const { release_id, delivery_id, track_id, former } = await delivered();
    const { isrc } = await trackOf(release_id);
    const audio_asset_id = await otherAudio();
    const patched = await world.label.call(`PATCH /v1/tracks/${track_id}`, { body: { audio_asset_id } });
    expect([patched.status, patched.body.error.code]).toEqual([409, "invalid_state"]);
    const unsaid = await replace(track_id, { audio_asset_id });
    expect([unsaid.status, unsaid.body.error.code]).toEqual([422, "missing_required_field"]);
    for (const keeps_isrc of [false, null]) {
      const { status, body } = await replace(track_id, { audio_asset_id, keeps_isrc });
      expect([status, body.error.details]).toEqual([422, [{ field: "keeps_isrc", issue: "must be true" }]]);
    }
    expect((await trackOf(release_id)).audio_asset_id).toBe(former);

    const replaced = await replace(track_id, { audio_asset_id, keeps_isrc: true });
    expect([replaced.status, replaced.body]).toEqual([200, expect.objectContaining({ audio_asset_id, isrc })]);
    expect(await statusOf(release_id)).toBe("delivered");
    const message = await update(delivery_id);
    expect(provided(message)).toEqual({ audio: "true", artwork: "false" });
    expect(message).toContain(`<ISRC>${isrc.replaceAll("-", "")}</ISRC>`);
    expect(await statusOf(release_id)).toBe("delivered");
    // Now the store has it.
    expect(provided(await update(delivery_id))).toEqual({ audio: "false", artwork: "false" });
    expect((await world.label.call(`DELETE /v1/assets/${former}`)).status).toBe(204);
  });

  test("the same audio again changes nothing", async () => {
    const { track_id, former, release_id } = await delivered();
    const before = await trackOf(release_id);
    const again = await replace(track_id, { audio_asset_id: former, keeps_isrc: true });
    expect([again.status, again.body]).toEqual([200, before]);
  });

  test("a length that differs by more than five seconds is told", async () => {
    const { release_id, track_id, delivery_id } = await delivered();
    const within = await otherAudio(world.label, soundAudio.duration_ms + 5_000);
    await must(world.label, `POST /v1/tracks/${track_id}/replace-audio`, { audio_asset_id: within, keeps_isrc: true });
    expect(await issuesOf(release_id)).not.toContain("audio_duration_changed");
    const beyond = await otherAudio(world.label, soundAudio.duration_ms + 5_001);
    await must(world.label, `POST /v1/tracks/${track_id}/replace-audio`, { audio_asset_id: beyond, keeps_isrc: true });
    expect(await issuesOf(release_id)).toContain("audio_duration_changed");
    const [now, before] = [soundAudio.duration_ms + 5_001, soundAudio.duration_ms].map((ms) => `${ms / 1_000} s`);
    const { issues } = (await must(world.label, `GET /v1/releases/${release_id}/preflight`)).body;
    expect(issues.find(({ code }: { code: string }) => code === "audio_duration_changed").issue).toBe(
      `is ${now} long, 5.001 s longer than the ${before} that were delivered with this ISRC before; the difference may be at most 5 s`,
    );
    // It is compared with the length that stores took, not with one that no store ever got.
    await must(world.label, `POST /v1/tracks/${track_id}/replace-audio`, { audio_asset_id: within, keeps_isrc: true });
    expect(await issuesOf(release_id)).not.toContain("audio_duration_changed");
    await update(delivery_id);
    const shorter = await otherAudio(world.label, soundAudio.duration_ms - 1);
    await must(world.label, `POST /v1/tracks/${track_id}/replace-audio`, { audio_asset_id: shorter, keeps_isrc: true });
    expect(await issuesOf(release_id)).toContain("audio_duration_changed");
  });

  test("the audit log has when it was replaced, and the former asset", async () => {
    const { track_id, former } = await delivered();
    await must(world.label, `POST /v1/tracks/${track_id}/replace-audio`, {
      audio_asset_id: await otherAudio(),
      keeps_isrc: true,
    });
    const { data } = (await must(world.operator, `GET /v1/operator/audit-log?resource_id=${track_id}`)).body;
    const replaced_at = expect.stringMatching(/^replaced_at=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const fields = ["audio_asset_id", "keeps_isrc", "replaced_at", replaced_at, `audio_asset_id=${former}`];
    expect(data[0]).toMatchObject({ operation: "replaceAudio", organization_id: world.label.id, fields });
  });

  test("a message of before keeps its file, and is not sent again once a newer one went out", async () => {
    const { track_id, delivery_id } = await delivered();
    const path = `/v1/operator/stores/${store.store_id}/messages`;
    const [first] = (await must(world.operator, `GET ${path}?delivery_id=${delivery_id}`)).body.data;
    await must(world.label, `POST /v1/tracks/${track_id}/replace-audio`, {
      audio_asset_id: await otherAudio(),
      keeps_isrc: true,
    });
    await update(delivery_id);
    const resent = await world.operator.call(`POST ${path}/${first.message_id}/resend`, { body: {} });
    expect([resent.status, resent.body.error.code]).toEqual([409, "invalid_state"]);
  });
});

describe("it is refused", () => {
  test("for a draft, whose audio is set by PATCH", async () => {
    const { id } = await trackOf(await makeRelease(world));
    const answer = await replace(id, { audio_asset_id: await otherAudio(), keeps_isrc: true });
    expect([answer.status, answer.body.error.code]).toEqual([409, "invalid_state"]);
  });

  test("with an asset that is no audio of the caller, is gone, or is not ready", async () => {
    const { track_id, former, release_id } = await delivered();
    const gone = await otherAudio();
    await must(world.label, `DELETE /v1/assets/${gone}`);
    const artwork = await insertAsset(world, world.label, { type: "artwork" });
    for (const audio_asset_id of [await otherAudio(world.rival), gone, artwork, "ast_unknown"]) {
      const answer = await replace(track_id, { audio_asset_id, keeps_isrc: true });
      expect([answer.status, answer.body.error.details[0].field]).toEqual([422, "audio_asset_id"]);
    }
    for (const status of ["awaiting_upload", "processing", "failed"]) {
      const audio_asset_id = await insertAsset(world, world.label, { type: "audio", status });
      const answer = await replace(track_id, { audio_asset_id, keeps_isrc: true });
      expect([answer.status, answer.body.error.code]).toEqual([409, "asset_not_ready"]);
    }
    expect((await trackOf(release_id)).audio_asset_id).toBe(former);
  });

  test("for another organization's track, as for one that does not exist", async () => {
    const { track_id } = await delivered();
    const body = { audio_asset_id: await otherAudio(world.rival), keeps_isrc: true };
    expect((await replace(track_id, body, world.rival)).status).toBe(404);
    expect((await replace("trk_unknown", body, world.rival)).status).toBe(404);
  });
});

describe("at once", () => {
  test("eight replacements leave one of the eight, and one submission", async () => {
    const release_id = await makeRelease(world, reviewed);
    const { submission_id } = (await must(reviewed, `POST /v1/releases/${release_id}/submit`)).body;
    await approve(world, submission_id);
    const { id } = await trackOf(release_id, reviewed);
    const assets = await Promise.all(Array.from({ length: 8 }, () => otherAudio(reviewed)));
    const answers = await Promise.all(
      assets.map((audio_asset_id) => replace(id, { audio_asset_id, keeps_isrc: true }, reviewed)),
    );
    expect(answers.map(({ status }) => status)).toEqual(assets.map(() => 200));
    expect(assets).toContain((await trackOf(release_id, reviewed)).audio_asset_id);
    const { data } = (await must(reviewed, `GET /v1/submissions?release_id=${release_id}`)).body;
    expect(data.map(({ review_status }: { review_status: string }) => review_status)).toEqual([
      "pending_review",
      "approved",
    ]);
  });

  test("a replacement and the deletion of its asset: one of them happens", async () => {
    const { track_id, release_id } = await delivered();
    for (let round = 0; round < 5; round++) {
      const audio_asset_id = await otherAudio();
      const [replaced, deleted] = await Promise.all([
        replace(track_id, { audio_asset_id, keeps_isrc: true }),
        world.label.call(`DELETE /v1/assets/${audio_asset_id}`),
      ]);
      expect([`${replaced.status} ${deleted.status}`]).toEqual([expect.stringMatching(/^(200 409|422 204)$/)]);
      const isThere = (await trackOf(release_id)).audio_asset_id === audio_asset_id;
      expect(isThere).toBe(replaced.status === 200);
    }
  });

  test("a request that is sent again has the first answer", async () => {
    const { track_id, release_id } = await delivered();
    const idempotency_key = crypto.randomUUID();
    const body = { audio_asset_id: await otherAudio(), keeps_isrc: true };
    const path = `POST /v1/tracks/${track_id}/replace-audio`;
    const first = await world.label.call(path, { body, idempotency_key });
    const other = await otherAudio();
    await must(world.label, path, { audio_asset_id: other, keeps_isrc: true });
    const again = await world.label.call(path, { body, idempotency_key });
    expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"]);
    expect((await trackOf(release_id)).audio_asset_id).toBe(other);
  });
});

test("under manual review stores get the former audio until the change is approved", async () => {
  const release_id = await makeRelease(world, reviewed, { title: "Under review" });
  const { id: track_id, audio_asset_id: former } = await trackOf(release_id, reviewed);
  await must(reviewed, `PATCH /v1/tracks/${track_id}`, { isrc: "DE-XX2-27-00001" });
  await approve(world, (await must(reviewed, `POST /v1/releases/${release_id}/submit`)).body.submission_id);
  await putBytes(world, former, Buffer.from("the former bytes"));
  // Queued: the store is paused.
  await must(world.operator, `PATCH /v1/operator/stores/${store.store_id}`, { status: "paused" });
  const delivery_id = await deliverTo(world, store.store_id, release_id, reviewed);
  const audio_asset_id = await otherAudio(reviewed);
  expect((await replace(track_id, { audio_asset_id, keeps_isrc: true }, reviewed)).status).toBe(200);
  const [opened] = (await must(reviewed, `GET /v1/submissions?release_id=${release_id}`)).body.data;
  expect(opened.review_status).toBe("pending_review");
  for (const asset_id of [former, audio_asset_id])
    expect((await reviewed.call(`DELETE /v1/assets/${asset_id}`)).status).toBe(409);
  const shown = (await must(world.operator, `GET /v1/operator/submissions/${opened.submission_id}`)).body;
  const changes = [
    expect.objectContaining({ track_id, field: "audio_asset_id", before: former, after: audio_asset_id }),
  ];
  expect(shown.since_review.changes).toEqual(changes);

  await must(world.operator, `PATCH /v1/operator/stores/${store.store_id}`, { status: "active" });
  await world.runJobs();
  const sums = await world.ctx.db<{ id: string; checksum_sha256: string }[]>`select id, checksum_sha256 from assets`;
  const sumOf = (asset_id: string) => sums.find(({ id }) => id === asset_id)?.checksum_sha256;
  const first = await takeNewest();
  expect(first).toContain(sumOf(former));
  expect(first).not.toContain(sumOf(audio_asset_id));
  const early = await reviewed.call(`POST /v1/deliveries/${delivery_id}/update`, { body: {} });
  expect([early.status, early.body.error.code]).toEqual([409, "invalid_state"]);

  await approve(world, opened.submission_id);
  const second = await update(delivery_id, reviewed);
  expect(second).toContain(sumOf(audio_asset_id));
  expect(second).not.toContain(sumOf(former));
  expect(provided(second)).toEqual({ audio: "true", artwork: "false" });
});
