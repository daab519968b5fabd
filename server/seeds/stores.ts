import { preflightRules } from "../src/releases/preflight/rules.ts";
import { WORLD } from "../src/standards/territory.ts";
import type { NewStore } from "../src/stores/store.ts";
import { regions } from "./regions.ts";

type Region = keyof typeof regions;

const streaming = { streaming: true, download: false, preorder: false };
const both = { streaming: true, download: true, preorder: true };
const withoutPreorder = { streaming: true, download: true, preorder: false };
const downloads = { streaming: false, download: true, preorder: true };
/** A store without updates: it hears of changes only by a new release. */
const radio = { ...streaming, updates: false };
/** An older shop. */
const archive = { ...downloads, updates: false, message_format: "ern_4.3" } as const;

/** Rules that came after the first sandboxes. Stores refuse no more than they did, in old sandboxes and in new ones. */
const later = ["contributor_groups", "genre_not_mapped", "ai_full_with_credits"];

/** These stores behave as their names say; the documentation refers to them. */
const known: NewStore[] = [
  store("auralis", "Auralis", { capabilities: withoutPreorder }),
  store("northwave", "Northwave", { capabilities: streaming }),
  store("meridian", "Meridian", { capabilities: { ...both, message_format: "ern_4.3" } }),
  store("rejecta", "Rejecta", { behaviour: "reject_first" }),
  store("flagstone", "Flagstone", { behaviour: "flag_first" }),
  store("slowpoke", "Slowpoke", { latency_ms: 20_000 }),
  store("stall", "Stall", { behaviour: "stall" }),
  store("pedant", "Pedant", { requirements: everyRule() }),
  store("parsival", "Parsival", { format: "ern", capabilities: both }),
  store("ackerley", "Ackerley", {
    format: "ern",
    behaviour: "flag_first",
    capabilities: { ...streaming, message_format: "ern_4.3" },
  }),
  store("threnody", "Threnody", { format: "ern", capabilities: { ...streaming, message_format: "ern_3.8.3" } }),
  store("prelude", "Prelude", {
    format: "ern",
    capabilities: both,
    price_tiers: [
      { code: "FRONT", name: "Front line" },
      { code: "MID", name: "Mid price" },
      { code: "BUDGET", name: "Budget" },
    ],
  }),
];

const regional: NewStore[] = [
  inRegions("harborline", "Harborline", ["north_america"], both),
  inRegions("mapletone", "Mapletone", ["north_america", "caribbean"], streaming),
  inRegions("calypsa", "Calypsa", ["caribbean"], radio),
  inRegions("sonoridad", "Sonoridad", ["latin_america", "caribbean"], streaming),
  inRegions("pampero", "Pampero", ["latin_america"], both),
  inRegions("fjordtone", "Fjordtone", ["nordic"], streaming),
  inRegions("alpenklang", "Alpenklang", ["western_europe"], both),
  inRegions("vinylhaus", "Vinylhaus", ["western_europe", "nordic"], archive),
  inRegions("galerne", "Galerne", ["western_europe", "southern_europe"], streaming),
  inRegions("olivera", "Olivera", ["southern_europe"], streaming),
  inRegions("vistulo", "Vistulo", ["eastern_europe"], streaming),
  inRegions("danubia", "Danubia", ["eastern_europe", "southern_europe"], downloads),
  inRegions("cedarlight", "Cedarlight", ["middle_east"], streaming),
  inRegions("oasonic", "Oasonic", ["middle_east", "north_africa"], radio),
  inRegions("nilotica", "Nilotica", ["north_africa"], streaming),
  inRegions("baobeat", "Baobeat", ["africa"], streaming),
  inRegions("savannah_sound", "Savannah Sound", ["africa", "north_africa"], both),
  inRegions("steppewind", "Steppewind", ["central_asia"], streaming),
  inRegions("monsoona", "Monsoona", ["south_asia"], streaming),
  inRegions("sakuraoto", "Sakuraoto", ["east_asia"], both),
  inRegions("hanbit", "Hanbit", ["east_asia"], streaming),
  inRegions("lotusline", "Lotusline", ["south_east_asia", "south_asia"], streaming),
  inRegions("coralcast", "Coralcast", ["oceania"], both),
  inRegions("kiwigroove", "Kiwigroove", ["oceania", "antarctica"], archive),
];

/** The sandbox's stores, none of which exists. */
export const fictionalStores: readonly NewStore[] = [...known, ...regional];

type Fiction = Partial<Pick<NewStore, "territories" | "capabilities" | "requirements" | "price_tiers">> & {
  behaviour?: string;
  format?: string;
  latency_ms?: number;
};

function store(id: string, name: string, { behaviour, latency_ms, format, ...fiction }: Fiction): NewStore {
  return {
    store_id: `store_${id}`,
    name,
    territories: [WORLD],
    requirements: "none",
    ...fiction,
    connector: {
      kind: "simulated",
      ...(behaviour && { behaviour }),
      ...(latency_ms && { latency_ms }),
      ...(format && { format }),
    },
  };
}

function inRegions(id: string, name: string, where: readonly Region[], capabilities: Fiction["capabilities"] = {}) {
  return store(id, name, { territories: where.flatMap((region) => regions[region]), capabilities });
}

/** A store cannot require the rules of submitting and those of every store: they block anyway. */
function everyRule(): NonNullable<NewStore["requirements"]> {
  const own = preflightRules.filter(
    ({ code, refusal, at_every_store }) => !refusal && !at_every_store && !later.includes(code),
  );
  return Object.fromEntries(own.map(({ code }) => [code, { severity: "blocker" as const }]));
}
