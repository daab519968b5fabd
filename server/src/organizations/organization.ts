import { type Static, Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import type { Limits } from "../platform/limits/rate-limit.ts";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { isTerritory, isWorld, WORLD } from "../standards/territory.ts";
import { DdexPartyId, FeeTerms, MinimumPayouts, PayoutCurrency, Rate, WithholdingTerritories } from "./terms.ts";

const tierNames = ["starter", "pro", "enterprise"] as const;
export type Tier = (typeof tierNames)[number];

export const tiers: Readonly<Record<Tier, Limits>> = {
  starter: { per_minute: 120, burst: 20 },
  pro: { per_minute: 600, burst: 60 },
  enterprise: { per_minute: 6000, burst: 300 },
};

const GIB = 1024 ** 3;
const TIB = 1024 * GIB;

/** The storage of an organization, unless the operator sets another: some 400 songs, 4,000, 80,000. */
export const storageQuotas: Readonly<Record<Tier, number>> = { starter: 20 * GIB, pro: 200 * GIB, enterprise: 4 * TIB };

/** Callers without a valid credential, per address. */
export const anonymousLimits: Limits = { per_minute: 600, burst: 60 };
export const operatorLimits: Limits = tiers.enterprise;
/** A store that fetches reads many files, each in several parts. */
export const storeLimits: Limits = tiers.enterprise;

/** The sandbox gives ten times as much; what the operator has set for an organization is taken as it is. */
export function limitsOf(organization: { tier: Tier; rate_limit: Limits | null }, rate_factor: number): Limits {
  return organization.rate_limit ?? scaleLimits(tiers[organization.tier], rate_factor);
}

export function scaleLimits({ per_minute, burst }: Limits, rate_factor: number): Limits {
  return { per_minute: per_minute * rate_factor, burst: burst * rate_factor };
}

/** `["WORLD"]` alone, or two-letter codes. An unknown code is another problem than text that is no code. */
export function territoryIssues(codes: readonly unknown[]): Issue[] {
  if (codes.length === 1 && isWorld(codes[0])) return [];
  return codes.flatMap((code, index) => territoryIssue(code, `[${index}]`));
}

function territoryIssue(code: unknown, field: string): Issue[] {
  if (typeof code !== "string") return [];
  if (isWorld(code)) return [problem(field, `must stand alone: ${code} takes no other code beside it`)];
  if (!/^[A-Z]{2}$/.test(code))
    return [problem(field, "must be two capital letters (ISO 3166-1 alpha-2), or WORLD alone")];
  if (!isTerritory(code))
    return [problem(field, `names a territory that does not exist: ${code}`, "territory_not_supported")];
  return [];
}

export const Territories = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: 250,
  uniqueItems: true,
  rule: territoryIssues,
  description: "ISO 3166-1 alpha-2 codes, or `WORLD` alone.",
  examples: [["DE", "FR"]],
});

/** Which of these the organization holds no licence for. */
export function unlicensedIssues(codes: readonly string[], licensed: readonly string[], field: string): Issue[] {
  if (licensed[0] === WORLD || codes[0] === WORLD) return [];
  const held = new Set(licensed);
  return codes.flatMap((code, index) =>
    held.has(code)
      ? []
      : [
          problem(
            `${field}[${index}]`,
            `names a territory that is not licensed to you: ${code}`,
            "territory_not_supported",
          ),
        ],
  );
}

const elevenDigits = Type.String({
  rule: (text: string): Issue[] =>
    /^\d{11}$/.test(text) ? [] : [problem("", "must be 11 digits; the check digit is computed")],
  examples: ["03600029100"],
});

const UpcRange = Type.Object({ first: elevenDigits, last: elevenDigits }, { additionalProperties: false });
export type UpcRange = Static<typeof UpcRange>;

const MAX_UPC_RANGES = 100;

function rangeIssues(ranges: readonly UpcRange[]): Issue[] {
  const sorted = ranges
    .map((range, index) => ({ ...range, index }))
    .filter(({ first, last }) => typeof first === "string" && typeof last === "string")
    .sort((a, b) => (a.first < b.first ? -1 : 1));
  return sorted.flatMap((range, position): Issue[] => {
    const before = sorted[position - 1];
    if (range.last < range.first) return [problem(`[${range.index}].last`, "must not be below `first`")];
    if (before && range.first <= before.last) return [problem(`[${range.index}]`, "overlaps another range")];
    return [];
  });
}

