import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertAsset, must } from "../../test/catalog.ts";
import { upcFromNumber } from "../../test/codes.ts";
import { ernMessage, type GivenMessage, purgeMessage } from "../../test/ern-message.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
});
afterAll(() => world.close());

let codes = 70_000_000_000;
const newCode = () => upcFromNumber(++codes);

const DAY_MS = 86_400_000;
const xml = { "content-type": "application/xml" };
const post = (raw: string, by: Member = world.label, more: object = {}) =>
  by.call("POST /v1/ddex/messages", { raw, headers: xml, ...more });
const send = (given: GivenMessage, by: Member = world.label) => post(ernMessage(given), by);
const taken = async (given: GivenMessage, by: Member = world.label) => {
  const answer = await send(given, by);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const release = async (id: string, by: Member = world.label) => (await must(by, `GET /v1/releases/${id}`)).body;
const tracks = async (id: string, by: Member = world.label) =>
  (await must(by, `GET /v1/tracks?release_id=${id}`)).body.data.reverse();
const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field }: { field: string }) => field),
];
const count = async (table: "releases" | "tracks") => {
  const { db } = world.ctx;
  const [row] =
    table === "releases"
      ? await db<{ n: number }[]>`select count(*)::integer as n from releases`
      : await db<{ n: number }[]>`select count(*)::integer as n from tracks`;
  return row?.n;
};

async function asset(type: "audio" | "artwork", { name = "a.bin", sha256 = "", status = "ready" } = {}) {
  const id = await insertAsset(world, world.label, { type, status });
  const { db } = world.ctx;
  await db`update assets set filename = ${name}, checksum_sha256 = ${sha256 || id} where id = ${id}`;
  return id;
}
const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** Submits and delivers the release, and runs the work until its stores have it. */
async function distribute(id: string, store_ids: string[]): Promise<string> {
  await must(world.label, `POST /v1/releases/${id}/submit`);
  const { body } = await must(world.label, "POST /v1/deliveries", {
    release_id: id,
    store_ids,
    territory_codes: ["WORLDWIDE"],
  });
  return body.id;
}
async function runWork(): Promise<void> {
  for (let step = 0; step < 8; step++) {
    await world.runJobs();
    world.clock.advance(5_000);
  }
}
async function withFiles(icpn: string): Promise<GivenMessage> {
  const names = { cover: `${icpn}.jpg`, audio: `${icpn}_1.flac` };
  await Promise.all([asset("artwork", { name: names.cover }), asset("audio", { name: names.audio })]);
  return {
    icpn,
    cover: { uri: names.cover },
    tracks: [{ isrc: `QZABC26${icpn.slice(-6, -1)}`, file: { uri: names.audio } }],
  };
}
const statuses = async (id: string) =>
  (await must(world.label, `GET /v1/deliveries/${id}`)).body.stores.map(({ status }: { status: string }) => status);

