// The messages that follow from requests over HTTP, in every version that we write: the fields that stores ask for, terms, and the five
// deliveries that Spotify tests with.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertAsset, must } from "../../test/catalog.ts";
import { putBytes } from "../../test/fetching-store.ts";
import { createWorld, type World } from "../../test/world.ts";
import { type ErnVersion, ernVersions, type NewReleaseMessage } from "../ddex/ern.ts";
import { readMessage } from "../ddex/read-message.ts";
import { ernSchema } from "../ddex/schemas.ts";
import { createXsdChecker } from "../platform/xsd/xsd-checker.ts";
import { atOnce } from "../platform/yielding.ts";

const folder = join(process.env.DDEX_FOLDER ?? "", "xsd");
const schemas = existsSync(folder) ? createXsdChecker(folder) : undefined;
if (!schemas) console.warn("DDEX_FOLDER has no schemas: messages over HTTP are not compared with them.");

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  world.clock.moveTo("2027-01-10T09:00:00.000Z");
  for (const version of ernVersions)
    await must(world.operator, "POST /v1/operator/stores", {
      store_id: storeOf(version),
      name: version,
      territories: ["WORLD"],
      requirements: "none",
      capabilities: { download: true, preorder: true, message_format: `ern_${version}` },
      price_tiers: [{ code: "FRONT", name: "Front line" }],
      connector: { kind: "simulated", format: "ern" },
    });
});
afterAll(async () => {
  await schemas?.close();
  await world.close();
});

const storeOf = (version: ErnVersion) => `store_of_${version.replaceAll(".", "_")}`;

let codes = 0;
/** It has three tracks unless others are given, and real bytes behind its files. */
async function newRelease(changes: object = {}, tracks: readonly object[] = [{}, {}, {}]) {
  const artists = [{ name: "Vera Lux", role: "main" }];
  const draft = { title: "First Light", type: "album", artists, release_date: "2027-03-01", p_line: "2026 Nightjar" };
  const { id } = (await must(world.label, "POST /v1/releases", { ...draft, ...changes })).body;
  const newAsset = async (type: "audio" | "artwork") => {
    const asset_id = await insertAsset(world, world.label, { type });
    await putBytes(world, asset_id, Buffer.from(`the bytes of ${asset_id}`));
    return asset_id;
  };
  const track_ids: string[] = [];
  for (const [index, track] of tracks.entries()) {
    const isrc = `DE-XX2-27-${String(++codes).padStart(5, "0")}`;
    const given = {
      release_id: id,
      title: `Light ${index + 1}`,
      isrc,
      audio_asset_id: await newAsset("audio"),
      ...track,
    };
    track_ids.push((await must(world.label, "POST /v1/tracks", given)).body.id);
  }
  await must(world.label, `PATCH /v1/releases/${id}`, { artwork_asset_id: await newAsset("artwork") });
  return { release_id: id as string, track_ids };
}
const submit = (release_id: string) => must(world.label, `POST /v1/releases/${release_id}/submit`);

/** Right by the schema of its version and by our rules. */
async function read(text: string, version: ErnVersion): Promise<NewReleaseMessage> {
  const document = text.replace(/^<\?xml[^>]*>/, "");
  expect((await schemas?.check(ernSchema(version), { key: text, document: () => document })) ?? []).toEqual([]);
  const found = atOnce(readMessage(Buffer.from(text)));
  expect([found.problems, found.version]).toEqual([[], version]);
  if (found.message_type !== "NewReleaseMessage") throw new Error("It is no purge.");
  return found.message;
}
const seen = async (release_id: string, version: ErnVersion) => {
  const { text } = await must(world.label, `GET /v1/releases/${release_id}/ern?version=${version}`);
  return { text, message: await read(text, version) };
};
const textAt = async (id: string, store_id: string, ticket: string) =>
  (await must(world.operator, `GET /v1/operator/stores/${store_id}/messages/${id}-${store_id}-${ticket}`)).text;
