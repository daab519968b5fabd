import { folded, hasName, indexArtists, mainNames, namesOf } from "./names.ts";
import {
  artistListsOf,
  artistRule,
  artistsOf,
  eachTrack,
  type Facts,
  type Finding,
  type Rule,
  type RuleFindings,
  releaseRule,
} from "./rule.ts";
import type { ArtistFacts } from "./subject.ts";
import { joinNames } from "./title.ts";

const allowed_names: readonly string[] = [
  "Simon & Garfunkel",
  "Earth, Wind & Fire",
  "Crosby, Stills, Nash & Young",
  "Crosby, Stills & Nash",
  "Hall & Oates",
  "Belle & Sebastian",
  "Tyler, The Creator",
  "Blood, Sweat & Tears",
  "Peter, Paul & Mary",
  "Ike & Tina Turner",
  "Sonny & Cher",
  "Kool & The Gang",
  "Above & Beyond",
  "Brooks & Dunn",
  "Dimitri Vegas & Like Mike",
];
const generic_names: readonly string[] = [
  "Yoga",
  "Workout",
  "Meditation",
  "Baby",
  "Christmas",
  "Top Hits",
  "Hits",
  "Chorus",
  "Choir",
  "Orchestra",
  "Singer",
  "Band",
  "Unknown",
  "Unknown Artist",
  "Artist",
  "Various",
  "Cast",
  "Soundtrack",
  "Karaoke",
  "Instrumental",
  "Traditional",
  "Anonymous",
];
const searchName =
  /^(?:the )?(?:deep |best )?(?:sleep|sleeping|relaxing|relaxation|meditation|yoga|study|spa|workout|fitness|baby|lullaby|christmas|rain|white noise|piano|chill|lofi|lo-fi) (?:music|sounds?|songs?|hits|playlist|club|crew|academy|tunes)\b/iu;
const VARIOUS = "Various Artists";
const various: readonly string[] = [VARIOUS];

