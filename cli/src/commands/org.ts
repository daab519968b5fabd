import type { NewOrganization, Organization, OrganizationChanges } from "@segue/sdk";
import { Command, InvalidArgumentError, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, given, handsOf, type ListOptions, pagesOf, readList, rowsWanted, withPages } from "../command.ts";
import { UsageError } from "../settings.ts";

const columns = ["id", "name", "tier", "status", "review", "created_at"];

export function orgCommand(variables: Variables): Command {
  const org = examples(new Command("org").description("organizations: who may use the service"), [
    'org create "Nightjar Records" --tier pro',
    "org list --all",
    "org show org_01k8z3v9qxe7p9a4m2c6t5w8rn",
  ]);
  org.addCommand(create(variables)).addCommand(list(variables));
  return org.addCommand(show(variables)).addCommand(update(variables));
}

function create(variables: Variables): Command {
  const command = withSettings(new Command("create").description("create an organization").argument("<name>"));
  examples(command, [
    'org create "Nightjar Records" --tier pro --territories DE,AT,CH',
    'org create "Nightjar Records" --upc-range 03600029100-03600029199 --isrc-prefix QZABC --sandbox',
  ]);
  return command.action(async (name: string, options: SettingOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(
      await client.operator.organizations.create({ ...(bodyOf(options) as Partial<NewOrganization>), name }),
    );
  });
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list organizations, newest first"));
  examples(command, ["org list", "org list --all --json | jq -r '.data[].id'"]);
  return command.action(async (options: ListOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.list(await pagesOf(rowsWanted(options), client.operator.organizations.list), columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").description("show an organization; without an id, the one of SEGUE_API_KEY");
  examples(command.argument("[org_id]"), ["org show org_01k8z3v9qxe7p9a4m2c6t5w8rn", "org show --sandbox"]);
  return command.action(async (org_id: string | undefined) => {
    const { client, output } = handsOf(variables, command, org_id === undefined ? "organization" : "operator");
    output.resource(
      await (org_id === undefined ? client.organization.get() : client.operator.organizations.get(org_id)),
    );
  });
}

function update(variables: Variables): Command {
  const command = new Command("update").description("change an organization; only the given options change");
  withSettings(command.argument("<org_id>").option("--name <name>", "its name"));
  examples(command, [
    "org update org_01k8z3v9qxe7p9a4m2c6t5w8rn --tier enterprise",
    "org update org_01k8z3v9qxe7p9a4m2c6t5w8rn --status suspended",
    "org update org_01k8z3v9qxe7p9a4m2c6t5w8rn --rate-limit none",
  ]);
  return command.action(async (org_id: string, options: SettingOptions & { name?: string }) => {
    const changes = given({ name: options.name, ...bodyOf(options) });
    if (Object.keys(changes).length === 0) throw new UsageError("Nothing to change; see: segue org update --help");
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.organizations.update(org_id, changes));
  });
}

type Limits = { per_minute: number; burst: number };
type Range = { first: string; last: string };
type SettingOptions = {
  tier?: Organization["tier"];
  label?: string;
  review?: Organization["review"];
  status?: Organization["status"];
  upcRange?: Range[];
  isrcPrefix?: string;
  territories?: string[];
  feeRate?: string;
  withholdingRate?: string;
  withholdingTerritories?: string[];
  minimumPayout?: Record<string, string>;
  ddexPartyId?: string;
  rateLimit?: Limits | "none";
};

function withSettings(command: Command): Command {
  return command
    .addOption(
      new Option("--tier <tier>", "sets its features and its rate limit").choices(["starter", "pro", "enterprise"]),
    )
    .option("--label <label>", "default label of its releases")
    .addOption(new Option("--review <how>", "who approves submissions").choices(["automatic", "manual"]))
    .addOption(
      new Option("--status <status>", "keys of a suspended organization are refused").choices(["active", "suspended"]),
    )
    .option("--upc-range <first-last>", "11 digits each; may be given several times", readRange)
    .option("--isrc-prefix <prefix>", "such as QZABC; `none` removes it")
    .option("--territories <codes>", "licensed territories, with commas, or WORLD", readList)
    .option("--fee-rate <rate>", "the service's share, such as 0.15")
    .option("--withholding-rate <rate>", "tax withheld, such as 0.3")
    .option(
      "--withholding-territories <codes>",
      "where it is withheld, comma-separated; `all` for everywhere",
      readList,
    )
    .option("--minimum-payout <currency=amount>", "such as EUR=50.00; may be given several times", readMinimum)
    .option("--ddex-party-id <dpid>", "such as PADPIDA2013020802I; `none` removes it")
    .option("--rate-limit <minute/burst>", "such as 600/60; `none` for the tier's limit", readRateLimit);
}

function bodyOf(options: SettingOptions): OrganizationChanges {
  const { tier, label, review, status } = options;
  return given({
    tier,
    label,
    review,
    status,
    upc_ranges: options.upcRange,
    isrc_prefix: options.isrcPrefix === "none" ? null : options.isrcPrefix,
    licensed_territories: options.territories,
    fee_rate: options.feeRate,
    withholding_rate: options.withholdingRate,
    withholding_territories: options.withholdingTerritories?.[0] === "all" ? null : options.withholdingTerritories,
    minimum_payouts: options.minimumPayout,
    ddex_party_id: options.ddexPartyId === "none" ? null : options.ddexPartyId,
    rate_limit: options.rateLimit === "none" ? null : options.rateLimit,
  });
}

function readRange(text: string, before: Range[] = []): Range[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (first === undefined || last === undefined)
    throw new InvalidArgumentError("It must be two numbers of 11 digits, such as 03600029100-03600029199.");
  return [...before, { first, last }];
}

function readMinimum(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, currency, amount] = /^([A-Z]{3})=([\d.]+)$/.exec(text) ?? [];
  if (currency === undefined || amount === undefined)
    throw new InvalidArgumentError("It must be a currency and an amount, such as EUR=50.00.");
  return { ...before, [currency]: amount };
}

function readRateLimit(text: string): Limits | "none" {
  if (text === "none") return text;
  const [, per_minute, burst] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  if (per_minute === undefined || burst === undefined)
    throw new InvalidArgumentError("It must be requests per minute and per second, such as 600/60, or `none`.");
  return { per_minute: Number(per_minute), burst: Number(burst) };
}
