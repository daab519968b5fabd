// The deals of ERN 3.8.2 and 3.8.3. The deals of the release also say when it may be shown before it can be had: ERN 4 has elements of
// their own for that, so each set of territories and times becomes one.

import type { Deal, ReleaseDeal, ReleaseVisibility } from "./ern.ts";
import { isTrue, type Steps } from "./read-ern3-parts.ts";
import type { XmlElement } from "./read-xml.ts";
import { childOf, childrenOf, textAt, textOf, textsOf } from "./xml-tree.ts";

type Read = { deals: ReleaseDeal[]; visibilities: ReleaseVisibility[] };

/** `main`: the reference of the release itself. It yields after each entry. */
export function* readErn3Deals(list: XmlElement | undefined, main: string | undefined): Steps<Read> {
  const deals: ReleaseDeal[] = [];
  const shown = new Map<string, ReleaseVisibility>();
  for (const entry of childrenOf(list, "ReleaseDeal")) {
    const release_references = textsOf(entry, "DealReleaseReference");
    const isMain = main !== undefined && release_references.includes(main);
    const offered: Deal[] = [];
    for (const element of childrenOf(entry, "Deal")) {
      const terms = childOf(element, "DealTerms") ?? element;
      const deal = readDeal(terms);
      offered.push(deal);
      const visibility = isMain ? readVisibility(terms, deal) : undefined;
      const key = JSON.stringify(visibility);
      if (visibility && !shown.has(key)) shown.set(key, { reference: `V${shown.size + 1}`, ...visibility });
    }
    deals.push({ release_references, deals: offered });
    yield;
  }
  return { deals, visibilities: [...shown.values()] };
}

function readDeal(terms: XmlElement): Deal {
  const period = childOf(terms, "ValidityPeriod");
  const is_takedown = isTrue(textAt(terms, "TakeDown")) || isTrue(textAt(terms, "AllDealsCancelled"));
  return {
    territories: textsOf(terms, "TerritoryCode"),
    excluded_territories: textsOf(terms, "ExcludedTerritoryCode"),
    start: textAt(period, "StartDateTime") ?? textAt(period, "StartDate") ?? null,
    end: textAt(period, "EndDateTime") ?? textAt(period, "EndDate") ?? null,
    commercial_models: textsOf(terms, "CommercialModelType"),
    use_types: childrenOf(terms, "Usage").flatMap((usage) => textsOf(usage, "UseType")),
    rights_claim_policy: textAt(terms, "RightsClaimPolicy", "RightsClaimPolicyType") ?? null,
    price: readPrice(childOf(terms, "PriceInformation")),
    is_pre_order: isTrue(textAt(terms, "IsPreOrderDeal")),
    instant_gratification: textsOf(childOf(terms, "InstantGratificationResourceList"), "DealResourceReference"),
    is_takedown,
  };
}

function readPrice(information: XmlElement | undefined): Deal["price"] {
  const price = childOf(information, "PriceType");
  const code = textOf(price);
  const { Namespace: namespace = "" } = price?.attributes ?? {};
  return code === undefined ? null : { code, namespace, type: information?.attributes.PriceType ?? null };
}

/** A deal says all four times or none. Clips that are heard from its own start on are heard no earlier than the rest. */
function readVisibility(terms: XmlElement, deal: Deal): Omit<ReleaseVisibility, "reference"> | undefined {
  const timeOf = (name: string) => textAt(terms, `${name}StartDateTime`) ?? textAt(terms, `${name}StartDate`) ?? null;
  const clips = timeOf("ClipPreview");
  const times = {
    release_display_start: timeOf("ReleaseDisplay"),
    cover_art_preview_start: timeOf("CoverArtPreview"),
    track_listing_preview_start: timeOf("TrackListingPreview"),
    clip_preview_start: clips !== null && morningOf(clips) === morningOf(deal.start ?? "") ? null : clips,
  };
  if (Object.values(times).every((time) => time === null)) return undefined;
  return { territories: deal.territories, excluded_territories: deal.excluded_territories, ...times };
}

/** A day begins at midnight. */
function morningOf(time: string): string {
  return time.includes("T") ? time : `${time}T00:00:00`;
}
