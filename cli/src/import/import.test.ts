// `segue import` against a service that works: what it makes, and that nothing is made twice, however it ends.

import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { atScale } from "../../../server/test/faults/scale.ts";
import { flac, jpeg, png, sine, wav } from "../../../server/test/media.ts";
import { type Run, runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type Member, type World } from "../../../server/test/world.ts";

/** After so many deaths it may come to its end. */
const KILLS = atScale({ short: 3, full: Number.POSITIVE_INFINITY });
const files = mkdtempSync(join(tmpdir(), "segue-import-files-"));
let folder: string;
let world: World;
let label: Member;
beforeAll(async () => {
  world = await createWorld();
  await world.work();
  const sounds = [300, 400, 500].map((hertz) => sine({ hertz, seconds: 1 }));
  writeFileSync(join(files, "a.wav"), wav({ sound: sounds[0] as number[][] }));
  writeFileSync(join(files, "b.wav"), wav({ sound: sounds[1] as number[][] }));
  writeFileSync(join(files, "c.flac"), flac({ sound: sounds[2] as number[][] }));
  writeFileSync(join(files, "cover.jpg"), await jpeg());
  writeFileSync(join(files, "front.png"), await png());
});
afterAll(async () => {
  await world.close();
  rmSync(files, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "segue-import-"));
  label = await world.organization();
  return () => rmSync(folder, { recursive: true, force: true });
});

const keys = () => ({ SEGUE_URL: world.url, SEGUE_API_KEY: label.key ?? "" });

const run = (...args: string[]): Promise<Run> => runCommand(["import", ...args], keys(), folder);

function put(place: string, file: string): void {
  mkdirSync(join(folder, place, ".."), { recursive: true });
  cpSync(join(files, file), join(folder, place));
}

const list = async (path: string) => (await label.call(`GET ${path}`)).body.data;

/** All that the organization has, in an order of its own. */
async function catalog() {
  const [releases, assets] = await Promise.all([list("/v1/releases?limit=100"), list("/v1/assets?limit=100")]);
  const tracks = await Promise.all(
    releases.map(async ({ id }: { id: string }) => list(`/v1/tracks?release_id=${id}&limit=100`)),
  );
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
  return {
    releases: ids(releases),
    assets: ids(assets),
    tracks: ids(tracks.flat()),
    rows: { releases, tracks, assets },
  };
}

const ALBUM = "Vera Lux - Midnight in Paris";

function putAlbum(): void {
  put(`${ALBUM}/cover.jpg`, "cover.jpg");
  put(`${ALBUM}/CD 1/01 - Rue Lepic.wav`, "a.wav");
  put(`${ALBUM}/CD 1/02 - Café de Flore.wav`, "b.wav");
  put(`${ALBUM}/CD 2/01 - Au Revoir.flac`, "c.flac");
}

describe("a folder", () => {
  test("becomes a complete draft", async () => {
    putAlbum();
    const { code, out, err } = await run(ALBUM, "--date", "2099-03-01", "--genre", "Pop");
    expect([code, err]).toEqual([0, expect.stringContaining("Uploaded 01 - Rue Lepic.wav")]);
    const { rows } = await catalog();
    expect(rows.releases).toMatchObject([
      { title: "Midnight in Paris", release_date: "2099-03-01", genre: "Pop", status: "draft" },
    ]);
    expect(out).toContain(rows.releases[0].id);
    expect(rows.releases[0].artwork_asset_id).toMatch(/^ast_/);
    const tracks = rows.tracks[0].map((track: Record<string, unknown>) => [
      track.disc_number,
      track.track_number,
      track.title,
      track.duration_ms,
    ]);
    expect(tracks.sort()).toEqual([
      [1, 1, "Rue Lepic", 1000],
      [1, 2, "Café de Flore", 1000],
      [2, 1, "Au Revoir", 1000],
    ]);
    // The output shows the blockers, and the next command.
    expect(out).toMatch(/ preflight\nrel_\w+ .* (not )?ready(: .*)?\n/);
    expect(out).toMatch(new RegExp(`Next:\\n  segue release \\w+ ${rows.releases[0].id}`));
    const submitted = await label.call(`POST /v1/releases/${rows.releases[0].id}/submit`);
    expect(submitted.status).toBe(200);
  });

  test("--dry-run shows it all and needs no service, nor leaves a trace", async () => {
    putAlbum();
    const { code, out } = await runCommand(["import", ALBUM, "--date", "2099-03-01", "--dry-run"], {}, folder);
    expect(code).toBe(0);
    expect(out).toMatch(/^Vera Lux - Midnight in Paris, 2099-03-01\n {2}artwork: .*cover\.jpg\n {2}1-1 +Rue Lepic /);
    expect(out).toContain("1 release, 3 tracks, 4 files");
    expect(existsSync(join(folder, ALBUM, ".segue-import.json"))).toBe(false);
  });

  test("what is wrong is told before anything is made", async () => {
    put("Unknown/a.wav", "a.wav");
    put("Unknown/b.wav", "b.wav");
    writeFileSync(join(folder, "Unknown/03 - Empty.wav"), "");
    const { code, err } = await run("Unknown", "--date", "2099-02-30");
    expect(code).toBe(2);
    for (const told of [/Unknown +names no artist/, /a\.wav +has no track number/, /real date/, /Empty\.wav +is empty/])
      expect(err).toMatch(told);
    writeFileSync(join(folder, "Unknown/02 - Song.mp3"), "sound");
    expect((await run("Unknown", "--date", "2099-03-01")).err).toMatch(
      /Song\.mp3 +is MP3, but stores take only WAV or FLAC/,
    );
    expect((await run("Unknown")).err).toContain("--date");
    expect((await run("none")).err).toContain("does not exist");
    expect((await run("Unknown/a.wav")).err).toContain("UTF-8");
    expect((await catalog()).releases).toEqual([]);
  });
});

