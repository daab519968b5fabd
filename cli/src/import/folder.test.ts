import { describe, expect, test } from "vitest";
import { type Folder, planFolder, readTrackName } from "./folder.ts";
import { discAndTrack, planProblems } from "./plan.ts";

const folder = (name: string, files: string[], folders: Folder[] = []): Folder => ({
  path: name,
  name,
  files,
  folders,
});
const inside = (parent: string, child: Folder): Folder => ({
  ...child,
  path: `${parent}/${child.path}`,
  folders: child.folders.map((below) => inside(parent, below)),
});
const date = "2027-03-01";

describe("names of tracks", () => {
  test.each([
    ["01 - Rue Lepic.wav", 1, 1, "Rue Lepic"],
    ["1-02 Title.flac", 1, 2, "Title"],
    ["2-10 - Title.flac", 2, 10, "Title"],
    ["03. Café de Flore.wav", 1, 3, "Café de Flore"],
    ["04_Rue_Lepic.wav", 1, 4, "Rue Lepic"],
    ["05 Rue Lepic (feat. Ola Berg).wav", 1, 5, "Rue Lepic (feat. Ola Berg)"],
    ["06 - 99 Nights.wav", 1, 6, "99 Nights"],
    ["07 - Vera Lux - Rue Lepic.wav", 1, 7, "Rue Lepic"],
    ["Cafe\u0301.wav", 1, 0, "Caf\u00e9"],
    ["1999.wav", 1, 0, "1999"],
  ])("%s", (name, disc_number, track_number, title) => {
    expect(readTrackName(name, "Vera Lux")).toEqual({ disc_number, track_number, title });
  });
});

describe("folders", () => {
  test("a folder with audio is a release, with its artwork and its tracks in order", () => {
    const files = ["02 - B.wav", "01 - A.flac", "Cover.JPG", "notes.txt", "01 - A.mp3", "Snippet.mp3"];
    const plan = planFolder(folder("Vera Lux - Midnight in Paris", files), { date, label: "Nightjar" });
    expect(plan.problems).toEqual([]);
    expect(plan.notes).toEqual([
      { where: "Vera Lux - Midnight in Paris/01 - A.mp3", issue: "is neither WAV nor FLAC: left out" },
      { where: "Vera Lux - Midnight in Paris/Snippet.mp3", issue: "is neither WAV nor FLAC: left out" },
    ]);
    expect(plan.releases).toMatchObject([
      {
        key: ".",
        artwork_path: "Vera Lux - Midnight in Paris/Cover.JPG",
        body: {
          title: "Midnight in Paris",
          artists: [{ name: "Vera Lux", role: "main" }],
          release_date: date,
          label: "Nightjar",
        },
        tracks: [{ body: { title: "A" } }, { body: { title: "B" } }],
      },
    ]);
  });

  test("folders called CD 1, Disc 2 are discs of the release they stand in", () => {
    const discs = [folder("CD 1", ["01 A.wav", "02 B.wav"]), folder("disc2", ["01 C.wav"])];
    const plan = planFolder(
      folder(
        "X - Y",
        ["front.png"],
        discs.map((disc) => inside("X - Y", disc)),
      ),
      { date },
    );
    expect(plan.releases).toHaveLength(1);
    expect(plan.releases[0]?.tracks.map(discAndTrack)).toEqual(["1-1", "1-2", "2-1"]);
    expect(planProblems(plan.releases)).toEqual([]);
  });

  test("a folder of folders is as many releases, each known again by its place", () => {
    const albums = ["A - One", "A - Two"].map((name) => inside("all", folder(name, ["only.wav"])));
    const plan = planFolder(folder("all", [], albums), { date });
    expect(plan.releases.map(({ key }) => key)).toEqual(["A - One", "A - Two"]);
    expect(plan.releases.map(({ tracks }) => tracks.map(discAndTrack))).toEqual([["1-1"], ["1-1"]]);
    const named = planFolder(folder("all", [], albums), { date, title: "T" });
    expect(named.problems).toEqual([{ where: "all", issue: expect.stringContaining("--title") }]);
  });

  test("what cannot be known is asked for", () => {
    const { problems } = planFolder(folder("Untitled", ["a.wav", "b.wav"]), { date });
    expect(problems.map(({ issue }) => issue)).toEqual([
      expect.stringContaining("--artist"),
      expect.stringContaining("track number"),
      expect.stringContaining("track number"),
    ]);
    expect(planFolder(folder("Empty", ["cover.jpg"]), { date }).problems).toHaveLength(1);
  });

  test("tracks that are there only in a form that stores do not take are named, one by one", () => {
    const mp3 = "is MP3, but stores take only WAV or FLAC: export it again from the original";
    const aiff = "is AIFF, but stores take only WAV or FLAC: convert it, which loses no quality";
    const told = (files: string[], folders: Folder[] = []) =>
      planFolder(folder("A - B", files, folders), { date }).problems;
    expect(told(["01 x.mp3", "y.MP3", "cover.jpg"])).toEqual([
      { where: "A - B/01 x.mp3", issue: mp3 },
      { where: "A - B/y.MP3", issue: mp3 },
    ]);
    expect(told(["01 x.wav", "02 y.aiff"])).toEqual([{ where: "A - B/02 y.aiff", issue: aiff }]);
    const disc = inside("A - B", folder("CD 1", ["01 x.mp3"]));
    expect(told([], [disc])).toEqual([{ where: "A - B/CD 1/01 x.mp3", issue: mp3 }]);
  });

  test("two files of one number are told", () => {
    const { releases } = planFolder(folder("A - B", ["01 x.wav", "1 y.wav"]), { date: "2027-02-30" });
    expect(planProblems(releases).map(({ issue }) => issue)).toEqual([
      expect.stringContaining("real date"),
      "has the same disc and track number (1-1) as A - B/01 x.wav",
    ]);
  });
});
