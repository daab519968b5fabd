// The commands finish what they start: from a draft to a store that a person follows, by commands alone.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../server/test/catalog.ts";
import { sine, wav } from "../../../server/test/media.ts";
import { type Run, runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type Member, type World } from "../../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-track-"));
let world: World;
let label: Member;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  label = await world.organization({ review: "manual" });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const segue = (...args: string[]): Promise<Run> => {
  const keys = { SEGUE_API_KEY: label.key ?? "", SEGUE_OPERATOR_KEY: world.operator.key ?? "" };
  return runCommand(args, { SEGUE_URL: world.url, ...keys }, folder);
};
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};
const asset = async (type: string) => (await must(label, "POST /v1/sandbox/assets", { type })).body.id;

test("from a draft to a store that a person follows", async () => {
  const flags = ["--title", "Midnight in Paris", "--artist", "Vera Lux", "--date", "2099-03-01"];
  const { id } = await json("release", "create", ...flags);
  const audio = await asset("audio");
  const track = await json("track", "create", "--release", id, "--title", "Rue Lepic", "--audio", audio);
  expect(track).toMatchObject({ release_id: id, audio_asset_id: audio, track_number: 1, explicit: false });
  const changed = await json("track", "update", track.id, "--explicit", "yes", "--artist", "Ola Berg");
  expect(changed).toMatchObject({ title: "Rue Lepic", explicit: true, artists: [{ name: "Ola Berg", role: "main" }] });
  const other = await json("track", "create", "--release", id, "--title", "Rue Cler", "--number", "9");
  expect((await segue("track", "delete", other.id)).out).toBe(`Deleted ${other.id}.\n`);
  const artwork = await asset("artwork");
  const release = await json("release", "update", id, "--artwork", artwork, "--genre", "Pop");
  expect(release).toMatchObject({ title: "Midnight in Paris", artwork_asset_id: artwork, genre: "Pop" });

  expect((await json("asset", "list")).data.map((found: { id: string }) => found.id)).toEqual([artwork, audio]);
  expect(await json("asset", "show", audio)).toMatchObject({ status: "ready", audio: { format: "wav" } });

  const first = await json("release", "submit", id);
  const [waiting] = (await json("submission", "list", "--status", "pending_review")).data;
  expect(waiting).toMatchObject({ submission_id: first.submission_id, organization_id: label.id });
  await json("submission", "reject", first.submission_id, "--reason", "The artwork shows a price.");
  const again = await json("release", "submit", id);
  const { content_version } = await json("submission", "show", again.submission_id);
  await json("release", "update", id, "--genre", "Jazz");
  const stale = await segue("submission", "approve", again.submission_id, "--content-version", content_version);
  expect([stale.code, stale.err]).toEqual([1, expect.stringContaining("invalid_state")]);
  const shown = (await segue("submission", "show", again.submission_id)).out;
  for (const seen of ["Midnight in Paris", "Vera Lux", "Jazz", "Rue Lepic", audio, artwork, "Preflight finds"])
    expect(shown).toContain(seen);
  expect(await json("submission", "approve", again.submission_id)).toMatchObject({ review_status: "approved" });
  const third = await json("release", "create", ...flags);
  await json("track", "create", "--release", third.id, "--title", "Rue Cler", "--audio", await asset("audio"));
  await json("release", "update", third.id, "--artwork", await asset("artwork"));
  const waits = await json("release", "submit", third.id);
  const approved = await segue("submission", "approve", waits.submission_id, "-q");
  expect([approved.code, approved.out]).toEqual([0, `${waits.submission_id}\n`]);
  expect(approved.err).toContain("Rue Cler");

  await json(
    "store",
    "add",
    "store_plattenladen",
    "Plattenladen",
    "--territories",
    "DE",
    "--connector",
    "manual",
    "--requirements",
    "none",
  );
  const delivery = await json("deliver", id, "--stores", "store_plattenladen", "--territories", "DE");
  await world.runJobs();
  const told = ["--store", "store_plattenladen", "--status", "delivered"];
  expect(await json("delivery", "report", delivery.id, ...told)).toMatchObject({ status: "delivered" });
});

test("a wrong master is replaced by a file", async () => {
  const flags = ["--title", "Night Bus", "--artist", "Vera Lux", "--date", "2099-04-01"];
  const { id } = await json("release", "create", ...flags);
  const track = await json("track", "create", "--release", id, "--title", "Rue Lepic", "--audio", await asset("audio"));
  await json("release", "update", id, "--artwork", await asset("artwork"));
  const { submission_id } = await json("release", "submit", id);
  await json("submission", "approve", submission_id);
  const master = join(folder, "master.wav");
  writeFileSync(master, wav({ sound: sine({ seconds: 3 }) }));
  const unsaid = await segue("track", "replace-audio", track.id, master);
  expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining("--keeps-isrc")]);
  await world.work();
  const { code, out, err } = await segue("track", "replace-audio", track.id, master, "--keeps-isrc", "--json");
  expect([code, err]).toEqual([0, ""]);
  const replaced = JSON.parse(out);
  expect(replaced).toMatchObject({ id: track.id, isrc: track.isrc, duration_ms: 3_000 });
  expect(replaced.audio_asset_id).not.toBe(track.audio_asset_id);
  const again = await json("track", "replace-audio", track.id, replaced.audio_asset_id, "--keeps-isrc");
  expect(again).toEqual(replaced);
});

test("a track says what stores ask for, and the parts of AI that are not named stay", async () => {
  const flags = ["--title", "Night Bus", "--artist", "Vera Lux", "--date", "2099-03-01"];
  const { id } = await json(
    "release",
    "create",
    ...flags,
    "--genre",
    "Pop",
    "--subgenre",
    "Chanson",
    "--artwork-ai",
    "full",
  );
  expect(await json("release", "update", id, "--subgenre", "none")).toMatchObject({
    subgenre: null,
    artwork_ai: "full",
  });
  const track = await json("track", "create", "--release", id, "--title", "Rue Lepic", "--ai-part", "lyrics=partial");
  const named = [
    "--advisory",
    "clean",
    "--iswc",
    "t0345246801",
    "--ai-part",
    "vocals=full",
    "--ai-part",
    "composition=full",
  ];
  const more = [
    "--publisher",
    "Owl Songs:014107338",
    "--work",
    "Sonata No. 2",
    "--movement-number",
    "1",
    "--cover",
    "yes",
  ];
  expect(await json("track", "update", track.id, ...named, ...more)).toMatchObject({
    advisory: "clean",
    explicit: false,
    iswc: "T-034.524.680-1",
    publishers: [{ name: "Owl Songs", ipi: "00014107338" }],
    work: "Sonata No. 2",
    movement_number: 1,
    is_cover: true,
    ai: "partial",
    ai_parts: { vocals: "full", instruments: "none", lyrics: "partial", composition: "full", post_production: "none" },
  });
  for (const wrong of ["vocals", "vocals=most", "drums=full", "constructor=full"]) {
    const refused = await segue("track", "update", track.id, "--ai-part", wrong);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--ai-part")]);
  }
});

test("a draft is deleted", async () => {
  const flags = ["--title", "Night Bus", "--artist", "Vera Lux", "--date", "2099-03-01"];
  const { id } = await json("release", "create", ...flags);
  expect((await segue("release", "delete", id)).out).toBe(`Deleted ${id}.\n`);
  expect((await segue("release", "show", id)).err).toContain("not_found");
});