describe("works", () => {
  test("a new message creates the release with its tracks, files and territories", async () => {
    const icpn = newCode();
    const cover = await asset("artwork", { sha256: digest(`${icpn} cover`) });
    const audio = await asset("audio", { sha256: digest(`${icpn} 1`) });
    const answer = await send({
      message_id: "FIRST-1",
      icpn: `00${icpn}`,
      territories: ["DE", "FR", "US"],
      start: "2027-03-01T09:00:00+01:00",
      cover: { uri: "x.jpg", sha256: digest(`${icpn} cover`).toUpperCase() },
      tracks: [
        { isrc: "QZABC2600101", title: "One", file: { uri: "1.flac", sha256: digest(`${icpn} 1`) } },
        { isrc: "QZABC2600102", title: "Two &amp; more", territories: ["DE"], more: "<ContainsAI>Partly</ContainsAI>" },
        { isrc: "QZABC2600103", territories: null },
      ],
    });
    expect(answer.status, answer.text).toBe(201);
    const { release_id, issues, ...rest } = answer.body;
    expect(rest).toEqual({ message_id: "FIRST-1", message_type: "NewReleaseMessage", result: "created" });
    expect(issues.map(({ severity, path }: { severity: string; path: string }) => [severity, path])).toEqual([
      ["warning", "ResourceList/SoundRecording[2]/SoundRecordingEdition/TechnicalDetails"],
      ["warning", "ResourceList/SoundRecording[3]/SoundRecordingEdition/TechnicalDetails"],
    ]);
    expect(await release(release_id)).toMatchObject({
      title: "Midnight in Paris",
      type: "album",
      artists: [{ name: "Vera Lux", role: "main", isni: "000000012146438X" }],
      label: "Nightjar",
      upc: icpn,
      ean: null,
      genre: "Pop",
      p_line: "2027 Nightjar",
      release_date: "2027-03-01",
      start_at: "2027-03-01T08:00:00.000Z",
      territories: ["DE", "FR", "US"],
      artwork_asset_id: cover,
      status: "draft",
    });
    expect(await tracks(release_id)).toMatchObject([
      { title: "One", isrc: "QZ-ABC-26-00101", track_number: 1, audio_asset_id: audio, withheld: false, ai: "none" },
      { title: "Two & more", territory: ["DE"], audio_asset_id: null, ai: "partial" },
      { territory: ["DE", "FR", "US"], withheld: true },
    ]);
  });

  test("the same message again, and an older one, change nothing", async () => {
    const icpn = newCode();
    const first = ernMessage({ icpn, title: "First", made_at: "2026-01-02T10:00:00Z" });
    const { body } = await post(first);
    const again = await post(first);
    expect([again.status, again.body.result, again.body.release_id]).toEqual([200, "unchanged", body.release_id]);
    expect((await taken({ icpn, title: "First", made_at: "2026-01-03T10:00:00Z" })).result).toBe("unchanged");
    const late = await taken({ icpn, title: "Older", made_at: "2026-01-01T10:00:00Z" });
    expect([late.result, late.issues[0]]).toEqual([
      "unchanged",
      expect.objectContaining({ severity: "warning", path: "MessageHeader/MessageCreatedDateTime" }),
    ]);
    expect(await release(body.release_id)).toMatchObject({ title: "First" });
  });

  test("an update changes what differs, and tracks may take each other's places", async () => {
    const icpn = newCode();
    const isrcs = ["QZABC2600201", "QZABC2600202", "QZABC2600203"];
    const { release_id } = await taken({ icpn, tracks: isrcs.map((isrc) => ({ isrc })) });
    await must(world.label, `PATCH /v1/releases/${release_id}`, {
      artists: [{ name: "Vera Lux", role: "main", store_artist_ids: { store_auralis: "ar-1" } }],
    });
    const before = await tracks(release_id);
    const changed = await taken({
      icpn,
      title: "Midnight in Rome",
      type: "EP",
      territories: ["IT"],
      tracks: [{ isrc: "QZABC2600203" }, { isrc: "QZABC2600201", title: "New name" }, { isrc: "QZABC2600204" }],
    });
    expect([changed.result, changed.release_id]).toEqual(["updated", release_id]);
    expect(await release(release_id)).toMatchObject({
      title: "Midnight in Rome",
      type: "ep",
      territories: ["IT"],
      artists: [{ isni: "000000012146438X", store_artist_ids: { store_auralis: "ar-1" } }],
    });
    const after = await tracks(release_id);
    const places = after.map((track: { track_number: number; isrc: string; title: string; id: string }) => [
      track.track_number,
      track.isrc,
      track.title,
    ]);
    expect(places.sort()).toEqual([
      [1, "QZ-ABC-26-00203", "Song QZABC2600203"],
      [2, "QZ-ABC-26-00201", "New name"],
      [3, "QZ-ABC-26-00204", "Song QZABC2600204"],
    ]);
    const idOf = (list: { id: string; isrc: string }[], isrc: string) => list.find((track) => track.isrc === isrc)?.id;
    expect(idOf(after, "QZ-ABC-26-00201")).toBe(idOf(before, "QZ-ABC-26-00201"));
  });

  test("an EAN is kept as such, and finds the release again", async () => {
    const { release_id } = await taken({ icpn: "4006381333931" });
    expect(await release(release_id)).toMatchObject({ ean: "4006381333931", upc: expect.stringMatching(/^\d{12}$/) });
    expect((await taken({ icpn: "04006381333931", title: "Again" })).release_id).toBe(release_id);
  });

  test.each(["SimpleAudioSingle", "Audio", null])(
    "one recording needs no track release: the release's deals hold for it (profile %s)",
    async (profile) => {
      const given = { profile, has_track_releases: false, territories: ["DE", "FR"], type: "Single" };
      const { release_id, issues } = await taken({ icpn: newCode(), ...given });
      expect(await release(release_id)).toMatchObject({ type: "single", territories: ["DE", "FR"] });
      expect(await tracks(release_id)).toMatchObject([
        { isrc: "QZ-ABC-26-00101", withheld: false, territory: ["DE", "FR"] },
      ]);
      expect(JSON.stringify(issues)).not.toMatch(/TrackRelease|withheld/);
    },
  );

  test("UTF-16 without a profile is read, of either order, with or without its mark", async () => {
    for (const mark of ["\ufeff", ""])
      for (const isSwapped of [false, true]) {
        const text = ernMessage({ icpn: newCode(), profile: null, title: "Größe" }).replace("UTF-8", "UTF-16");
        const bytes = Buffer.from(mark + text, "utf16le");
        const raw = new Uint8Array(isSwapped ? bytes.swap16() : bytes);
        const answer = await world.label.call("POST /v1/ddex/messages", { raw, headers: xml });
        expect(answer.status, answer.text).toBe(201);
        expect(await release(answer.body.release_id)).toMatchObject({ title: "Größe" });
      }
  });

  test("a role that its sender defines without a namespace is Other, with a warning", async () => {
    const credit = (
      attributes: string,
    ) => `<Contributor SequenceNumber="1"><ContributorPartyReference>PLabel</ContributorPartyReference>
      <Role${attributes}>UserDefined</Role></Contributor>`;
    const path = "ResourceList/SoundRecording[1]/Contributor[1]/Role";
    for (const attributes of ["", ` UserDefinedValue="Whistler"`]) {
      const more = credit(attributes);
      const { release_id, issues } = await taken({ icpn: newCode(), tracks: [{ isrc: "QZABC2600701", more }] });
      const [track] = await tracks(release_id);
      expect(track.contributors).toEqual([{ name: "Nightjar", role: "Other" }]);
      expect(issues).toContainEqual({ severity: "warning", path, issue: expect.stringContaining("Other") });
    }
    const said = credit(` Namespace="PADPIDA2013042401U" UserDefinedValue="Whistler"`);
    const { release_id } = await taken({ icpn: newCode(), tracks: [{ isrc: "QZABC2600702", more: said }] });
    expect((await tracks(release_id))[0].contributors).toEqual([{ name: "Nightjar", role: "Whistler" }]);
  });

  test("without an ICPN a UPC is assigned, and the answer says which", async () => {
    const first = ernMessage({ icpn: null, title: "Uncoded" });
    const { status, body } = await post(first);
    const { upc } = await release(body.release_id);
    expect([status, body.result]).toEqual([201, "created"]);
    expect(body.issues).toContainEqual({
      severity: "warning",
      path: "ReleaseList/Release/ReleaseId/ICPN",
      issue: expect.stringContaining(upc),
    });
    expect((await post(first)).body).toMatchObject({ result: "unchanged", release_id: body.release_id });
    const update = await taken({ icpn: upc, title: "Coded", made_at: "2026-01-02T10:00:00Z" });
    expect(update).toMatchObject({ result: "updated", release_id: body.release_id });
    const none = await post(ernMessage({ icpn: null }).replace(/<GRid>.*<\/GRid>/, ""));
    expect([none.status, none.body.result]).toEqual([201, "created"]);
  });

  test("deals that begin on another day than the release date move the release, not the rights", async () => {
    const { release_id, issues } = await taken({ icpn: newCode(), release_date: "1994-06-01", start: "2027-05-01" });
    expect(await release(release_id)).toMatchObject({
      release_date: "2027-05-01",
      original_release_date: "1994-06-01",
    });
    expect(issues[0]).toMatchObject({ path: "DealList", issue: expect.stringContaining("2027-05-01") });
  });

  test("without deals it is taken down: stores that have it are asked, queued ones are cancelled", async () => {
    const icpn = newCode();
    const given = await withFiles(icpn);
    const { release_id } = await taken(given);
    const at_stores = await distribute(release_id, ["store_auralis", "store_northwave"]);
    await runWork();
    expect(await statuses(at_stores)).toEqual(["delivered", "delivered"]);
    await must(world.label, `POST /v1/deliveries/${at_stores}/update`, { store_ids: ["store_northwave"] });
    const down = await taken({ ...given, has_deals: false });
    expect(down).toMatchObject({ result: "takedown_requested", release_id });
    expect(await statuses(at_stores)).toEqual(["takedown_requested", "takedown_requested"]);
    await runWork();
    expect(await statuses(at_stores)).toEqual(["taken_down", "taken_down"]);
    expect((await taken({ ...given, has_deals: false })).result).toBe("unchanged");
  });

  test("deals that have ended are a takedown, and a purge is one too; a store at work is a warning", async () => {
    const icpn = newCode();
    const given = await withFiles(icpn);
    const { release_id } = await taken(given);
    const queued = await distribute(release_id, ["store_auralis"]);
    expect((await taken({ ...given, end: "2026-01-01", start: "2025-01-01" })).result).toBe("takedown_requested");
    expect(await statuses(queued)).toEqual(["cancelled"]);
    const sent = await must(world.label, "POST /v1/deliveries", {
      release_id,
      store_ids: ["store_slowpoke"],
      territory_codes: ["WORLDWIDE"],
    });
    await world.runJobs();
    const busy = await post(purgeMessage({ icpn }));
    expect(busy.body).toMatchObject({
      message_type: "PurgeReleaseMessage",
      result: "unchanged",
      issues: [{ severity: "warning", issue: expect.stringContaining("store_slowpoke is ingesting") }],
    });
    for (let round = 0; round < 4; round++) await runWork();
    expect((await post(purgeMessage({ icpn }))).body.result).toBe("takedown_requested");
    expect(await statuses(sent.body.id)).toEqual(["takedown_requested"]);
  });

  test("a takedown is never too late, however old it is, and a purge neither", async () => {
    const icpn = newCode();
    const given = await withFiles(icpn);
    const { release_id } = await taken({ ...given, made_at: "2026-01-05T10:00:00Z" });
    const first = await distribute(release_id, ["store_auralis"]);
    const older = { ...given, made_at: "2026-01-01T10:00:00Z" };
    expect((await taken({ ...older, title: "Older" })).result).toBe("unchanged");
    expect((await taken({ ...older, has_deals: false })).result).toBe("takedown_requested");
    expect(await statuses(first)).toEqual(["cancelled"]);
    await must(world.label, "POST /v1/deliveries", {
      release_id,
      store_ids: ["store_northwave"],
      territory_codes: ["WORLDWIDE"],
    });
    const purge = await post(purgeMessage({ icpn, made_at: "2020-01-01T10:00:00Z" }));
    expect(purge.body.result).toBe("takedown_requested");
  });

  test("a release is kept by no message that was dated far ahead before that was refused", async () => {
    const icpn = newCode();
    const { release_id } = await taken({ icpn, title: "First" });
    await world.ctx.db`update ddex_messages set made_at = '9999-01-01' where release_id = ${release_id}`;
    const made_at = new Date(world.clock.now().getTime() + 2_000).toISOString();
    expect((await taken({ icpn, title: "Next", made_at })).result).toBe("unchanged");
    world.clock.advance(2 * DAY_MS);
    const later = new Date(world.clock.now().getTime()).toISOString();
    expect((await taken({ icpn, title: "Next", made_at: later })).result).toBe("updated");
  });

  test("a takedown of what you do not have changes nothing", async () => {
    const answer = await post(purgeMessage({ icpn: newCode() }));
    expect(answer.body).toMatchObject({ result: "unchanged", release_id: null });
  });

  test("files are found by SHA-256, else by the newest of their name, with a warning", async () => {
    const icpn = newCode();
    const name = `${icpn}.flac`;
    await asset("audio", { name });
    world.clock.advance(1_000);
    const newest = await asset("audio", { name });
    await asset("audio", { name, status: "failed" });
    const { release_id, issues } = await taken({
      icpn,
      tracks: [{ isrc: "QZABC2600301", file: { uri: `resources/${name}` } }],
    });
    expect((await tracks(release_id))[0].audio_asset_id).toBe(newest);
    expect(issues[1]).toMatchObject({ severity: "warning", issue: expect.stringContaining(newest) });
    const wrong = await taken({
      icpn,
      tracks: [{ isrc: "QZABC2600301", file: { uri: `resources/${name}`, sha256: digest("other") } }],
    });
    expect(wrong.issues[1].issue).toContain("no audio of yours has the SHA-256");
    expect((await tracks(release_id))[0].audio_asset_id).toBe(newest);
  });

  test("an Idempotency-Key replays the answer with its status", async () => {
    const raw = ernMessage({ icpn: newCode() });
    const idempotency_key = randomUUID();
    const [first, again] = [
      await post(raw, world.label, { idempotency_key }),
      await post(raw, world.label, { idempotency_key }),
    ];
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });
});

