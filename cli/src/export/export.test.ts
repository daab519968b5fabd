// `segue export` against a service that works: what it writes, that it goes on where it was killed, and that an import reads it.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flac, jpeg, sine, wav } from "../../../server/test/media.ts";
import { runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type Member, type World } from "../../../server/test/world.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-export-"));
let world: World;
let label: Member;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
  label = await world.organization();
  writeFileSync(join(folder, "a.wav"), wav({ sound: sine({ seconds: 1 }) }));
  writeFileSync(join(folder, "b.flac"), flac({ sound: sine({ seconds: 1, hertz: 300 }) }));
  writeFileSync(join(folder, "cover.jpg"), await jpeg());
  const rows = [
    "release_title,release_artist,release_date,upc,p_line,artwork_file,track_title,track_artist,isrc,explicit,audio_file,genre,subgenre,advisory,publishers,ai_vocals,work,movement_number",
    'First Light,Vera Lux; Ola Berg:featured,2099-03-01,036000291452,2026 Nightjar,cover.jpg,"Light, First",,DE-XX5-19-00001,yes,a.wav,Electronic,Techno,explicit,Owl Songs:00014107338; Moss,full,Sonata,2',
    'First Light,,,,,,=Second,"Re:creation:main",DE-XX5-19-00002,no,b.flac,,,clean,,,,',
    "Night Bus,Vera Lux,2099-04-01,888072034044,,,Night Bus,,DE-XX5-19-00003,,a.wav,,,,,,,",
  ];
  writeFileSync(join(folder, "catalog.csv"), rows.join("\n"));
  expect((await segue(label, "import", "catalog.csv")).code).toBe(0);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const keysOf = (by: Member) => ({ SEGUE_URL: world.url, SEGUE_API_KEY: by.key ?? "" });
const segue = (by: Member, ...args: string[]) => runCommand(args, keysOf(by), folder);

/** Without the names of parts, which are hidden. */
function filesIn(path: string): string[] {
  const all = readdirSync(path, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map(({ parentPath, name }) => join(parentPath, name));
}

async function catalogOf(by: Member) {
  const { data } = (await by.call("GET /v1/releases?limit=100")).body;
  const tracks = (await by.call("GET /v1/tracks?limit=100")).body.data;
  const own = [
    "id",
    "release_id",
    "artwork_asset_id",
    "audio_asset_id",
    "artwork",
    "created_at",
    "updated_at",
    "status",
  ];
  const compared = (resource: object) =>
    Object.fromEntries(Object.entries(resource).filter(([name]) => !own.includes(name)));
  return { releases: data.map(compared).sort(byTitle), tracks: tracks.map(compared).sort(byTitle) };
}
const byTitle = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  String(a.title) < String(b.title) ? -1 : 1;

test("a catalogue comes out as an import reads it, with its files", async () => {
  const { code, out } = await segue(label, "export", "out");
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("Wrote 2 releases, 4 files, 0 statements and 0 payouts to out."),
  ]);
  const bytes = filesIn(join(folder, "out")).map((path) => readFileSync(path));
  for (const file of ["a.wav", "b.flac", "cover.jpg"])
    expect(bytes.some((content) => content.equals(readFileSync(join(folder, file))))).toBe(true);
  expect(readFileSync(join(folder, "out/payouts.csv"), "utf8")).toBe("id,status,amount,currency,created_at,paid_at\n");
  expect(filesIn(join(folder, "out")).filter((path) => path.endsWith(".xml")).length).toBeGreaterThan(0);

  const other = await world.organization();
  expect((await segue(other, "import", "out/catalog.csv")).code).toBe(0);
  expect(await catalogOf(other)).toEqual(await catalogOf(label));
  const messages = await segue(other, "import", "out/releases", "--dry-run");
  expect([messages.code, messages.out]).toEqual([0, expect.stringContaining("First Light")]);
});

test("a run that is killed leaves whole files, and the next one goes on", async () => {
  const running = startCommand(["export", "killed"], keysOf(label), folder);
  const path = join(folder, "killed");
  while (!existsSync(path) || filesIn(path).length === 0) await sleep(5);
  running.child.kill("SIGKILL");
  await running.end;
  const sources = ["a.wav", "b.flac", "cover.jpg"].map((file) => readFileSync(join(folder, file)));
  for (const file of filesIn(path).filter((name) => name.includes("resources")))
    expect(sources.some((source) => source.equals(readFileSync(file)))).toBe(true);
  expect((await segue(label, "export", "killed")).code).toBe(0);
  const relative = (root: string) =>
    filesIn(join(folder, root))
      .map((file) => file.slice(join(folder, root).length))
      .sort();
  expect(relative("killed")).toEqual(relative("out"));

  // A file with other bytes is fetched again.
  const [audio = ""] = filesIn(path).filter((name) => name.endsWith(".wav"));
  writeFileSync(audio, "half");
  expect((await segue(label, "export", "killed")).code).toBe(0);
  expect(readFileSync(audio).equals(readFileSync(join(folder, "a.wav")))).toBe(true);
});
