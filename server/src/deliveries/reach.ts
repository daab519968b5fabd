import type { Issue } from "../platform/errors.ts";
import { territoryCodes, WORLD } from "../standards/territory.ts";
import { WORLDWIDE } from "./delivery.ts";

type Request = {
  codes: readonly string[];
  /** Of the release and of the organization's licence. */
  allowed: readonly (readonly string[])[];
  stores: readonly { store_id: string; territories: readonly string[] }[];
};

/** What each store gets: the overlap of the codes, its own territories, the release's and the licence. */
export function reachOf({ codes, allowed, stores }: Request): { territories: Map<string, string[]>; issues: Issue[] } {
  const isWorldwide = codes[0] === WORLDWIDE;
  const asked = isWorldwide ? territoryCodes : codes;
  const isAllowed = allowed.map(membership);
  // Sorted once: a release may go to hundreds of stores.
  const open = asked.filter((code) => isAllowed.every((isIn) => isIn(code))).sort();
  const territories = new Map(stores.map((store) => [store.store_id, open.filter(membership(store.territories))]));
  const served = new Set([...territories.values()].flat());
  const outside = isWorldwide ? [] : codes.flatMap((code, index) => codeIssues(code, index, { open, served }));
  const left = stores.flatMap(({ store_id }, index): Issue[] =>
    territories.get(store_id)?.length === 0
      ? [refusal(`store_ids[${index}]`, `names a store that serves none of these territories: ${store_id}`)]
      : [],
  );
  return { territories, issues: [...outside, ...left] };
}

function codeIssues(
  code: string,
  index: number,
  { open, served }: { open: readonly string[]; served: ReadonlySet<string> },
): Issue[] {
  const field = `territory_codes[${index}]`;
  if (!open.includes(code))
    return [refusal(field, `names a territory that the release or your licence does not have: ${code}`)];
  return served.has(code) ? [] : [refusal(field, `names a territory that no chosen store serves: ${code}`)];
}

function refusal(field: string, issue: string): Issue {
  return { code: "territory_not_supported", field, issue };
}

const everywhere: ReadonlySet<string> = new Set(territoryCodes);

function membership(territories: readonly string[]): (code: string) => boolean {
  const held = territories[0] === WORLD ? everywhere : new Set(territories);
  return (code) => held.has(code);
}
