import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approve, draft, insertAsset, makeRelease, must } from "../../test/catalog.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";
import { claimJobs } from "../platform/jobs/claim.ts";
import { handBack, housekeeping, registerWorker } from "../platform/jobs/queue.ts";
import { judgeSubmission } from "./job-definitions.ts";

let world: World;
let reviewed: Member;
beforeAll(async () => {
  world = await createWorld();
  reviewed = await world.organization({ review: "manual" });
});
afterAll(() => world.close());

const submit = (id: string, by: Member = world.label) => by.call(`POST /v1/releases/${id}/submit`);
const statusOf = async (id: string, by: Member = world.label) => (await by.call(`GET /v1/releases/${id}`)).body.status;
const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field }: { field: string }) => field),
];
const eventsOf = async (organization_id: string) => {
  const rows = await world.ctx.db<{ body: string }[]>`
    select body from events where organization_id = ${organization_id} order by created_at, id`;
  return rows.map(({ body }) => JSON.parse(body));
};

/** With files that can be seen and heard. */
async function submitInSandbox() {
  const sandbox = await createWorld({ environment: "sandbox" });
  const reviewed = await sandbox.organization({ review: "manual" });
  const make = async (path: string, body: object) => (await must(reviewed, `POST /v1/${path}`, body)).body.id;
  const id: string = await make("releases", draft);
  const audio_asset_id = await make("sandbox/assets", { type: "audio" });
  const artwork_asset_id = await make("sandbox/assets", { type: "artwork" });
  await make("tracks", { release_id: id, title: "First Light", isrc: "QZABC2600001", audio_asset_id });
  await must(reviewed, `PATCH /v1/releases/${id}`, { artwork_asset_id });
  const submission_id: string = (await submit(id, reviewed)).body.submission_id;
  return { sandbox, reviewed, id, submission_id };
}