const settle = async () => {
  await world.runJobs();
  world.clock.advance(1_000);
  await world.runJobs();
};
const act = async (id: string, action: string, body: object = {}) => {
  await must(world.label, `POST /v1/deliveries/${id}/${action}`, body);
  await settle();
};

describe.each(ernVersions)("in ERN %s", (version) => {
  const isLatest = version === "4.3.2";

  test("the recording has the line of its track, the release its own", async () => {
    const { release_id, track_ids } = await newRelease({}, [{ p_line: "2019 Owl" }]);
    const linesOf = async () => {
      const { recordings, releases } = (await seen(release_id, version)).message;
      return [...recordings, ...releases].map(({ p_line }) => p_line?.text);
    };
    expect(await linesOf()).toEqual(["2019 Owl", "2026 Nightjar"]);
    await must(world.label, `PATCH /v1/tracks/${track_ids[0]}`, { p_line: null });
    expect(await linesOf()).toEqual(["2026 Nightjar", "2026 Nightjar"]);
  });

  test("a clean track, and a release of one", async () => {
    const { release_id } = await newRelease({}, [{ advisory: "clean" }]);
    const { recordings, releases } = (await seen(release_id, version)).message;
    const warnings = [...recordings, ...releases].map(({ parental_warning }) => parental_warning);
    expect(warnings).toEqual(["ExplicitContentEdited", "ExplicitContentEdited"]);
  });

  test("some parts that are all artificial: one contributor that is a machine, in ERN 4.3.2 alone", async () => {
    const parts = { vocals: "full", instruments: "none", lyrics: "full", composition: "none", post_production: "none" };
    const { release_id } = await newRelease({}, [{ ai_parts: parts }]);
    const { text, message } = await seen(release_id, version);
    const [recording] = message.recordings;
    const machines = recording?.contributors.filter(({ special }) => special === "GenerativeAI") ?? [];
    expect(recording?.contains_ai).toBe(isLatest ? "Partly" : null);
    expect(machines.map(({ roles }) => roles.map(({ value }) => value))).toEqual(
      isLatest ? [["Vocalist", "Lyricist"]] : [],
    );
    if (!isLatest) expect(text).not.toMatch(/GenerativeAI|ContainsAI|AiContribution/);
  });

  test("all parts artificial: Partly with a composer, All without credits", async () => {
    const full = { vocals: "full", instruments: "full", lyrics: "full", composition: "full", post_production: "full" };
    const contributors = [{ name: "Ada Moss", role: "Composer" }];
    const { release_id } = await newRelease({}, [{ ai_parts: full, contributors }, { ai_parts: full }]);
    const { recordings } = (await seen(release_id, version)).message;
    expect(recordings.map(({ contains_ai }) => contains_ai)).toEqual(isLatest ? ["Partly", "All"] : [null, null]);
    expect(recordings[1]?.contributors.map(({ special }) => special)).toEqual(isLatest ? ["GenerativeAI"] : []);
  });

  test("a pre-order, its price and a preview; a takedown has none of them", async () => {
    const store_id = storeOf(version);
    const { release_id } = await newRelease({}, [{}, {}, { instant_gratification: true }]);
    await submit(release_id);
    const terms = [{ store_id, preorder_on: "2027-02-01", preview_at: "2027-01-15T00:00:00Z", price_tier: "FRONT" }];
    const body = { release_id, store_ids: [store_id], territory_codes: ["WORLDWIDE"], terms };
    const { id } = (await must(world.label, "POST /v1/deliveries", body)).body;
    await settle();
    const text = await textAt(id, store_id, "1");
    const message = await read(text, version);
    const [first, ...others] = message.deals[0]?.deals ?? [];
    const days = version === "3.8.3";
    expect(first).toMatchObject({
      is_pre_order: true,
      start: days ? "2027-02-01" : "2027-02-01T00:00:00",
      end: days ? "2027-02-28" : "2027-02-28T23:59:59",
      commercial_models: ["PayAsYouGoModel"],
      use_types: ["PermanentDownload"],
      price: { code: "FRONT", namespace: message.header.sender.party_id, type: "PreOrderPrice" },
      instant_gratification: ["A3"],
    });
    expect(others.map(({ start, is_pre_order, price }) => [start?.slice(0, 10), is_pre_order, price?.code])).toEqual([
      ["2027-03-01", false, undefined],
      ["2027-03-01", false, "FRONT"],
    ]);
    expect(text.split("<DealResourceReference>").length - 1).toBe(1);
    expect([message.releases[0]?.visibility_references, message.visibilities]).toMatchObject([
      ["V1"],
      [{ reference: "V1", release_display_start: "2027-01-15T00:00:00Z" }],
    ]);
    await act(id, "update");
    expect((await read(await textAt(id, store_id, "2"), version)).deals[0]?.deals[2]?.price?.code).toBe("FRONT");
    await act(id, "update", { terms: [{ store_id, price_tier: null }] });
    expect(await textAt(id, store_id, "3")).not.toContain("FRONT");
    await act(id, "takedown");
    const removal = await textAt(id, store_id, "3-takedown");
    expect((await read(removal, version)).deals).toEqual([]);
    expect(removal).not.toMatch(/Visibility|PreOrder|StartDateTime/);
  });
});