describe("races", () => {
  test("the same message eight times at once happens once", async () => {
    const raw = ernMessage({ icpn: newCode(), tracks: [{ isrc: "QZABC2600401" }, { isrc: "QZABC2600402" }] });
    const before = [await count("releases"), await count("tracks")];
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(raw)));
    const results = answers.map(({ status, body }) => `${status} ${body.result}`).sort();
    expect(results).toEqual([...Array(7).fill("200 unchanged"), "201 created"].sort());
    expect(new Set(answers.map(({ body }) => body.release_id)).size).toBe(1);
    expect([await count("releases"), await count("tracks")]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]);
  });

  test("different messages about one new code at once make one release, and the newest stays", async () => {
    const icpn = newCode();
    const made = [1, 2, 3, 4, 5, 6].map((day) => ({ icpn, title: `Day ${day}`, made_at: `2026-01-0${day}T10:00:00Z` }));
    const answers = await Promise.all(made.map((given) => taken(given)));
    const ids = new Set(answers.map(({ release_id }) => release_id));
    expect(ids.size).toBe(1);
    expect(await release([...ids][0] as string)).toMatchObject({ title: "Day 6" });
  });
});

describe("refuses", () => {
  test.each([
    ["a code without its check digit", { icpn: "036000291453" }, "ReleaseList/Release/ReleaseId/ICPN"],
    ["an empty title", { title: " " }, "ReleaseList/Release/DisplayTitleText"],
    ["a wrong date", { release_date: "2027-02-30" }, "ReleaseList/Release/ReleaseDate"],
    ["an unknown territory", { territories: ["QQ"] }, "DealList/ReleaseDeal[1]/Deal[1]/DealTerms/TerritoryCode"],
  ])("%s, at its path", async (_what, given: GivenMessage, path) => {
    const before = await count("releases");
    const answer = await send({ icpn: newCode(), ...given });
    expect([answer.status, answer.body.error.details.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      expect.arrayContaining([path]),
    ]);
    expect(await count("releases")).toBe(before);
  });

  test("a time more than a day ahead, of any message; clocks may differ by less", async () => {
    const at = (ahead_ms: number) => new Date(world.clock.now().getTime() + ahead_ms).toISOString();
    const wrong = [422, "validation_failed", "MessageHeader/MessageCreatedDateTime"];
    const icpn = newCode();
    for (const made_at of [at(DAY_MS + 60_000), "9999-12-31T23:59:59Z"]) {
      expect(refusal(await send({ icpn, made_at }))).toEqual(wrong);
      expect(refusal(await post(purgeMessage({ icpn, made_at })))).toEqual(wrong);
    }
    expect((await taken({ icpn, made_at: at(DAY_MS - 60_000) })).result).toBe("created");
  });

  test.each(["SimpleVideoSingle", "Ringtone"])("the profile %s, and says nothing else", async (profile) => {
    const answer = await send({ icpn: "1", profile, title: " ", tracks: [{ isrc: "bad" }] });
    expect(refusal(answer)).toEqual([422, "validation_failed", "@ReleaseProfileVersionId"]);
  });

  test("a takedown that names no code, and several recordings without track releases", async () => {
    const path = "ReleaseList/Release/ReleaseId/ICPN";
    expect(refusal(await send({ icpn: null, has_deals: false }))).toEqual([422, "validation_failed", path]);
    const two = { has_track_releases: false, tracks: [{ isrc: "QZABC2600801" }, { isrc: "QZABC2600802" }] };
    expect(refusal(await send({ icpn: newCode(), ...two }))).toContain("ReleaseList/TrackRelease");
  });

  test("an ISRC that is none, at its recording", async () => {
    const answer = await send({ icpn: newCode(), tracks: [{ isrc: "QZABC2600501" }, { isrc: "bad" }] });
    expect(refusal(answer)).toEqual([
      422,
      "invalid_isrc_format",
      "ResourceList/SoundRecording[2]/SoundRecordingEdition/ResourceId/ISRC",
    ]);
  });

  test("a number of another organization, at its path", async () => {
    const rival = await world.organization({ tier: "enterprise", isrc_prefix: "QZRIV" });
    expect(rival.id).not.toBe("");
    const year = String(world.clock.now().getUTCFullYear()).slice(2);
    const answer = await send({ icpn: newCode(), tracks: [{ isrc: `QZRIV${year}00001` }] });
    expect(refusal(answer)).toEqual([
      422,
      "validation_failed",
      "ResourceList/SoundRecording[1]/SoundRecordingEdition/ResourceId/ISRC",
    ]);
  });

  test("another ISRC for a track that a store has, also where the store rejected its update", async () => {
    const given = await withFiles(newCode());
    const { release_id } = await taken(given);
    const delivery_id = await distribute(release_id, ["store_auralis"]);
    await runWork();
    const [track] = given.tracks ?? [];
    const recoded = { ...given, tracks: [{ ...track, isrc: "QZABC2600801" }] };
    const refused = [409, "invalid_state", "ResourceList/SoundRecording[1]/SoundRecordingEdition/ResourceId/ISRC"];
    expect(refusal(await send(recoded))).toEqual(refused);
    const says = (status: string) =>
      must(world.label, `POST /v1/sandbox/deliveries/${delivery_id}/simulate`, { store_id: "store_auralis", status });
    await says("rejected");
    expect((await release(release_id)).status).toBe("rejected");
    expect(refusal(await send(recoded))).toEqual(refused);
    expect((await taken({ ...given, title: "Midnight in Rome" })).result).toBe("updated");
    await must(world.label, `POST /v1/deliveries/${delivery_id}/takedown`, {});
    await says("taken_down");
    const [{ submission_id }] = (await must(world.label, `GET /v1/submissions?release_id=${release_id}`)).body.data;
    await must(world.label, `POST /v1/submissions/${submission_id}/withdraw`);
    expect((await taken(recoded)).result).toBe("updated");
    expect((await tracks(release_id)).map(({ isrc }: { isrc: string }) => isrc)).toEqual(["QZ-ABC-26-00801"]);
  });

  test("what is no XML, with its line", async () => {
    const answer = await post("<ern:NewReleaseMessage>");
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toContain("Line 1: the prefix of <ern:NewReleaseMessage> is not declared.");
  });

  test("an id that another message had", async () => {
    const [icpn, message_id] = [newCode(), "TWICE"];
    await taken({ icpn, message_id });
    expect(refusal(await send({ icpn, message_id, title: "Other" }))).toEqual([
      422,
      "validation_failed",
      "MessageHeader/MessageId",
    ]);
  });

  test("other tracks while the release is submitted, and changes nothing", async () => {
    const icpn = newCode();
    const given = await withFiles(icpn);
    const { release_id } = await taken(given);
    await must(world.label, `POST /v1/releases/${release_id}/submit`);
    const more = { ...given, title: "Changed", tracks: [...(given.tracks ?? []), { isrc: "QZABC2600601" }] };
    const raw = ernMessage(more);
    expect(refusal(await post(raw)).slice(0, 2)).toEqual([409, "invalid_state"]);
    expect(await release(release_id)).toMatchObject({ title: "Midnight in Paris" });
    // It was not taken, so it is no repetition.
    expect((await post(raw)).status).toBe(409);
    expect((await taken({ ...given, title: "Changed" })).result).toBe("updated");
  });

  test("a code of several releases that are no drafts", async () => {
    const icpn = newCode();
    const given = await withFiles(icpn);
    const { release_id } = await taken(given);
    await must(world.label, `POST /v1/releases/${release_id}/submit`);
    const { body } = await must(world.label, "POST /v1/releases", {
      title: "Other",
      artists: [{ name: "Vera Lux", role: "main" }],
      release_date: "2027-04-01",
      upc: icpn,
    });
    expect((await taken({ ...given, title: "Found" })).release_id).toBe(release_id);
    await world.ctx.db`update releases set status = 'submitted' where id = ${body.id}`;
    expect(refusal(await send(given))).toEqual([422, "validation_failed", "ReleaseList/Release/ReleaseId/ICPN"]);
  });

  test("another type of body, one too large, and a compressed one", async () => {
    expect((await post(ernMessage(), world.label, { headers: { "content-type": "application/json" } })).status).toBe(
      415,
    );
    expect((await post(ernMessage(), world.label, { headers: { ...xml, "content-encoding": "gzip" } })).status).toBe(
      415,
    );
    expect((await post("x".repeat(16 * 1_024 * 1_024 + 1))).status).toBe(413);
    expect((await post("")).status).toBe(422);
  });
});

