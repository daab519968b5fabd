import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countingStatements } from "../../../test/counting-statements.ts";
import { soundRelease } from "../../../test/sound-release.ts";
import { createWorld, type Member, type World } from "../../../test/world.ts";
import { newId } from "../../platform/ids.ts";
import { utcDate } from "../../standards/calendar-date.ts";
import { getRelease } from "../actions.ts";
import { loadSubject, preflightRelease } from "./actions.ts";
import type { PreflightIssue } from "./issue.ts";
import { preflightRules } from "./rules.ts";

// These stores get no documents.
const noFaults = async () => new Map<string, never>();

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const inDays = (days: number) => utcDate(new Date(world.clock.now().getTime() + days * 86_400_000));
const sound = () => ({
  title: "Midnight in Paris",
  artists: [{ name: "Vera Lux", role: "main" }],
  release_date: inDays(30),
  language: "en",
  genre: "Pop",
  p_line: "2026 Nightjar",
  c_line: "2026 Nightjar",
});

async function makeRelease(changes: object = {}, by: Member = world.label): Promise<string> {
  const made = await by.call("POST /v1/releases", { body: { ...sound(), ...changes } });
  expect(made.status).toBe(201);
  return made.body.id;
}

async function makeAsset(
  type: "audio" | "artwork",
  changes: { status?: string; checksum?: string } = {},
  by = world.label,
) {
  const { db } = world.ctx;
  const { status = "ready", checksum = newId("req") } = changes;
  const id = newId("ast");
  const now = world.clock.now().toISOString();
  const facts = type === "audio" ? soundRelease.tracks[0]?.audio?.audio : soundRelease.artwork?.image;
  const [audio, image] = type === "audio" ? [facts, null] : [null, facts];
  await db`
    insert into assets (id, organization_id, type, filename, content_type, size_bytes, checksum_sha256, status, audio, image, blob_key,
      upload_expires_at, created_at, updated_at)
    values (${id}, ${by.id}, ${type}, 'file', 'audio/wav', 1000, ${checksum}, ${status},
      ${status === "ready" && audio ? db.json(audio) : null}, ${status === "ready" && image ? db.json(image) : null},
      ${status === "awaiting_upload" ? null : id}, ${now}, ${now}, ${now})`;
  return id;
}

type TrackRow = {
  title?: string;
  isrc?: string | null;
  audio_asset_id?: string | null;
  disc_number?: number;
  track_number?: number;
};

async function makeTrack(release_id: string, row: TrackRow = {}, by = world.label): Promise<void> {
  const { db } = world.ctx;
  const { title = "Midnight in Paris", isrc = null, audio_asset_id = null, disc_number = 1, track_number = 1 } = row;
  const contributors = [
    { name: "Ada Moss", role: "lyricist" },
    { name: "Vera Lux", role: "vocalist" },
    { name: "Ola Berg", role: "mixing engineer" },
  ];
  const now = world.clock.now().toISOString();
  await db`
    insert into tracks (id, organization_id, release_id, title, contributors, isrc, disc_number, track_number, explicit, language,
      audio_asset_id, created_at, updated_at)
    values (${newId("trk")}, ${by.id}, ${release_id}, ${title}, ${db.json(contributors)}, ${isrc}, ${disc_number}, ${track_number},
      false, 'en', ${audio_asset_id}, ${now}, ${now})`;
}

const setArtwork = async (release_id: string, asset_id: string) =>
  world.ctx.db`update releases set artwork_asset_id = ${asset_id} where id = ${release_id}`;
const setStatus = async (release_id: string, status: string) =>
  world.ctx.db`update releases set status = ${status} where id = ${release_id}`;
const preflight = async (release_id: string, by: Member = world.label) =>
  by.call(`GET /v1/releases/${release_id}/preflight`);
const codesOf = ({ body }: { body: { issues: PreflightIssue[] } }) => body.issues.map(({ code }) => code);

/** With one track and artwork, nothing wrong with any. */
async function makeSound(changes: object = {}, track: TrackRow = {}): Promise<string> {
  const id = await makeRelease(changes);
  const audio_asset_id = await makeAsset("audio");
  await makeTrack(id, { isrc: `QZ-ABC-26-${String(++isrcs).padStart(5, "0")}`, audio_asset_id, ...track });
  await setArtwork(id, await makeAsset("artwork"));
  return id;
}
let isrcs = 0;

/** The driver's result for a template; its handler sends the statement when it is awaited. */

