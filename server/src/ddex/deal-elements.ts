// The terms of a message as XML: deals, their prices, and when a release may be shown.

import type { Deal, DealPrice, ReleaseDeal, ReleaseVisibility } from "./ern.ts";
import { allOf } from "./name-elements.ts";
import { element, escapeXml } from "./xml.ts";

export function releaseDealElement({ release_references, deals }: ReleaseDeal): string {
  const references = allOf(release_references, (reference) => element("DealReleaseReference", reference));
  return `<ReleaseDeal>${references}${allOf(deals, dealElement)}</ReleaseDeal>`;
}

function dealElement(deal: Deal): string {
  const { start, end, rights_claim_policy, price, instant_gratification } = deal;
  const policy =
    rights_claim_policy === null
      ? ""
      : `<RightsClaimPolicy>${element("RightsClaimPolicyType", rights_claim_policy)}</RightsClaimPolicy>`;
  const resources = allOf(instant_gratification, (one) => element("DealResourceReference", one));
  return (
    `<Deal><DealTerms>${territoryElements(deal)}` +
    `<ValidityPeriod>${timeElement("Start", start)}${timeElement("End", end)}</ValidityPeriod>` +
    `${allOf(deal.commercial_models, (model) => element("CommercialModelType", model))}` +
    `${allOf(deal.use_types, (use) => element("UseType", use))}${policy}${price ? priceElement(price) : ""}` +
    `${deal.is_pre_order ? element("IsPreOrderDeal", true) : ""}` +
    `${resources === "" ? "" : `<InstantGratificationResourceList>${resources}</InstantGratificationResourceList>`}` +
    "</DealTerms></Deal>"
  );
}

type Places = Pick<Deal, "territories" | "excluded_territories">;

function territoryElements({ territories, excluded_territories }: Places): string {
  return (
    allOf(territories, (code) => element("TerritoryCode", code)) +
    allOf(excluded_territories, (code) => element("ExcludedTerritoryCode", code))
  );
}

/** A date alone has an element of its own. */
function timeElement(name: "Start" | "End", time: string | null): string {
  return element(time?.includes("T") ? `${name}DateTime` : `${name}Date`, time);
}

function priceElement({ code, namespace, type }: DealPrice): string {
  const attribute = type === null ? "" : ` PriceType="${escapeXml(type)}"`;
  return (
    `<PriceInformation${attribute}><PriceCode Namespace="${escapeXml(namespace)}">${escapeXml(code)}</PriceCode>` +
    "</PriceInformation>"
  );
}

export function visibilityElement(visibility: ReleaseVisibility): string {
  return (
    `<ReleaseVisibility>${element("VisibilityReference", visibility.reference)}${territoryElements(visibility)}` +
    `${element("ReleaseDisplayStartDateTime", visibility.release_display_start)}` +
    `${element("CoverArtPreviewStartDateTime", visibility.cover_art_preview_start)}` +
    `${element("FullTrackListingPreviewStartDateTime", visibility.track_listing_preview_start)}` +
    `${element("ClipPreviewStartDateTime", visibility.clip_preview_start)}</ReleaseVisibility>`
  );
}
