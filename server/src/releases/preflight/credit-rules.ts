// Credits and genres, in the words of stores that have tables of their own.

import { type CreditGroup, creditGroupOf, creditGroups } from "../../ddex/credit-groups.ts";
import { hasGenres, storeGenre } from "../../ddex/vocabulary.ts";
import { eachTrack, type Facts, type Finding, type Rule, releaseRule } from "./rule.ts";
import type { TrackFacts } from "./subject.ts";

export const creditRules: readonly Rule[] = [
  releaseRule({
    code: "contributor_groups",
    standard: "warning",
    scope: "track",
    of_store: ({ roles }) => (Object.keys(roles).length > 0 ? roles : undefined),
    summary: "Each track credits a writer, a performer and somebody of production.",
    check: (facts) =>
      eachTrack(facts, (track, index): Finding[] => {
        const { missing, unknown } = groupsOf(track, facts);
        if (missing.length === 0) return [];
        const issue = `must also credit ${joined(missing)}`;
        return [{ field: `tracks[${index}].contributors`, issue: `${issue}${unknownText(unknown)}` }];
      }),
    examples: {
      passes: ["a composer, a vocalist and a mixing engineer", {}],
      fails: ["a composer alone", { tracks: [{ contributors: [{ name: "Ada Moss", role: "composer" }] }] }],
    },
  }),
  releaseRule({
    code: "genre_not_mapped",
    standard: "info",
    of_store: ({ genres }) => (Object.keys(genres).length > 0 ? genres : undefined),
    summary: "A store that has its own table of genres knows the genre.",
    check: ({ release: { genre }, store }) =>
      !store || genre === null || !hasGenres(store) || storeGenre(store, genre)
        ? []
        : [{ field: "genre", issue: `is not among the genres of the store: ${genre}` }],
    examples: {
      passes: ["Pop, which the store knows", { store: { genres: { pop: { genre: "Popular" } } } }],
      fails: [
        "Polka, which the store does not know",
        { release: { genre: "Polka" }, store: { genres: { Pop: { genre: "Pop" } } } },
      ],
    },
  }),
  releaseRule({
    code: "ai_full_with_credits",
    standard: "warning",
    scope: "track",
    summary:
      "A track that artificial intelligence made in full credits no people; with credits, stores are told that it made a part.",
    check: (facts) =>
      eachTrack(facts, (track, index): Finding[] =>
        track.ai === "full" && (track.has_publishers || creditsOf(track, facts).length > 0)
          ? [{ field: `tracks[${index}].ai`, issue: "is full, while people are credited; the message says Partly" }]
          : [],
      ),
    examples: {
      passes: ["made in full, no credits", { tracks: [{ ai: "full", contributors: null, language: null }] }],
      fails: ["made in full, with a composer", { tracks: [{ ai: "full" }] }],
    },
  }),
];

/** The credits of a track: its contributors, and artists that stores do not show as the artist. */
function creditsOf({ artists, contributors }: TrackFacts, { release }: Facts): { role: string }[] {
  const others = (artists ?? release.artists).filter(({ role }) => role !== "main" && role !== "featured");
  return [...others, ...(contributors ?? [])];
}

function groupsOf(track: TrackFacts, facts: Facts): { missing: CreditGroup[]; unknown: string[] } {
  const met = new Set<CreditGroup>();
  const unknown = new Set<string>();
  for (const { role } of creditsOf(track, facts)) {
    const group = creditGroupOf(role, facts.store);
    if (group) met.add(group);
    else unknown.add(role);
  }
  return { missing: creditGroups.filter((group) => !met.has(group)), unknown: [...unknown] };
}

// As many as a person reads.
const MAX_NAMED = 5;

function unknownText(roles: readonly string[]): string {
  if (roles.length === 0) return "";
  const named = roles.slice(0, MAX_NAMED).map((role) => `"${role}"`);
  const more = roles.length > MAX_NAMED ? ` and ${roles.length - MAX_NAMED} more` : "";
  return `; these roles belong to no group: ${named.join(", ")}${more}`;
}

function joined(groups: readonly string[]): string {
  return groups.length < 2 ? groups.join() : `${groups.slice(0, -1).join(", ")} and ${groups.at(-1)}`;
}