export const artistRules: readonly Rule[] = [
  artistRule({
    code: "compound_artist",
    standard: "warning",
    summary:
      "Each entry names one artist. A band with & or a comma in its name needs an ISNI, a store's id or a place in the allowed names.",
    thresholds: { allowed_names },
    check: ({ name, isni, store_artist_ids }, { allowed_names }) => {
      const isKnown = isni || Object.keys(store_artist_ids ?? {}).length > 0;
      const names = isKnown
        ? []
        : name.split(/\s?,\s?|\s(?:x|vs\.?|feat\.?|ft\.?|featuring)\s|\s&\s(?!(?:the|his|her|sons|co|friends)\b)/iu);
      if (names.length < 2 || hasName(allowed_names, name)) return undefined;
      const several = names.filter((part) => part.trim() !== "");
      const issue = `reads like ${several.length} artists; give each an entry of its own`;
      return several.length > 1 ? { issue, suggestion: several.join(" | ") } : undefined;
    },
    examples: { passes: "Vera Lux", fails: "Vera Lux & Ola Berg" },
  }),
  releaseRule({
    code: "various_artists_required",
    standard: "blocker",
    scope: "artist",
    summary: "A release with five or more main artists is by Various Artists.",
    thresholds: { various_artists_from: 5 },
    check: ({ release: { artists } }, { various_artists_from }) => {
      const main = new Set(artists.filter(({ role }) => role === "main").map(({ name }) => name.toLowerCase()));
      const issue = `has ${main.size} main artists; from ${various_artists_from} on the one main artist is ${VARIOUS}`;
      return main.size >= various_artists_from ? [{ field: "artists", issue, suggestion: VARIOUS }] : [];
    },
    examples: {
      passes: ["Various Artists", { release: { artists: mainArtists(VARIOUS) } }],
      fails: ["five main artists", { release: { artists: mainArtists("Ada", "Bo", "Cleo", "Dan", "Eve") } }],
    },
  }),
  releaseRule({
    code: "various_artists_on_track",
    standard: "blocker",
    scope: "artist",
    summary: "A track is never by Various Artists.",
    check: ({ release, tracks }) =>
      eachTrack({ tracks }, ({ artists }, index) => {
        const at = (artists ?? release.artists).findIndex(({ name }) => hasName(various, name));
        const field = artists ? `tracks[${index}].artists[${at}].name` : `tracks[${index}].artists`;
        return at < 0 ? [] : [{ field, issue: `must name the track's own artists, not ${VARIOUS}` }];
      }),
    examples: {
      passes: ["Vera Lux", { tracks: [{ artists: mainArtists("Vera Lux") }] }],
      fails: [VARIOUS, { tracks: [{ artists: mainArtists(VARIOUS) }] }],
    },
  }),
  artistRule({
    code: "generic_artist_name",
    standard: "blocker",
    summary: "An artist's name is not a general term or a search term.",
    thresholds: { generic_names },
    check: ({ name }, { generic_names }) =>
      hasName(generic_names, name) || searchName.test(name)
        ? { issue: "is a general or search term, not a name" }
        : undefined,
    examples: { passes: "Vera Lux", fails: "Sleep Music" },
  }),
  artistRule({
    code: "artist_extra_info",
    standard: "blocker",
    summary:
      "An artist's name holds only the name: no role, year, instrument or web address, no Official, no and Friends.",
    check: ({ name }) => {
      const extra =
        /\s?[([](?:official|producer|prod\.?|dj|singer|rapper|vocals?|guitar|drums|bass|piano|live|band|remastered|\d{4})[)\]]|\s(?:and|&) friends$|\sofficial$|\shttps?:\/\/\S*|\swww\.\S*/iu;
      const suggestion = name.replace(extra, "").trim();
      return extra.test(name) ? { issue: "holds more than a name", ...(suggestion && { suggestion }) } : undefined;
    },
    examples: { passes: "Vera Lux", fails: "Vera Lux [Official]" },
  }),
  releaseRule({
    code: "primary_also_featured",
    standard: "blocker",
    of_message: true,
    scope: "artist",
    summary: "An artist is not both main and featured.",
    *check(facts) {
      for (const { field, artists } of artistListsOf(facts)) {
        const isMixed = artists.some(({ role }) => role === "featured");
        const main = new Set(isMixed ? mainNames(artists).map(({ lower }) => lower) : []);
        for (const [index, { name, role }] of artists.entries())
          if (role === "featured" && main.has(name.toLowerCase()))
            yield { field: `${field}[${index}].role`, issue: `is featured, while ${name} is a main artist too` };
        yield undefined;
      }
    },
    examples: {
      passes: [
        "Vera Lux main, Ola Berg featured",
        { release: { artists: [...mainArtists("Vera Lux"), guest("Ola Berg")] } },
      ],
      fails: ["Vera Lux main and featured", { release: { artists: [...mainArtists("Vera Lux"), guest("Vera Lux")] } }],
    },
  }),
  artistRule({
    code: "label_as_artist",
    standard: "warning",
    summary: "A company or a label is not an artist.",
    check: ({ name }) =>
      /\s(?:records|recordings|entertainment|music group|publishing|productions|ltd\.?|llc|inc\.?|gmbh|s\.a\.)$/iu.test(
        name,
      )
        ? { issue: "is the name of a company" }
        : undefined,
    examples: { passes: "Vera Lux", fails: "Nightjar Records" },
  }),
  releaseRule({
    code: "artist_name_inconsistent",
    standard: "warning",
    scope: "artist",
    summary: "An artist with an ISNI or a store's id is spelt as on your earlier releases.",
    *check(facts) {
      if (facts.history.artists.length === 0) return;
      const known = indexArtists(facts.history.artists);
      for (const { field, artist } of artistsOf(facts)) {
        const suggestion = known.byId(artist)?.name ?? artist.name;
        const issue = "was spelt otherwise on an earlier release";
        yield suggestion === artist.name ? undefined : { field: `${field}.name`, issue, suggestion };
      }
    },
    examples: {
      passes: [
        "Vera Lux, as before",
        { release: { artists: [known("Vera Lux")] }, history: { artists: [known("Vera Lux")] } },
      ],
      fails: [
        "Véra Lux, before Vera Lux",
        { release: { artists: [known("Véra Lux")] }, history: { artists: [known("Vera Lux")] } },
      ],
    },
  }),
  releaseRule({
    code: "artist_store_id_missing",
    standard: "info",
    scope: "artist",
    summary: "If an earlier release gives an artist's id at a store, this release gives it too.",
    check: missingStoreIds,
    examples: {
      passes: ["an artist without ids so far", {}],
      fails: [
        "an artist with an id at store_auralis before",
        { history: { artists: [{ name: "Vera Lux", role: "main", store_artist_ids: { store_auralis: "ar-20417" } }] } },
      ],
    },
  }),
  releaseRule({
    code: "lyricist_missing",
    standard: "warning",
    scope: "track",
    summary: "A track with lyrics names a lyricist; an instrumental has no language and no lyrics.",
    check: ({ release, tracks }) =>
      eachTrack({ tracks }, (track, index): Finding[] => {
        const at = `tracks[${index}]`;
        if (track.is_instrumental && track.has_lyrics)
          return [{ field: `${at}.lyrics`, issue: "are those of a track with is_instrumental" }];
        if (track.is_instrumental || /\binstrumental\b/iu.test(track.version ?? ""))
          return track.language && track.language !== NO_LANGUAGE
            ? [{ field: `${at}.language`, issue: "is set on an instrumental", suggestion: NO_LANGUAGE }]
            : [];
        const isVocal = track.has_lyrics || (track.language !== null && track.language !== NO_LANGUAGE);
        const credits = [...(track.contributors ?? []), ...(track.artists ?? release.artists)];
        return !isVocal || credits.some(({ role }) => /lyricist|songwriter|author/iu.test(role))
          ? []
          : [{ field: `${at}.contributors`, issue: "must name a lyricist: the track has lyrics or a language" }];
      }),
    examples: {
      passes: [
        "in English, a lyricist named",
        { tracks: [{ language: "en", contributors: [{ name: "Ada Moss", role: "lyricist" }] }] },
      ],
      fails: ["in English, no lyricist", { tracks: [{ language: "en", contributors: null }] }],
    },
  }),
  releaseRule({
    code: "legal_name_expected",
    standard: "warning",
    scope: "track",
    summary: "Composers and lyricists are named by their legal names: more than one word, not the stage name.",
    check: ({ release, tracks }) =>
      eachTrack({ tracks }, ({ artists, contributors }, index) => {
        const { stage } = namesOf(artists ?? release.artists);
        return (contributors ?? []).flatMap(({ name, role }, position) => {
          const field = `tracks[${index}].contributors[${position}].name`;
          if (!/composer|lyricist|songwriter/iu.test(role)) return [];
          if (stage.has(folded(name))) return [{ field, issue: "is a stage name; the legal name is expected" }];
          return /\s/u.test(name.trim()) ? [] : [{ field, issue: "is one word; the legal name is expected" }];
        });
      }),
    examples: {
      passes: ["composer Ada Moss", { tracks: [{ contributors: [{ name: "Ada Moss", role: "composer" }] }] }],
      fails: ["composer Moss", { tracks: [{ contributors: [{ name: "Moss", role: "composer" }] }] }],
    },
  }),
];

/** The code of ISO 639 for "no linguistic content". */
const NO_LANGUAGE = "zxx";

// As many as a person reads.
const MAX_NAMED = 10;

function* missingStoreIds(facts: Facts): RuleFindings {
  if (facts.history.artists.length === 0) return;
  const known = indexArtists(facts.history.artists);
  for (const { field, artist } of artistsOf(facts)) {
    const absent = [...known.storeIds(artist)].filter(
      ([store]) => !Object.hasOwn(artist.store_artist_ids ?? {}, store),
    );
    const given = absent.slice(0, MAX_NAMED);
    const issue = `does not have the id at ${joinNames(given.map(([store]) => store))} that an earlier release gives`;
    const suggestion = given.map(([store, id]) => `${store}: ${id}`).join(", ");
    yield absent.length > 0 ? { field: `${field}.store_artist_ids`, issue, suggestion } : undefined;
  }
}

function mainArtists(...names: string[]): ArtistFacts[] {
  return names.map((name) => ({ name, role: "main" }));
}

function guest(name: string): ArtistFacts {
  return { name, role: "featured" };
}

function known(name: string): ArtistFacts {
  return { name, role: "main", isni: "000000012146438X" };
}
