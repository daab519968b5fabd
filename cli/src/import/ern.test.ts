// `segue import` of folders with ERN messages, as our own writer makes them, into a service that works.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeManifest } from "../../../server/src/ddex/manifest.ts";
import { defaultCapabilities } from "../../../server/src/messages/capabilities.ts";
import { writeErn } from "../../../server/src/messages/ern/document.ts";
import { nameFiles } from "../../../server/src/messages/ern/files.ts";
import { atOnce } from "../../../server/src/platform/yielding.ts";
import { must } from "../../../server/test/catalog.ts";
import { upcFromNumber } from "../../../server/test/codes.ts";
import { trialErn } from "../../../server/test/connector-conformance.ts";
import { ernMessage, type GivenMessage, purgeMessage } from "../../../server/test/ern-message.ts";
import { atScale } from "../../../server/test/faults/scale.ts";
import { goldenMessage, goldenSettings } from "../../../server/test/golden-release.ts";
import { jpeg, sine, wav } from "../../../server/test/media.ts";
import { type Run, runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type Member, type World } from "../../../server/test/world.ts";

/** After so many deaths it may come to its end. */
const KILLS = atScale({ short: 3, full: Number.POSITIVE_INFINITY });
const media = mkdtempSync(join(tmpdir(), "segue-import-ern-files-"));
const sounds = ["1.wav", "2.wav", "3.wav"] as const;
let folder: string;
let world: World;
let label: Member;
beforeAll(async () => {
  world = await createWorld();
  await world.work();
  for (const [index, name] of sounds.entries())
    writeFileSync(join(media, name), wav({ sound: sine({ hertz: 300 + 100 * index, seconds: 1 }) }));
  writeFileSync(join(media, "0.jpg"), await jpeg());
});
afterAll(async () => {
  await world.close();
  rmSync(media, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "segue-import-ern-"));
  label = await world.organization({ tier: "enterprise" });
  return () => rmSync(folder, { recursive: true, force: true });
});

const keys = () => ({ SEGUE_URL: world.url, SEGUE_API_KEY: label.key ?? "" });
const run = (...args: string[]): Promise<Run> => runCommand(["import", ...args], keys(), folder);
const list = async (path: string) => (await must(label, `GET ${path}`)).body.data;
const sha256 = (name: string) =>
  createHash("sha256")
    .update(readFileSync(join(media, name)))
    .digest("hex");

function put(place: string, content: string | { file: string }): void {
  mkdirSync(join(folder, place, ".."), { recursive: true });
  if (typeof content === "string") writeFileSync(join(folder, place), content);
  else cpSync(join(media, content.file), join(folder, place));
}

let codes = 79_000_000_000;

/** A folder as a store gets it over SFTP, with the message beside its `resources`. Returns the place of the message. */
function putDelivery(place: string, title: string): string {
  const upc = upcFromNumber(++codes);
  const names = ["0.jpg", ...sounds];
  const message = {
    ...goldenMessage,
    message_id: `message-${upc}`,
    release: { ...goldenMessage.release, title, upc, ean: null },
    tracks: goldenMessage.tracks.map((track, index) => ({
      ...track,
      isrc: `QZ-ABC-26-${upc.slice(-6, -1)}${index}`.slice(0, 15),
    })),
    files: goldenMessage.files.map((file, index) => ({ ...file, checksum_sha256: sha256(names[index] ?? "") })),
  };
  const capabilities = { ...defaultCapabilities };
  const { document, problems } = atOnce(writeErn(message, { settings: goldenSettings, capabilities, ern: trialErn }));
  expect(problems).toEqual([]);
  for (const [index, { uri }] of nameFiles(message).entries()) put(join(place, uri), { file: names[index] ?? "" });
  put(join(place, `${upc}.xml`), String(document));
  return join(place, `${upc}.xml`);
}

/** A message of another system, which states hashes only where it is told to. */
function putMessage(place: string, given: GivenMessage): void {
  put(place, ernMessage({ icpn: upcFromNumber(++codes), ...given }));
}

