// The rows that were chosen in a list. They stay chosen while the list goes on loading, and are forgotten when it shows another.

import { useCallback, useState } from "react";
import { showToast } from "./toasts.ts";
import { errorWords } from "./words.ts";

export type Selection<Item> = {
  chosen: ReadonlyMap<string, Item>;
  choose: (items: readonly Item[], isChosen: boolean) => void;
  clear: () => void;
};

/** `of` names the list with its filters; `most`: an act on several is bounded. */
export function useSelection<Item extends { id: string }>(of: string, most: number): Selection<Item> {
  const [state, setState] = useState<{ of: string; chosen: ReadonlyMap<string, Item> }>({ of, chosen: new Map() });
  const chosen: ReadonlyMap<string, Item> = state.of === of ? state.chosen : new Map();
  const choose = (items: readonly Item[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const item of items) {
      if (!isChosen) next.delete(item.id);
      else if (next.size < most || next.has(item.id)) next.set(item.id, item);
    }
    const left = isChosen ? items.filter(({ id }) => !next.has(id)).length : 0;
    if (left > 0) showToast({ tone: "warning", message: errorWords.mostSelected(most) });
    setState({ of, chosen: next });
  };
  const clear = useCallback(() => setState({ of, chosen: new Map() }), [of]);
  return { chosen, choose, clear };
}
