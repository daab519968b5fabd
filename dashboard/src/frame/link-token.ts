// The one-time token of a link. It stands after #, which browsers send to no server, and is taken out of the address before
// anything else runs, so that neither the history nor a copied address has it.

import { useSyncExternalStore } from "react";

type Link = { path: string; token: string };

let link = takeLink();
const listeners = new Set<() => void>();

function takeLink(): Link | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  return { path: location.pathname, token };
}

// A second link that is pasted into the same tab changes what is after # alone: no page is loaded.
window.addEventListener("hashchange", () => {
  const next = takeLink();
  if (!next) return;
  link = next;
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The token that came with this address, and with no other. */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore(subscribe, () => (link?.path === location.pathname ? link.token : undefined));
}