/** The bytes of each track, in the order of the release. */
async function soundsOf(release_id: string): Promise<(string | null)[]> {
  const tracks = await list(`/v1/tracks?release_id=${release_id}&limit=100`);
  const assets = await list("/v1/assets?limit=100");
  const byPlace = (a: { disc_number: number; track_number: number }, b: typeof a) =>
    a.disc_number - b.disc_number || a.track_number - b.track_number;
  return tracks
    .sort(byPlace)
    .map(
      ({ audio_asset_id }: { audio_asset_id: string | null }) =>
        assets.find(({ id }: { id: string }) => id === audio_asset_id)?.checksum_sha256 ?? null,
    );
}

test("a catalogue moves in with its files, and a second run changes nothing", async () => {
  const places = [putDelivery("batch/N_1", "First Light"), putDelivery("batch/N_2", "Last Light")];
  const party = { party_id: "PADPIDA2013020802I", party_name: null };
  const about = {
    created_at: "2027-01-01T00:00:00Z",
    control_type: "LiveMessage",
    folder: "batch",
    messages: [],
  } as const;
  put("batch/BatchComplete_1.xml", writeManifest({ sender: party, recipient: party, ...about }));
  put("acknowledgements/1.xml", '<a:AcknowledgementMessage xmlns:a="http://ddex.net/xml/ern-c/18"/>');

  const { code, out, err } = await run(".");
  expect([code, err]).toEqual([0, expect.stringContaining("Uploaded ")]);
  const releases = await list("/v1/releases?limit=100");
  expect(releases.map(({ title }: { title: string }) => title).sort()).toEqual(["First Light", "Last Light"]);
  for (const { id, artwork_asset_id } of releases) {
    expect(artwork_asset_id).toMatch(/^ast_/);
    expect(await soundsOf(id)).toEqual(sounds.map(sha256));
    expect(out).toContain(id);
  }
  // The same bytes in both folders are uploaded once.
  const assets = await list("/v1/assets?limit=100");
  expect(assets).toHaveLength(4);
  expect(out).toMatch(new RegExp(`^${places[0]} +created +rel_\\w+ +First Light +(not )?ready`, "m"));
  expect(out).toMatch(/Next:\n {2}segue release \w+ rel_/);

  const again = await run(".", "--json");
  expect([again.code, again.err]).toEqual([0, ""]);
  const told = JSON.parse(again.out);
  expect(told.failed).toEqual([]);
  expect(told.data.map(({ result }: { result: string }) => result)).toEqual(["unchanged", "unchanged"]);
  // Neither where the state is lost: the service has files of these hashes.
  rmSync(join(folder, ".segue-import.json"));
  world.clock.advance(2 * 86_400_000);
  expect((await run(".")).code).toBe(0);
  expect(await list("/v1/assets?limit=100")).toEqual(assets.map(() => expect.anything()));
  const after = await list("/v1/releases?limit=100");
  expect(after.map(({ updated_at }: { updated_at: string }) => updated_at)).toEqual(
    releases.map(({ updated_at }: { updated_at: string }) => updated_at),
  );
});

test("a missing file, a broken message and a refused one stop only their own releases, and can be mended", async () => {
  const good = putDelivery("good", "Good");
  const lacking = putDelivery("lacking", "Lacking");
  const broken = putDelivery("broken", "Broken");
  const whole = readFileSync(join(folder, broken), "utf8");
  writeFileSync(join(folder, broken), whole.slice(0, -300));
  const wrong = putDelivery("wrong", "Wrong");
  writeFileSync(join(folder, wrong), readFileSync(join(folder, wrong), "utf8").replace(/<ISRC>[^<]*/, "<ISRC>bad"));
  const lost = "lacking/resources/".concat(`${lacking.split("/")[1]?.slice(0, 12)}_02_001.wav`);
  // Other bytes than any that the organization has.
  const rare = wav({ sound: sine({ hertz: 900, seconds: 1 }) });
  const digest = createHash("sha256").update(rare).digest("hex");
  const message = readFileSync(join(folder, lacking), "utf8").replace(sha256("3.wav"), digest);
  writeFileSync(join(folder, lacking), message);
  rmSync(join(folder, lost));

  const first = await run(".");
  expect(first.code).toBe(1);
  expect(first.out).toMatch(new RegExp(`^${good} +created `, "m"));
  expect(first.out).toMatch(new RegExp(`^${broken}: line \\d+ `, "m"));
  expect(first.out).toMatch(new RegExp(`^${wrong}: ResourceList/SoundRecording\\[1\\]\\S*/ISRC must be an ISRC`, "m"));
  expect(first.out).toMatch(
    new RegExp(`^${lacking}: ResourceList/SoundRecording\\[3\\]\\S* resources/\\S+ does not exist`, "m"),
  );
  expect(await list("/v1/releases?limit=100")).toHaveLength(1);

  writeFileSync(join(folder, lost), rare);
  writeFileSync(join(folder, broken), whole);
  const second = await run(".", "--json");
  const { data, failed } = JSON.parse(second.out);
  expect(second.code).toBe(1);
  expect(failed.map(({ file }: { file: string }) => file)).toEqual([wrong]);
  expect(Object.fromEntries(data.map(({ file, result }: { file: string; result: string }) => [file, result]))).toEqual({
    [good]: "unchanged",
    [lacking]: "created",
    [broken]: "created",
  });
  const { release_id } = data.find(({ file }: { file: string }) => file === lacking);
  expect(await soundsOf(release_id)).toEqual([sha256("1.wav"), sha256("2.wav"), digest]);
});

