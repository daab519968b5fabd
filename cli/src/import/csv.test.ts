import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { csvColumns, planCsv } from "./csv.ts";
import { discAndTrack, planProblems } from "./plan.ts";

const plan = (...lines: string[]) => planCsv({ text: lines.join("\n"), path: "c.csv", folder: "in" });
const HEADER = "release_title,release_artist,release_date,track_title,audio_file";

test("every column has its place", () => {
  const row: Record<keyof typeof csvColumns, string> = {
    release_title: "Midnight in Paris",
    release_artist: "Vera Lux; Ola Berg:featured",
    release_date: "2027-03-01",
    release_version: "Deluxe Edition",
    release_key: "deluxe",
    release_type: "ep",
    original_release_date: "2020-01-01",
    label: "Nightjar",
    upc: "036000291452",
    release_language: "en",
    release_explicit: "yes",
    territories: "DE FR",
    genre: "Pop",
    subgenre: "Chanson",
    artwork_ai: "Partial",
    p_line: "2027 Nightjar",
    c_line: "2027 Nightjar Art",
    artwork_file: "a/cover.png",
    disc_number: "2",
    track_number: "7",
    track_title: "Rue, Lepic",
    track_version: "Radio Edit",
    track_artist: "AC:DC",
    isrc: "QZABC2600001",
    language: "fr",
    contributors: "Ola Berg:Mixing engineer; Ana\\; Ruiz:Voice\\: low",
    track_territories: "FR",
    explicit: "no",
    advisory: "Clean",
    track_p_line: "2019 Owl Records",
    is_instrumental: "no",
    is_cover: "yes",
    recording_year: "2019",
    recording_country: "fr",
    iswc: "t0345246801",
    publishers: "Owl Songs:00014107338; Moss: Music",
    work: "Sonata No. 2",
    movement_number: "3",
    movement_title: "Allegro",
    instant_gratification: "yes",
    ai_vocals: "full",
    ai_instruments: "",
    ai_lyrics: "Partial",
    ai_composition: "none",
    ai_post_production: "",
    start_at: "2027-03-01T05:00:00Z",
    ean: "4006381333931",
    catalog_number: "NJ-042",
    withheld: "yes",
    ai: "partial",
    lyrics_file: "b/7.txt",
    lyrics_synced_file: "b/7.lrc",
    audio_file: "b/7.wav",
  };
  const quoted = Object.values(row).map((value) => `"${value}"`);
  const made = plan(Object.keys(row).join(","), quoted.join(","));
  expect(made.problems).toEqual([]);
  expect(planProblems(made.releases)).toEqual([]);
  expect(made.releases).toEqual([
    {
      where: "c.csv:2",
      key: expect.any(String),
      artwork_path: "in/a/cover.png",
      body: {
        title: "Midnight in Paris",
        version: "Deluxe Edition",
        artists: [
          { name: "Vera Lux", role: "main" },
          { name: "Ola Berg", role: "featured" },
        ],
        release_date: "2027-03-01",
        original_release_date: "2020-01-01",
        type: "ep",
        label: "Nightjar",
        start_at: "2027-03-01T05:00:00Z",
        upc: "036000291452",
        ean: "4006381333931",
        catalog_number: "NJ-042",
        genre: "Pop",
        subgenre: "Chanson",
        artwork_ai: "partial",
        territories: ["DE", "FR"],
        language: "en",
        explicit: true,
        p_line: "2027 Nightjar",
        c_line: "2027 Nightjar Art",
      },
      tracks: [
        {
          where: "c.csv:2",
          disc_number: 2,
          track_number: 7,
          audio_path: "in/b/7.wav",
          lyrics_paths: { lyrics: "in/b/7.txt", lyrics_synced: "in/b/7.lrc" },
          body: {
            title: "Rue, Lepic",
            version: "Radio Edit",
            artists: [{ name: "AC:DC", role: "main" }],
            isrc: "QZABC2600001",
            language: "fr",
            contributors: [
              { name: "Ola Berg", role: "Mixing engineer" },
              { name: "Ana; Ruiz", role: "Voice: low" },
            ],
            territory: ["FR"],
            explicit: false,
            advisory: "clean",
            p_line: "2019 Owl Records",
            is_instrumental: false,
            is_cover: true,
            recording_year: 2019,
            recording_country: "FR",
            iswc: "t0345246801",
            publishers: [{ name: "Owl Songs", ipi: "00014107338" }, { name: "Moss: Music" }],
            work: "Sonata No. 2",
            movement_number: 3,
            movement_title: "Allegro",
            withheld: true,
            instant_gratification: true,
            ai: "partial",
            ai_parts: {
              vocals: "full",
              instruments: "none",
              lyrics: "partial",
              composition: "none",
              post_production: "none",
            },
          },
        },
      ],
    },
  ]);
});