describe("the five deliveries that Spotify tests with", () => {
  const stores = ernVersions.map(storeOf);
  let id = "";
  let release: { release_id: string; track_ids: string[] };
  beforeAll(async () => {
    release = await newRelease({ territories: ["DE", "FR"], genre: "Electronic", c_line: "2026 Nightjar" });
    await submit(release.release_id);
    const body = { release_id: release.release_id, store_ids: stores, territory_codes: ["WORLDWIDE"] };
    id = (await must(world.label, "POST /v1/deliveries", body)).body.id;
    await settle();
  });
  const change = async (fields: object) => {
    await must(world.label, `PATCH /v1/releases/${release.release_id}`, fields);
    await act(id, "update");
  };
  /** The message of each store, as our own reader has it, in the words of ERN 4.3.2. */
  const messages = (ticket: string) =>
    Promise.all(ernVersions.map(async (version) => read(await textAt(id, storeOf(version), ticket), version)));
  const said = (message: NewReleaseMessage) => {
    const [main] = message.releases;
    return {
      type: main?.types[0]?.value,
      territories: message.deals[0]?.deals[0]?.territories,
      start: message.deals[0]?.deals[0]?.start?.replace(/T00:00:00$/, ""),
      offered: message.deals.flatMap(({ release_references }) => release_references),
      lines: [main?.title.text, main?.p_line?.text, main?.c_line?.text, main?.genre, main?.release_date],
      tracks: message.recordings.map(({ isrc, title, duration_ms }) => [isrc, title.text, duration_ms]),
      is_provided: message.recordings.map(({ file }) => file?.is_provided),
    };
  };
  const expectSaid = async (ticket: string, expected: Partial<ReturnType<typeof said>>) => {
    const [first, ...others] = (await messages(ticket)).map(said);
    expect(first).toMatchObject(expected);
    expect(others).toEqual([first, first]);
  };
  const all = ["R0", "R1", "R2", "R3"];

  test("an album", async () => {
    const is_provided = [true, true, true];
    await expectSaid("1", { type: "Album", territories: ["DE", "FR"], start: "2027-03-01", offered: all, is_provided });
  });

  test("one more territory, and an EP", async () => {
    await change({ territories: ["DE", "FR", "JP"], type: "ep" });
    await expectSaid("2", { type: "EP", territories: ["DE", "FR", "JP"], is_provided: [false, false, false] });
  });

  test("a time to start, and a single", async () => {
    await change({ start_at: "2027-03-01T05:00:00Z", type: "single" });
    await expectSaid("3", { type: "Single", start: "2027-03-01T05:00:00Z" });
  });

  test("a track withheld, and a compilation", async () => {
    const [first, second] = release.track_ids;
    await must(world.label, `PATCH /v1/tracks/${first}`, { withheld: true });
    await must(world.label, `PATCH /v1/tracks/${second}`, { artists: [{ name: "Ola Berg", role: "main" }] });
    await change({ type: "compilation" });
    await expectSaid("4", { type: "Album", offered: ["R0", "R2", "R3"] });
    const flags = (await messages("4")).map(({ releases }) => releases[0]?.compilation);
    expect(flags).toEqual(["multi_artist", "multi_artist", "multi_artist"]);
  });

  test("a takedown", async () => {
    await act(id, "takedown");
    await expectSaid("4-takedown", { type: "Album", offered: [], is_provided: [false, false, false] });
    const { body } = await must(world.label, `GET /v1/deliveries/${id}`);
    expect(body.stores.map(({ status }: { status: string }) => status)).toEqual(stores.map(() => "taken_down"));
  });
});