describe("preflight", () => {
  test("an import ends with what keeps each release from the stores, and the next command", async () => {
    put("Vera Lux - Ready/01 - Rue Lepic.wav", "a.wav");
    put("Vera Lux - Ready/cover.jpg", "cover.jpg");
    put("Vera Lux - Bare/01 - Rue Lepic.wav", "b.wav");
    const { code, out } = await run(".", "--date", "2099-03-01", "--genre", "Pop", "--language", "en");
    expect(code).toBe(0);
    const [bare, ready] = (await list("/v1/releases?limit=100")).sort((a: { title: string }, b: { title: string }) =>
      a.title.localeCompare(b.title),
    );
    const found = (await label.call(`GET /v1/releases/${bare.id}/preflight`)).body;
    const [blocker] = found.issues.filter(({ severity }: { severity: string }) => severity === "blocker");
    expect(found.ready).toBe(false);
    expect(out).toMatch(new RegExp(`${bare.id} .* not ready: \\d+ blockers?`));
    expect(out).toMatch(/^Bare is not ready:$/m);
    expect(out).toContain(blocker.issue);
    expect(out).toContain(`segue release preflight ${bare.id}`);
    const json = await run(".", "--date", "2099-03-01", "--genre", "Pop", "--language", "en", "--json");
    const told = JSON.parse(json.out).data.find(({ release_id }: { release_id: string }) => release_id === ready.id);
    const judged = (await label.call(`GET /v1/releases/${ready.id}/preflight`)).body;
    expect(told.preflight.ready).toBe(judged.ready);
    expect(told.preflight.refusing_stores).toEqual(
      (judged.stores ?? []).filter((s: { ready: boolean }) => !s.ready).map((s: { store_id: string }) => s.store_id),
    );
  });
});

