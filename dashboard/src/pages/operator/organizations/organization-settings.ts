// An organization's settings as a form holds them, and as the API takes them.

import type { NewOrganization, Organization } from "@segue/sdk";
import { percentOf, rateOfPercent } from "../../../values/percent.ts";

export type OrganizationValues = {
  name: string;
  label: string;
  tier: Organization["tier"];
  review: Organization["review"];
  fee_percent: string;
  /** No stores, WORLD and no month: all of them. */
  fee_terms: { percent: string; store_ids: string[]; territories: string[]; from: string }[];
  withholding_percent: string;
  /** WORLD: everywhere. */
  withholding_territories: string[];
  licensed_territories: string[];
  upc_ranges: { first: string; last: string }[];
  isrc_prefix: string;
  ddex_party_id: string;
  minimum_payouts: { currency: string; amount: string }[];
  requires_tax_form: boolean;
  /** Empty: one statement for each currency. */
  payout_currency: string;
  has_own_rate: boolean;
  per_minute: number | string;
  burst: number | string;
  storage_gib: number | string;
};

const everywhere = ["WORLD"];

/** Null: everywhere. An empty list goes as it is: "only some" without one is refused by the service. */
const someTerritories = (codes: string[]) => (codes.includes("WORLD") ? null : codes);

export const newOrganization: OrganizationValues = {
  name: "",
  label: "",
  tier: "starter",
  review: "automatic",
  fee_percent: "15",
  fee_terms: [],
  withholding_percent: "0",
  withholding_territories: everywhere,
  licensed_territories: ["WORLD"],
  upc_ranges: [],
  isrc_prefix: "",
  ddex_party_id: "",
  minimum_payouts: [],
  requires_tax_form: false,
  payout_currency: "",
  has_own_rate: false,
  per_minute: 600,
  burst: 60,
  storage_gib: "",
};

const GIB = 1024 ** 3;

export function valuesOf(organization: Organization): OrganizationValues {
  const { rate_limit, minimum_payouts, withholding_territories, isrc_prefix, ddex_party_id } = organization;
  return {
    name: organization.name,
    label: organization.label,
    tier: organization.tier,
    review: organization.review,
    fee_percent: percentOf(organization.fee_rate),
    fee_terms: organization.fee_terms.map(({ rate, store_ids, territories, from }) => ({
      percent: percentOf(rate),
      store_ids: store_ids ?? [],
      territories: territories ?? everywhere,
      from: from ?? "",
    })),
    withholding_percent: percentOf(organization.withholding_rate),
    withholding_territories: withholding_territories ?? everywhere,
    licensed_territories: organization.licensed_territories,
    upc_ranges: organization.upc_ranges,
    isrc_prefix: isrc_prefix ?? "",
    ddex_party_id: ddex_party_id ?? "",
    minimum_payouts: Object.entries(minimum_payouts).map(([currency, amount]) => ({ currency, amount })),
    requires_tax_form: organization.requires_tax_form,
    payout_currency: organization.payout_currency ?? "",
    has_own_rate: rate_limit !== null,
    per_minute: rate_limit?.per_minute ?? newOrganization.per_minute,
    burst: rate_limit?.burst ?? newOrganization.burst,
    storage_gib: organization.storage_quota_bytes / GIB,
  };
}

export function bodyOf(values: OrganizationValues): NewOrganization {
  const { upc_ranges, label, storage_gib, withholding_territories } = values;
  return {
    name: values.name,
    tier: values.tier,
    review: values.review,
    fee_rate: rateOfPercent(values.fee_percent),
    fee_terms: values.fee_terms.map(({ percent, store_ids, territories, from }) => ({
      rate: rateOfPercent(percent),
      store_ids: store_ids.length > 0 ? store_ids : null,
      territories: someTerritories(territories),
      from: from || null,
    })),
    withholding_rate: rateOfPercent(values.withholding_percent),
    withholding_territories: someTerritories(withholding_territories),
    licensed_territories: values.licensed_territories,
    isrc_prefix: values.isrc_prefix.trim() || null,
    ddex_party_id: values.ddex_party_id.trim() || null,
    minimum_payouts: Object.fromEntries(values.minimum_payouts.map(({ currency, amount }) => [currency, amount])),
    requires_tax_form: values.requires_tax_form,
    payout_currency: values.payout_currency.trim().toUpperCase() || null,
    rate_limit: values.has_own_rate ? { per_minute: Number(values.per_minute), burst: Number(values.burst) } : null,
    // Without them the service gives a block of its own, and the tier's storage.
    ...(upc_ranges.length > 0 && { upc_ranges }),
    ...(label && { label }),
    storage_quota_bytes: storage_gib === "" ? null : Math.round(Number(storage_gib) * GIB),
  };
}

/** Only what differs is sent: two people who edit one organization do not undo each other's work. */
export function changesOf(before: OrganizationValues, after: OrganizationValues): Partial<NewOrganization> {
  const old = new Map(Object.entries(bodyOf(before)).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(bodyOf(after)).filter(([name, value]) => old.get(name) !== JSON.stringify(value)),
  );
}

const fields: Readonly<Record<string, string>> = {
  fee_rate: "fee_percent",
  withholding_rate: "withholding_percent",
  storage_quota_bytes: "storage_gib",
  "rate_limit.per_minute": "per_minute",
  "rate_limit.burst": "burst",
};

/** The service's fields as the form names them. */
export function formErrors(errors: Record<string, string>): Record<string, string> {
  const named = (field: string) => fields[field] ?? field.replace(/^(fee_terms\.\d+)\.rate$/, "$1.percent");
  return Object.fromEntries(Object.entries(errors).map(([field, issue]) => [named(field), issue]));
}
