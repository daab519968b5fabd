// The facts of the SDK and the tables that the service itself works by, compared: nothing is lost on the way.

import { expect, test } from "vitest";
import { connectorKinds as serverKinds } from "../../server/src/connectors/kinds.ts";
import { eventTypeNames } from "../../server/src/events/event.ts";
import { tiers as serverTiers } from "../../server/src/organizations/organization.ts";
import { errorTable } from "../../server/src/platform/errors.ts";
import { scopes as serverScopes } from "../../server/src/rights/scope.ts";
import { statusTables } from "../../server/test/status-tables.ts";
import { connectorSchemas } from "../src/connectors.ts";
import * as facts from "../src/facts.ts";

type Moves = Readonly<Record<string, { from: readonly string[]; to: string; event: string | null }>>;

/** By the table of the database. A period is no resource of the API; a delivery's status has no moves of its own. */
const shown: Readonly<Record<string, { statuses: readonly string[]; moves?: Moves }>> = {
  assets: { statuses: facts.assetStatuses, moves: facts.assetMoves },
  contract_costs: { statuses: facts.costStatuses, moves: facts.contractCostMoves },
  contracts: { statuses: facts.contractStatuses, moves: facts.contractMoves },
  deliveries: { statuses: facts.deliveryStatuses },
  delivery_stores: { statuses: facts.deliveryStoreStatuses, moves: facts.deliveryStoreMoves },
  dispatches: { statuses: facts.dispatchStatuses, moves: facts.dispatchMoves },
  jobs: { statuses: facts.jobStatuses, moves: facts.jobMoves },
  mails: { statuses: facts.mailStatuses, moves: facts.mailMoves },
  members: { statuses: facts.memberStatuses, moves: facts.memberMoves },
  people: { statuses: facts.personStatuses, moves: facts.personMoves },
  staff: { statuses: facts.memberStatuses, moves: facts.memberMoves },
  organizations: { statuses: facts.organizationStatuses, moves: facts.organizationMoves },
  payees: { statuses: facts.payeeStatuses, moves: facts.payeeMoves },
  payouts: { statuses: facts.payoutStatuses, moves: facts.payoutMoves },
  releases: { statuses: facts.releaseStatuses, moves: facts.releaseMoves },
  sales_reports: { statuses: facts.salesReportStatuses, moves: facts.salesReportMoves },
  stores: { statuses: facts.storeStatuses, moves: facts.storeMoves },
  submissions: { statuses: facts.submissionStatuses, moves: facts.submissionMoves },
  webhooks: { statuses: facts.webhookStatuses, moves: facts.webhookMoves },
};

test.each(statusTables.filter(({ table }) => table !== "periods"))(
  "$table: statuses and moves",
  ({ table, statuses, transitions }) => {
    expect(shown[table]?.statuses).toEqual(statuses);
    const rows = Object.entries(shown[table]?.moves ?? {});
    const moves = rows.map(([trigger, { event, ...row }]) => [trigger, { ...row, event: event ?? "none" }]);
    expect(Object.fromEntries(moves)).toEqual(transitions ?? {});
  },
);

test("scopes, types of events, codes of errors, tiers and kinds of connectors", () => {
  expect(facts.scopes).toEqual(serverScopes);
  expect(facts.eventTypes).toEqual(eventTypeNames);
  expect(facts.errorCodes).toEqual(Object.keys(errorTable));
  expect(facts.tiers).toEqual(Object.keys(serverTiers));
  expect(facts.connectorKinds).toEqual(Object.keys(serverKinds));
  expect(Object.keys(connectorSchemas)).toEqual(facts.connectorKinds);
});

test("a setting is there, required and secret as its kind says", () => {
  for (const [kind, schema] of Object.entries(connectorSchemas)) {
    const row = serverKinds[kind];
    if (!row) throw new Error(`${kind} is not built.`);
    const { kind: _kind, ...fields } = schema.properties as Record<string, { writeOnly?: boolean }>;
    const isSecret = (name: string) => fields[name]?.writeOnly === true;
    expect(Object.keys(fields).filter(isSecret)).toEqual(Object.keys(row.secrets ?? {}));
    expect(Object.keys(fields).filter((name) => !isSecret(name))).toEqual(Object.keys(row.settings));
  }
});
