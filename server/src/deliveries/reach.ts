import { type Issue, problem } from "../platform/errors.ts";
import { unservedIssue } from "../releases/preflight/release-rules.ts";
import { isWorld, territoryCodes, WORLD } from "../standards/territory.ts";

type Request = {
  codes: readonly string[];
  /** The territories of the release and of the organization's licence. */
  allowed: readonly (readonly string[])[];
  stores: readonly { store_id: string; territories: readonly string[] }[];
};

type Reach = {
  /** Stores that serve the same territories share one list. */
  territories: Map<string, string[]>;
  /** About codes that cannot be. */
  issues: Issue[];
  /** The stores that would get no territory. */
  without: string[];
};

/** The territories of each store: the overlap of the codes, its own territories, the release's and the licence. */
export function reachOf({ codes, allowed, stores }: Request): Reach {
  const isWorldwide = isWorld(codes[0]);
  const asked = isWorldwide ? territoryCodes : codes;
  // Sorted once: a release may go to hundreds of stores.
  const open = overlap(asked, allowed).sort();
  const lists = new Map<string, string[]>();
  const territories = new Map(
    stores.map((store) => {
      const served = store.territories.join();
      const list = lists.get(served) ?? open.filter(membership(store.territories));
      lists.set(served, list);
      return [store.store_id, list];
    }),
  );
  const served = new Set([...lists.values()].flat());
  const issues = isWorldwide ? [] : codes.flatMap((code, index) => codeIssues(code, index, { open, served }));
  const without = stores.flatMap(({ store_id }) => (territories.get(store_id)?.length === 0 ? [store_id] : []));
  return { territories, issues, without };
}

/** The list that most of them share. */
export function commonReach(territories: ReadonlyMap<string, string[]>): string[] | null {
  const shares = new Map<string[], number>();
  for (const list of territories.values()) shares.set(list, (shares.get(list) ?? 0) + 1);
  const [most] = [...shares].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

/** The codes, in their order, that all of the others have. */
export function overlap(codes: readonly string[], others: readonly (readonly string[])[]): string[] {
  const isAllowed = others.map(membership);
  return codes.filter((code) => isAllowed.every((isIn) => isIn(code)));
}

/** A new delivery is refused if a named store would get no territory. */
export function unreachedIssues(store_ids: readonly string[], without: readonly string[]): Issue[] {
  return store_ids.flatMap((id, index): Issue[] =>
    without.includes(id) ? [refusal(`store_ids[${index}]`, unservedIssue(id))] : [],
  );
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
  return problem(field, issue, "territory_not_supported");
}

const everywhere: ReadonlySet<string> = new Set(territoryCodes);

function membership(territories: readonly string[]): (code: string) => boolean {
  const held = territories[0] === WORLD ? everywhere : new Set(territories);
  return (code) => held.has(code);
}
