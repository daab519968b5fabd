// The places of a release's tracks, as the groups of its message put them.

import type { ResourceGroup } from "../ddex/ern.ts";

/** `lyrics`: the references of its texts. */
type Place = { reference: string; lyrics: readonly string[]; disc_number: number; track_number: number };

/** The discs are the groups of the release; groups inside a disc hold parts of a work, and so do such groups of the release itself. */
export function placesOf(group: ResourceGroup): Place[] {
  const groups = group.groups.filter(({ type }) => type !== "MultiWorkPart");
  const alone = { ...group, groups: group.groups.filter(({ type }) => type === "MultiWorkPart") };
  const isEmpty = alone.items.length + alone.groups.length === 0;
  const discs = groups.length === 0 ? [alone] : isEmpty ? groups : [alone, ...groups];
  return discs.flatMap((disc, index) => {
    const items = itemsOf(disc);
    const numbers = items.map(({ sequence_number }) => sequence_number);
    const isNumbered = numbers.every((number) => number !== null) && new Set(numbers).size === numbers.length;
    return items.map(({ resource_reference, sequence_number, lyrics }, place) => ({
      reference: resource_reference,
      lyrics,
      disc_number: index + 1,
      track_number: isNumbered && sequence_number !== null ? sequence_number : place + 1,
    }));
  });
}

/** Works stand among the other tracks by their numbers. Without numbers they come last, as the schema has them. */
function itemsOf({ items, groups }: ResourceGroup): ResourceGroup["items"] {
  if (groups.length === 0) return items;
  const last = Number.MAX_SAFE_INTEGER;
  const placed = [
    ...items.map((item) => ({ at: item.sequence_number ?? last, items: [item] })),
    ...groups.map((group) => ({ at: group.sequence_number ?? last, items: itemsOf(group) })),
  ];
  return placed.sort((one, other) => one.at - other.at).flatMap((entry) => entry.items);
}
