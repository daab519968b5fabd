// After a change, some reads are out of date. Requests that write are noted by the noun of their path; reads are named by their noun, as in
// "deliveries.get". After an act, only reads that show what it wrote are asked again.

/** Where a noun shows, beside its own reads, the overview and the logs. A noun without a row may show everywhere. */
const shownIn: Readonly<Partial<Record<string, readonly string[]>>> = {
  apiKeys: [],
  assets: ["releases", "tracks"],
  changelog: [],
  contracts: ["payees"],
  deliveries: ["releases", "stores", "events"],
  events: ["webhooks"],
  exchangeRates: ["periods"],
  jobs: [],
  mails: [],
  me: [],
  members: ["mails"],
  organizations: [
    "apiKeys",
    "oauthClients",
    "balances",
    "organization",
    "members",
    "people",
    "mails",
    "conversions",
    "exchangeRates",
  ],
  payees: ["contracts", "balance"],
  paymentDetails: [],
  payouts: ["balance", "balances", "payees"],
  people: ["staff", "members"],
  periods: [
    "statements",
    "payeeStatements",
    "payees",
    "contracts",
    "balances",
    "salesReports",
    "exchangeRates",
    "reconciliation",
  ],
  releases: ["tracks", "submissions", "finder"],
  reportFormats: [],
  salesReports: ["periods", "statements", "exchangeRates", "reconciliation"],
  staff: ["people", "mails"],
  statements: ["earnings", "royalties", "balance", "payees", "payeeStatements", "contracts"],
  stores: ["deliveries"],
  submissions: ["releases"],
  tracks: ["releases"],
  uploads: ["assets", "releases", "tracks"],
  webhooks: ["events"],
};

const written = new Set<string>();

/** "/v1/operator/sales-reports/rep_1" as "salesReports". */
function nounOf(path: string): string {
  const [, , ...parts] = path.split("/");
  const noun = parts.find((part) => part !== "operator" && part !== "sandbox") ?? "";
  return noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function noteWrite(path: string): void {
  written.add(nounOf(path));
}

/** Whether a read, by the first part of its key, shows something that was written since this was last asked. */
export function takeChanges(): (read: string) => boolean {
  const nouns = [...written];
  written.clear();
  if (nouns.some((noun) => !shownIn[noun])) return () => true;
  const shown = new Set(
    nouns.length === 0
      ? []
      : ["overview", "auditLog", "requestLog", ...nouns, ...nouns.flatMap((noun) => shownIn[noun] ?? [])],
  );
  return (read) => shown.has(read.split(".").find((part) => part !== "operator" && part !== "sandbox") ?? "");
}
