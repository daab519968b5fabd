// Writes the facts of the API from openapi.json as values: its statuses and their moves, roles, scopes, types of events,
// codes of errors, tiers and kinds of connectors. Clients import them, so that each is written down once.

import type { Description, Schema } from "./schema-text.ts";

type Move = { from: string[]; to: string; event: string | null };
export type Facts = Description & {
  "x-segue-moves": Record<string, Record<string, Move>>;
  "x-segue-connectors": { oneOf: Schema[] };
};

/** Each list of names: its own name, that of one of its values, and where openapi.json has it. */
export const lists: readonly (readonly [list: string, type: string, place: string])[] = [
  ["releaseStatuses", "ReleaseStatus", "Release.status"],
  ["releaseTypes", "ReleaseType", "Release.type"],
  ["artistRoles", "ArtistRole", "Artist.role"],
  ["aiShares", "AiShare", "Track.ai"],
  ["advisories", "Advisory", "Track.advisory"],
  ["submissionStatuses", "SubmissionStatus", "Submission.review_status"],
  ["assetStatuses", "AssetStatus", "Asset.status"],
  ["assetTypes", "AssetType", "Asset.type"],
  ["severities", "Severity", "PreflightIssue.severity"],
  ["storeStatuses", "StoreStatus", "Store.status"],
  ["storeMigrations", "StoreMigration", "Store.migration"],
  ["messageFormats", "MessageFormat", "Store.capabilities.message_format"],
  ["connectorKinds", "ConnectorKind", "NewStore.connector.kind"],
  ["deliveryStatuses", "DeliveryStatus", "Delivery.status"],
  ["migrationStatuses", "MigrationStatus", "MigrationStore.status"],
  ["deliveryStoreStatuses", "DeliveryStoreStatus", "DeliveryStore.status"],
  ["storeAnswers", "StoreAnswerStatus", "StoreAnswer.status"],
  ["webhookStatuses", "WebhookStatus", "Webhook.status"],
  ["eventTypes", "EventTypeName", "Event.event_type"],
  ["eventStatuses", "EventStatus", "Event.status"],
  ["dispatchStatuses", "DispatchStatus", "Dispatch.status"],
  ["attemptStatuses", "AttemptStatus", "WebhookAttempt.status"],
  ["payeeStatuses", "PayeeStatus", "Payee.status"],
  ["payers", "Payer", "Payee.paid_by"],
  ["taxForms", "TaxForm", "PayeeTax.form"],
  ["payoutStatuses", "PayoutStatus", "Payout.status"],
  ["payoutHoldCodes", "PayoutHoldCode", "PayoutHold.code"],
  ["contractStatuses", "ContractStatus", "Contract.status"],
  ["costStatuses", "CostStatus", "ContractCost.status"],
  ["costKinds", "CostKind", "ContractCost.kind"],
  ["salesReportStatuses", "SalesReportStatus", "SalesReport.status"],
  ["organizationStatuses", "OrganizationStatus", "Organization.status"],
  ["reviewModes", "ReviewMode", "Organization.review"],
  ["tiers", "Tier", "Organization.tier"],
  ["scopes", "Scope", "ApiKey.scopes"],
  ["memberRoles", "MemberRole", "Member.role"],
  ["memberStatuses", "MemberStatus", "Member.status"],
  ["staffRoles", "StaffRole", "Staff.role"],
  ["personStatuses", "PersonStatus", "Person.status"],
  ["jobStatuses", "JobStatus", "Job.status"],
  ["mailStatuses", "MailStatus", "Mail.status"],
  ["mailKinds", "MailKind", "Mail.kind"],
  // The type of a code is in schema.ts already.
  ["errorCodes", "", "ErrorCode"],
];

const HEAD = "// Written by `npm run openapi` from openapi.json: do not edit.\n";

/** `src/facts.ts`: the lists, and the moves of each status. */
export function factsText(document: Facts): string {
  const named = lists.map(([list, type, place]) => {
    const values = valuesAt(document, place).map((value) => `  ${JSON.stringify(value)},\n`);
    const union = type && `export type ${type} = (typeof ${list})[number];\n`;
    return `export const ${list} = [\n${values.join("")}] as const;\n${union}`;
  });
  const moves = Object.entries(document["x-segue-moves"]).map(([noun, table]) => movesText(noun, table));
  return [HEAD, ...named, ...moves].join("\n");
}

function movesText(noun: string, table: Record<string, Move>): string {
  const rows = Object.entries(table).map(([trigger, row]) => `  ${trigger}: ${JSON.stringify(row)},\n`);
  const comment = `/** ${noun}: how its status moves, by trigger, and the event that tells of it (null: none). */\n`;
  return `${comment}export const ${camelCase(noun)}Moves = {\n${rows.join("")}} as const;\n`;
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** `src/connectors.ts`: apart, because only a form for stores needs it and it is larger than all other facts together. */
export function connectorsText(document: Facts): string {
  const kinds = document["x-segue-connectors"].oneOf.map(
    (schema) =>
      `  ${String(schema.properties?.kind?.const)}: ${JSON.stringify(schema, null, 2).replaceAll("\n", "\n  ")},\n`,
  );
  const comment =
    "/** The settings of each kind of connector as JSON Schema. Secrets are `writeOnly`: the service never shows them. */\n";
  return [HEAD, `${comment}export const connectorSchemas = {\n${kinds.join("")}} as const;\n`].join("\n");
}

/** The values of the enum at `Schema.field.field`; an array stands for its items. Null stands for none of them. */
export function valuesAt(document: Description, place: string): string[] {
  const [name = "", ...fields] = place.split(".");
  const root = document.components.schemas[name];
  const found = fields.reduce<Schema | undefined>((schema, field) => schema?.properties?.[field], root);
  const values = found?.items?.enum ?? found?.enum;
  if (!values)
    throw new Error(`openapi.json has no enum at ${place}: correct the lists of sdk/generate/facts-text.ts.`);
  return values.filter((value) => typeof value === "string");
}
