// The deals of ERN 3.8.3 as XML. When a release may be shown before it can be had is said in its deals.

import type { Deal, NewReleaseContent, ReleaseDeal, ReleaseVisibility } from "./ern.ts";
import { allInSteps, allOf } from "./name-elements.ts";
import { element, escapeXml } from "./xml.ts";

/** Nothing for a message without deals. It yields after each entry. */
export function* ern3Deals(message: NewReleaseContent): Generator<undefined, string, undefined> {
  const { deals, releases, visibilities } = message;
  if (deals.length === 0) return "";
  const [main] = releases;
  const visibility = visibilities.find(({ reference }) => main?.visibility_references.includes(reference));
  const write = (entry: ReleaseDeal) => {
    const isMain = main !== undefined && entry.release_references.includes(main.reference);
    return releaseDealOf(entry, isMain ? visibility : undefined);
  };
  return `<DealList>${yield* allInSteps(deals, write)}</DealList>`;
}

type Visibility = ReleaseVisibility | undefined;

function releaseDealOf({ release_references, deals }: ReleaseDeal, visibility: Visibility): string {
  const references = allOf(release_references, (reference) => element("DealReleaseReference", reference));
  return `<ReleaseDeal>${references}${allOf(deals, (deal) => dealOf(deal, visibility))}</ReleaseDeal>`;
}

function dealOf(deal: Deal, visibility: Visibility): string {
  const { is_pre_order, is_takedown, rights_claim_policy, start } = deal;
  const use = is_takedown
    ? element("TakeDown", true)
    : `<Usage>${allOf(deal.use_types, (type) => element("UseType", type))}</Usage>`;
  const policy =
    rights_claim_policy === null
      ? ""
      : `<RightsClaimPolicy>${element("RightsClaimPolicyType", rights_claim_policy)}</RightsClaimPolicy>`;
  const resources = allOf(deal.instant_gratification, (one) => element("DealResourceReference", one));
  return (
    `<Deal><DealTerms>${is_pre_order ? element("IsPreOrderDeal", true) : ""}` +
    `${allOf(deal.commercial_models, (model) => element("CommercialModelType", model))}${use}` +
    `${allOf(deal.territories, (code) => element("TerritoryCode", code))}` +
    `${allOf(deal.excluded_territories, (code) => element("ExcludedTerritoryCode", code))}` +
    `${priceOf(deal)}${periodOf(deal)}${is_pre_order ? element("PreOrderReleaseDate", dayOf(start)) : ""}` +
    `${previewOf(deal, visibility)}` +
    `${resources === "" ? "" : `<InstantGratificationResourceList>${resources}</InstantGratificationResourceList>`}` +
    `${policy}</DealTerms></Deal>`
  );
}

function priceOf({ price }: Deal): string {
  if (!price) return "";
  const attribute = price.type === null ? "" : ` PriceType="${escapeXml(price.type)}"`;
  return (
    `<PriceInformation${attribute}><PriceType Namespace="${escapeXml(price.namespace)}">${escapeXml(price.code)}</PriceType>` +
    "</PriceInformation>"
  );
}

/** All four times are said, or none: clips are heard from the start of the deal on. */
function previewOf({ start }: Deal, visibility: Visibility): string {
  const shown = visibility?.release_display_start ?? null;
  if (shown === null || start === null) return "";
  return (
    element("ReleaseDisplayStartDateTime", shown) +
    element("TrackListingPreviewStartDateTime", visibility?.track_listing_preview_start ?? shown) +
    element("CoverArtPreviewStartDateTime", visibility?.cover_art_preview_start ?? shown) +
    element("ClipPreviewStartDateTime", start)
  );
}

/** Whole days of no zone are dates. A period has either dates or times. */
function periodOf({ start, end }: Deal): string {
  const isOfDays = isMorning(start) && (end === null || !end.includes("T") || end.endsWith("T23:59:59"));
  const said = isOfDays
    ? element("StartDate", dayOf(start)) + element("EndDate", dayOf(end))
    : element("StartDateTime", start) + element("EndDateTime", end);
  return `<ValidityPeriod>${said}</ValidityPeriod>`;
}

function isMorning(start: string | null): boolean {
  return start === null || !start.includes("T") || start.endsWith("T00:00:00");
}

function dayOf(time: string | null): string | null {
  return time?.slice(0, 10) ?? null;
}
