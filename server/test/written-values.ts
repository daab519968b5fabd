// The values of messages as far as a version of ERN can say them: what its reader must give back.

import type { ErnVersion, NewReleaseMessage, ResourceGroup } from "../src/ddex/ern.ts";

export function asWritten(values: NewReleaseMessage, version: ErnVersion): NewReleaseMessage {
  if (version === "4.3.2") return values;
  return version === "4.3" ? withoutAi(values) : asErn3(withoutAi(values));
}

/** ERN 4.3 cannot say what artificial intelligence made. */
function withoutAi(values: NewReleaseMessage): NewReleaseMessage {
  const silent = { contains_ai: null };
  const people = ({ contributors }: NewReleaseMessage["recordings"][number]) =>
    contributors.filter(({ special }) => special === null).map((one) => ({ ...one, ai: null }));
  return {
    ...values,
    recordings: values.recordings.map((one) => ({ ...one, ...silent, contributors: people(one) })),
    images: values.images.map((one) => ({ ...one, ...silent })),
    releases: values.releases.map((one) => ({ ...one, ...silent })),
  };
}

function asErn3(values: NewReleaseMessage): NewReleaseMessage {
  const silent = { translated_titles: [], translated_artist_names: [], formal_title: null };
  const unsized = <File extends { is_provided: boolean; uri: string; hash: unknown } | null>(file: File) =>
    file && { ...file, size_bytes: null, ...(!file.is_provided && { uri: "", hash: null }) };
  return {
    ...values,
    profile_variant: null,
    parties: values.parties.map((party) => ({ ...party, translated_names: [] })),
    recordings: values.recordings.map((one) => ({
      ...one,
      ...silent,
      recording_country: one.recording_year && one.recording_country,
      is_cover: false,
      is_work_part: false,
      file: unsized(one.file),
    })),
    images: values.images.map((one) => ({ ...one, file: unsized(one.file) })),
    releases: values.releases.map((one) => ({
      ...one,
      ...silent,
      compilation: one.compilation === "multi_artist" ? "multi_artist" : null,
      group: counted(one.group),
    })),
    deals: values.deals.map((entry) => ({
      ...entry,
      deals: entry.deals.map((deal) => ({ ...deal, ...inDays(deal) })),
    })),
  };
}

/** A period of whole days says no times. */
function inDays({ start, end }: { start: string | null; end: string | null }) {
  const isWhole = start?.endsWith("T00:00:00") && (end === null || end.endsWith("T23:59:59"));
  return isWhole ? { start: start?.slice(0, 10) ?? null, end: end?.slice(0, 10) ?? null } : { start, end };
}

/** Tracks are counted in their order, and works are no groups. */
function counted(group: ResourceGroup): ResourceGroup {
  const isDisc = group.type === "Component";
  const tracks = isDisc ? [...group.items, ...group.groups.flatMap(({ items }) => items)] : group.items;
  const sorted = [...tracks].sort((one, other) => (one.sequence_number ?? 0) - (other.sequence_number ?? 0));
  return {
    ...group,
    groups: isDisc ? [] : group.groups.map((disc, index) => ({ ...counted(disc), sequence_number: index + 1 })),
    items: sorted.map((item, index) => ({ ...item, sequence_number: index + 1 })),
  };
}

/** The same with names in place of references, since ERN 3 has no list of parties. */
export function spoken({ parties, ...message }: NewReleaseMessage) {
  const byReference = new Map(parties.map(({ reference, ...party }) => [reference, party]));
  const who = (reference: string | null) => byReference.get(reference ?? "");
  const shown = <Shown extends NewReleaseMessage["releases"][number] | NewReleaseMessage["recordings"][number]>(
    one: Shown,
  ) => ({
    ...one,
    display_artists: one.display_artists.map(({ party_reference, ...artist }) => ({
      ...artist,
      who: who(party_reference),
    })),
  });
  const labelled = <One extends { label_references: readonly string[] }>({ label_references, ...one }: One) => ({
    ...one,
    labels: label_references.map((label) => who(label)?.name),
  });
  return {
    ...message,
    recordings: message.recordings.map(shown).map(({ contributors, ...one }) => ({
      ...one,
      credits: [
        ...new Set(
          contributors.flatMap(({ party_reference, roles }) =>
            roles.map((role) => JSON.stringify([Object.entries(who(party_reference) ?? {}).sort(), role])),
          ),
        ),
      ].sort(),
    })),
    releases: message.releases.map(shown).map(labelled),
    track_releases: message.track_releases.map(({ release_id: { isrc, ...release_id }, ...one }) =>
      labelled({ ...one, release_id }),
    ),
  };
}
