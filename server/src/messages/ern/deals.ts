// The deals of an ERN message: what a store may do with the release and with each of its tracks, where, and from when on. Before the
// start of the release, a download shop may also sell it ahead and show it.

import {
  type Deal,
  type DealPrice,
  type ReleaseDeal,
  type ReleaseVisibility,
  type TrackRelease,
  WORLDWIDE_TERRITORY,
} from "../../ddex/ern.ts";
import { isWorld, territoryCodes } from "../../standards/territory.ts";
import type { Capabilities } from "../capabilities.ts";
import type { MessageTier, ReleaseMessage } from "../message.ts";
import { senderOf, type WriteInputs } from "../written-message.ts";
import type { ErnSettings } from "./settings.ts";

type Terms = Pick<Deal, "commercial_models" | "use_types">;

const DOWNLOAD: Terms = { commercial_models: ["PayAsYouGoModel"], use_types: ["PermanentDownload"] };

/** By what the store does. The operator may set others for a store. */
const termsOfAbilities: Readonly<Record<"streaming" | "download" | "ugc", Terms>> = {
  streaming: {
    commercial_models: ["SubscriptionModel", "AdvertisementSupportedModel"],
    use_types: ["OnDemandStream", "NonInteractiveStream"],
  },
  download: DOWNLOAD,
  ugc: { commercial_models: ["RightsClaimModel"], use_types: ["UserMakeAvailableUserProvided"] },
};

/** Empty for a store that does none of it: nothing can be sent there. */
export function termsOf(capabilities: Capabilities, deals: ErnSettings["deals"]): readonly Terms[] {
  if (deals) return deals;
  const { streaming, download, ugc } = termsOfAbilities;
  return [
    ...(capabilities.streaming ? [streaming] : []),
    ...(capabilities.download ? [download] : []),
    ...(capabilities.ugc ? [ugc] : []),
  ];
}

type Steps<Value> = Generator<undefined, Value, undefined>;
type Inputs = WriteInputs<ErnSettings>;
type Group = { references: string[]; codes: readonly string[]; price: DealPrice | null };

/**
 * For R0 and for each track release that may be offered; tracks with the same territories and price share an entry. It yields after
 * each track.
 */
export function* dealsOf(message: ReleaseMessage, { settings, capabilities, ern }: Inputs): Steps<ReleaseDeal[]> {
  const { release, tracks, territory_codes, terms: sold } = message;
  const terms = termsOf(capabilities, settings.deals);
  if (terms.length === 0) return [];
  const start = startOf(release);
  const priceOf = (tier: MessageTier | null | undefined): DealPrice | null =>
    tier ? { code: tier.code, namespace: tier.namespace ?? senderOf(ern).party_id, type: null } : null;
  const tiers = new Map(sold?.track_price_tiers.map(({ track_id, price_tier }) => [track_id, price_tier]));
  const groups = new Map<string, Group>();
  for (const [index, track] of tracks.entries()) {
    const codes = codesOf(track, territory_codes);
    if (track.withheld || codes.length === 0) continue;
    const price = tiers.size === 0 ? null : priceOf(tiers.get(track.id));
    const key = price ? `${codes.join(" ")} ${JSON.stringify(price)}` : codes.join(" ");
    const group = groups.get(key) ?? { references: [], codes, price };
    group.references.push(`R${index + 1}`);
    groups.set(key, group);
    yield;
  }
  const price = priceOf(sold?.price_tier);
  const ahead = preorderOf(message, price);
  const entries: Group[] = [{ references: ["R0"], codes: territory_codes, price }, ...groups.values()];
  return entries.flatMap(({ references, codes, price }, index) => {
    if (codes.length === 0) return [];
    const territories = asTerritories(codes);
    const deals = terms.map((one) => dealOf(one, { territories, start, price }));
    return [{ release_references: references, deals: index === 0 && ahead ? [ahead, ...deals] : deals }];
  });
}

function codesOf({ territory }: ReleaseMessage["tracks"][number], codes: readonly string[]): readonly string[] {
  return territory === null || isWorld(territory[0]) ? codes : territory;
}

/** Without `start_at` it begins at midnight of the date, by the time of each territory. */
function startOf({ start_at, release_date }: ReleaseMessage["release"]): string {
  return start_at === null ? `${release_date}T00:00:00` : withoutMilliseconds(start_at);
}

/** Whether the release has not begun when the message is made: a time without a zone counts as UTC. */
export function isAhead({ release, created_at }: Pick<ReleaseMessage, "release" | "created_at">): boolean {
  return Date.parse(created_at) < instantOfTime(startOf(release));
}