describe("a CSV", () => {
  const HEADER = "release_title,release_artist,release_date,track_title,audio_file,artwork_file,isrc,territories";
  const csv = (...rows: string[]) => writeFileSync(join(folder, "catalog.csv"), [HEADER, ...rows, ""].join("\n"));

  test("becomes its releases", async () => {
    put("audio/a.wav", "a.wav");
    put("audio/b.wav", "b.wav");
    put("audio/front.png", "front.png");
    csv(
      "One,Vera Lux,2099-03-01,Rue Lepic,audio/a.wav,audio/front.png,QZ-ABC-26-00001,DE FR",
      ",,,Café de Flore,audio/b.wav,,,",
      "Two,Vera Lux; Ola Berg:featured,2099-04-01,Encore,audio/a.wav,audio/front.png,,",
    );
    const { code, out } = await run("catalog.csv", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      data: [
        { title: "One", tracks: 2 },
        { title: "Two", tracks: 1 },
      ],
      failed: [],
    });
    const { rows, ...made } = await catalog();
    // One file is one asset, however often it is named.
    expect([made.releases, made.tracks, made.assets].map(({ length }) => length)).toEqual([2, 3, 3]);
    expect(rows.releases.find(({ title }: { title: string }) => title === "One").territories).toEqual(["DE", "FR"]);
  });

  test("of releases that are out for years gets a new date, and keeps the old one as its first", async () => {
    put("a.wav", "a.wav");
    csv("Old,Vera Lux,1999-03-01,Rue Lepic,a.wav,,,", "New,Vera Lux,2099-03-01,Encore,a.wav,,,");
    const refused = await run("catalog.csv");
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(/--release-date YYYY-MM-DD[\s\S]*catalog\.csv:2 +was released on 1999-03-01/),
    ]);
    expect((await run("catalog.csv", "--dry-run")).out).toMatch(/Note: catalog\.csv:2 was released on 1999-03-01/);
    expect((await run("catalog.csv", "--release-date", "2001-01-01")).err).toMatch(
      /must be a date after \S+, not "2001-01-01"/,
    );
    expect((await run("catalog.csv", "--release-date", "2098-05-01")).code).toBe(0);
    const { rows } = await catalog();
    const dateOf = (wanted: string) => rows.releases.find(({ title }: { title: string }) => title === wanted);
    expect(dateOf("Old")).toMatchObject({ release_date: "2098-05-01", original_release_date: "1999-03-01" });
    expect(dateOf("New")).toMatchObject({ release_date: "2099-03-01", original_release_date: null });
  });

  test("is refused with the lines that are wrong", async () => {
    csv("One,Vera Lux,2099-03-01,Rue Lepic,none.wav,,nonsense,");
    const here = await run("catalog.csv");
    expect([here.code, here.err]).toEqual([
      2,
      expect.stringMatching(/catalog\.csv:2 +the ISRC[\s\S]*none\.wav does not exist/),
    ]);
    put("a.wav", "a.wav");
    writeFileSync(join(folder, "song.mp3"), "sound");
    csv("One,Vera Lux,2099-03-01,Rue Lepic,song.mp3,,,");
    expect((await run("catalog.csv")).err).toMatch(
      /catalog\.csv:2 +song\.mp3 is MP3, but stores take only WAV or FLAC/,
    );
    csv("One,Vera Lux,2099-03-01,Rue Lepic,a.wav,,,DE", "Two,Vera Lux,2099-03-01,Rue Lepic,a.wav,,,XX");
    const there = await run("catalog.csv");
    expect([there.code, there.err]).toEqual([1, expect.stringMatching(/catalog\.csv:3: [\s\S]*territories\[0\] +/)]);
    expect((await catalog()).assets).toEqual([]);
    csv("One,Vera Lux,2099-03-01,Rue Lepic,a.wav,,,DE", "Two,Vera Lux,2099-03-01,Rue Lepic,a.wav,,,AT");
    expect((await run("catalog.csv")).code).toBe(0);
    expect((await catalog()).releases).toHaveLength(2);
    expect((await run("catalog.csv", "--date", "2099-01-01")).code).toBe(2);
  });
});

describe("run again", () => {
  test("makes nothing twice and uploads nothing again", async () => {
    putAlbum();
    await run(ALBUM, "--date", "2099-03-01");
    const { rows: before, ...ids } = await catalog();
    const again = await run(ALBUM, "--date", "2099-03-01");
    expect([again.code, again.err]).toEqual([0, ""]);
    const { rows: after, ...same } = await catalog();
    expect(same).toEqual(ids);
    expect(after.releases).toEqual(before.releases);
    // Neither where the state is lost: the requests are the same, and the service knows them.
    rmSync(join(folder, ALBUM, ".segue-import.json"));
    expect((await run(ALBUM, "--date", "2099-03-01")).code).toBe(0);
    const { rows, ...still } = await catalog();
    expect(still).toEqual(ids);
  });

  test("takes a file that was mended, and data that were corrected, into what was made", async () => {
    putAlbum();
    writeFileSync(join(folder, ALBUM, "CD 2/01 - Au Revoir.flac"), "damaged");
    const failed = await run(ALBUM, "--date", "2099-03-01");
    expect([failed.code, failed.out]).toEqual([1, expect.stringMatching(/Au Revoir\.flac: not_audio: /)]);
    const { rows, ...before } = await catalog();
    put(`${ALBUM}/CD 2/01 - Au Revoir.flac`, "c.flac");
    expect((await run(ALBUM, "--date", "2099-05-01")).code).toBe(0);
    const { rows: mended, ...after } = await catalog();
    expect([after.releases, after.tracks]).toEqual([before.releases, before.tracks]);
    expect(mended.releases[0].release_date).toBe("2099-05-01");
    expect(mended.tracks[0].map(({ duration_ms }: { duration_ms: number }) => duration_ms)).toEqual([1000, 1000, 1000]);
  });

  test("makes again what somebody deleted, and nothing else", async () => {
    putAlbum();
    put(`${ALBUM} Deluxe/01 - Rue Lepic.wav`, "a.wav");
    await run(".", "--date", "2099-03-01");
    const { rows, ...before } = await catalog();
    const album = rows.releases.find(({ title }: { title: string }) => title === "Midnight in Paris").id;
    expect((await label.call(`DELETE /v1/releases/${album}`)).status).toBe(204);
    expect((await run(".", "--date", "2099-03-01")).code).toBe(0);
    const { rows: again, ...after } = await catalog();
    expect([after.releases.length, after.tracks.length]).toEqual([2, 4]);
    expect(after.assets).toEqual(before.assets);
    expect(after.releases.filter((id) => before.releases.includes(id))).toHaveLength(1);
    expect(after.tracks.filter((id) => before.tracks.includes(id))).toHaveLength(1);
    const made = again.releases.find(({ title }: { title: string }) => title === "Midnight in Paris");
    expect(made.artwork_asset_id).toMatch(/^ast_/);
  });

  test("after kill -9, as often as it takes, it has made exactly the same", async () => {
    putAlbum();
    const codes: number[] = [];
    while (codes.at(-1) !== 0) codes.push(await runUntilItMadeSomething(codes.length < KILLS));
    expect(codes.length).toBeGreaterThan(1);
    const { rows, ...made } = await catalog();
    expect([made.releases, made.tracks, made.assets].map(({ length }) => length)).toEqual([1, 3, 4]);
    expect(rows.releases[0].artwork_asset_id).toMatch(/^ast_/);
    expect(rows.tracks[0].map(({ duration_ms }: { duration_ms: number }) => duration_ms)).toEqual([1000, 1000, 1000]);
  });
});

