// Each kind of thing that waits for the partner: how it is said in one line, and the page where it is mended.

import type { Attention } from "@segue/sdk";
import type { Tone } from "../../components/status.tsx";
import { showMoney } from "../../values/format.ts";
import { attentionWords } from "./words.ts";

type NameStore = (store_id: string) => string;

type Kind = {
  tone: Tone;
  /** In place of the title that the service gives. */
  title?: (item: Attention) => string;
  sentence: (item: Attention, nameOf: NameStore) => string;
  /** Undefined: it is mended here. */
  to: (item: Attention) => string | undefined;
};

export const kinds: Readonly<Record<Attention["kind"], Kind>> = {
  delivery_rejected: {
    tone: "wrong",
    sentence: (item, nameOf) => attentionWords.rejected(storesOf(item, nameOf), reasonOf(item)),
    to: toStore,
  },
  delivery_action_required: {
    tone: "needed",
    sentence: (item, nameOf) => attentionWords.actionRequired(storesOf(item, nameOf), item.count, reasonOf(item)),
    to: toStore,
  },
  review_rejected: {
    tone: "wrong",
    sentence: (item) => attentionWords.reviewRejected(reasonOf(item)),
    to: ({ id }) => `/releases/${id}`,
  },
  payout_on_hold: {
    tone: "needed",
    title: ({ title, payout }) =>
      payout ? attentionWords.payout(title, showMoney(payout.amount, payout.currency)) : title,
    sentence: (item) => attentionWords.onHold(reasonOf(item)),
    to: ({ id }) => `/payouts/${id}`,
  },
  endpoint_failing: { tone: "wrong", sentence: () => attentionWords.endpointFailing, to: toEndpoint },
  endpoint_disabled: { tone: "wrong", sentence: () => attentionWords.endpointDisabled, to: toEndpoint },
  endpoint_unverified: {
    tone: "needed",
    sentence: () => attentionWords.endpointUnverified,
    to: toEndpoint,
  },
  events_undelivered: {
    tone: "wrong",
    title: ({ count }) => attentionWords.undelivered(count),
    sentence: () => attentionWords.redeliver,
    to: () => "/events?status=undelivered",
  },
  file_failed: {
    tone: "wrong",
    sentence: (item) => reasonOf(item),
    to: ({ release }) => (release ? `/releases/${release.id}/edit?step=tracks` : undefined),
  },
};

function reasonOf({ reasons }: Attention): string {
  return reasons[0]?.reason ?? attentionWords.noReason;
}

/** "Pedant", "Pedant and 2 others". */
function storesOf({ reasons, count }: Attention, nameOf: NameStore): string {
  const store_id = reasons[0]?.store_id;
  return attentionWords.stores(store_id ? nameOf(store_id) : undefined, count);
}

/** To the reason of the first store, which stands among those of all others. */
function toStore({ id, reasons }: Attention): string {
  const store_id = reasons[0]?.store_id;
  return `/deliveries/${id}${store_id ? `#${store_id}` : ""}`;
}

function toEndpoint({ id }: Attention): string {
  return `/webhooks/${id}`;
}