const RateLimit = Nullable(
  Type.Object(
    {
      per_minute: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [6000] }),
      burst: Type.Integer({ minimum: 1, maximum: 100_000, examples: [300] }),
    },
    { additionalProperties: false, description: "In place of the tier's numbers." },
  ),
);

const isrcPrefix = Nullable(
  Type.String({
    rule: (text: string): Issue[] =>
      /^[A-Z]{2}[A-Z0-9]{3}$/.test(text)
        ? []
        : [problem("", "must be two capital letters and three capital letters or digits, such as QZABC")],
    examples: ["QZABC"],
  }),
);

const name = Text({ maxLength: 200, examples: ["Nightjar Records"] });

export const organizationStatuses = ["active", "suspended"] as const;

/** By the operator, in either direction at any time. */
export const organizationTransitions = {
  suspend: { from: ["active"], to: "suspended", event: "none" },
  reinstate: { from: ["suspended"], to: "active", event: "none" },
} as const satisfies Transitions<(typeof organizationStatuses)[number], never>;

const settings = {
  name,
  tier: OneOf(tierNames, { default: "starter" }),
  label: Text({ maxLength: 200, description: "The label of releases that do not name one.", examples: ["Nightjar"] }),
  review: OneOf(["automatic", "manual"], {
    default: "automatic",
    description: "The reviewer of submissions: the service by itself, or the operator.",
  }),
  status: OneOf(organizationStatuses, {
    default: "active",
    description: "Keys of a suspended organization are refused.",
  }),
  upc_ranges: Type.Array(UpcRange, {
    minItems: 1,
    maxItems: MAX_UPC_RANGES,
    rule: rangeIssues,
    description: "The ranges that UPCs are assigned from.",
  }),
  isrc_prefix: isrcPrefix,
  licensed_territories: Territories,
  fee_rate: Rate,
  fee_terms: FeeTerms,
  withholding_rate: Rate,
  withholding_territories: WithholdingTerritories,
  minimum_payouts: MinimumPayouts,
  requires_tax_form: Type.Boolean({
    description: "Payouts of payees without a valid tax form are put on hold.",
    examples: [false],
  }),
  payout_currency: PayoutCurrency,
  ddex_party_id: DdexPartyId,
  rate_limit: RateLimit,
};

const StorageQuota = Type.Integer({
  minimum: 0,
  maximum: 1024 * TIB,
  description: "The total size that the organization's files may have, open uploads included.",
  examples: [storageQuotas.starter],
});

export const Organization = Type.Object(
  {
    id: Id("org"),
    ...settings,
    storage_quota_bytes: StorageQuota,
    storage_used_bytes: Type.Integer({ minimum: 0, examples: [31_752_044] }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Organization" },
);
export type Organization = Static<typeof Organization>;

const given = {
  ...settings,
  storage_quota_bytes: Nullable({ ...StorageQuota, description: "Null: as the tier has." }),
};

export const OrganizationChanges = Type.Partial(Type.Object(given), {
  title: "OrganizationChanges",
  additionalProperties: false,
});
export type OrganizationChanges = Static<typeof OrganizationChanges>;

export const NewOrganization = Type.Object(
  { ...Type.Partial(Type.Object(given)).properties, name },
  { title: "NewOrganization", additionalProperties: false },
);
export type NewOrganization = Static<typeof NewOrganization>;

/** The settings of an organization unless the operator sets others. */
export function organizationDefaults(
  name: string,
): Omit<Organization, "id" | "created_at" | "updated_at" | "upc_ranges" | `storage_${string}`> {
  return {
    name,
    tier: "starter",
    label: name,
    review: "automatic",
    status: "active",
    isrc_prefix: null,
    licensed_territories: [WORLD],
    fee_rate: "0.15",
    fee_terms: [],
    withholding_rate: "0",
    withholding_territories: null,
    minimum_payouts: {},
    requires_tax_form: false,
    payout_currency: null,
    ddex_party_id: null,
    rate_limit: null,
  };
}