describe("keeps apart", () => {
  test("a release with the same code of another organization is not touched", async () => {
    const icpn = newCode();
    const { release_id } = await taken({ icpn });
    const theirs = await taken({ icpn, title: "Theirs" }, world.rival);
    expect([theirs.result, theirs.release_id === release_id]).toEqual(["created", false]);
    expect(await release(release_id)).toMatchObject({ title: "Midnight in Paris" });
    expect((await post(purgeMessage({ icpn: newCode() }), world.rival)).body.release_id).toBeNull();
  });

  test("files of another organization are not found", async () => {
    await asset("audio", { sha256: digest("mine") });
    const tracks = [{ isrc: "QZABC2600701", file: { uri: "1.flac", sha256: digest("mine") } }];
    const { issues } = await taken({ icpn: newCode(), tracks }, world.rival);
    expect(JSON.stringify(issues)).toContain("no audio of yours has the SHA-256");
  });

  test("it needs the scope and the tier", async () => {
    const key = await world.keyFor(world.label.id, { scopes: ["catalog:write"] });
    const narrow = { ...world.as(key), id: world.label.id };
    expect(refusal(await post(ernMessage(), narrow))).toEqual([403, "insufficient_scope"]);
    const small = await world.organization({ tier: "pro" });
    expect(refusal(await post(ernMessage(), small))).toEqual([403, "tier_not_eligible"]);
  });
});
