import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atScale } from "../../../test/faults/scale.ts";
import { changed, soundRelease, TODAY } from "../../../test/sound-release.ts";
import { compileValidator } from "../../platform/http/validation.ts";
import { judge, networkSeverity, submitBlockers } from "./judge.ts";
import type { Example, SubjectChanges } from "./rule.ts";
import { preflightRules, Requirements } from "./rules.ts";
import type { StoreTerms } from "./subject.ts";

/** Faults that stores are known to reject and this service cannot see. */
const leftOut: Readonly<Record<string, string>> = {
  primary_id_changed: "needs what stores were sent before",
  translation_in_title: "needs to tell languages apart",
  ai_disclosure_missing: "nothing in a release says whether AI was used",
  cover_licence_missing: "nothing in a release says whether a cover is licensed",
  art_text_mismatch: "needs to read text in pictures",
  art_forbidden_text: "needs to read text in pictures",
  audio_fake_lossless: "needs a spectral analysis of the audio",
  "atmos_*": "there are no immersive audio assets",
};

const known = (
  "isrc_format isrc_duplicate_in_release isrc_reused_other_audio isrc_missing upc_check_digit upc_unique primary_id_changed " +
  "title_all_caps title_all_lower title_random_case title_case_en title_case_sentence feat_format feat_in_title_but_not_in_roles " +
  "artist_name_in_title producer_in_title explicit_word_in_title redundant_version version_in_title version_brackets " +
  "part_volume_abbrev generic_title promo_terms url_or_handle_in_metadata store_name_in_metadata keyword_stuffing emoji_or_special " +
  "translation_in_title duplicate_track_title single_title_mismatch medley_slash compound_artist various_artists_required " +
  "various_artists_on_track generic_artist_name artist_extra_info primary_also_featured label_as_artist artist_name_inconsistent " +
  "artist_store_id_missing lyricist_missing legal_name_expected lead_time_short release_type_mismatch explicit_flag_values " +
  "explicit_territory track_territory_superset store_territory_unsupported genre_restricted ai_disclosure_missing " +
  "cover_licence_missing p_line_c_line_missing art_not_square art_too_small art_format art_color_mode art_file_size art_single_color " +
  "art_border_or_letterbox art_blurry art_upscaled art_text_mismatch art_forbidden_text art_reused audio_format audio_sample_rate " +
  "audio_bit_depth audio_channels wav_format_code audio_embedded_tags audio_too_short audio_silence_edges audio_silent_or_noise " +
  "audio_clipping audio_true_peak audio_fake_lossless audio_duplicate_in_release audio_duration_changed atmos_* " +
  // Rules of our own, by DDEX's messages.
  "invalid_message left_out_of_message original_release_date_later upc_restricted contributor_groups genre_not_mapped ai_full_with_credits"
).split(" ");

const rules = preflightRules.map((rule) => [rule.code, rule] as const);
const codesOf = (changes: SubjectChanges, store?: StoreTerms) =>
  judge(changed(changes), TODAY, store).issues.map(({ code }) => code);
const storeOf = (requirements: StoreTerms["requirements"], changes: Partial<StoreTerms> = {}): StoreTerms => ({
  store_id: "store_pedant",
  territories: ["WORLD"],
  requirements,
  gets_ern: false,
  genres: {},
  roles: {},
  version: "1",
  ...changes,
});
const codesOfExample = ({ changes }: Example) => codesOf(changes, changes.store && storeOf("standard", changes.store));

describe("the table", () => {
  test("a sound release passes every rule", () => {
    expect(judge(soundRelease, TODAY)).toEqual({ ready: true, issues: [] });
  });

  test.each(rules)("%s finds its failing example and not its passing one", (code, { examples }) => {
    expect(codesOfExample(examples.passes)).not.toContain(code);
    expect(codesOfExample(examples.fails)).toContain(code);
  });

  test("has every rule that is known of, or says why not; besides these, what submitting insists on", () => {
    const own = preflightRules.filter(({ refusal }) => !refusal).map(({ code }) => code);
    expect([...own, ...Object.keys(leftOut)].sort()).toEqual([...known].sort());
    expect(new Set(own).size).toBe(own.length);
  });

  test("docs/preflight.md is drawn from it", async () => {
    const path = fileURLToPath(new URL("../../../../docs/preflight.md", import.meta.url));
    await expect(page()).toMatchFileSnapshot(path);
  });
});

