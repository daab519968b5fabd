// The terms of a delivery on the command line: `--price store_prelude=FRONT`, once for each store.

import type { NewDelivery } from "@segue/sdk";
import { InvalidArgumentError } from "commander";
import { type CommandOption, parsed } from "../option.ts";

type Term = NonNullable<NewDelivery["terms"]>[number];
type Field = "preorder_on" | "preview_at" | "price_tier";
type AtStores = Readonly<Record<string, string | null>>;

/** `none` removes one: for updates. */
const atStores = (flags: string, meaning: string): CommandOption<AtStores> => parsed(flags, meaning, readAtStore);

function readAtStore(text: string, before: AtStores | undefined): AtStores {
  const at = text.indexOf("=");
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError("It must be a store and a value: store_prelude=FRONT.");
  const [store_id, value] = [text.slice(0, at), text.slice(at + 1)];
  return { ...before, [store_id]: value === "none" ? null : value };
}

export const termOptions = {
  preorder_on: atStores(
    "--preorder <store_id=date>",
    "the store sells it from that day on; may be given several times",
  ),
  price_tier: atStores("--price <store_id=code>", "a price tier of the store; may be given several times"),
  preview_at: atStores("--preview <store_id=time>", "the store shows it from then on; may be given several times"),
};

type Given = { [field in Field]?: AtStores | undefined };

/** The body with the terms of each store, as far as any are given. */
export function withTerms<Body extends Given>({ preorder_on, price_tier, preview_at, ...body }: Body) {
  const terms = new Map<string, Term>();
  for (const [field, values] of Object.entries({ preorder_on, price_tier, preview_at }))
    for (const [store_id, value] of Object.entries(values ?? {}))
      terms.set(store_id, { ...terms.get(store_id), store_id, [field]: value });
  return terms.size > 0 ? { ...body, terms: [...terms.values()] } : body;
}
