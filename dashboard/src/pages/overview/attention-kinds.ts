// Each kind of thing that waits for the partner: how it is said in one line, and the page where it is mended.

import type { Attention } from "@segue/sdk";
import type { Tone } from "../../components/status.tsx";
import { showMoney, showNumber } from "../../values/format.ts";

type NameStore = (store_id: string) => string;

type Kind = {
  tone: Tone;
  /** In place of the title that the service gives. */
  title?: (item: Attention) => string;
  sentence: (item: Attention, nameOf: NameStore) => string;
  /** Undefined: it is mended here. */
  to: (item: Attention) => string | undefined;
};

const NO_REASON = "no reason was given.";

export const kinds: Readonly<Record<Attention["kind"], Kind>> = {
  delivery_rejected: {
    tone: "wrong",
    sentence: (item, nameOf) => `Rejected by ${storesOf(item, nameOf)}: ${reasonOf(item)}`,
    to: toStore,
  },
  delivery_action_required: {
    tone: "needed",
    sentence: (item, nameOf) =>
      `${storesOf(item, nameOf)} ${item.count === 1 ? "needs" : "need"} a change: ${reasonOf(item)}`,
    to: toStore,
  },
  review_rejected: {
    tone: "wrong",
    sentence: (item) => `Rejected in review: ${reasonOf(item)}`,
    to: ({ id }) => `/releases/${id}`,
  },
  payout_on_hold: {
    tone: "needed",
    title: ({ title, payout }) => (payout ? `${title} of ${showMoney(payout.amount, payout.currency)}` : title),
    sentence: (item) => `On hold: ${reasonOf(item)}`,
    to: ({ id }) => `/payouts/${id}`,
  },
  endpoint_failing: { tone: "wrong", sentence: () => "Every attempt fails.", to: toEndpoint },
  endpoint_disabled: { tone: "wrong", sentence: () => "Disabled: the endpoint answered 410.", to: toEndpoint },
  endpoint_unverified: {
    tone: "needed",
    sentence: () => "Gets no events until the endpoint answers a ping with 200.",
    to: toEndpoint,
  },
  events_undelivered: {
    tone: "wrong",
    title: ({ count }) => (count === 1 ? "1 undelivered event" : `${showNumber(count)} undelivered events`),
    sentence: () => "Redeliver them: events are kept for 30 days.",
    to: () => "/events?status=undelivered",
  },
  file_failed: {
    tone: "wrong",
    sentence: (item) => reasonOf(item),
    to: ({ release }) => (release ? `/releases/${release.id}/edit?step=tracks` : undefined),
  },
};

function reasonOf({ reasons }: Attention): string {
  return reasons[0]?.reason ?? NO_REASON;
}

/** "Pedant", "Pedant and 2 others". */
function storesOf({ reasons, count }: Attention, nameOf: NameStore): string {
  const store_id = reasons[0]?.store_id;
  if (!store_id) return `${count} ${count === 1 ? "store" : "stores"}`;
  if (count === 1) return nameOf(store_id);
  return `${nameOf(store_id)} and ${count - 1} ${count === 2 ? "other" : "others"}`;
}

/** To the reason of the first store, which stands among those of all others. */
function toStore({ id, reasons }: Attention): string {
  const store_id = reasons[0]?.store_id;
  return `/deliveries/${id}${store_id ? `#${store_id}` : ""}`;
}

function toEndpoint({ id }: Attention): string {
  return `/webhooks/${id}`;
}