test("dither alone is called silent, also where an earlier version measured it as noise", () => {
  const issueOf = (audio: NonNullable<SubjectChanges["audio"]>) =>
    judge(changed({ audio }), TODAY).issues.find(({ code }) => code === "audio_silent_or_noise")?.issue;
  expect(issueOf({ rms_db: -93, is_noise: true })).toBe("is silent");
  expect(issueOf({ rms_db: -25, is_noise: true })).toBe("is white noise");
});

describe("severities", () => {
  test("over the network only what submitting insists on blocks", () => {
    const blocking = preflightRules.filter((rule) => networkSeverity(rule) === "blocker").map(({ code }) => code);
    expect(blocking).toEqual(["no_tracks", "audio_not_ready", "artwork_not_ready", "release_date_not_future"]);
  });

  const small = { image: { width: 1400, height: 1400 } };

  test.each([
    ["standard" as const, "blocker", "store_pedant"],
    ["none" as const, "warning", undefined],
    [{ art_too_small: {} }, "blocker", "store_pedant"],
    [{ art_too_small: { severity: "info" as const } }, "info", "store_pedant"],
    [{ art_not_square: {} }, "warning", undefined],
  ])("a store with %j", (requirements, severity, store_id) => {
    const { ready, issues } = judge(changed(small), TODAY, storeOf(requirements));
    expect(issues).toMatchObject([{ code: "art_too_small", severity, field: "artwork_asset_id" }]);
    expect(issues[0]?.store_id).toBe(store_id);
    expect(ready).toBe(severity !== "blocker");
  });

  test("a store sets thresholds of its own", () => {
    expect(codesOf(small, storeOf({ art_too_small: { min_pixels: 640 } }))).toEqual([]);
  });

  test("a store's words are taken as they are", () => {
    const requirements = { store_name_in_metadata: { store_names: ["Play-It (Now)", "a.b|c", "["] } };
    const found = (title: string) =>
      codesOf({ release: { title } }, storeOf(requirements)).includes("store_name_in_metadata");
    expect(["At play-it (now)", "A.b|c Night", "Spotify", "Axb"].map(found)).toEqual([true, true, false, false]);
  });

  test("blockers come first, and the list ends somewhere", () => {
    const tracks = Array.from({ length: 400 }, () => ({ title: "TRACK ONE AGAIN", isrc: null, audio: null }));
    const { ready, issues } = judge(changed({ tracks }), TODAY);
    expect([ready, issues.length, issues[0]?.severity]).toEqual([false, 1000, "blocker"]);
  });
});

describe("requirements", () => {
  const issuesOf = compileValidator(Requirements);

  test.each([
    "standard",
    "none",
    {},
    { art_too_small: { severity: "warning", min_pixels: 640 } },
    { isrc_missing: {} },
  ])("%j is taken", (value) => expect(issuesOf(value)).toEqual([]));

  test.each([
    ["strict", ""],
    [7, ""],
    [{ art_to_small: {} }, "art_to_small"],
    [{ no_tracks: {} }, "no_tracks"],
    [{ art_too_small: { min_pixel: 1 } }, "art_too_small.min_pixel"],
    [{ art_too_small: { min_pixels: "1" } }, "art_too_small.min_pixels"],
    [{ art_too_small: { severity: "fatal" } }, "art_too_small.severity"],
    [{ audio_format: { formats: [1] } }, "audio_format.formats[0]"],
  ])("%j is refused", (value, field) => expect(issuesOf(value)).toMatchObject([{ field }]));
});

describe("submitting", () => {
  test("names all that is in the way, in the specification's order", () => {
    const subject = changed({
      release: { artwork_asset_id: null, release_date: TODAY, status: "delivered" },
      tracks: [{}, { audio: null }],
    });
    expect(submitBlockers(subject, TODAY)).toEqual([
      { code: "asset_not_ready", field: "tracks[1].audio_asset_id", issue: "is missing: the track has no audio" },
      { code: "asset_not_ready", field: "artwork_asset_id", issue: "is missing: the release has no artwork" },
      { code: "validation_failed", field: "release_date", issue: `must be later than today, ${TODAY} (UTC)` },
    ]);
    expect(submitBlockers({ ...subject, tracks: [] }, TODAY)[0]).toMatchObject({
      code: "validation_failed",
      field: "tracks",
    });
    expect(submitBlockers(soundRelease, TODAY)).toEqual([]);
  });

  test("a release that was submitted is not blocked by its date, which has come", () => {
    const release = { status: "delivered" as const, release_date: "2020-01-01" };
    expect(judge(changed({ release }), TODAY)).toEqual({ ready: true, issues: [] });
  });
});