/** From its first day until one second before the start, in the zone of the start: two deals at one instant would conflict. */
function preorderOf(message: ReleaseMessage, price: DealPrice | null): Deal | null {
  const { tracks, territory_codes } = message;
  const period = preorderPeriod(message);
  if (!period) return null;
  const territories = asTerritories(territory_codes);
  return {
    ...dealOf(DOWNLOAD, { territories, start: period.start, price: price && { ...price, type: "PreOrderPrice" } }),
    end: period.end,
    is_pre_order: true,
    instant_gratification: tracks.flatMap((track, index) => {
      const isGiven = track.instant_gratification && !track.withheld && codesOf(track, territory_codes).length > 0;
      return isGiven ? [`A${index + 1}`] : [];
    }),
  };
}

function preorderPeriod(message: ReleaseMessage): { start: string; end: string } | null {
  const preorder_on = message.terms?.preorder_on;
  if (!preorder_on || !isAhead(message)) return null;
  const release_start = startOf(message.release);
  const zone = zoneOf(release_start);
  const start = `${preorder_on}T00:00:00${zone}`;
  const end = timeOf(instantOfTime(release_start) - SECOND_MS, zone);
  return instantOfTime(start) < instantOfTime(end) ? { start, end } : null;
}

const VISIBILITY = "V1";

/** When the release, its cover and its tracks may be shown: at the preview, else with the pre-order. */
export function visibilitiesOf(message: ReleaseMessage): ReleaseVisibility[] {
  const { terms, territory_codes } = message;
  if (!terms || territory_codes.length === 0 || !isAhead(message)) return [];
  const shown = terms.preview_at ? utcTime(terms.preview_at) : preorderPeriod(message)?.start;
  if (shown === undefined) return [];
  return [
    {
      reference: VISIBILITY,
      territories: asTerritories(territory_codes),
      excluded_territories: [],
      release_display_start: shown,
      cover_art_preview_start: shown,
      track_listing_preview_start: shown,
      // Clips are a matter of track releases, which the message has.
      clip_preview_start: null,
    },
  ];
}

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const ENDED_BEFORE_MS = 2 * DAY_MS;

/**
 * The same deals, ended two days before the message. One that would begin later begins a day before its end; one that ended before
 * stays as it is.
 */
export function* endedDeals(deals: readonly ReleaseDeal[], created_at: string): Steps<ReleaseDeal[]> {
  const end_ms = Date.parse(created_at) - ENDED_BEFORE_MS;
  const ended: ReleaseDeal[] = [];
  for (const entry of deals) {
    ended.push({ ...entry, deals: entry.deals.map((deal) => endedAt(deal, end_ms)) });
    yield;
  }
  return ended;
}

/** Deals of ERN 3 that say that the release and all its tracks are taken down, everywhere. */
export function flaggedDeals(tracks: readonly TrackRelease[], created_at: string): ReleaseDeal[] {
  const release_references = ["R0", ...tracks.map(({ reference }) => reference)];
  const terms = { commercial_models: [], use_types: [] };
  const start = created_at.replace(/\.\d+Z$/, "Z");
  const deal = dealOf(terms, { territories: [WORLDWIDE_TERRITORY], start, price: null });
  return [{ release_references, deals: [{ ...deal, is_takedown: true }] }];
}

function endedAt(deal: Deal, end_ms: number): Deal {
  const zone = zoneOf(deal.start ?? "");
  const end = timeOf(end_ms, zone);
  if (deal.end !== null && deal.end < end) return deal;
  const isBefore = deal.start !== null && deal.start < end;
  return { ...deal, start: isBefore ? deal.start : timeOf(end_ms - DAY_MS, zone), end };
}

function zoneOf(time: string): "Z" | "" {
  return time.endsWith("Z") ? "Z" : "";
}

function instantOfTime(time: string): number {
  return Date.parse(zoneOf(time) === "Z" ? time : `${time}Z`);
}

function timeOf(at_ms: number, zone: "Z" | ""): string {
  return `${new Date(at_ms).toISOString().slice(0, 19)}${zone}`;
}

function utcTime(time: string): string {
  return withoutMilliseconds(new Date(time).toISOString());
}

function withoutMilliseconds(time: string): string {
  return time.replace(/\.000Z$/, "Z");
}

const nothing: readonly string[] = [];

/** A price stands only where each listener pays for it. */
function dealOf(
  { commercial_models, use_types }: Terms,
  { territories, start, price }: { territories: readonly string[]; start: string; price: DealPrice | null },
): Deal {
  return {
    territories,
    excluded_territories: nothing,
    start,
    end: null,
    commercial_models,
    use_types,
    rights_claim_policy: commercial_models.includes("RightsClaimModel") ? "Monetize" : null,
    price: price && commercial_models.includes("PayAsYouGoModel") ? price : null,
    is_pre_order: false,
    instant_gratification: nothing,
    is_takedown: false,
  };
}

function asTerritories(codes: readonly string[]): readonly string[] {
  return codes.length === territoryCodes.length ? [WORLDWIDE_TERRITORY] : codes;
}