test("rows of one release are one, also where they leave out what the row above says", () => {
  const made = plan(
    `\ufeff${HEADER.replaceAll(",", ";")};disc_number`,
    "One;Vera Lux;2027-03-01;A;a.wav;",
    ";;;B;b.wav;",
    "One;;;C;c.wav;2",
    "Two;Vera Lux;2027-03-02;D;d.wav;",
    "One;Vera Lux;;E;e.wav;",
  );
  expect(made.problems).toEqual([]);
  expect(made.releases.map(({ body, tracks }) => [body.title, tracks.map(discAndTrack)])).toEqual([
    ["One", ["1-1", "1-2", "1-3", "2-1"]],
    ["Two", ["1-1"]],
  ]);
});

test("a key tells releases of one name apart, and a contributor needs a role", () => {
  const made = plan(
    `${HEADER},release_key,contributors`,
    "One,Vera Lux,2027-03-01,A,a.wav,1,Ola Berg",
    ",,,B,b.wav,,",
    "One,Vera Lux,2027-03-01,C,c.wav,2,",
  );
  expect(made.releases.map(({ tracks }) => tracks.length)).toEqual([2, 1]);
  expect(new Set(made.releases.map(({ key }) => key)).size).toBe(2);
  expect(made.problems).toEqual([{ where: "c.csv:2", issue: expect.stringContaining("a name and a role") }]);
});

test("whatever is wrong is told at its line, all at once", () => {
  const made = plan(
    `${HEADER},isrc,track_number,explicit,upc`,
    "One,Vera Lux,2027-13-01,A,a.wav,nonsense,1,perhaps,123",
    "One,Vera Lux,2027-03-01,,b.wav,,x,no,",
    "One,Vera Lux,,C,,,1,no,",
  );
  expect([...made.problems, ...planProblems(made.releases)].map(({ where, issue }) => `${where} ${issue}`)).toEqual([
    "c.csv:3 release_date differs from line 2",
    'c.csv:2 explicit must be yes or no, not "perhaps"',
    'c.csv:3 track_number must be a whole number from 1, not "x"',
    "c.csv:4 names no audio_file",
    expect.stringContaining("c.csv:2 the release date must be"),
    expect.stringContaining("c.csv:2 the UPC must be"),
    expect.stringContaining("c.csv:2 the ISRC must be"),
    "c.csv:3 the track has no title",
    "c.csv:4 has the same disc and track number (1-1) as c.csv:2",
  ]);
});

test("fields of a recording that the service would refuse are told at their line", () => {
  const columns = [
    "explicit",
    "advisory",
    "iswc",
    "publishers",
    "recording_year",
    "recording_country",
    "movement_title",
  ];
  const made = plan(
    `${HEADER},${columns.join(",")},ai,ai_vocals,subgenre,artwork_ai`,
    "One,Vera Lux,2027-03-01,A,a.wav,yes,clean,T0345246802,Owl:14107338,1876,ZZ,Allegro,none,full,Techno,most",
    "One,Vera Lux,2027-03-01,B,b.wav,,dirty,,,soon,,,,some,,",
  );
  expect([...made.problems, ...planProblems(made.releases)].map(({ where, issue }) => `${where} ${issue}`)).toEqual([
    'c.csv:3 advisory must be none, explicit or clean, not "dirty"',
    'c.csv:3 recording_year must be a whole number from 1, not "soon"',
    'c.csv:3 ai_vocals must be none, partial or full, not "some"',
    "c.csv:2 a subgenre needs a genre",
    expect.stringContaining('c.csv:2 artwork_ai must be none, partial or full, not "most"'),
    expect.stringContaining("c.csv:2 the ISWC must be"),
    expect.stringContaining("c.csv:2 the IPI of Owl must be"),
    expect.stringContaining("c.csv:2 recording_country must be"),
    "c.csv:2 recording_year must be from 1877, not 1876",
    "c.csv:2 advisory contradicts explicit",
    "c.csv:2 ai contradicts its parts",
    "c.csv:2 a movement needs its work",
  ]);
});

test("a file that is no such table is told at its line", () => {
  expect(plan("title,isrc").problems.map(({ issue }) => issue)).toEqual([
    'has an unknown column "title"',
    ...["release_title", "release_artist", "release_date", "track_title", "audio_file"].map(
      (name) => `lacks the column ${name}`,
    ),
  ]);
  expect(plan(HEADER, "One,Vera Lux").problems).toEqual([{ where: "c.csv:2", issue: expect.any(String) }]);
  expect(plan(HEADER, '"One').problems).toHaveLength(1);
  expect(plan(HEADER).problems).toEqual([{ where: "c.csv", issue: "has no rows" }]);
});

test("docs/importing.md has the columns", () => {
  const page = readFileSync(new URL("../../../docs/importing.md", import.meta.url), "utf8");
  const expected = Object.entries(csvColumns).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  expect(page.split("\n").filter((line) => line.startsWith("| `"))).toEqual(expected);
});

test("a CSV names only files beside it or below", () => {
  const made = plan(
    HEADER,
    "T,V,2027-01-01,A,/etc/passwd",
    "T,V,2027-01-01,B,../up.wav",
    "T,V,2027-01-01,C,a/../c.wav",
  );
  expect(made.problems.map(({ where }) => where)).toEqual(["c.csv:2", "c.csv:3"]);
  expect(made.releases[0]?.tracks[2]?.audio_path).toBe("in/c.wav");
});