describe("suggestions", () => {
  const suggestion = (code: string, changes: SubjectChanges) =>
    judge(changed(changes), TODAY).issues.find((issue) => issue.code === code)?.suggestion;

  test.each([
    ["title_case_en", "Midnight In Paris", "Midnight in Paris"],
    ["title_all_caps", "MIDNIGHT IN PARIS", "Midnight in Paris"],
    ["title_all_caps", "MIDNIGHT IN PARIS (feat. Ola BERG)", "Midnight in Paris (feat. Ola BERG)"],
    ["feat_format", "Title ft. X and Y", "Title (feat. X & Y)"],
    ["feat_format", "Title (Featuring X, Y, and Z)", "Title (feat. X, Y & Z)"],
    ["feat_format", "Title [feat. X]", "Title (feat. X)"],
    ["feat_format", "Title w/ X", "Title (with X)"],
    ["feat_format", "Title (With Vera Lux)", "Title (with Vera Lux)"],
    ["feat_format", "Title feat. Florence and the Machine", "Title (feat. Florence and the Machine)"],
    ["feat_format", "Title (Live) feat. X", "Title (Live) [feat. X]"],
    ["part_volume_abbrev", "Title Volume 1", "Title, Vol. 1"],
    ["part_volume_abbrev", "Title (Part II)", "Title, Pt. II"],
    ["part_volume_abbrev", "Title pt 2: The End", "Title, Pt. 2: The End"],
    ["part_volume_abbrev", "Volume 3", "Vol. 3"],
    ["version_in_title", "Title (Live at Home)", "Title"],
    ["version_brackets", "Title (feat. X) (Remix)", "Title (feat. X) [Remix]"],
    ["redundant_version", "Title (Original Mix)", "Title"],
    ["producer_in_title", "Title prod. by X", "Title"],
    ["explicit_word_in_title", "Title [Clean]", "Title"],
    ["artist_name_in_title", "Vera Lux: Title", "Title"],
    ["artist_name_in_title", "Title by Vera Lux", "Title"],
    ["medley_slash", "Night Drive/Morning Light", "Night Drive / Morning Light"],
  ])("%s of %j is %j", (code, title, expected) => {
    expect(suggestion(code, { release: { title } })).toBe(expected);
  });

  test.each([
    "Title (feat. X & Y)",
    "Title (with X)",
    "A Feat of Strength",
    "Six Feet Under",
    "(With Love)",
    "Soft Parade",
    "Part of Me",
    "The Best Part",
    "Turn the Volume Up",
    "Title, Vol. 1",
    "Title, Pt. 1",
    "Love/Hate",
    "24/7 Heaven",
    "Vera Lux",
    "Live Forever",
    "(I Can't Get No) Satisfaction",
    "Clean Hands",
    "Don't Stop 'Til You Get Enough",
    "Shake It Off",
    "Come On Eileen",
    "99 Problems",
    "S.O.S.",
    "YMCA",
    "R&B Dreams",
    "Mr. and Mrs. Smith",
    "Will.i.am Says",
    "Peter, Paul, and Me",
    "Exclusive",
    "Spot the Fly",
    "Dr. Feelgood",
    "Café del Mar",
    "Hand-in-Hand",
    "What Is It For?",
  ])("%j is fine", (title) => {
    const artists = [
      ...soundRelease.release.artists,
      ...["X", "Y"].map((name) => ({ name, role: "featured" as const })),
    ];
    expect(codesOf({ release: { title, artists }, tracks: [{ title }] })).toEqual([]);
  });

  test.each([
    ["p_line_c_line_missing", { release: { p_line: null } }, "2026 Nightjar"],
    ["isrc_format", { tracks: [{ isrc: "gb aym 99 12345" }] }, "GB-AYM-99-12345"],
    ["compound_artist", { release: { artists: [{ name: "A-Ha x Ola", role: "main" as const }] } }, "A-Ha | Ola"],
    [
      "artist_extra_info",
      { release: { artists: [{ name: "Vera Lux (Producer)", role: "main" as const }] } },
      "Vera Lux",
    ],
    ["release_type_mismatch", { release: { type: "ep" as const } }, "single"],
  ])("%s is concrete", (code, changes, expected) => expect(suggestion(code, changes)).toBe(expected));
});