describe("works", () => {
  test("a sound release is ready, with nothing to say", async () => {
    const { status, body } = await preflight(await makeSound());
    expect([status, body]).toEqual([200, { ready: true, issues: [], stores: [] }]);
  });

  test("a new draft is blocked by what submitting insists on", async () => {
    const { body } = await preflight(await makeRelease({ release_date: inDays(0) }));
    expect(body.ready).toBe(false);
    expect(body.issues.filter(({ severity }: PreflightIssue) => severity === "blocker")).toEqual([
      { code: "no_tracks", severity: "blocker", field: "tracks", issue: "must have at least one track" },
      expect.objectContaining({ code: "artwork_not_ready", field: "artwork_asset_id" }),
      expect.objectContaining({ code: "release_date_not_future", field: "release_date" }),
    ]);
  });

  test("tracks are counted by disc and number; a file on its way is distinguished from a missing one", async () => {
    const id = await makeRelease();
    await makeTrack(id, { title: "Last", disc_number: 2, track_number: 1 });
    await makeTrack(id, { title: "First", audio_asset_id: await makeAsset("audio"), track_number: 1 });
    await makeTrack(id, {
      title: "NEVER AGAIN",
      audio_asset_id: await makeAsset("audio", { status: "processing" }),
      track_number: 7,
    });
    const { body } = await preflight(id);
    const at = (code: string) => body.issues.filter((issue: PreflightIssue) => issue.code === code);
    expect(at("audio_not_ready")).toMatchObject([
      { field: "tracks[1].audio_asset_id", issue: "is not ready: its file is still being processed" },
      { field: "tracks[2].audio_asset_id", issue: "is missing: the track has no audio" },
    ]);
    expect(at("title_all_caps")).toMatchObject([{ field: "tracks[1].title", suggestion: "Never Again" }]);
  });

  test("rules that ask the past", async () => {
    const [upc, isrc, isni] = ["602547790484", "QZ-ABC-25-00001", "000000012146438X"];
    const checksum = "b".repeat(64);
    const artists = [{ name: "Vera Lux", role: "main", isni, store_artist_ids: { store_auralis: "ar-1" } }];
    const earlier = await makeSound({ upc, title: "Dawn", label: "Other", artists }, { title: "Dawn", isrc });
    await setArtwork(earlier, await makeAsset("artwork", { checksum }));
    world.clock.advance(1000);
    const id = await makeSound({ upc, artists: [{ name: "Véra Lux", role: "main", isni }] }, { isrc });
    await setArtwork(id, await makeAsset("artwork", { checksum }));
    // Drafts count for rules about files and recordings, and not for rules about what was submitted.
    expect(codesOf(await preflight(id)).sort()).toEqual(["art_reused", "isrc_reused_other_audio"]);
    await setStatus(earlier, "delivered");
    expect(codesOf(await preflight(id)).sort()).toEqual(
      [
        "art_reused",
        "artist_name_inconsistent",
        "artist_store_id_missing",
        "isrc_reused_other_audio",
        "upc_unique",
      ].sort(),
    );
    // The same fingerprint is a duplicate, which submitting refuses, and no second use of the UPC.
    await world.ctx
      .db`update releases set label = 'Other', release_date = (select release_date from releases where id = ${earlier})
      where id = ${id}`;
    expect(codesOf(await preflight(id))).not.toContain("upc_unique");
  });

  test("a release of fifty tracks takes four statements, at a store, too", async () => {
    const id = await makeRelease();
    const store = { store_id: "store_one", name: "One", territories: ["WORLD"], connector: { kind: "manual" } };
    expect((await world.operator.call("POST /v1/operator/stores", { body: store })).status).toBe(201);
    for (let number = 1; number <= 50; number++)
      await makeTrack(id, {
        title: `Night Number ${number}`,
        audio_asset_id: await makeAsset("audio"),
        track_number: number,
      });
    const { ctx } = world;
    const { db, statements } = countingStatements(ctx.db);
    for (const store_id of [undefined, store.store_id]) {
      const before = statements();
      const { issues } = await preflightRelease({ ...ctx, db }, world.label.id, {
        release_id: id,
        store_id,
        messages: noFaults,
      });
      const found = issues.filter(({ code }) => code === "isrc_missing");
      expect(found.map((issue) => issue.store_id)).toEqual(Array.from({ length: 50 }, () => store_id));
      expect(statements() - before).toBe(4);
    }
  });

  test("one call says which stores would refuse a release, each with its own rules", async () => {
    const id = await makeSound({}, { isrc: null });
    const open = { territories: ["WORLD"], connector: { kind: "manual" } };
    const rows = [
      { store_id: "store_easy", name: "Easy", requirements: "none", ...open },
      { store_id: "store_paused", name: "Paused", requirements: "standard", status: "paused", ...open },
      { store_id: "store_picky", name: "Picky", requirements: { art_too_small: { min_pixels: 4000 } }, ...open },
      { store_id: "store_usual", name: "Usual", requirements: "standard", ...open },
    ];
    for (const body of rows)
      expect((await world.operator.call("POST /v1/operator/stores", { body })).status, body.store_id).toBe(201);
    const { body } = await preflight(id);
    const known = new Set(rows.map(({ store_id }) => store_id));
    expect(body.ready).toBe(true);
    expect(body.stores.filter(({ store_id }: { store_id: string }) => known.has(store_id))).toEqual([
      { store_id: "store_easy", ready: true, blockers: [] },
      { store_id: "store_picky", ready: false, blockers: ["art_too_small"] },
      { store_id: "store_usual", ready: false, blockers: ["isrc_missing"] },
    ]);
    const alone = await world.label.call(`GET /v1/releases/${id}/preflight?store_id=store_usual`);
    expect([alone.body.ready, alone.body.stores]).toEqual([false, undefined]);
  });

  test("a store that gets ERN cannot get a track without ISRC, though it requires nothing, and says so before", async () => {
    const id = await makeSound({}, { isrc: null });
    const connector = { kind: "simulated", format: "ern" };
    const store = { store_id: "store_of_ern", name: "ERN", requirements: "none", territories: ["WORLD"], connector };
    expect((await world.operator.call("POST /v1/operator/stores", { body: store })).status).toBe(201);
    const shown = { store_id: store.store_id, ready: false, blockers: ["isrc_missing"] };
    expect((await preflight(id)).body.stores).toContainEqual(shown);
    const changes = { connector: { kind: "manual" } };
    await world.operator.call(`PATCH /v1/operator/stores/${store.store_id}`, { body: changes });
    expect((await preflight(id)).body.stores).toContainEqual({ ...shown, ready: true, blockers: [] });
  });

  test("the rules are listed, for the operator too, who sets a store's requirements", async () => {
    const { status, body } = await world.label.call("GET /v1/preflight-rules");
    expect(status).toBe(200);
    expect((await world.operator.call("GET /v1/preflight-rules")).body).toEqual(body);
    expect(body.data.map(({ code }: { code: string }) => code)).toEqual(preflightRules.map(({ code }) => code));
    expect(body.data).toContainEqual({
      code: "art_too_small",
      scope: "artwork",
      severity: "warning",
      standard_severity: "blocker",
      summary: "Artwork has at least 3000 × 3000 pixels. Do not enlarge a smaller one.",
      thresholds: { min_pixels: 3000 },
      examples: { passes: "3000 × 3000", fails: "1400 × 1400" },
    });
  });
});