describe("works", () => {
  test("submit answers with the submission, approved under automatic review, and moves the release", async () => {
    const member = await world.organization();
    const id = await makeRelease(world, member);
    const before = (await member.call(`GET /v1/releases/${id}`)).body;
    const answer = await submit(id, member);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      submission_id: expect.stringMatching(/^sub_/),
      release_id: id,
      submitted_at: expect.any(String),
      review_status: "approved",
      reason: null,
      issues: expect.any(Array),
      reviewed_at: answer.body.submitted_at,
      deliver: null,
      delivery_id: null,
    });
    const release = (await member.call(`GET /v1/releases/${id}`)).body;
    expect(release).toEqual({ ...before, status: "submitted", updated_at: release.updated_at });
    expect((await member.call(`GET /v1/submissions/${answer.body.submission_id}`)).body).toEqual(answer.body);
    expect((await member.call(`GET /v1/submissions?release_id=${id}`)).body.data).toEqual([answer.body]);
    expect(await eventsOf(member.id)).toMatchObject([
      { event_type: "release.status.changed", data: { ...release, previous_status: "draft" } },
      { event_type: "submission.reviewed", data: { ...answer.body, previous_status: "pending_review" } },
    ]);
  });

  test("what stores may reject is listed with the submission and does not stand in its way", async () => {
    const id = await makeRelease(world, world.label, { title: "MIDNIGHT IN PARIS" });
    const { status, body } = await submit(id);
    expect(status).toBe(200);
    expect(body.issues).toContainEqual(
      expect.objectContaining({ code: "title_all_caps", severity: "warning", field: "title" }),
    );
  });

  test("type and explicit come from the tracks unless they are set", async () => {
    const { body: release } = await must(world.label, "POST /v1/releases", draft);
    const shown = async () => {
      const read = (await world.label.call(`GET /v1/releases/${release.id}`)).body;
      const listed = (await world.label.call(`GET /v1/releases?q=${release.upc}`)).body.data[0];
      expect(listed).toEqual({ ...read, artwork: null, at_stores: null });
      return [read.type, read.explicit];
    };
    const add = async (duration_ms: number, explicit = false) => {
      const audio_asset_id = await insertAsset(world, world.label, { type: "audio", duration_ms });
      await must(world.label, "POST /v1/tracks", { release_id: release.id, title: "Song", audio_asset_id, explicit });
    };
    expect(await shown()).toEqual([null, false]);
    await add(3 * 60_000);
    expect(await shown()).toEqual(["single", false]);
    await add(11 * 60_000, true);
    expect(await shown()).toEqual(["ep", true]);
    await add(20 * 60_000);
    expect(await shown()).toEqual(["album", true]);
    const changed = await must(world.label, `PATCH /v1/releases/${release.id}`, { genre: "Jazz" });
    expect([changed.body.type, changed.body.explicit]).toEqual(["album", true]);
    await must(world.label, `PATCH /v1/releases/${release.id}`, { type: "compilation" });
    expect(await shown()).toEqual(["compilation", true]);
    const cleared = await must(world.label, `PATCH /v1/releases/${release.id}`, { type: null });
    expect(cleared.body.type).toBe("album");
  });

  test("a reviewer gets a submission with its release, its tracks, preflight, and links to hear and see it", async () => {
    const { sandbox, reviewed, id, submission_id } = await submitInSandbox();
    const { operator } = sandbox;
    const { body } = await must(operator, `GET /v1/operator/submissions/${submission_id}`);
    const release = (await must(reviewed, `GET /v1/releases/${id}`)).body;
    const tracks = (await must(reviewed, `GET /v1/tracks?release_id=${id}`)).body.data;
    expect(body).toMatchObject({ submission_id, organization_id: reviewed.id, review_status: "pending_review" });
    expect(body).toMatchObject({ organization_name: "Another Label", release_title: release.title });
    expect([body.release, body.tracks, body.has_more_tracks]).toEqual([release, tracks, false]);
    expect(body.preflight).toEqual((await must(reviewed, `GET /v1/releases/${id}/preflight`)).body);
    const used = [release.artwork_asset_id, ...tracks.map((track: { audio_asset_id: string }) => track.audio_asset_id)];
    expect(body.assets.map((asset: { id: string }) => asset.id).sort()).toEqual(used.sort());
    for (const asset of body.assets) {
      const own = (await must(reviewed, `GET /v1/assets/${asset.id}`)).body;
      // Every link is another one each time.
      const withoutLinks = ({ audio, ...shown }: typeof own) => ({
        ...shown,
        audio: audio && { ...audio, peaks_url: "" },
        download_url: "",
        image: null,
      });
      expect(withoutLinks(asset)).toEqual(withoutLinks(own));
      expect(asset.download_url).toContain("/v1/downloads/");
    }
    expect(refusal(await operator.call("GET /v1/operator/submissions/sub_none"))).toEqual([404, "not_found"]);
    expect((await reviewed.call(`GET /v1/operator/submissions/${submission_id}`)).status).toBe(404);
    await sandbox.close();
  });

  test("a list of releases has a link to each thumbnail, the same for a while, so that browsers load it once", async () => {
    const member = await world.organization();
    const id = await makeRelease(world, member);
    await must(member, "POST /v1/releases", draft);
    const artwork = async () => {
      const { data } = (await must(member, "GET /v1/releases")).body;
      return Object.fromEntries(data.map((row: { id: string; artwork: unknown }) => [row.id, row.artwork]));
    };
    const [first, again] = [await artwork(), await artwork()];
    expect(first[id].thumbnail_url).toMatch(new RegExp(`^${world.url}/v1/thumbnails/[\\w-]+$`));
    expect(Object.values(first)).toContain(null);
    expect(again).toEqual(first);
    world.clock.advance(11 * 60_000);
    expect((await artwork())[id]).not.toEqual(first[id]);
  });

  test("a manual review: rejected with a reason, corrected, submitted again, approved", async () => {
    const id = await makeRelease(world, reviewed);
    const first = (await submit(id, reviewed)).body;
    expect(first).toMatchObject({ review_status: "pending_review", reviewed_at: null });
    const waiting = await world.operator.call("GET /v1/operator/submissions?review_status=pending_review");
    const names = { organization_name: "Another Label", release_title: expect.any(String) };
    expect(waiting.body.data[0]).toEqual({ ...first, organization_id: reviewed.id, ...names });
    const remark = { field: "artwork_asset_id", issue: "shows a price" };
    const rejected = await world.operator.call(`POST /v1/operator/submissions/${first.submission_id}/reject`, {
      body: { reason: "The artwork shows a price.", issues: [remark] },
    });
    expect(rejected.status).toBe(200);
    const seen = (await reviewed.call(`GET /v1/submissions/${first.submission_id}`)).body;
    expect(seen).toMatchObject({ review_status: "rejected", reason: "The artwork shows a price." });
    expect(seen.issues[0]).toEqual({ code: "review", severity: "blocker", ...remark });
    expect(await statusOf(id, reviewed)).toBe("rejected");
    const second = (await submit(id, reviewed)).body;
    expect(second.review_status).toBe("pending_review");
    const approved = await approve(world, second.submission_id);
    expect(approved.body).toMatchObject({ review_status: "approved", organization_id: reviewed.id });
    expect(await statusOf(id, reviewed)).toBe("submitted");
    const listed = await reviewed.call(`GET /v1/submissions?release_id=${id}`);
    expect(listed.body.data.map(({ review_status }: { review_status: string }) => review_status)).toEqual([
      "approved",
      "rejected",
    ]);
    const events = (await eventsOf(reviewed.id)).filter(({ data }) => (data.release_id ?? data.id) === id);
    expect(
      events.map(({ event_type, data }) => [event_type, data.previous_status, data.status ?? data.review_status]),
    ).toEqual([
      ["release.status.changed", "draft", "submitted"],
      ["submission.reviewed", "pending_review", "rejected"],
      ["release.status.changed", "submitted", "rejected"],
      ["release.status.changed", "rejected", "submitted"],
      ["submission.reviewed", "pending_review", "approved"],
    ]);
  });

  test("long lyrics are compared whole, also with a copy that an earlier version kept", async () => {
    const id = await makeRelease(world, reviewed);
    const [track] = (await must(reviewed, `GET /v1/tracks?release_id=${id}`)).body.data;
    const lyrics = "La la. ".repeat(1_000);
    const sing = (text: string) => must(reviewed, `PATCH /v1/tracks/${track.id}`, { lyrics: text });
    const changesOf = async () => {
      const { submission_id } = (await submit(id, reviewed)).body;
      const { since_review } = (await must(world.operator, `GET /v1/operator/submissions/${submission_id}`)).body;
      await must(world.operator, `POST /v1/operator/submissions/${submission_id}/reject`, { reason: "Not yet." });
      return since_review?.changes.map(({ field }: { field: string }) => field);
    };
    await sing(lyrics);
    expect(await changesOf()).toBeUndefined();
    expect(await changesOf()).toEqual([]);
    await world.ctx.db`
      update reviewed_contents set tracks = jsonb_set(tracks, ${[track.id, "lyrics"]}::text[], to_jsonb(${lyrics}::text))
      where release_id = ${id}`;
    expect(await changesOf()).toEqual([]);
    await sing(`${lyrics}Oh`);
    expect(await changesOf()).toEqual(["lyrics"]);
  });

  test("a reviewer sees the latest decision and what has changed since: fields, tracks added, removed and changed", async () => {
    const id = await makeRelease(world, reviewed);
    const review = async (submission_id: string) =>
      (await must(world.operator, `GET /v1/operator/submissions/${submission_id}`)).body;
    const first = (await submit(id, reviewed)).body;
    expect((await review(first.submission_id)).since_review).toBeNull();
    const reason = "The artwork shows a price.";
    await must(world.operator, `POST /v1/operator/submissions/${first.submission_id}/reject`, { reason });
    // After the decision it is still the first that was reviewed.
    expect((await review(first.submission_id)).since_review).toBeNull();
    const { title, artists } = (await must(reviewed, `GET /v1/releases/${id}`)).body;
    const [track] = (await must(reviewed, `GET /v1/tracks?release_id=${id}`)).body.data;

    const lyrics = "La la. ".repeat(1_000);
    await must(reviewed, `PATCH /v1/releases/${id}`, { title: "Last Light", genre: "jazz" });
    await must(reviewed, `PATCH /v1/tracks/${track.id}`, { title: "Dusk", lyrics });
    const second = (await submit(id, reviewed)).body;
    const { since_review } = await review(second.submission_id);
    expect(since_review).toMatchObject({ submission_id: first.submission_id, review_status: "rejected", reason });
    const ofRelease = { track_id: null, title: "Last Light" };
    const ofTrack = { track_id: track.id, title: "Dusk" };
    const { changes } = since_review;
    expect(changes).toEqual([
      { ...ofRelease, field: "genre", before: null, after: "jazz" },
      { ...ofRelease, field: "title", before: title, after: "Last Light" },
      { ...ofTrack, field: "lyrics", before: null, after: `${lyrics.slice(0, 300)}…` },
      { ...ofTrack, field: "title", before: track.title, after: "Dusk" },
    ]);

    await must(world.operator, `POST /v1/operator/submissions/${second.submission_id}/reject`, { reason });
    // A submission of before that decision has none to compare with.
    expect((await review(first.submission_id)).since_review).toBeNull();
    const { audio_asset_id } = track;
    const added = {
      release_id: id,
      title: "Coda",
      artists,
      disc_number: 1,
      track_number: 90,
      explicit: false,
      audio_asset_id,
    };
    const coda = (await must(reviewed, "POST /v1/tracks", added)).body;
    await must(reviewed, `DELETE /v1/tracks/${track.id}`);
    const third = (await submit(id, reviewed)).body;
    expect((await review(third.submission_id)).since_review).toMatchObject({
      submission_id: second.submission_id,
      changes: expect.arrayContaining([
        { track_id: track.id, title: "Dusk", field: null, before: "Dusk", after: null },
        { track_id: coda.id, title: "Coda", field: null, before: null, after: "Coda" },
      ]),
      has_more_changes: false,
    });
  });

  test("a submission is withdrawn before its review, and the release is a draft again", async () => {
    const id = await makeRelease(world, reviewed);
    const { submission_id } = (await submit(id, reviewed)).body;
    const withdrawn = await reviewed.call(`POST /v1/submissions/${submission_id}/withdraw`);
    expect([withdrawn.status, withdrawn.body.review_status]).toEqual([200, "withdrawn"]);
    expect(await statusOf(id, reviewed)).toBe("draft");
    expect((await submit(id, reviewed)).status).toBe(200);
  });

  test("a reviewer who names what was read approves nothing that was changed since", async () => {
    const { sandbox, reviewed, id: release_id, submission_id } = await submitInSandbox();
    const { operator } = sandbox;
    const path = `/v1/operator/submissions/${submission_id}`;
    const read = async () => (await must(operator, `GET ${path}`)).body.content_version;
    const approveRead = (content_version: string) =>
      operator.call(`POST ${path}/approve`, { body: { content_version } });
    const [track] = (await must(reviewed, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    for (const change of [
      () => must(reviewed, `PATCH /v1/releases/${release_id}`, { title: "Not read" }),
      () => must(reviewed, `PATCH /v1/tracks/${track.id}`, { title: "Nor this" }),
    ]) {
      const before = await read();
      await change();
      const refused = await approveRead(before);
      expect([refused.status, refused.body.error.code]).toEqual([409, "invalid_state"]);
      expect((await must(operator, `GET ${path}`)).body.review_status).toBe("pending_review");
    }
    const approved = await approveRead(await read());
    expect([approved.status, approved.body.review_status]).toEqual([200, "approved"]);
    await sandbox.close();
  });

  test("under manual review a change of an approved release opens a new submission", async () => {
    const id = await makeRelease(world, reviewed);
    const first = (await submit(id, reviewed)).body;
    await approve(world, first.submission_id);
    const latest = async () => (await reviewed.call(`GET /v1/submissions?release_id=${id}`)).body.data;
    await must(reviewed, `PATCH /v1/releases/${id}`, {});
    expect(await latest()).toHaveLength(1);
    await must(reviewed, `PATCH /v1/releases/${id}`, { genre: "Jazz" });
    await must(reviewed, `PATCH /v1/releases/${id}`, { genre: "Pop" });
    expect((await latest()).map((one: { review_status: string }) => one.review_status)).toEqual([
      "pending_review",
      "approved",
    ]);
    await approve(world, (await latest())[0].submission_id);
    const track = (await reviewed.call(`GET /v1/tracks?release_id=${id}`)).body.data[0];
    await must(reviewed, `PATCH /v1/tracks/${track.id}`, { title: "ANOTHER" });
    expect((await latest())[0].review_status).toBe("pending_review");
    // Faults that stores may reject are looked for at once, but not while the change holds the release.
    await world.runJobs();
    expect((await latest())[0].issues).toContainEqual(
      expect.objectContaining({ code: "title_all_caps", field: "tracks[0].title" }),
    );
    expect(await statusOf(id, reviewed)).toBe("submitted");
  });

  test("what is found of a change while its reviewer decides is kept beside the reviewer's remarks", async () => {
    const id = await makeRelease(world, reviewed);
    const { submission_id } = (await submit(id, reviewed)).body;
    await approve(world, submission_id);
    await must(reviewed, `PATCH /v1/releases/${id}`, { title: "MIDNIGHT IN PARIS" });
    const [change] = (await must(reviewed, `GET /v1/submissions?release_id=${id}`)).body.data;
    const body = { reason: "Shouts.", issues: [{ field: "title", issue: "shouts" }] };
    let rejection: Promise<Answer> | undefined;
    await world.ctx.begin(async (held) => {
      await held`select 1 from releases where id = ${id} for no key update`;
      rejection = world.operator.call(`POST /v1/operator/submissions/${change.submission_id}/reject`, { body });
      await expect
        .poll(async () => {
          const waiting = await world.ctx.db`
            select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return waiting.length;
        })
        .toBeGreaterThan(0);
      await world.runJobs();
    });
    const { issues } = (await rejection)?.body ?? {};
    expect(issues[0]).toMatchObject({ code: "review", issue: "shouts" });
    expect(issues).toContainEqual(expect.objectContaining({ code: "title_all_caps" }));
  });

  test("judging is the organization's own turn, and holds up no work of the service for itself", async () => {
    const member = await world.organization({ review: "manual" });
    for (let times = 0; times < 2; times++) {
      const id = await makeRelease(world, member);
      const { submission_id } = (await submit(id, member)).body;
      await approve(world, submission_id);
      await must(member, `PATCH /v1/releases/${id}`, { title: "Another title" });
    }
    const { begin, db } = world.ctx;
    const worker_id = await registerWorker(db);
    const { lane } = judgeSubmission;
    const { jobs: claimed } = await claimJobs(begin, { lane, worker_id, wanted: 10, after: undefined });
    expect(claimed.map(({ group_key }) => group_key).filter((group) => group === member.id)).toHaveLength(1);
    expect(lane.name).not.toBe(housekeeping.name);
    await handBack(begin, worker_id);
  });

  test("a submission counts as the latest though the clock has gone back since the one before", async () => {
    const id = await makeRelease(world, reviewed);
    const first = (await submit(id, reviewed)).body;
    await must(world.operator, `POST /v1/operator/submissions/${first.submission_id}/reject`, { reason: "Shouts." });
    await world.ctx.db`
      update submissions set submitted_at = submitted_at + interval '1 minute' where id = ${first.submission_id}`;
    const second = (await submit(id, reviewed)).body;
    await approve(world, second.submission_id);
    const listed = (await must(reviewed, `GET /v1/submissions?release_id=${id}`)).body.data;
    expect(listed.map((one: { submission_id: string }) => one.submission_id)).toEqual([
      second.submission_id,
      first.submission_id,
    ]);
    expect(Date.parse(listed[0].submitted_at) - Date.parse(listed[1].submitted_at)).toBe(1);
  });

  test("ISRCs assigned to an approved release are a change like any other", async () => {
    const member = await world.organization({ review: "manual" });
    const id = await makeRelease(world, member);
    await world.ctx.db`update tracks set isrc = null where release_id = ${id}`;
    const first = (await submit(id, member)).body;
    await approve(world, first.submission_id);
    await world.operator.call(`PATCH /v1/operator/organizations/${member.id}`, { body: { isrc_prefix: "QZREV" } });
    const { status, body } = await member.call(`POST /v1/releases/${id}/assign-isrcs`);
    expect([status, body.data.length > 0]).toEqual([200, true]);
    const [latest] = (await member.call(`GET /v1/submissions?release_id=${id}`)).body.data;
    expect([latest.review_status, latest.submission_id === first.submission_id]).toEqual(["pending_review", false]);
  });

  test("withdrawing a change of what was approved leaves the release as it was; the next change is reviewed again", async () => {
    const id = await makeRelease(world, reviewed);
    const first = (await submit(id, reviewed)).body;
    await approve(world, first.submission_id);
    await must(reviewed, `PATCH /v1/releases/${id}`, { genre: "Jazz" });
    const latest = async () => (await reviewed.call(`GET /v1/submissions?release_id=${id}`)).body.data[0];
    const change = await latest();
    await must(reviewed, `POST /v1/submissions/${change.submission_id}/withdraw`);
    expect(await statusOf(id, reviewed)).toBe("submitted");
    await must(reviewed, `PATCH /v1/releases/${id}`, { genre: "Pop" });
    expect((await latest()).review_status).toBe("pending_review");
  });

  test("a release that stores rejected: other tracks are a change to be reviewed, and it is not submitted twice", async () => {
    const id = await makeRelease(world, reviewed);
    const first = (await submit(id, reviewed)).body;
    await approve(world, first.submission_id);
    await world.ctx.db`update releases set status = 'rejected' where id = ${id}`;
    const statuses = async () =>
      (await reviewed.call(`GET /v1/submissions?release_id=${id}`)).body.data.map(
        (one: { review_status: string }) => one.review_status,
      );
    const audio_asset_id = await insertAsset(world, reviewed, { type: "audio" });
    const track = await must(reviewed, "POST /v1/tracks", { release_id: id, title: "Second", audio_asset_id });
    expect(await statuses()).toEqual(["pending_review", "approved"]);
    expect(refusal(await submit(id, reviewed))).toEqual([409, "invalid_state"]);
    const [pending] = (await reviewed.call(`GET /v1/submissions?release_id=${id}`)).body.data;
    await approve(world, pending.submission_id);
    await must(reviewed, `DELETE /v1/tracks/${track.body.id}`);
    expect(await statuses()).toEqual(["pending_review", "approved", "approved"]);
  });

  test("what a release says of its tracks is as new as its lock", async () => {
    const id = await makeRelease(world);
    const [, answer] = await Promise.all([
      must(world.label, "POST /v1/tracks", { release_id: id, title: "Explicit", explicit: true }),
      must(world.label, `PATCH /v1/releases/${id}`, { genre: "Jazz" }),
    ]);
    const read = (await world.label.call(`GET /v1/releases/${id}`)).body;
    if (answer.body.explicit) expect(read.explicit).toBe(true);
    expect(read).toMatchObject({ explicit: true, genre: "Jazz" });
  });

  test("after submission metadata may change, tracks may not come, go or get other audio", async () => {
    const id = await makeRelease(world);
    await submit(id);
    expect((await world.label.call(`PATCH /v1/releases/${id}`, { body: { genre: "Jazz" } })).body.genre).toBe("Jazz");
    expect((await world.label.call(`GET /v1/submissions?release_id=${id}`)).body.data).toHaveLength(1);
    const track = (await world.label.call(`GET /v1/tracks?release_id=${id}`)).body.data[0];
    expect((await world.label.call(`PATCH /v1/tracks/${track.id}`, { body: { title: "Other" } })).status).toBe(200);
    const audio_asset_id = await insertAsset(world, world.label, { type: "audio" });
    const refused = [
      await world.label.call("POST /v1/tracks", { body: { release_id: id, title: "More" } }),
      await world.label.call(`DELETE /v1/tracks/${track.id}`),
      await world.label.call(`PATCH /v1/tracks/${track.id}`, { body: { audio_asset_id } }),
      await world.label.call(`DELETE /v1/releases/${id}`),
    ];
    expect(refused.map((answer) => refusal(answer).slice(0, 2))).toEqual(refused.map(() => [409, "invalid_state"]));
  });

  test("before its sunset, status on PATCH does what submit does, after the other fields", async () => {
    const old = await createWorld();
    old.clock.moveTo("2024-08-31T12:00:00.000Z");
    const id = await makeRelease(old);
    const patch = (body: object) => old.label.call(`PATCH /v1/releases/${id}`, { body });
    const present = await patch({ status: "draft" });
    expect([present.status, present.headers.get("deprecation") !== null, present.headers.get("sunset")]).toEqual([
      200,
      true,
      "Sun, 01 Sep 2024 00:00:00 GMT",
    ]);
    expect(refusal(await patch({ status: "delivered", title: "Changed" }))).toEqual([409, "invalid_state"]);
    expect(refusal(await patch({ status: "submitted", release_date: "2020-01-01" }))).toEqual([
      422,
      "validation_failed",
      "release_date",
    ]);
    expect((await old.label.call(`GET /v1/releases/${id}`)).body).toMatchObject({ ...draft, status: "draft" });
    const submitted = await patch({ status: "submitted", title: "Last Words" });
    expect(submitted.body).toMatchObject({ status: "submitted", title: "Last Words" });
    expect((await old.label.call(`GET /v1/submissions?release_id=${id}`)).body.data).toHaveLength(1);
    expect((await patch({ status: "submitted", genre: "Jazz" })).body).toMatchObject({
      status: "submitted",
      genre: "Jazz",
    });
    await old.close();
  });
});

describe("refuses", () => {
  test("each failing precondition alone, and all together, in the specification's order", async () => {
    const { body: empty } = await must(world.label, "POST /v1/releases", { ...draft, release_date: "2020-01-01" });
    expect(refusal(await submit(empty.id))).toEqual([
      422,
      "validation_failed",
      "tracks",
      "artwork_asset_id",
      "release_date",
    ]);
    await must(world.label, "POST /v1/tracks", { release_id: empty.id, title: "Song" });
    expect(refusal(await submit(empty.id))).toEqual([
      409,
      "asset_not_ready",
      "tracks[0].audio_asset_id",
      "artwork_asset_id",
      "release_date",
    ]);

    const past = await makeRelease(world, world.label, { release_date: "2020-01-01" });
    expect(refusal(await submit(past))).toEqual([422, "validation_failed", "release_date"]);
    const today = world.clock.now().toISOString().slice(0, 10);
    const now = await makeRelease(world, world.label, { release_date: today });
    expect(refusal(await submit(now))).toEqual([422, "validation_failed", "release_date"]);

    const bare = await makeRelease(world);
    await must(world.label, `PATCH /v1/releases/${bare}`, { artwork_asset_id: null });
    expect(refusal(await submit(bare))).toEqual([409, "asset_not_ready", "artwork_asset_id"]);

    for (const status of ["awaiting_upload", "processing", "failed"]) {
      const id = await makeRelease(world);
      const audio_asset_id = await insertAsset(world, world.label, { type: "audio", status });
      await must(world.label, "POST /v1/tracks", { release_id: id, title: "Second", audio_asset_id });
      expect(refusal(await submit(id))).toEqual([409, "asset_not_ready", "tracks[1].audio_asset_id"]);
      expect(await statusOf(id)).toBe("draft");
    }
  });

  test("artwork that is not yours, not artwork, or not ready", async () => {
    const id = await makeRelease(world);
    const set = (artwork_asset_id: string) =>
      world.label.call(`PATCH /v1/releases/${id}`, { body: { artwork_asset_id } });
    const wrong = [
      await insertAsset(world, world.rival, { type: "artwork" }),
      await insertAsset(world, world.label, { type: "audio" }),
      "ast_00000000000000000000000000",
    ];
    for (const asset of wrong)
      expect(refusal(await set(asset))).toEqual([422, "validation_failed", "artwork_asset_id"]);
    for (const status of ["awaiting_upload", "processing", "failed"]) {
      const asset = await insertAsset(world, world.label, { type: "artwork", status });
      expect(refusal(await set(asset))).toEqual([409, "asset_not_ready", "artwork_asset_id"]);
    }
  });

  test("submitting what is submitted is 409 invalid_state", async () => {
    const id = await makeRelease(world);
    await submit(id);
    expect(refusal(await submit(id))).toEqual([409, "invalid_state"]);
  });

  test("a fingerprint that was submitted: create, change and submit are 409 duplicate_submission", async () => {
    const fingerprint = { upc: "602547790484", label: "Nightjar", release_date: "2027-05-01" };
    const [first, second, third] = [
      await makeRelease(world, world.label, fingerprint),
      await makeRelease(world, world.label, fingerprint),
      await makeRelease(world, world.label, { ...fingerprint, label: "Other" }),
    ];
    await must(world.label, `POST /v1/releases/${first}/submit`);
    const create = (by: Member, changes: object) =>
      by.call("POST /v1/releases", { body: { ...draft, ...fingerprint, ...changes } });
    expect(refusal(await create(world.label, {}))).toEqual([409, "duplicate_submission"]);
    expect(refusal(await submit(second))).toEqual([409, "duplicate_submission"]);
    const change = (id: string, body: object) => world.label.call(`PATCH /v1/releases/${id}`, { body });
    expect(refusal(await change(third, { label: "Nightjar" }))).toEqual([409, "duplicate_submission"]);
    await must(world.label, `POST /v1/releases/${third}/submit`);
    expect(refusal(await change(third, { label: "Nightjar" }))).toEqual([409, "duplicate_submission"]);
    expect((await change(first, { label: "Nightjar", title: "Itself" })).status).toBe(200);
    for (const changes of [{ label: "nightjar" }, { release_date: "2027-05-02" }, { upc: "888072034044" }])
      expect((await create(world.label, changes)).status).toBe(201);
    expect((await create(world.rival, {})).status).toBe(201);
  });

  test("two with one fingerprint submitted at once: exactly one succeeds", async () => {
    for (let round = 0; round < 5; round++) {
      const fingerprint = { upc: "036000291452", release_date: `2028-0${round + 1}-01` };
      const ids = await Promise.all(Array.from({ length: 4 }, () => makeRelease(world, world.label, fingerprint)));
      const answers = await Promise.all(ids.map((id) => submit(id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const codes = answers.flatMap(({ body }) => body.error?.code ?? []);
      expect(new Set(codes)).toEqual(new Set(["duplicate_submission"]));
    }
  });

  test("one release submitted eight times at once is submitted once", async () => {
    const id = await makeRelease(world);
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await world.label.call(`GET /v1/submissions?release_id=${id}`)).body.data).toHaveLength(1);
  });

  test("approve, reject and withdraw at once: one of them happens, or the withdrawal just after the approval", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await makeRelease(world, reviewed);
      const { submission_id } = (await submit(id, reviewed)).body;
      const path = `/v1/operator/submissions/${submission_id}`;
      const { content_version } = (await must(world.operator, `GET ${path}`)).body;
      const answers = await Promise.all([
        world.operator.call(`POST ${path}/approve`, { body: { content_version } }),
        world.operator.call(`POST /v1/operator/submissions/${submission_id}/reject`, { body: { reason: "No." } }),
        reviewed.call(`POST /v1/submissions/${submission_id}/withdraw`),
      ]);
      const done = answers.flatMap(({ status, body }) => (status === 200 ? [body.review_status] : []));
      expect([["approved"], ["rejected"], ["withdrawn"], ["approved", "withdrawn"]]).toContainEqual(done);
      const { review_status } = (await reviewed.call(`GET /v1/submissions/${submission_id}`)).body;
      expect(done.at(-1)).toBe(review_status);
      const expected = { approved: "submitted", rejected: "rejected", withdrawn: "draft" }[review_status as "approved"];
      expect(await statusOf(id, reviewed)).toBe(expected);
    }
  });

  test("what is reviewed is not reviewed again, and what is withdrawn is neither again", async () => {
    const id = await makeRelease(world);
    const { submission_id } = (await submit(id)).body;
    const withdraw = () => world.label.call(`POST /v1/submissions/${submission_id}/withdraw`);
    const path = `/v1/operator/submissions/${submission_id}`;
    const { content_version } = (await must(world.operator, `GET ${path}`)).body;
    const approve = () => world.operator.call(`POST ${path}/approve`, { body: { content_version } });
    const reject = () => world.operator.call(`POST ${path}/reject`, { body: { reason: "No." } });
    const again = [await approve(), await reject()];
    expect((await withdraw()).status).toBe(200);
    again.push(await approve(), await reject(), await withdraw());
    expect(again.map(refusal)).toEqual(again.map(() => [409, "invalid_state"]));
  });

  test("an approval that does not say what was read is 422 missing_required_field", async () => {
    const id = await makeRelease(world, reviewed);
    const { submission_id } = (await submit(id, reviewed)).body;
    for (const request of [{}, { body: {} }]) {
      const answer = await world.operator.call(`POST /v1/operator/submissions/${submission_id}/approve`, request);
      expect(refusal(answer)).toEqual([422, "missing_required_field", "content_version"]);
    }
    expect((await reviewed.call(`GET /v1/submissions/${submission_id}`)).body.review_status).toBe("pending_review");
  });

  test("a rejection without a reason is 422 missing_required_field", async () => {
    const id = await makeRelease(world, reviewed);
    const { submission_id } = (await submit(id, reviewed)).body;
    const answer = await world.operator.call(`POST /v1/operator/submissions/${submission_id}/reject`, { body: {} });
    expect(refusal(answer)).toEqual([422, "missing_required_field", "reason"]);
  });
});

describe("keeps apart", () => {
  test("another organization's release and submission are not found, and a list shows none of them", async () => {
    const id = await makeRelease(world);
    const { submission_id } = (await submit(id)).body;
    for (const operation of [
      `POST /v1/releases/${id}/submit`,
      `GET /v1/submissions/${submission_id}`,
      `POST /v1/submissions/${submission_id}/withdraw`,
    ])
      expect(refusal(await world.rival.call(operation))).toEqual([404, "not_found"]);
    expect((await world.rival.call(`GET /v1/submissions?release_id=${id}`)).body.data).toEqual([]);
    expect(refusal(await world.label.call(`POST /v1/operator/submissions/${submission_id}/approve`))).toEqual([
      404,
      "not_found",
    ]);
    expect(
      refusal(
        await world.operator.call("POST /v1/operator/submissions/sub_none/approve", { body: { content_version: "x" } }),
      ),
    ).toEqual([404, "not_found"]);
  });

  test("a key that may only read cannot submit", async () => {
    const id = await makeRelease(world);
    const reader = world.as(await world.keyFor(world.label.id, { scopes: ["catalog:read"] }));
    expect(refusal(await reader.call(`POST /v1/releases/${id}/submit`))).toEqual([403, "insufficient_scope"]);
  });

  test("a repeated key replays the submission and submits nothing again", async () => {
    const id = await makeRelease(world);
    const idempotency_key = randomUUID();
    const first = await world.label.call(`POST /v1/releases/${id}/submit`, { idempotency_key });
    const again = await world.label.call(`POST /v1/releases/${id}/submit`, { idempotency_key });
    expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"]);
  });
});