test("an instrumental has no lyrics and no language, and needs no lyricist", () => {
  const contributors = [{ name: "Ada Moss", role: "composer" }];
  const found = (track: object) => codesOf({ tracks: [{ contributors, is_instrumental: true, ...track }] });
  expect(found({ language: "zxx" })).not.toContain("lyricist_missing");
  expect(found({ language: null })).not.toContain("lyricist_missing");
  expect(found({ language: "en" })).toContain("lyricist_missing");
  expect(found({ language: null, has_lyrics: true })).toContain("lyricist_missing");
});

describe("any text", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          "feat.",
          "ft",
          "(",
          ")",
          "[",
          "]",
          "Vol",
          "Part",
          "1",
          "II",
          "/",
          "-",
          "&",
          ",",
          "x",
          "Live",
          "in",
          "Vera",
          "w/",
          "by",
        ),
        {
          minLength: 1,
          maxLength: 12,
        },
      )
      .map((words) => words.join(" ")),
  );

  test("can be judged, and a suggested title is another one, which passes the rule that suggested it", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("en", "fr", "de", null), (title, language) => {
        const judged = (title: string) =>
          judge(changed({ release: { title, language } }), TODAY).issues.filter(({ field }) => field === "title");
        for (const { code, suggestion } of judged(title)) {
          if (suggestion === undefined || code === "single_title_mismatch") continue;
          expect(suggestion.trim()).not.toBe("");
          expect(suggestion).not.toBe(title);
          expect(judged(suggestion).map((issue) => issue.code)).not.toContain(code);
        }
      }),
      { numRuns: atScale({ short: 60, full: 2_000 }) },
    );
  });

  test("however long and odd it is, the answer comes at once", () => {
    for (const unit of ["(", " ", "feat. ", "part 1", "-", "a/", "(feat. ", "\u0301", "www.", "A b"]) {
      const title = unit.repeat(500).slice(0, 500);
      const before = process.cpuUsage();
      judge(changed({ release: { title, artists: [{ name: title, role: "main" }] } }), TODAY);
      // By the processor's time, which other programs cannot take away: it is some milliseconds.
      expect(process.cpuUsage(before).user).toBeLessThan(500_000);
    }
  });
});

function page(): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const limits = (thresholds: object) =>
    Object.entries(thresholds)
      .map(
        ([name, value]) =>
          `\`${name}\` ${Array.isArray(value) && value.length > 5 ? `(${value.length} entries)` : [value].flat().join(", ")}`,
      )
      .join("; ");
  const rows = preflightRules.map((rule) => {
    const { passes, fails } = rule.examples;
    const severity = [...new Set([networkSeverity(rule), rule.standard])].join(" → ");
    return `| \`${rule.code}\` | ${severity} | ${cell(rule.summary)} | ${cell(passes.text)} | ${cell(fails.text)} | ${limits(rule.thresholds)} |`;
  });
  return [
    "# Preflight",
    "",
    "`GET /v1/releases/{release_id}/preflight` finds what stores would reject before you submit. A test writes this page from the rules in",
    "`server/src/releases/preflight`: `npx vitest run server/src/releases/preflight/rules.test.ts -u`.",
    "",
    "A blocker keeps a release from being submitted; every other rule warns or informs. `warning → blocker` means that a store with the `standard`",
    "requirements refuses the release. A store's own `requirements` name rules, each with a `severity` (`blocker` by default) and thresholds.",
    "A store that gets DDEX messages (ERN) cannot get what would make its message invalid, whatever it requires: a track without ISRC, an artist",
    "who is main and featured, and what `invalid_message` tells. Preflight and a new delivery judge the very document that the store would get, so",
    "a delivery is refused (422) for what preflight calls a blocker at that store, in the same words. So is one to a store that serves none of the",
    "release's territories (`store_territory_unsupported`), whatever the store gets and requires, and in production one whose UPC stores cannot take",
    "(`upc_restricted`).",
    "",
    "| code | severity | rule | passes | fails | thresholds |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    "## Left out",
    "",
    "| code | why |",
    "|---|---|",
    ...Object.entries(leftOut).map(([code, why]) => `| \`${code}\` | ${why} |`),
    "",
  ].join("\n");
}
