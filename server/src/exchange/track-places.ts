// The places of a release's tracks, as the groups of its message put them.

import type { ResourceGroup } from "../ddex/ern.ts";

type Place = { reference: string; disc_number: number; track_number: number };

/** The discs are the groups of the release; groups inside a disc hold parts of a work and have no numbers of their own. */
export function placesOf(group: ResourceGroup): Place[] {
  const alone = { ...group, groups: [] };
  const discs =
    group.groups.length === 0 ? [alone] : group.items.length === 0 ? group.groups : [alone, ...group.groups];
  return discs.flatMap((disc, index) => {
    const items = itemsOf(disc);
    const numbers = items.map(({ sequence_number }) => sequence_number);
    const isNumbered = numbers.every((number) => number !== null) && new Set(numbers).size === numbers.length;
    return items.map(({ resource_reference, sequence_number }, place) => ({
      reference: resource_reference,
      disc_number: index + 1,
      track_number: isNumbered && sequence_number !== null ? sequence_number : place + 1,
    }));
  });
}

function itemsOf(group: ResourceGroup): ResourceGroup["items"] {
  const inner = group.groups.flatMap(itemsOf);
  return inner.length === 0 ? group.items : [...group.items, ...inner];
}
