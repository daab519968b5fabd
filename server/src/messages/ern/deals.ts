// The deals of an ERN message: what a store may do with the release and with each of its tracks, where, and from when on.

import { type Deal, type ReleaseDeal, type TrackRelease, WORLDWIDE_TERRITORY } from "../../ddex/ern.ts";
import { isWorld, territoryCodes } from "../../standards/territory.ts";
import type { Capabilities } from "../capabilities.ts";
import type { ReleaseMessage } from "../message.ts";
import type { WriteInputs } from "../written-message.ts";
import type { ErnSettings } from "./settings.ts";

type Terms = Pick<Deal, "commercial_models" | "use_types">;

/** By what the store does. The operator may set others for a store. */
const termsOfAbilities: Readonly<Record<"streaming" | "download" | "ugc", Terms>> = {
  streaming: {
    commercial_models: ["SubscriptionModel", "AdvertisementSupportedModel"],
    use_types: ["OnDemandStream", "NonInteractiveStream"],
  },
  download: { commercial_models: ["PayAsYouGoModel"], use_types: ["PermanentDownload"] },
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

/** For R0 and for each track release that may be offered; tracks with the same territories share an entry. It yields after each track. */
export function* dealsOf(
  { release, tracks, territory_codes }: ReleaseMessage,
  { settings, capabilities }: WriteInputs<ErnSettings>,
): Steps<ReleaseDeal[]> {
  const terms = termsOf(capabilities, settings.deals);
  const start = release.start_at === null ? `${release.release_date}T00:00:00` : withoutMilliseconds(release.start_at);
  const dealsIn = (codes: readonly string[]) => terms.map((one) => dealOf(one, asTerritories(codes), start));
  const groups = new Map<string, { references: string[]; codes: readonly string[] }>();
  for (const [index, { territory, withheld }] of tracks.entries()) {
    const codes = territory === null || isWorld(territory[0]) ? territory_codes : territory;
    if (withheld || codes.length === 0) continue;
    const key = codes.join(" ");
    const group = groups.get(key) ?? { references: [], codes };
    group.references.push(`R${index + 1}`);
    groups.set(key, group);
    yield;
  }
  const entries = [{ references: ["R0"], codes: territory_codes }, ...groups.values()];
  return terms.length === 0
    ? []
    : entries.flatMap(({ references, codes }) =>
        codes.length === 0 ? [] : [{ release_references: references, deals: dealsIn(codes) }],
      );
}

const DAY_MS = 86_400_000;
const ENDED_BEFORE_MS = 2 * DAY_MS;

/** The same deals, ended two days before the message. One that would begin later begins a day before its end. */
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
  const deal = dealOf(terms, [WORLDWIDE_TERRITORY], withoutMilliseconds(created_at.replace(/\.\d+Z$/, "Z")));
  return [{ release_references, deals: [{ ...deal, is_takedown: true }] }];
}

function endedAt(deal: Deal, end_ms: number): Deal {
  const zone = deal.start?.endsWith("Z") ? "Z" : "";
  const end = timeOf(end_ms, zone);
  const isBefore = deal.start !== null && deal.start < end;
  return { ...deal, start: isBefore ? deal.start : timeOf(end_ms - DAY_MS, zone), end };
}

function timeOf(at_ms: number, zone: "Z" | ""): string {
  return `${new Date(at_ms).toISOString().slice(0, 19)}${zone}`;
}

function withoutMilliseconds(time: string): string {
  return time.replace(/\.000Z$/, "Z");
}

function dealOf({ commercial_models, use_types }: Terms, territories: readonly string[], start: string): Deal {
  const isClaim = commercial_models.includes("RightsClaimModel");
  const rights_claim_policy = isClaim ? "Monetize" : null;
  return {
    territories,
    excluded_territories: [],
    start,
    end: null,
    commercial_models,
    use_types,
    rights_claim_policy,
    price: null,
    is_pre_order: false,
    instant_gratification: [],
    is_takedown: false,
  };
}

function asTerritories(codes: readonly string[]): readonly string[] {
  return codes.length === territoryCodes.length ? [WORLDWIDE_TERRITORY] : codes;
}
