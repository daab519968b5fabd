// Deals say where, when and how. The XSD lets a deal say any of it twice, or nothing.

import { append } from "../platform/long-list.ts";
import { isCalendarDate } from "../standards/calendar-date.ts";
import { isTerritory } from "../standards/territory.ts";
import { type Deal, type MessageProblem, type NewReleaseContent, WORLDWIDE_TERRITORY } from "./ern.ts";
import { hasZone } from "./read-values.ts";

/** It yields after each release's deals: there may be thousands. */
export function* dealProblems(
  message: NewReleaseContent,
  { has_deals }: { has_deals: boolean },
): Generator<undefined, MessageProblem[], undefined> {
  const main = message.releases[0]?.reference;
  const hasMain = message.deals.some(
    ({ release_references }) => main !== undefined && release_references.includes(main),
  );
  // Many deals have the same list of territories: each is looked at once.
  const known = new Map<readonly string[], string | undefined>();
  const found: MessageProblem[] =
    has_deals && !hasMain ? [{ path: "DealList", issue: "must have a deal for the release itself" }] : [];
  for (const [index, { deals }] of message.deals.entries()) {
    const path = `DealList/ReleaseDeal[${index + 1}]`;
    if (deals.length === 0) found.push({ path, issue: "must have a Deal" });
    for (const [place, deal] of deals.entries()) {
      append(found, problemsOf(`${path}/Deal[${place + 1}]/DealTerms`, deal, known));
      yield;
    }
  }
  return found;
}

function problemsOf(path: string, deal: Deal, known: Map<readonly string[], string | undefined>): MessageProblem[] {
  const {
    territories,
    excluded_territories,
    start,
    end,
    commercial_models,
    use_types,
    rights_claim_policy,
    is_takedown,
  } = deal;
  const isBoth = territories.length > 0 && excluded_territories.length > 0;
  const isNone = territories.length === 0 && excluded_territories.length === 0;
  const found = [territories, excluded_territories].map((codes) => {
    if (!known.has(codes)) known.set(codes, wrongCode(codes));
    return known.get(codes);
  });
  const wrong = found.find((code) => code !== undefined);
  const unreal = [start, end].find((time) => time !== null && !isTime(time));
  const isClaim = commercial_models.includes("RightsClaimModel");
  const isPhysical = use_types.includes("PurchaseAsPhysicalProduct");
  const problems: [boolean, string, string][] = [
    [isBoth, "TerritoryCode", "must not stand beside ExcludedTerritoryCode"],
    [isNone, "TerritoryCode", "must be there"],
    [wrong !== undefined, "TerritoryCode", `is wrong here: ${wrong}`],
    [start === null, "ValidityPeriod", "must have a start"],
    [unreal !== undefined, "ValidityPeriod", `must have real dates, not ${unreal?.slice(0, 50)}`],
    [start !== null && end !== null && isAfter(start, end), "ValidityPeriod", "must not end before it starts"],
    [commercial_models.length === 0 && !is_takedown, "CommercialModelType", "must be there"],
    [use_types.length === 0 && !is_takedown, "UseType", "must be there"],
    [isPhysical, "UseType", "must not be physical: the release is audio files"],
    [isClaim && rights_claim_policy === null, "RightsClaimPolicy", "must say what to do with uploads"],
  ];
  return problems.flatMap(([isWrong, name, issue]) => (isWrong ? [{ path: `${path}/${name}`, issue }] : []));
}

/** The first code that cannot be: an unknown one, one twice, or one beside the whole world. */
function wrongCode(codes: readonly string[]): string | undefined {
  const met = new Set<string>();
  for (const code of codes) {
    const isKnown = code === WORLDWIDE_TERRITORY ? codes.length === 1 : isTerritory(code);
    if (!isKnown || met.has(code)) return code.slice(0, 50);
    met.add(code);
  }
  return undefined;
}

/** A year, a month, a day or a time. The XSD of ERN 3 takes any digits, and without an XSD nothing else looks. */
export function isTime(time: string): boolean {
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?!\d)/.exec(time) ?? [];
  if (!isCalendarDate(`${year}-${month}-${day}`)) return false;
  return !time.includes("T") || !Number.isNaN(Date.parse(asUtc(time)));
}

/** Dates and times without a zone are compared as if in UTC: only what is wrong anywhere counts, so a day is left. */
function isAfter(start: string, end: string): boolean {
  return Date.parse(asUtc(start)) - Date.parse(asUtc(end)) > 86_400_000;
}

function asUtc(time: string): string {
  return hasZone(time) || !time.includes("T") ? time : `${time}Z`;
}
