// The parts of a recording that artificial intelligence made, as ERN 4.3.2 says them, in both directions.
//
// The problem. Partners say how much of each of five parts is artificial: none, some or all of it. DDEX says it by
// contributors: one that is a machine, with a role for each part that is all its own, and a mark at people whose
// contribution is partly artificial.
//
// The procedure. A role of DDEX belongs to one part, or to two where it does not tell them apart: a performer sings or
// plays. A part that is partial marks all people with a role of it. Back from a message, a part is partial if all people
// with a role of it are marked. So what was read is written as the same message again.

import { type Code, type Contributor, GENERATIVE_AI } from "./ern.ts";

const partRoles = {
  vocals: "Vocalist",
  instruments: "Performer",
  lyrics: "Lyricist",
  composition: "Composer",
  post_production: "MixingEngineer",
} as const;

type Part = keyof typeof partRoles;
export type PartShares = Record<Part, "none" | "partial" | "full">;

const parts = Object.keys(partRoles) as Part[];

const rolesOf: readonly (readonly [readonly Part[], string])[] = [
  [["vocals"], "BackgroundVocalist Choir ChoirMember LeadVocalist Narrator PlaybackSinger Speaker Vocalist VoiceActor"],
  [["instruments"], "Conductor DJ Musician Orchestra OrchestraMember PrimaryMusician StudioMusician"],
  [
    ["vocals", "instruments"],
    "AdditionalPerformer Artist AssociatedPerformer Ensemble LeadPerformer MusicGroup Performer Soloist",
  ],
  [["lyrics"], "Author Librettist Lyricist SubLyricist Translator"],
  [["composition"], "Arranger Composer MusicArranger"],
  [["lyrics", "composition"], "Adapter ComposerLyricist"],
  [["post_production"], "Programmer Remixer SoundDesigner TapeOperator Tonmeister"],
];
const partsByRole = new Map(rolesOf.flatMap(([of, roles]) => roles.split(" ").map((role) => [role, of] as const)));
const production: readonly Part[] = ["post_production"];
const none: readonly Part[] = [];

function partsOfRole({ value }: Code): readonly Part[] {
  return partsByRole.get(value) ?? (/(Engineer|Producer|Mixer|Editor)$/.test(value) ? production : none);
}

function hasRoleOf({ roles }: Contributor, part: Part): boolean {
  return roles.some((role) => partsOfRole(role).includes(part));
}

/** The people of a recording with their marks, and the machine after them where it made all of a part. */
export function withAiParts(people: readonly Contributor[], shares: PartShares | null): readonly Contributor[] {
  if (shares === null) return people;
  const partial = parts.filter((part) => shares[part] === "partial");
  const full = parts.filter((part) => shares[part] === "full");
  const marked =
    partial.length === 0
      ? people
      : people.map((one) => (partial.some((part) => hasRoleOf(one, part)) ? { ...one, ai: "Partly" as const } : one));
  if (full.length === 0) return marked;
  const roles = full.map((part) => ({ value: partRoles[part], user_defined: null }));
  const machine = { party_reference: null, special: GENERATIVE_AI, roles, ai: null };
  return [...marked, { ...machine, sequence_number: people.length + 1 }];
}

/** Null if the contributors say nothing of it. */
export function aiPartsOf(contributors: readonly Contributor[]): PartShares | null {
  const people = contributors.filter(({ special }) => special === null);
  const machines = contributors.filter(({ special }) => special === GENERATIVE_AI);
  const full = new Set(machines.flatMap(({ roles }) => roles.map(({ value }) => value)));
  const isMarked = ({ ai }: Contributor) => ai === "Partly" || ai === "All";
  const shareOf = (part: Part) => {
    if (full.has(partRoles[part])) return "full";
    const credited = people.filter((one) => hasRoleOf(one, part));
    return credited.length > 0 && credited.every(isMarked) ? "partial" : "none";
  };
  const shares = Object.fromEntries(parts.map((part) => [part, shareOf(part)])) as PartShares;
  return parts.every((part) => shares[part] === "none") ? null : shares;
}