test("files without a stated hash are told apart by their messages, although they share a name", async () => {
  const [icpn, other] = [upcFromNumber(++codes), upcFromNumber(++codes)];
  const given = (title: string) => ({
    title,
    cover: { uri: "cover.jpg" },
    tracks: [{ isrc: "QZABC2600801", file: { uri: "01%20Intro.wav" } }],
  });
  for (const [place, file] of [
    ["a", "1.wav"],
    ["b", "2.wav"],
  ] as const) {
    put(`${place}/cover.jpg`, { file: "0.jpg" });
    put(`${place}/01 Intro.wav`, { file });
  }
  put("a/1.xml", ernMessage({ ...given("A"), icpn, made_at: "2026-01-01T10:00:00Z" }));
  put("b/2.xml", ernMessage({ ...given("B"), icpn: other, made_at: "2026-01-02T10:00:00Z" }));
  put("a/3.xml", ernMessage({ ...given("A again"), icpn, made_at: "2026-01-03T10:00:00Z" }));
  const { code, out } = await run(".", "--json");
  expect(code).toBe(0);
  const { data } = JSON.parse(out);
  expect(data.map(({ result }: { result: string }) => result)).toEqual(["created", "created", "updated"]);
  const heard = await Promise.all(data.map(({ release_id }: { release_id: string }) => soundsOf(release_id)));
  expect(heard).toEqual([[sha256("1.wav")], [sha256("2.wav")], [sha256("1.wav")]]);
});

test("no path leads out of the folder, and bytes that are not the stated ones are not taken", async () => {
  put("outside.wav", { file: "1.wav" });
  put("in/cover.jpg", { file: "0.jpg" });
  put("in/other.wav", { file: "2.wav" });
  symlinkSync(join(folder, "outside.wav"), join(folder, "in/link.wav"));
  const uris = ["../outside.wav", join(folder, "outside.wav"), "file:///etc/passwd", "%2e%2e/outside.wav", "link.wav"];
  const tracks = uris.map((uri, index) => ({ isrc: `QZABC260090${index}`, file: { uri } }));
  putMessage("in/leaving.xml", { cover: { uri: "cover.jpg" }, tracks });
  const file = { uri: "other.wav", sha256: sha256("3.wav") };
  putMessage("in/mistaken.xml", { cover: { uri: "cover.jpg" }, tracks: [{ isrc: "QZABC2600910", file }] });
  const md5 = { uri: "other.wav", md5: "0".repeat(32) };
  putMessage("in/unequal.xml", { cover: { uri: "cover.jpg" }, tracks: [{ isrc: "QZABC2600911", file: md5 }] });
  const { code, out } = await run("in", "--json");
  const { data, failed } = JSON.parse(out);
  expect([code, data]).toEqual([1, []]);
  const issues = failed.map(({ problems }: { problems: { issue: string }[] }) => problems.map(({ issue }) => issue));
  expect(issues[0]).toHaveLength(5);
  for (const issue of issues[0]) expect(issue).toMatch(/leads out of the imported folder|is an address/);
  expect(issues[1]).toEqual([expect.stringContaining("has another SHA-256 than the message states")]);
  expect(issues[2]).toEqual([expect.stringContaining("has another MD5 sum than the message states")]);
  expect((await list("/v1/assets?limit=100")).every(({ type }: { type: string }) => type === "artwork")).toBe(true);
});

