// The terms of a delivery at a store, as a form holds them and as the API takes them: pre-order, preview and price tiers.

import type { DeliveryStore, Store } from "@segue/sdk";

export type TermValues = {
  preorder_on: string;
  /** As a browser's field has it: without seconds and zone, in UTC. */
  preview_at: string;
  price_tier: string;
  /** By the id of the track. */
  tracks: Readonly<Record<string, string>>;
};

export const noTerms: TermValues = { preorder_on: "", preview_at: "", price_tier: "", tracks: {} };

type ShownTerms = NonNullable<DeliveryStore["terms"]>;

export function takesPreorders({ capabilities }: Pick<Store, "capabilities">): boolean {
  return capabilities.download && capabilities.preorder;
}

/** Other stores have nothing to agree on. */
export function hasTerms(store: Store): boolean {
  return takesPreorders(store) || store.price_tiers.length > 0;
}

export function termValuesOf(terms: ShownTerms | null): TermValues {
  if (!terms) return noTerms;
  return {
    preorder_on: terms.preorder_on ?? "",
    preview_at: terms.preview_at?.slice(0, 16) ?? "",
    price_tier: terms.price_tier ?? "",
    tracks: Object.fromEntries(
      terms.track_price_tiers?.map(({ track_id, price_tier }) => [track_id, price_tier]) ?? [],
    ),
  };
}

function sentTerms({ preorder_on, preview_at, price_tier, tracks }: TermValues) {
  const tiers = Object.entries(tracks).filter(([, tier]) => tier !== "");
  return {
    preorder_on: preorder_on || null,
    preview_at: preview_at ? `${preview_at}:00Z` : null,
    price_tier: price_tier || null,
    track_price_tiers: tiers.length > 0 ? tiers.map(([track_id, tier]) => ({ track_id, price_tier: tier })) : null,
  };
}

type ByStore = Readonly<Record<string, TermValues>>;

/** Those of a new delivery: what is left empty is not sent, nor is a store without any. */
export function newTerms(byStore: ByStore, store_ids: readonly string[]) {
  return store_ids.flatMap((store_id) => {
    const given = Object.entries(sentTerms(byStore[store_id] ?? noTerms)).filter(([, value]) => value !== null);
    return given.length > 0 ? [{ store_id, ...Object.fromEntries(given) }] : [];
  });
}

/** Those of a delivery that has some: null removes one. */
export function changedTerms(byStore: ByStore) {
  return Object.entries(byStore).map(([store_id, values]) => ({ store_id, ...sentTerms(values) }));
}
