import type { Asset, Delivery, Payout, Release, Track, Webhook } from "@segue/sdk";
import type { ShownStatus } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { takeFirst } from "../../data/catalog.ts";
import { PAGE_ROWS } from "../../data/data.ts";
import type { useMay } from "../../data/session.ts";
import { showAgo, showMoney } from "../../values/format.ts";

/** Something that waits for the partner. */
export type Concern = {
  id: string;
  status: ShownStatus;
  title: string;
  /** Its title stands in place of the concern's own. */
  release_id?: string;
  reason: string;
  /** What each store said. */
  stores?: { store_id: string; reason: string }[];
  /** The page where it is mended. */
  to?: string;
  action: string;
};

type May = ReturnType<typeof useMay>;

const EACH = 5;
const few = { limit: EACH };
/** Among so many of the newest tracks the one is looked for that uses a failed file. */
const MAX_TRACKS_READ = 1_000;

/** The most pressing kinds first. What the key may not read is left out. */
export async function findConcerns(may: May): Promise<Concern[]> {
  const [deliveries, releases, payouts, webhooks, events, files] = await Promise.all([
    may("deliveries:read") ? findStopped() : [],
    may("catalog:read") ? findRejectedReleases() : [],
    may("payouts:read") ? findPayouts() : [],
    may("webhooks:read") ? findFailingWebhooks() : [],
    may("webhooks:read") ? findLostEvents() : [],
    may("catalog:read") ? findFailedFiles() : [],
  ]);
  // A release that a store rejected is told with its delivery.
  const told = new Set(deliveries.map(({ release_id }) => release_id));
  const others = releases.filter(({ release_id }) => !told.has(release_id));
  return [...deliveries, ...others, ...payouts, ...webhooks, ...events, ...files];
}

async function findStopped(): Promise<Concern[]> {
  const lists = await Promise.all(
    (["rejected", "action_required"] as const).map((status) => segue.deliveries.list({ ...few, status })),
  );
  return lists.flatMap(({ data }) => data.map(ofDelivery));
}

function ofDelivery({ id, release_id, status, stores }: Delivery): Concern {
  const stopped = stores.filter((store) => store.status === "rejected" || store.status === "action_required");
  return {
    id,
    release_id,
    status,
    title: "Delivery",
    reason: "",
    stores: stopped.map(({ store_id, rejection_reason }) => ({
      store_id,
      reason: rejection_reason ?? "no reason given",
    })),
    to: `/deliveries/${id}`,
    action: "See why and fix it",
  };
}

async function findRejectedReleases(): Promise<Concern[]> {
  const { data } = await segue.releases.list({ ...few, status: "rejected" });
  return data.map(
    ({ id, status, title }: Release): Concern => ({
      id,
      release_id: id,
      status,
      title,
      reason: "It was rejected. Correct it and submit it again.",
      to: `/releases/${id}`,
      action: "See why and fix it",
    }),
  );
}

async function findPayouts(): Promise<Concern[]> {
  const { data } = await segue.payouts.list({ ...few, status: "on_hold" });
  return data.map(
    ({ id, status, amount, currency, hold }: Payout): Concern => ({
      id,
      status,
      title: `Payout of ${showMoney(amount, currency)}`,
      reason: [hold?.reason, ...(hold?.required_actions ?? [])].filter(Boolean).join(" · "),
      to: `/payouts/${id}`,
      action: "See what to do",
    }),
  );
}

async function findFailingWebhooks(): Promise<Concern[]> {
  const { data } = await segue.webhooks.list({ limit: PAGE_ROWS });
  return data.filter(({ status, failing_since }) => status !== "verified" || failing_since !== null).map(ofWebhook);
}

function ofWebhook({ id, url, status, failing_since }: Webhook): Concern {
  const reason = failing_since
    ? `Every attempt has failed since ${showAgo(failing_since)}.`
    : status === "disabled"
      ? "It answered 410, so nothing is sent to it any more."
      : "It has not answered a ping with 200 yet, so it gets no events.";
  return {
    id,
    status: failing_since && status === "verified" ? "failing" : status,
    title: url,
    reason,
    to: `/webhooks/${id}`,
    action: "See the endpoint",
  };
}

async function findLostEvents(): Promise<Concern[]> {
  const { data, has_more } = await segue.events.list({ limit: PAGE_ROWS, status: "undelivered" });
  if (data.length === 0) return [];
  const count = `${data.length}${has_more ? " or more" : ""}`;
  return [
    {
      id: "undelivered",
      status: "undelivered",
      title: `${count} ${data.length === 1 && !has_more ? "event was" : "events were"} not delivered`,
      reason: "An endpoint was away, or not verified. Events are kept for 30 days.",
      to: "/events?status=undelivered",
      action: "See and redeliver",
    },
  ];
}

async function findFailedFiles(): Promise<Concern[]> {
  const { data } = await segue.assets.list({ ...few, status: "failed" });
  if (data.length === 0) return [];
  const tracks = await takeFirst(segue.tracks.list({ limit: PAGE_ROWS }), MAX_TRACKS_READ);
  return data.map((asset) => ofFile(asset, tracks));
}

/** A file that a track uses is replaced there; one that nothing uses can go. */
function ofFile({ id, filename, status, failure }: Asset, tracks: readonly Track[]): Concern {
  const track = tracks.find(({ audio_asset_id }) => audio_asset_id === id);
  const told = { id, status, title: filename, reason: failure?.message ?? "The file cannot be used." };
  if (!track) return { ...told, action: "Remove it" };
  return { ...told, to: `/releases/${track.release_id}/edit?step=tracks`, action: "Choose another file" };
}