test("messages are sent in the order in which they were made, takedowns without files", async () => {
  const icpn = upcFromNumber(++codes);
  put("2/cover.jpg", { file: "0.jpg" });
  put("2/1.wav", { file: "1.wav" });
  const given = { icpn, cover: { uri: "cover.jpg" }, tracks: [{ isrc: "QZABC2600921", file: { uri: "1.wav" } }] };
  put("2/message.xml", ernMessage({ ...given, made_at: "2026-01-01T10:00:00Z" }));
  put("1/update.xml", ernMessage({ ...given, title: "Later", made_at: "2026-01-02T10:00:00Z" }));
  put("0/takedown.xml", ernMessage({ ...given, has_deals: false, made_at: "2026-01-03T10:00:00Z" }));
  put("0/purge.xml", purgeMessage({ icpn, made_at: "2026-01-04T10:00:00Z" }));
  const { code, out } = await run(".", "--json");
  const told = JSON.parse(out).data.map(({ file, result }: { file: string; result: string }) => [file, result]);
  expect(told).toEqual([
    ["2/message.xml", "created"],
    ["1/update.xml", "updated"],
    ["0/takedown.xml", "unchanged"],
    ["0/purge.xml", "unchanged"],
  ]);
  expect(code).toBe(0);
});

test("--dry-run tells what would happen, calls no service and leaves no trace", async () => {
  const place = putDelivery("N_1", "First Light");
  const { code, out } = await runCommand(["import", ".", "--dry-run"], {}, folder);
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^${place}: Vera Lux - First Light, \\d{12}, 3 tracks\\n`));
  expect(out).toMatch(/^ {2}N_1\/resources\/\d+_01_001\.wav +\S+ kB$/m);
  expect(out).toContain("1 message, 4 files");
  expect(existsSync(join(folder, ".segue-import.json"))).toBe(false);
  writeFileSync(join(folder, place), "<NewReleaseMessage>");
  const broken = await runCommand(["import", ".", "--dry-run"], {}, folder);
  expect([broken.code, broken.out]).toEqual([1, expect.stringMatching(new RegExp(`^${place}: line 1 `, "m"))]);
});

test("what ERN messages say is not asked for, and other organizations than enterprises are told before an upload", async () => {
  putDelivery("N_1", "First Light");
  const dated = await run(".", "--date", "2030-01-01");
  expect([dated.code, dated.err]).toEqual([2, expect.stringContaining("--date")]);
  label = await world.organization({ tier: "pro" });
  const refused = await run(".");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("enterprise")]);
  expect(await list("/v1/assets?limit=100")).toEqual([]);
});

test("after kill -9, as often as it takes, everything is there once", async () => {
  putDelivery("N_1", "First Light");
  const codesSeen: number[] = [];
  while (codesSeen.at(-1) !== 0) codesSeen.push(await runUntilItMadeSomething(codesSeen.length < KILLS));
  expect(codesSeen.length).toBeGreaterThan(2);
  const [release, ...others] = await list("/v1/releases?limit=100");
  expect(others).toEqual([]);
  expect(await soundsOf(release.id)).toEqual(sounds.map(sha256));
  expect(await list("/v1/assets?limit=100")).toHaveLength(4);
});

/** If it is to die, kills it as soon as the service has anything more. */
async function runUntilItMadeSomething(isToDie: boolean): Promise<number> {
  const before = await countRows();
  const command = startCommand(["import", "."], keys(), folder);
  let code: number | undefined;
  void command.end.then((ended) => {
    code = ended.code;
  });
  while (isToDie && code === undefined && (await countRows()) === before) await sleep(15);
  if (isToDie) command.child.kill("SIGKILL");
  return (await command.end).code;
}

async function countRows(): Promise<number> {
  const [row] = await world.ctx.db`
    select (select count(*) from releases where organization_id = ${label.id})
      + (select count(*) from assets where organization_id = ${label.id})
      + (select count(*) from assets where organization_id = ${label.id} and status <> 'awaiting_upload') as count`;
  return Number(row?.count);
}
