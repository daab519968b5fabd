// The three groups of credits that stores ask for on each track: writers, performers and production. Each group is a list of
// codes of DDEX. The roles of artists, such as `composer`, have the codes of the same names.

import { contributorRole, musicRoleCodes } from "./contributor-role.ts";
import type { Vocabulary } from "./vocabulary.ts";

export const creditGroups = ["writers", "performers", "production"] as const;
export type CreditGroup = (typeof creditGroups)[number];

const writers = `
  Adapter Arranger Author Composer ComposerLyricist Librettist Lyricist MusicArranger SubLyricist Translator
`;
const performers = `
  AdditionalPerformer Artist AssociatedPerformer BackgroundVocalist Choir ChoirMember Conductor DJ Ensemble
  LeadPerformer LeadVocalist Musician MusicGroup Narrator Orchestra OrchestraMember Performer PlaybackSinger
  PrimaryMusician Soloist Speaker StudioMusician Vocalist VoiceActor
`;
const production = "Programmer Remixer SoundDesigner TapeOperator Tonmeister";

const wordsOf = (text: string) => text.trim().split(/\s+/);
const rows: readonly (readonly [CreditGroup, readonly string[]])[] = [
  // Not all of AVS: it has producers of films and editors of pictures.
  ["production", musicRoleCodes.filter((code) => /(Engineer|Producer|Mixer|Editor)$/.test(code))],
  ["production", wordsOf(production)],
  ["performers", wordsOf(performers)],
  ["writers", wordsOf(writers)],
];
const groups: ReadonlyMap<string, CreditGroup> = new Map(
  rows.flatMap(([group, codes]) => codes.map((code) => [code, group] as const)),
);

/** By the store's table of roles, and then by that of the service. Undefined: a role of no group. */
export function creditGroupOf(words: string, vocabulary?: Pick<Vocabulary, "roles">): CreditGroup | undefined {
  return groups.get(contributorRole(words, "", vocabulary).value);
}