describe("left_out_of_message", () => {
  const leftAt = async (release_id: string, store_id: string) => {
    const { issues } = (await must(world.label, `GET /v1/releases/${release_id}/preflight?store_id=${store_id}`)).body;
    const own = issues.filter(({ code }: { code: string }) => code === "left_out_of_message");
    expect(own.every(({ severity }: { severity: string }) => severity === "info")).toBe(true);
    return own.map(({ field }: { field: string }) => field).sort();
  };

  test("tells what the version of a store cannot say, and blocks nothing", async () => {
    const translations = [{ language: "ja", title: "最初の光" }];
    const { release_id } = await newRelease({ type: "compilation", artwork_ai: "full", translations }, [
      { is_cover: true, ai: "partial", recording_country: "FR", lyrics: "La la", language: "en" },
      { work: "Sonata No. 2", movement_number: 1, movement_title: "Allegro" },
    ]);
    await submit(release_id);
    const ai = ["artwork_ai", "tracks[0].ai"];
    const others = ["tracks[0].is_cover", "tracks[0].recording_country", "tracks[1].work", "translations", "type"];
    expect(await leftAt(release_id, storeOf("4.3.2"))).toEqual([]);
    expect(await leftAt(release_id, storeOf("4.3"))).toEqual(ai);
    expect(await leftAt(release_id, storeOf("3.8.3"))).toEqual([...ai, ...others].sort());
    const connector = { kind: "ern_http", recipients: [{ party_id: "PADPIDA2015999999X", party_name: "Own" }] };
    const store = { store_id: "store_singing", name: "Singing", territories: ["WORLD"], requirements: "none" };
    const capabilities = { message_format: "ern_3.8.3" };
    await must(world.operator, "POST /v1/operator/stores", {
      ...store,
      capabilities,
      connector: { ...connector, lyrics: "plain" },
    });
    expect(await leftAt(release_id, "store_singing")).toEqual([...ai, ...others, "tracks[0].lyrics"].sort());
    const body = { release_id, store_ids: [storeOf("3.8.3")], territory_codes: ["WORLDWIDE"] };
    expect((await world.label.call("POST /v1/deliveries", { body })).status).toBe(201);
  });

  test("is refused where a store requires it", async () => {
    const store = { store_id: "store_whole", name: "Whole", territories: ["WORLD"] };
    const requirements = { left_out_of_message: {} };
    const capabilities = { message_format: "ern_3.8.3" };
    const connector = { kind: "simulated", format: "ern" };
    await must(world.operator, "POST /v1/operator/stores", { ...store, requirements, capabilities, connector });
    const { release_id } = await newRelease({}, [{ is_cover: true }]);
    await submit(release_id);
    const body = { release_id, store_ids: ["store_whole"], territory_codes: ["WORLDWIDE"] };
    const refused = await world.label.call("POST /v1/deliveries", { body });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [{ field: "tracks[0].is_cover", issue: expect.stringContaining("left_out_of_message") }],
    ]);
  });
});