/** If it is to die, kills it as soon as the service has anything more; answers with its exit code, −1 when it was killed. */
async function runUntilItMadeSomething(isToDie: boolean): Promise<number> {
  const before = await countRows();
  const command = startCommand(["import", ALBUM, "--date", "2099-03-01"], keys(), folder);
  let code: number | undefined;
  void command.end.then((run) => {
    code = run.code;
  });
  while (isToDie && code === undefined && (await countRows()) === before) await sleep(15);
  if (isToDie) command.child.kill("SIGKILL");
  return (await command.end).code;
}

/** Counts the rows that imports make. */
async function countRows(): Promise<number> {
  const [row] = await world.ctx.db`
    select (select count(*) from releases where organization_id = ${label.id})
      + (select count(*) from assets where organization_id = ${label.id})
      + (select count(*) from assets where organization_id = ${label.id} and status <> 'awaiting_upload')
      + (select count(*) from tracks where organization_id = ${label.id})
      + (select count(*) from releases where organization_id = ${label.id} and artwork_asset_id is not null) as count`;
  return Number(row?.count);
}

describe("does not follow links out of its folder", () => {
  const name = "Vera Lux - Rue Lepic";
  const refused = async (...args: string[]) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, ""]);
    expect(await catalog()).toMatchObject({ releases: [], assets: [], tracks: [] });
    return err;
  };

  test("to a file or to a folder", async () => {
    put(`${name}/01 - Rue Lepic.wav`, "a.wav");
    mkdirSync(join(folder, name, "CD 2"));
    symlinkSync(join(files, "b.wav"), join(folder, name, "02 - Secret.wav"));
    symlinkSync(files, join(folder, name, "CD 3"));
    symlinkSync("/", join(folder, name, "more"));
    const err = await refused(name, "--date", "2099-03-01");
    for (const link of ["02 - Secret.wav", "CD 3", "more"]) expect(err).toMatch(new RegExp(`${link} +leads out`));
    expect(err).not.toContain("c.flac");
  });

  test("to a message", async () => {
    put(`${name}/01 - Rue Lepic.wav`, "a.wav");
    writeFileSync(join(folder, "message.xml"), "<NewReleaseMessage/>");
    symlinkSync(join(folder, "message.xml"), join(folder, name, "message.xml"));
    expect(await refused(name, "--date", "2099-03-01")).toMatch(/message\.xml +leads out/);
    writeFileSync(join(folder, name, "own.xml"), "<NewReleaseMessage/>");
    const { failed } = JSON.parse((await run(name, "--json")).out);
    expect(failed).toContainEqual({
      file: join(name, "message.xml"),
      problems: [{ path: "", issue: "leads out of the imported folder" }],
    });
  });

  test("that a CSV names", async () => {
    mkdirSync(join(folder, "in"));
    symlinkSync(join(files, "a.wav"), join(folder, "in/a.wav"));
    const row = "Rue Lepic,Vera Lux,2099-03-01,Rue Lepic,1,a.wav";
    writeFileSync(
      join(folder, "in/catalog.csv"),
      `release_title,release_artist,release_date,track_title,track_number,audio_file\n${row}\n`,
    );
    expect(await refused("in/catalog.csv")).toContain("names a file outside the CSV's folder: a.wav");
  });

  test("but within it", async () => {
    put(`${name}/.masters/first.wav`, "a.wav");
    symlinkSync(".masters/first.wav", join(folder, name, "01 - Rue Lepic.wav"));
    const { code, out } = await run(name, "--date", "2099-03-01", "--dry-run");
    expect([code, out]).toEqual([0, expect.stringContaining("Rue Lepic.wav")]);
  });
});
