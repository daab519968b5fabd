// Names for the ids in lists of money. Where a name cannot be read, the id stands in its place.

import { segue } from "./api.ts";
import { useRead } from "./data.ts";

type Names = ReadonlyMap<string, string>;

const none: Names = new Map();
const MOST_LISTED = 1_000;
const MOST_ASKED = 10;

async function namesOf<Item>(items: AsyncIterable<Item>, entry: (item: Item) => [string, string]): Promise<Names> {
  const names = new Map<string, string>();
  for await (const item of items) {
    names.set(...entry(item));
    if (names.size >= MOST_LISTED) break;
  }
  return names;
}

export function useStoreNames(isOperator = false): Names {
  const { stores } = isOperator ? segue.operator : segue;
  const read = () => namesOf(stores.list({ limit: 100 }), ({ store_id, name }) => [store_id, name]);
  return useRead(["stores.names"], read).data ?? none;
}

/** For the operator. */
export function useOrganizationNames(): Names {
  const read = () => namesOf(segue.operator.organizations.list({ limit: 100 }), ({ id, name }) => [id, name]);
  return useRead(["organizations.names"], read).data ?? none;
}

export function useTrackTitles(ids: readonly string[]): Names {
  const isEnabled = ids.length > 0;
  return useRead(["tracks.titles", ids], () => findTitles(ids), { isEnabled }).data ?? none;
}

/** The newest tracks are listed; of older ones, the first few that are wanted are asked for. */
async function findTitles(ids: readonly string[]): Promise<Names> {
  const titles = new Map<string, string>();
  const missing = new Set(ids);
  let seen = 0;
  for await (const { id, title } of segue.tracks.list({ limit: 100 })) {
    if (missing.delete(id)) titles.set(id, title);
    seen += 1;
    if (missing.size === 0 || seen >= MOST_LISTED) break;
  }
  for (const id of [...missing].slice(0, MOST_ASKED)) {
    const track = await segue.tracks.get(id).catch(() => undefined);
    if (track) titles.set(id, track.title);
  }
  return titles;
}