describe("refuses", () => {
  test("a store that does not exist", async () => {
    const { status, body } = await world.label.call(
      `GET /v1/releases/${await makeRelease()}/preflight?store_id=store_nowhere`,
    );
    expect([status, body.error.code, body.error.details[0].field]).toEqual([400, "invalid_request", "store_id"]);
  });
});

describe("keeps apart", () => {
  test("another organization's release is not found", async () => {
    const id = await makeRelease();
    expect((await preflight(id, world.rival)).status).toBe(404);
  });

  test("another organization's releases, recordings and pictures say nothing", async () => {
    const [upc, isrc] = ["888072034044", "QZ-ABC-24-00001"];
    const checksum = "c".repeat(64);
    const theirs = await makeRelease({ upc, title: "Dawn", label: "Theirs" }, world.rival);
    await makeTrack(theirs, { isrc, audio_asset_id: await makeAsset("audio", {}, world.rival) }, world.rival);
    await setArtwork(theirs, await makeAsset("artwork", { checksum }, world.rival));
    await setStatus(theirs, "delivered");
    const id = await makeSound({ upc, artists: [{ name: "Mira Sol", role: "main" }] }, { isrc });
    await setArtwork(id, await makeAsset("artwork", { checksum }));
    expect((await preflight(id)).body).toMatchObject({ ready: true, issues: [] });
    const subject = await loadSubject(
      world.ctx,
      world.label.id,
      await getRelease(world.ctx, { organization_id: world.label.id, id }),
    );
    expect(subject.history).toMatchObject({ is_upc_used: false, recordings: [], titles_with_artwork: [] });
  });

  test("a key without the scope", async () => {
    const caller = world.as(await world.keyFor(world.label.id, { scopes: ["royalties:read"] }));
    const answer = await caller.call("GET /v1/preflight-rules");
    expect([answer.status, answer.body.error.code]).toEqual([403, "insufficient_scope"]);
  });
});
