import { type FeeTerm, organizationStatuses, reviewModes, tiers } from "@segue/sdk";
import { InvalidArgumentError } from "commander";
import { choice, listed, parsed, readYesNo, removable, required, text } from "../option.ts";
import { changesOf, listVerb, noun, verb } from "../row.ts";
import { readJsonList } from "./json-option.ts";
import { moneyOptions } from "./money-options.ts";

const EXAMPLE = "org_01k8z3v9qxe7p9a4m2c6t5w8rn";

const settings = {
  tier: choice("--tier <tier>", "sets its features and its rate limit", tiers),
  label: text("--label <label>", "default label of its releases"),
  review: choice("--review <how>", "who approves submissions", reviewModes),
  status: choice("--status <status>", "keys of a suspended organization are refused", organizationStatuses),
  upc_ranges: parsed("--upc-range <first-last>", "11 digits each; may be given several times", readRange),
  isrc_prefix: removable("--isrc-prefix <prefix>", "such as QZABC; `none` removes it"),
  licensed_territories: listed("--territories <codes>", "licensed territories, with commas, or WORLD"),
  fee_rate: text("--fee-rate <rate>", "the service's share, such as 0.15"),
  fee_terms: parsed(
    "--fee-terms <json>",
    "fee rates of stores, territories and months: a JSON list, or @file; `[]` removes them",
    readJsonList<FeeTerm>,
  ),
  ...moneyOptions,
  requires_tax_form: parsed(
    "--requires-tax-form <yes|no>",
    "whether payouts of payees without a valid tax form are put on hold",
    readYesNo,
  ),
  payout_currency: removable(
    "--payout-currency <code>",
    "the one currency of its statements, such as EUR; `none` for one statement in each currency",
  ),
  ddex_party_id: removable("--ddex-party-id <dpid>", "such as PADPIDA2013020802I; `none` removes it"),
  rate_limit: parsed("--rate-limit <minute/burst>", "such as 600/60; `none` for the tier's limit", readRateLimit),
};

export const orgNoun = noun("org", "organizations: who may use the service", {
  as: "operator",
  examples: ['org create "Nightjar Records" --tier pro', "org list --all", `org show ${EXAMPLE}`],
  verbs: [
    verb("create <name>", "create an organization", {
      options: settings,
      examples: [
        'org create "Nightjar Records" --tier pro --territories DE,AT,CH',
        'org create "Nightjar Records" --upc-range 03600029100-03600029199 --isrc-prefix QZABC --sandbox',
      ],
      call: ({ operator }, organization) => operator.organizations.create(organization),
    }),
    listVerb("list", "list organizations, newest first", {
      columns: ["id", "name", "tier", "status", "review", "created_at"],
      examples: ["org list", "org list --all --json | jq -r '.data[].id'"],
      call: ({ operator }, page) => operator.organizations.list(page),
    }),
    verb("show [org_id]", "show an organization; without an id, the one of SEGUE_API_KEY", {
      as: ({ org_id }) => (org_id === undefined ? "organization" : "operator"),
      examples: [`org show ${EXAMPLE}`, "org show --sandbox"],
      call: ({ organization, operator }, { org_id }) =>
        org_id === undefined ? organization.get() : operator.organizations.get(org_id),
    }),
    verb("update <org_id>", "change an organization; only the given options change", {
      options: { name: text("--name <name>", "its name"), ...settings },
      examples: [
        `org update ${EXAMPLE} --tier enterprise`,
        `org update ${EXAMPLE} --status suspended`,
        `org update ${EXAMPLE} --rate-limit none`,
        `org update ${EXAMPLE} --payout-currency EUR`,
        `org update ${EXAMPLE} --fee-terms '[{"rate":"0.2","store_ids":["store_harbour"]}]'`,
      ],
      call: ({ operator }, { org_id, ...changes }) =>
        operator.organizations.update(org_id, changesOf(changes, "org update")),
    }),
    verb("convert <org_id>", "convert a balance of an organization into another currency", {
      options: {
        from: required(text("--from <code>", "currency of the balance")),
        to: required(text("--to <code>", "currency that it becomes")),
        rate: required(text("--rate <rate>", "one of the first in the second, such as 0.9214")),
        amount: text("--amount <amount>", "the part to convert; without it, all that is available"),
        reason: text("--reason <text>", "shown to the partner"),
      },
      examples: [`org convert ${EXAMPLE} --from USD --to EUR --rate 0.9214`],
      call: ({ operator }, { org_id, reason, ...conversion }) =>
        operator.conversions.create(org_id, {
          ...conversion,
          reason: reason ?? `Your balance in ${conversion.from}, converted to ${conversion.to}.`,
        }),
    }),
    listVerb("conversions <org_id>", "list the conversions of an organization's balances", {
      columns: ["id", "from", "to", "rate", "reason", "created_at"],
      examples: [`org conversions ${EXAMPLE}`],
      call: ({ operator }, { org_id, ...page }) => operator.conversions.list(org_id, page),
      asText: (conversion) => ({
        ...conversion,
        from: `${conversion.from.amount} ${conversion.from.currency}`,
        to: `${conversion.to.amount} ${conversion.to.currency}`,
      }),
    }),
  ],
});

type Range = { first: string; last: string };

function readRange(text: string, before: Range[] = []): Range[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (first === undefined || last === undefined)
    throw new InvalidArgumentError("It must be two numbers of 11 digits, such as 03600029100-03600029199.");
  return [...before, { first, last }];
}

function readRateLimit(text: string): { per_minute: number; burst: number } | null {
  if (text === "none") return null;
  const [, per_minute, burst] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (per_minute === undefined || burst === undefined)
    throw new InvalidArgumentError("It must be requests per minute and per second, such as 600/60, or `none`.");
  return { per_minute: Number(per_minute), burst: Number(burst) };
}
